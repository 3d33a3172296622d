"""`score --by confusion`: the errors only, the most frequent first, with words in context."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import treegauge as tg
from treegauge.report.parts import confusion_rows, confusion_table, label_error_rows

Run = Callable[..., tuple[int, str, str]]
DATA = Path(tg.__file__).parent / "data"
PHRASES = DATA / "english.mrg", DATA / "english.parsed.mrg"
ARCS = DATA / "english.conllu", DATA / "english.parsed.conllu"
GERMAN = DATA / "german.export", DATA / "german.parsed.export"
CASES = [(PHRASES, "parseval"), (GERMAN, "parseval"), (ARCS, "attachment"), (ARCS, "ud"), (PHRASES, "exact-match")]
cases = pytest.mark.parametrize(
    ("files", "measure"), CASES, ids=lambda value: str(value) if isinstance(value, str) else ""
)


def cells(command: Run, files: tuple[Path, Path], measure: str, *arguments: object) -> list[dict[str, Any]]:
    status, out, _ = command("score", *files, "-m", measure, "--by", "confusion", *arguments, "--json")
    assert status == 0
    found: list[dict[str, Any]] = json.loads(out)["results"]
    return found


@cases
def test_only_errors_are_shown_the_most_frequent_first(files: tuple[Path, Path], measure: str, command: Run) -> None:
    rows = cells(command, files, measure)
    assert rows
    assert all(row["gold"] != row["test"] for row in rows)
    assert [row["count"] for row in rows] == sorted((row["count"] for row in rows), reverse=True)


def test_the_errors_are_as_many_as_the_counts_say(command: Run) -> None:
    rows = cells(command, PHRASES, "parseval")
    counts = tg.score(*PHRASES, "parseval", resamples=0)[0].row()["counts"]
    missing = sum(row["count"] for row in rows if row["gold"] != "-")
    extra = sum(row["count"] for row in rows if row["test"] != "-")
    assert (missing, extra) == (counts["gold"] - counts["matched"], counts["test"] - counts["matched"])


def test_labels_that_count_as_equal_are_not_errors(command: Run, tmp_path: Path) -> None:
    (tmp_path / "gold.mrg").write_text("(S (ADVP (RB up)) (NN x))\n")
    (tmp_path / "test.mrg").write_text("(S (PRT (RB up)) (NN x))\n")
    files = tmp_path / "gold.mrg", tmp_path / "test.mrg"
    assert cells(command, files, "parseval") == []
    assert [row["gold"] for row in cells(command, files, "parseval(prm=none)")] == ["ADVP"]


@cases
def test_csv_has_one_row_per_error(files: tuple[Path, Path], measure: str, command: Run) -> None:
    rows = cells(command, files, measure)
    out = command("score", *files, "-m", measure, "--by", "confusion", "--format", "csv")[1]
    errors = list(csv.DictReader(io.StringIO(out)))
    counted = Counter((error["gold"], error["test"]) for error in errors)
    assert counted == {(row["gold"], row["test"]): row["count"] for row in rows}
    assert {int(error["sentence"]) for error in errors} == {number for row in rows for number in row["sentences"]}


@pytest.mark.parametrize(("files", "measure"), [CASES[0], CASES[1], CASES[2]], ids=str)
def test_an_error_names_words_of_its_sentence(files: tuple[Path, Path], measure: str) -> None:
    result = tg.score(tg.read(files[0]), tg.read(files[1]), measure, resamples=0)[0]
    for row in label_error_rows(result):
        words = [token.form for token in result.trees[0][row["sentence"] - 1] if token.is_word]
        left, right = row["left"], row["right"]
        assert left is not None
        assert right is not None
        own = row["words"].split(" ")
        assert (own[0], own[-1]) == (words[left], words[right - 1])
        assert own == words[left:right] or row["context"].count("[") > 1


def test_examples_are_as_many_as_wanted_and_one_if_nothing_is_said(command: Run) -> None:
    for option, most in (((), 1), (("--examples", 3), 3), (("--examples", 0), 0)):
        rows = cells(command, ARCS, "attachment", *option)
        assert [len(row["examples"]) for row in rows] == [min(most, row["count"]) for row in rows]
    first = cells(command, ARCS, "attachment", "--examples", 3)[0]
    assert first["examples"][0] == {"sentence": 2, "context": "… with a wooden [spoon] while the bread …"}
    out = command("score", *ARCS, "-m", "attachment", "--by", "confusion", "--examples", 3)[1]
    assert "8: … a budget before [Friday] ." in out


def test_one_measure_is_the_title_and_several_are_a_column(command: Run) -> None:
    """Without the column, the errors are a table also in 80 columns."""
    lines = command("score", *ARCS, "-m", "ud", "--by", "confusion")[1].splitlines()
    assert lines[0].strip() == "ud by confusion"
    assert lines[1].split() == ["gold", "test", "count", "sentences", "in", "context"]
    lines = command("score", *ARCS, "-m", "ud", "-m", "attachment", "--by", "confusion")[1].splitlines()
    assert lines[1].split()[:3] == ["measure", "gold", "test"]
    console = Console(width=80, file=io.StringIO())
    with console.capture() as text:
        console.print(confusion_table(confusion_rows(tg.score(tg.read(ARCS[0]), tg.read(ARCS[1]), "ud")[0])))
    assert text.get().splitlines()[1].split()[:3] == ["gold", "test", "count"]


def test_a_bracket_with_a_gap_is_shown_with_its_gap(command: Run) -> None:
    contexts = [
        row["context"] for row in label_error_rows(tg.score(tg.read(GERMAN[0]), tg.read(GERMAN[1]), "parseval")[0])
    ]
    assert any(context.count("[") > 1 for context in contexts)


def test_python_has_the_rows_of_the_command_line(command: Run) -> None:
    result = tg.score(tg.read(PHRASES[0]), tg.read(PHRASES[1]), "parseval", resamples=0)[0]
    assert cells(command, PHRASES, "parseval", "--examples", 2, "--top", 5) == confusion_rows(result, 2, 5)
    errors = result.confusion().errors(examples=2)[:5]
    assert [row["examples"] for row in errors] == [row["examples"] for row in confusion_rows(result, 2, 5)]


def test_examples_need_a_confusion(command: Run) -> None:
    status, _, err = command("score", *ARCS, "--by", "label", "--examples", 3)
    assert status == 2
    assert "--examples is for the errors of a confusion: add --by confusion" in err
