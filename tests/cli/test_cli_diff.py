"""`treegauge diff`: the errors that the measure counts, with a sign at each, the worst sentences first."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import treegauge as tg
from treegauge.core.errors import CallError
from treegauge.evaluation.conditions import parse_conditions
from treegauge.treebank.bridges import from_tuples
from treegauge.treebank.lines import columns

Run = Callable[..., tuple[int, str, str]]
DATA = Path(tg.__file__).parent / "data"
PHRASES = DATA / "english.mrg", DATA / "english.parsed.mrg"
ARCS = DATA / "english.conllu", DATA / "english.parsed.conllu"
GERMAN = DATA / "german.export", DATA / "german.parsed.export"
CASES = [
    (PHRASES, "parseval"),
    (PHRASES, "parseval(labelled=false)"),
    (PHRASES, "parseval(prm=none)"),
    (GERMAN, "parseval"),
    (GERMAN, "parseval(disc_only=true)"),
    (ARCS, "attachment"),
    (ARCS, "attachment(punctuation=form,subtypes=false)"),
]
cases = pytest.mark.parametrize(("files", "measure"), CASES, ids=lambda value: value if isinstance(value, str) else "")
GOLD_TREE = "(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (DT a) (NN cat)) (PP (IN with) (NP (NNS eyes)))))\n"
TEST_TREE = "(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (NP (DT a) (NN cat)) (ADVP (IN with) (NP (NNS eyes))))))\n"


def results(command: Run, *arguments: object) -> list[dict[str, Any]]:
    status, out, _ = command(*arguments, "--json")
    assert status == 0
    rows: list[dict[str, Any]] = json.loads(out)["results"]
    return rows


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "gold.mrg").write_text(GOLD_TREE)
    (tmp_path / "test.mrg").write_text(TEST_TREE)
    return tmp_path / "gold.mrg", tmp_path / "test.mrg"


@cases
def test_the_figures_under_a_tree_are_those_of_the_score(files: tuple[Path, Path], measure: str, command: Run) -> None:
    scored = {row["sentence"]: row for row in results(command, "score", *files, "-m", measure, "--by", "sentence")}
    rows = results(command, "diff", *files, "-m", measure, "--sentence", "1-")
    if measure != "parseval(prm=none)":  # which leaves out sentences with empty elements
        assert len(rows) == len(scored)
    for row in rows:
        if row["sentence"] in scored:
            expected = scored[row["sentence"]]
            assert [row[key] for key in ("scores", "counts", "signature", "where")] == [
                expected[key] for key in ("scores", "counts", "signature", "where")
            ]


@cases
def test_the_errors_are_those_that_the_counts_have(files: tuple[Path, Path], measure: str, command: Run) -> None:
    seen = 0
    for row in results(command, "diff", *files, "-m", measure, "--worst", 100):
        counts, kinds = row["counts"], [error["kind"] for error in row["errors"]]
        seen += len(kinds)
        if "matched" in counts:
            assert kinds.count("missing") + kinds.count("label") == counts["gold"] - counts["matched"]
            assert kinds.count("extra") + kinds.count("label") == counts["test"] - counts["matched"]
        else:
            assert kinds.count("head") + kinds.count("both") == counts["tokens"] - counts["right_head"]
            assert kinds.count("relation") + kinds.count("both") == counts["tokens"] - counts["right_label"]
    assert seen


def test_sentences_with_the_most_errors_come_first(command: Run) -> None:
    rows = results(command, "diff", *PHRASES, "--worst", 64)
    errors = [row["counts"]["gold"] + row["counts"]["test"] - 2 * row["counts"]["matched"] for row in rows]
    assert errors == sorted(errors, reverse=True)
    assert min(errors) > 0
    assert len(results(command, "diff", *PHRASES)) == 10
    assert len(results(command, "diff", *PHRASES, "--worst", 3)) == 3


def test_trees_are_side_by_side_with_signs(files: tuple[Path, Path], command: Run) -> None:
    status, out, _ = command("diff", *files)
    assert status == 0
    assert out.splitlines() == [
        "✗ missing in the parse, + not in gold, ≠ another label",
        "",
        "1  gold.mrg:1",
        "gold                                         test.mrg",
        "S ─┬─ NP ─┬─ DT the                          S ─┬─ NP ─┬─ DT the",
        "   │      └─ NN dog                             │      └─ NN dog",
        "   └─ VP ─┬─ VBD saw                            └─ VP ─┬─ VBD saw",
        "          ├─ NP ─┬─ DT a                               └─ NP + ─┬─ NP ─┬─ DT a",
        "          │      └─ NN cat                                      │      └─ NN cat",
        "          └─ PP ≠ADVP ─┬─ IN with                               └─ ADVP ≠PP ─┬─ IN with",
        "                       └─ NP ─── NNS eyes                                    └─ NP ─── NNS eyes",
        "                                             F1 76.92  precision 71.43  recall 83.33",
        "                                             1 extra, 1 wrong label",
    ]


def test_a_narrow_terminal_gets_one_tree_with_the_errors(files: tuple[Path, Path], command: Run) -> None:
    assert command("diff", *files, "--width", 50)[1].splitlines()[3:] == [
        "gold, with the errors of test.mrg",
        "S ─┬─ NP ─┬─ DT the",
        "   │      └─ NN dog",
        "   └─ VP ─┬─ VBD saw",
        "          ├─ NP ─┬─ DT a                   ┐ +NP",
        "          │      └─ NN cat                 │",
        "          └─ PP ≠ADVP ─┬─ IN with          │",
        "                       └─ NP ─── NNS eyes  ┘",
        "test.mrg: F1 76.92  precision 71.43  recall 83.33; 1 extra, 1 wrong label",
    ]


def test_a_wide_terminal_has_trees_side_by_side_in_their_narrow_form(command: Run) -> None:
    out = command("diff", PHRASES[0], f"p={PHRASES[1]}", "--worst", 64, "--width", 140)[1]
    titles = [line for line in out.splitlines() if line.startswith("gold")]
    assert titles
    assert all(title.split() == ["gold", "p"] for title in titles)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("files", [PHRASES, GERMAN, ARCS], ids=lambda files: files[0].name)
def test_text_fits_the_width_and_has_every_sign(files: tuple[Path, Path], width: int, command: Run) -> None:
    out = command("diff", files[0], f"p={files[1]}", "--worst", 64, "--width", width)[1]
    body = "\n".join(out.splitlines()[1:])  # without what the signs mean
    trees = [line for line in body.splitlines() if not line.startswith("p: ")]
    assert max(map(columns, trees)) <= width
    kinds = [error["kind"] for row in results(command, "diff", *files, "--worst", 64) for error in row["errors"]]
    if files is ARCS:
        assert body.count("✗") == kinds.count("head") + kinds.count("both")
        assert body.count("≠") == kinds.count("relation") + kinds.count("both")
    else:
        assert body.count("✗") == kinds.count("missing")


def test_a_table_of_dependencies_has_the_arcs_of_both(command: Run) -> None:
    lines = command("diff", ARCS[0], f"p={ARCS[1]}", "--sentence", 8)[1].splitlines()
    assert lines[3].split() == ["gold", "p"]
    wrong = next(line for line in lines if " Friday " in line)
    assert wrong.rstrip().endswith("✗≠ nmod")
    assert wrong.count("┴") == 2
    assert lines[-1].startswith("p: LAS ")


def test_gold_against_itself_has_nothing_to_show(command: Run) -> None:
    status, out, err = command("diff", PHRASES[0], PHRASES[0])
    assert (status, out) == (0, "")
    assert err == "treegauge: no sentence has errors\n"
    out = command("diff", PHRASES[0], PHRASES[0], "--sentence", 1)[1]
    assert "no errors" in out


def test_a_remark_says_how_many_more_there_are(command: Run) -> None:
    assert (
        "treegauge: 31 more sentences have errors: --worst 34 shows all" in command("diff", *PHRASES, "--worst", 3)[2]
    )


@pytest.mark.parametrize(
    ("where", "holds"),
    [
        ("label=PP", lambda row, error: "PP" in (error["gold"], error["test"])),
        ("label=PP kind=missing", lambda row, error: error["gold"] == "PP" and error["kind"] == "missing"),
        (
            "label~'NP|PP' and label!=NP",
            lambda row, error: "PP" in (error["gold"], error["test"]) and "NP" not in (error["gold"], error["test"]),
        ),
        ("word=with", lambda row, error: "with" in error["words"].split()),
        ("length>20 length<=30", lambda row, error: 20 < len(row["text"].split()) <= 30),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_only_sentences_with_such_errors(
    where: str, holds: Callable[[dict[str, Any], dict[str, Any]], bool], command: Run
) -> None:
    rows = results(command, "diff", *PHRASES, "--worst", 64, "--where", where)
    everything = results(command, "diff", *PHRASES, "--worst", 64)
    expected = {
        row["sentence"]: [error for error in row["errors"] if holds(row, error)]
        for row in everything
        if any(holds(row, error) for error in row["errors"])
    }
    assert {row["sentence"]: row["errors"] for row in rows} == expected
    counts = [sum(1 + (error["kind"] == "label") for error in row["errors"]) for row in rows]
    assert counts == sorted(counts, reverse=True)


def test_conditions_on_words_of_a_dependency_tree(command: Run) -> None:
    rows = results(command, "diff", *ARCS, "--where", "relation=obl tag~NN.*", "--where", "kind=both", "--worst", 64)
    errors = [error for row in rows for error in row["errors"]]
    assert errors
    assert all("obl" in (error["gold"], error["test"]) and error["kind"] == "both" for error in errors)


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("PP", "cannot read the condition 'PP'; write label=PP"),
        ("lable=PP", "unknown name 'lable' in the condition 'lable=PP'; did you mean 'label'?"),
        ("colour=red", "unknown name 'colour' in the condition 'colour=red'; known: label, relation"),
        ("length=long", "length is a number: write length>20, not 'length=long'"),
        ("label>3", "label is a text: write label=..., not 'label>3'"),
        ("label~(", "cannot read the regular expression"),
        ("word~(a+)+b", "may take too long"),
        ("word='a", "a quotation mark is not closed"),
        ("label=", "the condition 'label=' has no value; write label=PP"),
        ("word~''", "the condition 'word~' has no value"),
        ("length>", "length is a number: write length>20, not 'length>'"),
        ("", "the condition is empty; write label=PP"),
        (" ", "the condition is empty; write label=PP"),
        ("label = PP", "without blanks around the sign"),
        ("label==PP", "cannot read the condition 'label==PP'; write label=PP"),
        ("label=PP and", "'and' is written between two conditions"),
        ("label=PP and and label=NP", "'and' is written between two conditions"),
        ("label=PP or label=NP", "'or' is not available; write label~PP|NP"),
        ("kind=missed", "unknown kind 'missed' in the condition 'kind=missed'; did you mean 'missing'?"),
    ],
)
def test_a_condition_that_cannot_be_read_is_an_error(where: str, message: str, command: Run) -> None:
    status, out, err = command("diff", *PHRASES, "--where", where)
    assert (status, out) == (2, "")
    assert message in err


def test_a_value_may_have_blanks_and_any_signs() -> None:
    condition = parse_conditions("word='a = b'").of_errors[0]
    assert (condition.name, condition.sign, condition.value) == ("word", "=", "a = b")
    assert parse_conditions("word==)").of_errors[0].value == "=)"


def test_where_one_parser_is_better_than_the_others(command: Run) -> None:
    systems = f"good={PHRASES[0]}", f"bad={PHRASES[1]}"
    assert results(command, "diff", PHRASES[0], *systems, "--better", "bad") == []
    rows = results(command, "diff", PHRASES[0], *systems, "--better", "good", "--worst", 64)
    errors = {(row["sentence"], row["system"]): len(row["errors"]) for row in rows}
    assert len(rows) == 2 * 34
    assert all(errors[number, "good"] < errors[number, "bad"] for number, _ in errors)


def test_better_needs_a_parser_that_is_there(command: Run) -> None:
    assert (
        "there is no parser 'c' to be better; known: a, b"
        in command("diff", PHRASES[0], f"a={PHRASES[0]}", f"b={PHRASES[1]}", "--better", "c")[2]
    )
    assert "--better compares parsers" in command("diff", *PHRASES, "--better", "a")[2]
    assert "exclude each other" in command("diff", *PHRASES, "--sentence", 2, "--worst", 3)[2]


def test_signs_in_gold_name_the_parsers_unless_all_are_wrong(files: tuple[Path, Path], command: Run) -> None:
    gold, test = files
    out = command("diff", gold, f"a={test}", f"b={gold}")[1]
    assert "¹ a, ² b" in out
    assert "PP ≠¹ADVP" in out
    assert "PP ≠ADVP" in command("diff", gold, f"a={test}", f"b={test}")[1]
    assert "+¹NP" in command("diff", gold, f"a={test}", f"b={gold}", "--width", 60)[1]


def test_a_sentence_without_a_parse_is_missing_as_a_whole(tmp_path: Path, command: Run) -> None:
    (tmp_path / "gold.mrg").write_text(GOLD_TREE + "(S (NN a) (NN b))\n")
    (tmp_path / "test.mrg").write_text("(S (NN a) (NN b))\n")
    arguments = ("diff", tmp_path / "gold.mrg", tmp_path / "test.mrg")
    status, out, err = command(*arguments)
    assert status == 0
    assert "no parse; F1 0.00" in out
    assert "1 gold sentence has no parse" in err
    (row,) = results(command, *arguments)
    assert (row["sentence"], len(row["errors"]), row["counts"]["gold"]) == (1, 6, 6)


def test_sentences_are_paired_as_in_score(tmp_path: Path, command: Run) -> None:
    trees = tg.read(PHRASES[1])
    tg.write(trees[list(range(63, -1, -1))], tmp_path / "turned.mrg")
    turned = results(command, "diff", PHRASES[0], f"p={tmp_path / 'turned.mrg'}")
    straight = results(command, "diff", PHRASES[0], f"p={PHRASES[1]}")
    assert [(row["sentence"], row["scores"]) for row in turned] == [
        (row["sentence"], row["scores"]) for row in straight
    ]


def test_other_words_are_left_out_and_listed_or_aligned(tmp_path: Path, command: Run) -> None:
    (tmp_path / "gold.mrg").write_text("(S (NP (NN a) (NN b)) (VP (VB c) (NN de)))\n")
    (tmp_path / "test.mrg").write_text("(S (NP (NN a)) (VP (VB b) (VB c) (NN d) (NN e)))\n")
    arguments = ("diff", tmp_path / "gold.mrg", tmp_path / "test.mrg")
    assert "1 sentence cannot be compared and is left out; the first: " in command(*arguments)[2]
    assert "left out: 4 words counted in gold, 5 in test" in command(*arguments, "--sentence", 1)[1]
    aligned = results(command, *arguments, "--on-mismatch", "align")
    assert [error["kind"] for error in aligned[0]["errors"]] == ["missing", "missing", "extra", "extra"]
    status, _, err = command(*arguments, f"b={tmp_path / 'test.mrg'}", "--on-mismatch", "align")
    assert status == 2
    assert "with --on-mismatch align, give one parse" in err


def test_empty_elements_are_not_drawn_where_they_do_not_count(tmp_path: Path, command: Run) -> None:
    gold = "(S (NP-SBJ (-NONE- *)) (VP (VB go) (NP (NN home))))\n"
    (tmp_path / "gold.mrg").write_text(gold)
    (tmp_path / "test.mrg").write_text("(S (VP (VB go) (NN home)))\n")
    out = command("diff", tmp_path / "gold.mrg", tmp_path / "test.mrg")[1]
    assert "-NONE-" not in out
    assert "NP ✗" in out


@pytest.mark.parametrize("files", [PHRASES, GERMAN, ARCS], ids=lambda files: files[0].name)
def test_pictures_have_signs_and_dashes(files: tuple[Path, Path], tmp_path: Path, command: Run) -> None:
    assert command("diff", *files, "--worst", 3, "-o", tmp_path / "d.svg")[0] == 0
    picture = ElementTree.fromstring((tmp_path / "d.svg").read_text("utf-8"))
    wrong = [element for element in picture.iter() if element.get("stroke-dasharray")]
    signs = [element.text or "" for element in picture.iter() if element.get("font-weight") == "bold"]
    assert len(wrong) > 5
    assert sum(any(sign in text for sign in "✗+≠") for text in signs) >= len(wrong)
    assert command("diff", *files, "--worst", 3, "-o", tmp_path / "d.html")[0] == 0
    page = (tmp_path / "d.html").read_text("utf-8")
    assert "default-src 'none'" in page
    assert page.count("<section>") == 3


def test_nothing_in_the_trees_can_run() -> None:
    gold = from_tuples([("S", ("NP<b>", ("NN", "<script>alert(1)</script>")), ("NN", "x"))])
    test = from_tuples([("S", ("VP\"'&", ("NN", "<script>alert(1)</script>")), ("NN", "x"))])
    page = tg.diff(gold, {"<img src=x onerror=alert(1)>": test}).html()
    assert "<script" not in page
    assert "<img" not in page


def test_csv_has_one_row_per_error(tmp_path: Path, command: Run) -> None:
    assert command("diff", *ARCS, "--worst", 5, "-o", tmp_path / "d.csv")[0] == 0
    with (tmp_path / "d.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    expected = results(command, "diff", *ARCS, "--worst", 5)
    assert len(rows) == sum(len(row["errors"]) for row in expected)
    assert rows[0]["words"] == expected[0]["errors"][0]["words"]
    assert command("diff", *ARCS, "--worst", 5, "-o", tmp_path / "d.json")[0] == 0
    assert json.loads((tmp_path / "d.json").read_text("utf-8"))["results"] == expected


def test_one_measure_that_marks_errors(command: Run) -> None:
    assert "give -m once" in command("diff", *PHRASES, "-m", "parseval", "-m", "leaf-ancestor")[2]
    assert (
        "the errors of leaf-ancestor cannot be marked in a tree: use parseval, attachment or ud"
        in command("diff", *PHRASES, "-m", "leaf-ancestor")[2]
    )
    assert "both need phrases, or both dependencies" in command("diff", PHRASES[0], ARCS[1])[2]


def test_python_takes_treebanks_and_files() -> None:
    gold, test = map(tg.read, PHRASES)
    differences = tg.diff(gold, test, worst=2)
    assert len(differences) == 2
    assert str(tg.diff(*PHRASES, worst=2)).replace(PHRASES[1].name, "test").split() == str(differences).split()
    assert "2 sentences with" in repr(differences)
    assert "<svg" in differences._repr_html_()
    assert len(differences.table_rows()) == sum(len(row["errors"]) for row in differences.rows())
    with pytest.raises(CallError, match="treebanks need names"):
        tg.diff(gold, [test])  # type: ignore[list-item]


def test_cycles_are_drawn(tmp_path: Path) -> None:
    rows = ("a _ _ 2 x", "b _ _ 1 x", "c _ _ 3 x"), ("a _ _ 2 x", "b _ _ 0 root", "c _ _ 2 x")
    for name, words in zip(("graph", "gold"), rows, strict=True):
        lines = [word.split() for word in words]
        text = [f"{n}\t{w[0]}\t_\t_\t_\t_\t{w[3]}\t{w[4]}\t_\t_" for n, w in enumerate(lines, 1)]
        (tmp_path / f"{name}.conllu").write_text("\n".join(text) + "\n\n")
    differences = tg.diff(tmp_path / "gold.conllu", tmp_path / "graph.conllu")
    assert "LAS 33.33  UAS 33.33" in str(differences)
    assert "<svg" in differences.svg()
