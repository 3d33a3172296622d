"""EVALB's parameter files: what each line means, what is warned of, presets, and the spelling in one line."""

from __future__ import annotations

import warnings as python_warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treegauge import CallError, DataError, FormatError, TreegaugeWarning
from treegauge.measures.shared.prm import PRESETS, Prm, find_prm, prm_name, read_prm

untimed = settings(deadline=None)


def warnings(text: str) -> list[str]:
    said: list[str] = []
    read_prm(text, said.append, like_evalb=True)
    return said


def cutoff_of_evalb(text: str) -> int:
    """What EVALB reads, without our remark on it."""
    with python_warnings.catch_warnings():
        python_warnings.simplefilter("ignore", TreegaugeWarning)
        return read_prm(f"CUTOFF_LEN {text}\n", like_evalb=True).cutoff


def test_every_parameter_is_read() -> None:
    text = (
        "DEBUG 1\nMAX_ERROR 3\nCUTOFF_LEN 20\nLABELED 0\nDELETE_LABEL TOP\nDELETE_LABEL .\n"
        "DELETE_LABEL_FOR_LENGTH -NONE-\nQUOTE_LABEL ``\nEQ_LABEL ADVP PRT\nEQ_WORD a\tb\n"
    )
    assert read_prm(text) == Prm(
        debug=1,
        max_error=3,
        cutoff=20,
        labelled=0,
        delete=("TOP", "."),
        delete_for_length=("-NONE-",),
        quote=("``",),
        equal_labels=(("ADVP", "PRT"),),
        equal_words=(("a", "b"),),
    )
    assert warnings(text) == []


def test_without_a_file_nothing_is_deleted() -> None:
    assert read_prm("") == Prm() == find_prm("none")
    assert (Prm().delete, Prm().cutoff, Prm().max_error, Prm().labelled) == ((), 40, 10, 1)


def test_a_comment_begins_in_the_first_column_only() -> None:
    assert read_prm("#DELETE_LABEL A\n## more\nDELETE_LABEL #\nDELETE_LABEL B # no comment") == Prm(
        delete=("#", "B # no comment")
    )
    assert warnings(" #DELETE_LABEL A") == ["Unknown keyword ( #DELETE_LABEL A) in parameter file"]


def test_of_a_number_the_last_one_counts_and_of_labels_all() -> None:
    assert read_prm("CUTOFF_LEN 10\nCUTOFF_LEN 20\nDELETE_LABEL A\nDELETE_LABEL B\nDELETE_LABEL A") == Prm(
        cutoff=20, delete=("A", "B", "A")
    )


@pytest.mark.parametrize(
    ("value", "number"), [("7", 7), ("+7", 7), ("-3", -3), ("12x", 12), ("x", 0), ("3.9", 3), ("", 0)]
)
def test_numbers_are_read_as_c_reads_them(value: str, number: int) -> None:
    assert cutoff_of_evalb(value) == number


@pytest.mark.parametrize("ending", ["\n", "\r\n", "  \n", "\t\n", ""])
def test_white_space_at_the_end_of_a_line_does_not_matter(ending: str) -> None:
    assert read_prm(f"DELETE_LABEL \t TOP{ending}").delete == ("TOP",)


def test_unknown_words_and_pairs_that_are_none_are_warned_of_and_passed_over() -> None:
    text = "FOO bar\nEQ_LABEL A\nEQ_WORD a b c\nDELETE_LABEL X\nCUTOFF_LEN\n"
    assert warnings(text) == [
        "Unknown keyword (FOO bar) in parameter file",
        "EQ_LABEL requires two values",
        "EQ_WORD requires two values",
        "Empty value in parameter file (5)",
    ]
    assert read_prm(text, like_evalb=True) == Prm(delete=("X",), cutoff=0)


def test_delete_label_without_a_value_is_the_empty_label() -> None:
    assert read_prm("DELETE_LABEL\nDELETE_LABEL  \n").delete == ("", "")


@pytest.mark.parametrize(
    ("label", "short"),
    [("NP-SBJ", "NP"), ("NP=2-X", "NP"), ("-NONE-", ""), ("=", ""), ("A|B", "A|B"), ("名詞-句", "名詞"), ("", "")],
)
def test_labels_are_cut_at_the_first_mark_also_at_the_beginning(label: str, short: str) -> None:
    assert Prm().cut(label) == short
    assert Prm(cut_at="").cut(label) == label


@pytest.mark.parametrize("mark", ["#", "^", "]", "\\", "-]"])
def test_any_mark_can_be_where_labels_are_cut(mark: str) -> None:
    assert Prm(cut_at=mark).cut(f"NP{mark}x") == "NP"


def test_the_presets_are_those_that_are_promised() -> None:
    found = PRESETS.members()
    assert set(found) == {"default", "COLLINS", "new", "spmrl", "none", "PYEVALB", "stanza", "supar"}
    roots = {"TOP", "ROOT", "S1", "VROOT", ""}
    assert set(found["default"].delete) == set(found["COLLINS"].delete) | roots
    assert found["default"].equal_labels == found["COLLINS"].equal_labels == (("ADVP", "PRT"),)
    assert set(found["spmrl"].delete) == roots | {"-NONE-"}
    assert (found["spmrl"].cut_at, found["spmrl"].unparsed) == ("-=#", 1)
    assert "S1" in found["new"].delete
    assert "S1" not in found["COLLINS"].delete


def test_presets_are_found_by_their_parameters(tmp_path: Path) -> None:
    for name, preset in PRESETS.items():
        assert find_prm(name) == preset
        assert prm_name(preset) == name
        assert find_prm(preset.text) == preset
    file = tmp_path / "mine.prm"
    file.write_text("# nothing but a comment\n")
    assert prm_name(find_prm(str(file))) == "none"


def test_a_name_that_is_neither_file_nor_preset_lists_the_presets() -> None:
    with pytest.raises(CallError, match=r"unknown EVALB parameters 'COLLIN'; did you mean 'COLLINS'\?"):
        find_prm("COLLIN")


def test_a_folder_is_not_a_parameter_file(tmp_path: Path) -> None:
    with pytest.raises(CallError, match=r"unknown EVALB parameters .*; known: COLLINS, .*, or a file"):
        find_prm(str(tmp_path))


def test_a_file_may_have_a_semicolon_in_its_name(tmp_path: Path) -> None:
    file = tmp_path / "a;b.prm"
    file.write_text("DELETE_LABEL TOP\n")
    assert find_prm(str(file)).delete == ("TOP",)


def test_the_text_of_a_file_need_not_be_utf_8(tmp_path: Path) -> None:
    file = tmp_path / "latin.prm"
    file.write_bytes("DELETE_LABEL Größe\n".encode("latin-1"))
    assert find_prm(str(file)).delete == ("Größe",)


labels = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp")), min_size=1, max_size=5)
pairs = st.lists(st.tuples(labels, labels), max_size=2).map(tuple)


@given(
    st.builds(
        Prm,
        debug=st.integers(-1, 2),
        max_error=st.integers(0, 10000),
        cutoff=st.integers(0, 100),
        labelled=st.integers(0, 1),
        cut_at=st.sampled_from(["-=", "", "#;", ";", "-=#"]),
        cut_tags=st.integers(0, 1),
        unparsed=st.integers(0, 1),
        delete=st.lists(labels | st.just(""), max_size=3).map(tuple),
        delete_for_length=st.lists(labels, max_size=2).map(tuple),
        quote=st.lists(labels, max_size=2).map(tuple),
        equal_labels=pairs,
        equal_words=pairs,
    )
)
@untimed
def test_parameters_in_one_line_are_read_back(prm: Prm) -> None:
    assert find_prm(prm.text) == prm
    assert find_prm(prm_name(prm)) == prm


@pytest.mark.parametrize(
    ("text", "cutoff"),
    [("40", 40), ("-7x", -7), ("+3", 3), ("x", 0), ("", 0), ("9" * 5000, 2**31 - 1), ("\u0663", 0), ("007", 7)],
)
def test_a_number_is_what_c_reads(text: str, cutoff: int) -> None:
    assert cutoff_of_evalb(text) == cutoff


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("abc", "'abc'"),
        ("12x", "'12x'"),
        ("", "''"),
        ("-", "'-'"),
        ("\u0663", "'\u0663'"),
        ("2147483648", "'2147483648'"),
        ("9" * 5000, "a number of 5,000 digits"),
    ],
)
def test_a_number_that_is_none_is_an_error_unless_evalb_is_followed(value: str, found: str, tmp_path: Path) -> None:
    file = tmp_path / "x.prm"
    file.write_text(f"# mine\nDELETE_LABEL TOP\nCUTOFF_LEN {value}\n", "utf-8")
    problem = f"{file}:3: CUTOFF_LEN must be a whole number up to 2,147,483,647, not {found}"
    with pytest.raises(FormatError) as caught:
        find_prm(str(file))
    assert str(caught.value) == problem
    with pytest.raises(FormatError, match="CUTOFF_LEN must be a whole number"):
        find_prm(f"LABELED 1; CUTOFF_LEN {value}")
    if value:
        with pytest.warns(TreegaugeWarning) as remarks:
            find_prm(str(file), like_evalb=True)
        assert str(remarks[0].message) == f"{problem}; it is read as {cutoff_of_evalb(value):,}"


@pytest.mark.parametrize("number", [2**31 - 1, 1_000_000_000, -5, 0])
def test_large_numbers_are_read_exactly(number: int) -> None:
    assert read_prm(f"CUTOFF_LEN {number}\n").cutoff == number
    assert cutoff_of_evalb(str(number)) == number


def test_a_label_that_python_takes_for_a_space_is_kept() -> None:
    prm = read_prm("DELETE_LABEL \x85\nEQ_LABEL a\xa0b c\n")
    assert (prm.delete, prm.equal_labels) == (("\x85",), (("a\xa0b", "c"),))
    assert find_prm(f"{prm.text}; ") == prm


def test_a_file_without_any_parameter_is_an_error(tmp_path: Path) -> None:
    trees, comments = tmp_path / "trees.mrg", tmp_path / "comments.prm"
    trees.write_text("(S (N a))\n(S (N b))\n")
    comments.write_text("# nothing\n\n")
    with pytest.raises(DataError, match=r"trees\.mrg: these are not EVALB parameters"):
        find_prm(str(trees))
    assert find_prm(str(comments)) == Prm()
