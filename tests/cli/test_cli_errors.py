"""`treegauge errors`: rows for machines, tables for people."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import treegauge as tg

Run = Callable[..., tuple[int, str, str]]
DATA = Path(tg.__file__).parent / "data"
GOLD, TEST = DATA / "english.mrg", DATA / "english.parsed.mrg"


def test_json_has_rows_systems_and_comparisons(command: Run) -> None:
    status, out, _ = command("errors", GOLD, f"a={TEST}", f"b={GOLD}", "--json", "--resamples", 200)
    assert status == 0
    answer = json.loads(out)
    assert list(answer["results"][0])[:4] == ["system", "class", "occurrences", "nodes"]
    assert {"regained", "interval", "score"} <= answer["results"][0].keys()
    assert [(row["system"], row["value"]) for row in answer["systems"]][1] == ("b", 100)
    assert {(row["a"], row["b"]) for row in answer["comparisons"]} == {("a", "b")}
    assert {row["class"] for row in answer["comparisons"]} == {row["class"] for row in answer["results"]}


def test_csv_and_latex_have_one_row_per_class(command: Run, tmp_path: Path) -> None:
    rows = json.loads(command("errors", GOLD, TEST, "--json")[1])["results"]
    table = list(csv.DictReader(io.StringIO(command("errors", GOLD, TEST, "--format", "csv")[1])))
    assert [(row["class"], int(row["nodes"]), float(row["low"])) for row in table] == [
        (row["class"], row["nodes"], row["interval"][0]) for row in rows
    ]
    assert command("errors", GOLD, TEST, "-o", tmp_path / "errors.tex")[0] == 0
    assert (tmp_path / "errors.tex").read_text("utf-8").count(r"\\") == 2 + len(rows)


def test_the_errors_of_a_class_are_listed_in_context(command: Run) -> None:
    status, out, _ = command("errors", GOLD, TEST, "--class", "pp attachment")
    assert status == 0
    assert "… stirred the soup [with a wooden spoon] while the bread …" in out
    status, out, _ = command("errors", GOLD, TEST, "--class", "all", "--format", "csv")
    occurrences = sum(row["occurrences"] for row in json.loads(command("errors", GOLD, TEST, "--json")[1])["results"])
    assert len(list(csv.DictReader(io.StringIO(out)))) == occurrences


def test_a_class_that_does_not_occur_is_an_error_that_names_the_others(command: Run) -> None:
    status, _, error = command("errors", GOLD, TEST, "--class", "spelling")
    assert status == 2
    assert "PP attachment" in error


def test_no_resamples_means_no_intervals(command: Run) -> None:
    status, out, _ = command("errors", GOLD, TEST, "--resamples", 0, "--json")
    assert status == 0
    assert {row["interval"] for row in json.loads(out)["results"]} == {None}
    assert command("errors", GOLD, TEST, "--resamples", 0)[0] == 0


def test_a_perfect_parser_has_no_errors(command: Run) -> None:
    status, out, _ = command("errors", GOLD, GOLD)
    assert status == 0
    assert "F1 100.00" in out


def test_an_unknown_scheme_names_all_that_are_known(command: Run) -> None:
    status, _, error = command("errors", GOLD, TEST, "--scheme", "foo")
    assert status == 2
    assert {"auto", "generic", "penn"} <= set(error.partition("known: ")[2].split(", "))
    assert "did you mean 'generic'?" in command("errors", GOLD, TEST, "--scheme", "genric")[2]


def test_other_sentences_are_an_error_that_names_the_system(command: Run) -> None:
    for verb in ("errors", "diff"):
        status, _, error = command(verb, GOLD, f"a={TEST}", f"b={DATA / 'german.export'}")
        assert status == 1
        assert "b: no sentence of test belongs to gold" in error
        assert "error: no sentence" in command(verb, GOLD, DATA / "german.export")[2]


def test_how_f1_is_counted_is_said(command: Run) -> None:
    out = command("errors", GOLD, TEST, "--resamples", 0)[1]
    assert "F1: as score -m 'parseval(labelled=true,prm=default,disc_only=false)' counts it.\n" in out
    (system,) = json.loads(command("errors", GOLD, TEST, "--prm", "none", "--json")[1])["systems"]
    scored = json.loads(command("score", GOLD, TEST, "-m", system["measure"], "--json")[1])["results"][0]
    assert "prm=none" in system["measure"]
    assert system["value"] == scored["scores"]["f1"]


def test_the_f1_of_kummerfeld_is_that_of_the_sentences_that_are_not_left_out(command: Run) -> None:
    """A sentence without a parse counts for the classes of treegauge and for `score`, and is left out here."""
    out = command("errors", GOLD, TEST, "--classes", "kummerfeld", "--resamples", 0)[1]
    assert "on the sentences that are repaired (left out: other words, no parse, or more than 100 steps)" in out
    (system,) = json.loads(command("errors", GOLD, TEST, "--classes", "kummerfeld", "--json")[1])["systems"]
    scored = json.loads(command("score", GOLD, TEST, "-m", system["measure"], "--json")[1])["results"][0]
    assert (system["left_out"], system["value"]) == ([], scored["scores"]["f1"])
