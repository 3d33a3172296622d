"""`read` and `write`: how formats are detected, named and mixed, what is passed over, and what a format loses."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from treegauge import CallError, DataError, FormatError, Reject, Treebank, bundled, read, write
from treegauge.core.errors import UnknownNameError
from treegauge.formats.api import check_target, detect, losses, split_name
from treegauge.formats.base import FORMATS, SNIFFED_BYTES, Input
from treegauge.treebank.build import Builder, NodeRow

BRACKETS = "(S (NP (DT The) (NN dog)) (VP (VBZ barks)))\n"
CONLLU = "# sent_id = 1\n1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
CONLLX = "1\tPerros\tperro\tn\tnc\t_\t2\tSUJ\t_\t_\n2\tladran\tladrar\tv\tvm\t_\t0\tROOT\t_\t_\n\n"
CONLL08 = "1\tDogs\tdog\tNNS\tNNS\tDogs\tdog\tNNS\t2\tSBJ\t_\n2\tbark\tbark\tVBP\tVBP\tbark\tbark\tVBP\t0\tROOT\t_\n\n"
DP = "Dogs\tNNS\t2\nbark\tVBP\t0\n\nCats\tNNS\t2\nsleep\tVBP\t0\n\n"
SAMPLES = {
    "brackets": BRACKETS,
    "brackets-psd": "( (IP-MAT (NP-SBJ (N dog)) (VB barks)) (ID text,1))\n",
    "brackets-psd-lemma": "( (IP-MAT (NP-SBJ (N dogs-dog)) (VB barks-bark) (. .-.)) (ID text,1))\n",
    "brackets-cess": "(\n  (S\n    (sn *0*)\n    (v corrió correr)\n    (Fp . .)))\n",
    "brackets-floresta": "# 1\n(STA+fcl (SUBJ+np (H+n gato)) (P+v dorme) (.))\n",
    "discbracket": "(S (VP (V 0=was) (V 2=gesagt)) (N 1=er))\n",
    "conllu": CONLLU,
    "conllx": CONLLX,
    "conll08": CONLL08,
    "conll09": "1\tDogs\tdog\tdog\tNNS\tNNS\t_\t_\t2\t2\tSBJ\tSBJ\t_\t_\n"
    "2\tbark\tbark\tbark\tVBP\tVBP\t_\t_\t0\t0\tROOT\tROOT\t_\t_\n\n",
    "dp": DP,
}


def both_kinds() -> Treebank:
    """A sentence with everything that a format may want to show: phrases, functions, lemmas, heads and an id."""
    head = {"function": "HD"}
    first: dict[str, Any] = {"form": "Dogs", "tag": "NNS", "lemma": "dog", "upos": "NOUN", "parent": 1, **head}
    second: dict[str, Any] = {"form": "bark", "tag": "VBP", "lemma": "bark", "upos": "VERB", "parent": 0, **head}
    third: dict[str, Any] = {"form": "!", "tag": None, "lemma": "!", "upos": "PUNCT", "parent": 0, "function": None}
    arcs = [{"head": 1, "deprel": "nsubj"}, {"head": -1, "deprel": "root"}, {"head": 1, "deprel": "punct"}]
    tokens: list[Any] = [token | arc for token, arc in zip((first, second, third), arcs, strict=True)]
    nodes: list[NodeRow] = [
        {"label": "S", "parent": -1, "function": "TOP"},
        {"label": "NP", "parent": 0, "function": "SB"},
    ]
    builder = Builder()
    for name in ("s1", "s2", "s3"):
        builder.add({"id": name}, tokens, nodes)
    return builder.build()


def found(text: str | bytes, name: str = "nameless") -> str | None:
    format = detect(text.encode() if isinstance(text, str) else text, name)
    return None if format is None else format.name


# Which format it is


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_format_is_detected_from_its_content(name: str) -> None:
    assert found(SAMPLES[name]) == name


@pytest.mark.parametrize("name", sorted(SAMPLES))
@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_format_is_detected_after_a_byte_order_mark(name: str, codec: str) -> None:
    assert found(SAMPLES[name].encode(codec)) == name


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_windows_line_ends_do_not_hide_a_format(name: str) -> None:
    assert found(SAMPLES[name].replace("\n", "\r\n")) == name


@pytest.mark.parametrize("name", sorted(SAMPLES))
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_format_is_detected_in_a_file_longer_than_the_part_examined(name: str, codec: str) -> None:
    copies = SNIFFED_BYTES // len(SAMPLES[name]) + 100
    for shift in range(3):  # so that the part examined ends at several places of a line
        assert found(("\n" * shift + SAMPLES[name] * copies).encode(codec)) == name


@pytest.mark.parametrize("name", [name for name, format in FORMATS.items() if format.write and format.read])
def test_what_a_format_writes_is_detected_as_that_format(name: str, tmp_path: Path) -> None:
    format = FORMATS.get(name)
    assert format.write is not None
    out = io.BytesIO()
    format.write(both_kinds(), out)
    detected = detect(out.getvalue(), f"x{format.extensions[0]}" if format.extensions else "nameless")
    assert detected is not None
    assert detected.name == name or (detected.name, name) in {("export", "export4"), ("export3", "export")} or (
        detected.name.startswith("export") and name.startswith("export") and "xml" not in detected.name + name
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "# A project\n\nSome words about it (and a few more).\n\n* one\n* two\n",
        "# A project\n(see below) words\n",
        "(c) 2020 by somebody. All rights reserved.\n",
        "(a)\nfirst point\n",
        "name\tcount\nfile\t3\n",
        "doc\tsentences\ttokens\nx\t10\t200\n",
        "x\ty\t10\nz\tw\t0\n",
        "one\ttwo\tthree\n",
        "a,b,c\n1,2,3\n",
        '{"a": [1, 2, 3]}\n',
        "[[1, 2], [3]]\n",
        "<!DOCTYPE html>\n<html><body><p>Text</p></body></html>\n",
        "Plain prose. With several sentences, and (some) brackets.\n",
        "1\tonly\ttwo tabs\n",
        "1. A list\n2. of things\n",
        "\0\1\2\3",
        "\x89PNG\r\n\x1a\n",
        "%PDF-1.5\n",
        "#!/bin/sh\necho hello\n",
    ],
)
def test_other_text_is_not_taken_for_a_treebank(text: str, tmp_path: Path) -> None:
    assert found(text) is None
    path = tmp_path / "file.txt"
    path.write_bytes(text.encode())
    with pytest.raises(
        DataError, match=r"file\.txt: the format is not recognised; name it: .*file\.txt:FORMAT \(one of "
    ):
        read(path)


@pytest.mark.parametrize(
    "text", ["", "\n\n", " \t\n" * 5000, "\n" * 60 + "x", " " * 5000 + "x", "#\n" * 5000, "*\n" * 5000 + "x"]
)
def test_blank_beginnings_are_looked_at_without_delay(text: str) -> None:
    assert found(text) is None


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (5, r"not int \(5\)"),
        (None, r"not NoneType \(None\)"),
        (3.5, r"not float \(3\.5\)"),
        ([5], r"not int \(5\)"),
        (["x.mrg", None], r"not NoneType \(None\)"),
        (b"x.mrg", r"not bytes \(b'x\.mrg'\)"),
        (io.StringIO("(S (N x))"), "not StringIO, an open file; give its name"),
        (bundled("english.mrg"), "not Treebank "),
    ],
)
def test_what_is_not_a_path_is_answered(path: Any, found: str) -> None:
    with pytest.raises(CallError, match=rf"^read takes the path of a file or folder, .*{found}"):
        read(path)


def test_an_empty_file_is_a_treebank_without_sentences(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.write_bytes(b" \n\n")
    assert len(read(path)) == 0


def test_the_name_speaks_where_several_formats_fit() -> None:
    neutral = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    assert (found(neutral, "x.conllu"), found(neutral, "x.conllx")) == ("conllu", "conllx")


def test_the_name_does_not_speak_against_the_content() -> None:
    assert found(BRACKETS, "x.conllu") == "brackets"
    assert found(CONLLU, "x.mrg") == "conllu"


def test_a_word_with_an_equals_sign_does_not_make_a_tree_discontinuous() -> None:
    assert found("(S (N 2=3) (V is) (A wrong))\n") == "brackets"


@pytest.mark.parametrize("character", ["\u2028", "\x85", "\x0b", "\x0c", "\x1c"])
@pytest.mark.parametrize("name", ["conllu", "conllx", "dp"])
def test_only_a_newline_ends_a_line(character: str, name: str) -> None:
    assert found(SAMPLES[name].replace("D", character + "D").replace("P", character + "P")) == name


def test_a_format_may_be_named_after_a_colon(tmp_path: Path) -> None:
    path = tmp_path / "trees.txt"
    path.write_text("( (NP *T*-1) (N a) (ID x))\n")
    assert len(read(f"{path}:brackets-psd").nodes) == 2
    assert len(read(f"{path}:brackets").nodes) == 1
    assert len(read(path, "brackets").nodes) == 1


def test_a_file_whose_name_has_a_colon_is_that_file(tmp_path: Path) -> None:
    path = tmp_path / "trees:brackets"
    path.write_text(BRACKETS)
    assert len(read(path)) == 1


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("x.mrg", ("x.mrg", None)),
        ("x:conllu", ("x", "conllu")),
        ("-", ("-", None)),
        ("-:conllu", ("-", "conllu")),
        ("C:\\x.mrg", ("C:\\x.mrg", None)),
        ("http://x/y.mrg", ("http://x/y.mrg", None)),
        (":conllu", (":conllu", None)),
        ("x:", ("x:", None)),
    ],
)
def test_a_name_is_a_path_and_perhaps_a_format(name: str, parts: tuple[str, str | None]) -> None:
    assert split_name(name) == parts


def test_a_wrong_format_name_gets_a_hint(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text(BRACKETS)
    with pytest.raises(UnknownNameError, match="unknown format 'braket'; did you mean 'brackets'"):
        read(f"{path}:braket")
    with pytest.raises(UnknownNameError, match="did you mean 'conllu'"):
        read(path, "conlu")


# Several files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.mrg").write_text(BRACKETS)
    (tmp_path / "README.md").write_text("# About\n\nWords.\n")
    (tmp_path / "z.mrg").write_text("(S (N z))\n(S (N bad)\n")
    return tmp_path


def test_what_is_not_a_treebank_is_passed_over_and_listed(folder: Path) -> None:
    passed: list[str] = []
    treebank = read(folder, on_error="skip", passed_over=passed)
    assert len(treebank) == 2
    assert passed == [str(folder / "README.md")]


def test_a_directory_without_treebanks_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("Words.")
    with pytest.raises(DataError, match=r"no treebank found in .*; name the format"):
        read(tmp_path)


def test_rejects_come_from_all_files(folder: Path) -> None:
    (folder / "b.mrg").write_text("(S (N b)))\n")
    rejects: list[Reject] = []
    read(folder, on_error="skip", rejects=rejects)
    assert [(Path(reject.source).name, reject.line) for reject in rejects] == [("b.mrg", 1), ("z.mrg", 2)]
    with pytest.raises(FormatError, match=r"b\.mrg:1:10"):
        read(folder)


def test_several_paths_are_one_treebank(folder: Path) -> None:
    treebank = read([folder / "a.mrg", str(folder / "a.mrg")])
    assert treebank.tokens.text("form").decode() == ["The", "dog", "barks"] * 2


def test_no_path_at_all_is_an_error() -> None:
    with pytest.raises(DataError, match="no treebank found"):
        read([])


def test_trees_of_several_kinds_ask_for_a_glob(folder: Path) -> None:
    (folder / "a.conllu").write_text(CONLLU)
    (folder / "z.mrg").unlink()
    with pytest.raises(
        CallError, match=r"several kinds: conllu \(.*a\.conllu\) and brackets \(.*a\.mrg\); choose files with a glob"
    ):
        read(folder)
    assert len(read(f"{folder}/*.conllu")) == 1


def test_progress_is_reported_file_by_file(folder: Path) -> None:
    seen: list[tuple[int, int]] = []
    read(folder, on_error="skip", progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_on_error_is_stop_or_skip(folder: Path) -> None:
    with pytest.raises(CallError, match="'stop' or 'skip', not 'ignore'"):
        read(folder, on_error="ignore")  # type: ignore[arg-type]


# Encodings


def test_latin1_is_detected_and_may_be_given(tmp_path: Path) -> None:
    path = tmp_path / "x.mrg"
    path.write_bytes("(S (N Übung) (N Öl))\n".encode("latin-1"))
    assert read(path).equals(read(path, encoding="latin-1"))
    assert read(path).tokens.text("form").decode() == ["Übung", "Öl"]
    assert read(path, encoding="cp1251").tokens.text("form").decode() != ["Übung", "Öl"]


def test_a_wrong_byte_stops_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "x.mrg"
    path.write_bytes("(S (N Übung) (N Öl))\n(S (N ".encode() + b"\xfc))\n")
    with pytest.raises(
        FormatError, match=r"x\.mrg:2:7: byte 0xfc is not valid UTF-8; name the encoding \(encoding=\"latin-1\"\)"
    ):
        read(path)


@pytest.mark.parametrize("codec", ["latin-1", "utf-16", "utf-8-sig", "cp1252", "UTF8", "utf_8"])
def test_what_is_written_in_an_encoding_is_read_in_it(tmp_path: Path, codec: str) -> None:
    source, path = tmp_path / "source.mrg", tmp_path / "x.mrg"
    source.write_text("(S (N Übung) (N Öl))\n", encoding="utf-8")
    write(read(source), path, encoding=codec)
    assert path.read_bytes() == "(S (N Übung) (N Öl))\n".encode(codec)
    assert read(path, encoding=codec).equals(read(source))


def test_what_an_encoding_cannot_hold_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.mrg"
    path.write_text("(S (N 犬))\n", encoding="utf-8")
    with pytest.raises(DataError, match="'犬' is not in latin-1; write utf-8"):
        write(read(path), tmp_path / "y.mrg", encoding="latin-1")


@pytest.mark.parametrize("codec", ["klingon", "base64", "rot13"])
def test_an_unknown_encoding_is_a_wrong_call(tmp_path: Path, codec: str) -> None:
    path = tmp_path / "x.mrg"
    path.write_text(BRACKETS)
    with pytest.raises(CallError, match=f"unknown encoding '{codec}'"):
        read(path, encoding=codec)
    with pytest.raises(CallError, match=f"unknown encoding '{codec}'"):
        write(both_kinds(), tmp_path / "y.mrg", encoding=codec)


# Writing


def test_the_format_is_detected_from_the_name(tmp_path: Path) -> None:
    for name, start in {
        "x.mrg": b"(S",
        "x.conllu": b"# sent_id",
        "x.psd": b"(S",
        "x.dp": b"Dogs\t",
        "x.discbracket": b"(S",
    }.items():
        write(both_kinds(), tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("x.conll", "conllx"),
        ("X.MRG", "brackets"),
        ("x.mrg.gz", "brackets"),
        ("x.txt:dp", "dp"),
        ("-:conllu", "conllu"),
    ],
)
def test_a_target_is_checked_before_any_work(name: str, format: str) -> None:
    assert check_target(name).name == format


@pytest.mark.parametrize("name", ["x.txt", "x", "-", "x.mrg.zip"])
def test_a_target_without_a_format_is_a_wrong_call(name: str) -> None:
    with pytest.raises(CallError, match=r"the format is not recognised from the name .*; name it: .*:FORMAT"):
        check_target(name)


def test_a_stream_needs_the_name_of_the_format() -> None:
    out = io.BytesIO()
    write(both_kinds(), out, "brackets")
    assert out.getvalue().startswith(b"(S (NP (NNS Dogs)) (VBP bark) !)\n")
    with pytest.raises(CallError, match="name the format"):
        write(both_kinds(), out)


def test_a_stream_is_left_open() -> None:
    out = io.BytesIO()
    write(both_kinds(), out, "brackets")
    write(both_kinds(), out, "brackets", encoding="latin-1")
    assert out.getvalue().count(b"\n") == 6


def test_the_named_format_wins_over_the_name(tmp_path: Path) -> None:
    write(both_kinds(), tmp_path / "x.mrg", "dp")
    assert (tmp_path / "x.mrg").read_text().startswith("Dogs\tNNS\t2\n")


# What is lost


def test_losses_are_reported_in_words() -> None:
    treebank = both_kinds()
    assert losses(treebank, "x.mrg") == ["dependencies", "lemmas", "functions", "sentence ids", "universal tags"]
    assert losses(treebank, "x.conllu") == ["phrases", "functions"]


WRITTEN = [name for name, format in FORMATS.items() if format.write and format.read]
CHARACTERS = [
    *map(chr, range(0x21)),
    "\x7f",
    "\x85",
    "\xa0",
    "\u2028",
    "\u3000",
    "\ufffe",
    *"<>&'\"/\\|_:#=",
]  # brackets have -LRB- for (


@pytest.mark.parametrize("name", WRITTEN)
def test_a_character_is_reported_if_it_does_not_come_back(name: str) -> None:
    format = FORMATS.get(name)
    assert format.write is not None
    assert format.read is not None
    for character in CHARACTERS:
        word = f"a{character}b"
        forms = both_kinds().tokens.text("form").replace([word, "bark"])
        treebank = both_kinds().replace(tokens=both_kinds().tokens.replace(form=forms))
        file = io.BytesIO()
        format.write(treebank, file)
        comes_back = format.read(Input(file.getvalue())).tokens.text("form")[0] == word
        shown = "space" if character == " " else f"U+{ord(character):04X}"
        reported = f"the character {shown}" in losses(treebank, f"x:{name}")
        assert reported is not comes_back, (character, file.getvalue())


def test_several_characters_are_reported_at_once(tmp_path: Path) -> None:
    values = both_kinds().tokens.text("form").replace(["a\x0b\x1cb", "c d"])
    treebank = both_kinds().replace(tokens=both_kinds().tokens.replace(form=values))
    assert losses(treebank, "x.mrg")[-1] == "the characters U+000B, U+001C, space"
    assert losses(treebank, "x.export")[-1] == "the characters U+000B, space"
    assert losses(treebank, "x:tigerxml")[-1] == "the characters U+000B, U+001C"
    assert not losses(treebank, "x.conllu")[-1].startswith("the character")


def test_an_empty_value_is_not_a_loss(tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    path.write_text("1\ta\t_\tX\t_\t_\t_\t_\t_\t_\n\n")
    assert losses(read(path), "x.mrg") == ["universal tags"]


def test_multiword_tokens_and_empty_nodes_may_be_lost(tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    fields = "\t_" * 8
    path.write_text(
        f"1-2\tdu{fields}\n1\ta\t_\tX\t_\t_\t0\tr\t_\t_\n2\tb\t_\tX\t_\t_\t1\tr\t_\tA=B\n2.1\tc{fields}\n\n"
    )
    detected = losses(read(path), "x.conllx")
    assert detected == ["multiword tokens", "empty nodes of enhanced graphs", "miscellaneous fields"]
    assert losses(read(path), "x.conllu") == []
