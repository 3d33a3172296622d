"""`score` and `compare` on folders: tables at every width, JSON, CSV, the same rows as from Python."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import treegauge as tg
from treegauge.report.comparisons import comparison_report
from treegauge.report.tables import as_text
from treegauge.report.treebanks import systems_report, treebanks_report

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two treebanks of gold and of two systems, one of which has one of them only."""
    gold, parsed = tg.bundled("english.conllu"), tg.bundled("english.parsed.conllu")
    for side, trees in (("gold", gold), ("a", parsed), ("b", gold)):
        (tmp_path / side).mkdir()
        tg.write(trees[:30], tmp_path / side / "first.conllu")
        tg.write(trees[30:], tmp_path / side / "rest.conllu")
    (tmp_path / "b/rest.conllu").unlink()
    monkeypatch.chdir(tmp_path)
    return tmp_path


MEASURED = ("-m", "attachment", "--scores", "las", "--resamples", "200")


@pytest.mark.usefixtures("files")
def test_score_has_one_row_per_treebank_and_the_average_below(command: Command) -> None:
    status, out, err = command("score", "gold/", "b/", *MEASURED)
    assert status == 0
    assert [line.split()[:3] for line in out.splitlines()[1:8]] == [
        ["treebank", "sentences", "compared"],
        ["first", "30", "100.00"],
        ["rest", "-", "-"],
        ["macro-average", "30", "50.00"],
        ["95", "%", "from"],
        ["to", "50.00"],
        [],
    ]
    assert "-: no output for this treebank; it counts as 0 in the macro-average" in out
    assert "|missing:count|average:macro|treebanks:2|" in out
    assert err == "treegauge: b/: no output for 1 treebank (rest), counted as 0\n"


@pytest.mark.usefixtures("files")
def test_a_measure_with_other_options_has_its_own_rows_and_a_title_that_says_which(command: Command) -> None:
    options = ("attachment", "attachment(punctuation=relation)")
    measures = [word for option in options for word in ("-m", option)]
    both = command("score", "gold", "a", *measures, *MEASURED[2:])[1].split("\n\nattachment")
    for option, table in zip(options, both, strict=True):
        alone = command("score", "gold", "a", "-m", option, *MEASURED[2:])[1].splitlines()
        lines = table.splitlines()
        assert [line.split() for line in lines[1:7]] == [line.split() for line in alone[1:7]]
    assert both[0].splitlines()[0] == "attachment(punctuation=keep,subtypes=true,case=true)"
    assert both[1].splitlines()[0] == "(punctuation=relation,subtypes=true,case=true)"


def test_a_bad_line_in_a_gold_file_is_the_error_that_it_is_for_one_file(command: Command, files: Path) -> None:
    path = files / "gold/first.conllu"
    lines = path.read_text().split("\n")
    number = next(number for number, line in enumerate(lines) if line.startswith("1\t"))
    lines[number] = lines[number].rpartition("\t")[0]
    path.write_text("\n".join(lines))
    alone = command("score", "gold/first.conllu", "a/first.conllu", *MEASURED)
    assert (alone[0], alone[1]) == (1, "")
    assert f"gold/first.conllu:{number + 1}:1: expected 10 fields" in alone[2]
    assert command("score", "gold", "a", *MEASURED) == alone
    status, out, err = command("score", "gold", "a", *MEASURED, "--on-error", "skip")
    assert (status, out.splitlines()[2].split()[:2]) == (0, ["first", "29"])
    assert "gold/first.conllu: left out 1 bad sentence" in err
    assert "no gold treebank" not in err
    for content in ("nothing that is a tree\n", ""):
        path.write_text(content)
        status, out, err = command("score", "gold", "a", *MEASURED, "--on-error", "skip")
        assert (status, out.splitlines()[2].split()[0]) == (0, "rest")
        assert "first: there are no gold trees; left out" in err
        assert "no gold treebank" not in err


def test_sentences_that_are_left_out_are_reported_with_their_treebank(command: Command, files: Path) -> None:
    for path in (files / "a/first.conllu", files / "b/first.conllu"):
        lines = path.read_text().split("\n")
        number = next(number for number, line in enumerate(lines) if line.startswith("1\t"))
        lines[number] = "\t".join(["1", "Other", *lines[number].split("\t")[2:]])
        path.write_text("\n".join(lines))
    status, out, err = command("score", "gold", "a", *MEASURED)
    assert (status, out.splitlines()[2].split()[:2]) == (0, ["first", "29"])
    assert err.startswith("treegauge: first: 1 sentence left out, the first (gold/first.conllu:1): ")
    status, out, err = command("compare", "gold", "a", "b", *MEASURED)
    for system in ("a", "b"):
        assert f"treegauge: first, {system}: 1 sentence left out, the first (gold/first.conllu:1): " in err


def plain(rows: Any) -> Any:
    return json.loads(json.dumps(rows))


@pytest.mark.usefixtures("files")
@pytest.mark.filterwarnings("ignore")
def test_json_has_the_rows_that_python_has(command: Command) -> None:
    scored = json.loads(command("score", "gold", "b", *MEASURED, "--json")[1])
    results = tg.score("gold", "b", "attachment", scores="las", resamples=200)
    assert scored["results"] == plain([result.row() for result in results])
    assert scored["macro"] == plain([average.row() for average in results.macro])
    assert scored["macro"][0].keys() == {"measure", "signature", "scores", "intervals", "treebanks", "missing"}
    compared = json.loads(command("compare", "gold", "a", "b", *MEASURED, "--json")[1])
    comparisons = tg.compare("gold", ["a", "b"], "attachment", scores="las", resamples=200)
    assert compared["results"] == plain([row.row() for row in comparisons])
    assert compared["macro"] == plain([average.row() for average in comparisons.macro])
    assert compared["treebanks"] == plain([result.row() for result in comparisons.treebanks])
    assert compared["ranking"] == plain([system.row() for system in comparisons.ranking()])
    assert [(row["system"], row["missing"]) for row in compared["macro"]] == [("a", []), ("b", ["rest"])]
    assert [(row["treebank"], row["system"]) for row in compared["treebanks"]] == [
        ("first", "a"),
        ("first", "b"),
        ("rest", "a"),
    ]


@pytest.mark.usefixtures("files")
def test_csv_has_one_row_per_treebank_and_system(command: Command) -> None:
    rows = list(csv.DictReader(io.StringIO(command("compare", "gold", "a", "b", *MEASURED, "--format", "csv")[1])))
    assert [(row["treebank"], row["system"]) for row in rows] == [
        ("first", "a"),
        ("first", "b"),
        ("rest", "a"),
        ("macro-average", "a"),
        ("macro-average", "b"),
    ]
    assert float(rows[-1]["las_low"]) <= float(rows[-1]["las"]) == 50
    long = list(csv.DictReader(io.StringIO(command("score", "gold", "a", *MEASURED, "--format", "csv")[1])))
    assert [(row["treebank"], row["score"]) for row in long] == [
        ("first", "las"),
        ("rest", "las"),
        ("macro-average", "las"),
    ]


@pytest.mark.usefixtures("files")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_of_the_tables_is_wider_than_the_screen(width: int) -> None:
    systems = {f"a-system-with-a-long-name-{number}": "a" for number in range(12)}
    reports = [
        systems_report(tg.compare("gold", systems, "attachment", resamples=50)),
        systems_report(tg.compare("gold", ["a", "b"], "attachment", resamples=50)),
        treebanks_report(tg.score("gold", "a", "attachment", resamples=50), 0.95),
    ]
    for report in reports:
        lines = [line for line in as_text(report, width).splitlines() if "|version:" not in line]
        assert max(map(len, lines)) <= width
    shown = as_text(reports[0], width)
    assert shown.count("macro-average") >= 2
    assert "--json has the difference, its interval and p of all 66 pairs of systems" in " ".join(shown.split())


@pytest.mark.usefixtures("files")
def test_encoding_and_bad_sentences_are_as_for_files(files: Path, command: Command) -> None:
    path = files / "a/first.conllu"
    path.write_text("1\tbad\n\n" + path.read_text())
    status, _, err = command("score", "gold", "a", *MEASURED)
    assert status == 1
    assert "a/first.conllu:1:1: expected 10 fields" in err
    status, out, err = command("score", "gold", "a", *MEASURED, "--on-error", "skip")
    assert status == 0
    assert "a/first.conllu: left out 1 bad sentence" in err
    assert [line.split()[0] for line in out.splitlines()[2:4]] == ["first", "rest"]
    assert command("compare", "gold", "a", "b", *MEASURED, "--on-error", "skip")[0] == 0


@pytest.mark.usefixtures("files")
def test_one_folder_without_systems_says_what_is_needed(command: Command) -> None:
    status, _, err = command("compare", "gold")
    assert status == 2
    assert err.startswith("treegauge: error: compare needs two parses or more")
    assert command("compare", "nothing")[2] == "treegauge: error: there is no file 'nothing'\n"


def test_wrong_names_are_refused_before_anything_is_read(files: Path, command: Command) -> None:
    (files / "a/first.conllu").write_text("not a treebank")
    assert "unknown score 'lass'" in command("compare", "gold", "a", "b", "-m", "attachment", "--scores", "lass")[2]
    assert "did you mean 'attachment'" in command("score", "gold", "a", "-m", "atachment")[2]


def test_by_treebank_tests_every_pair_on_every_treebank(command: Command, files: Path) -> None:
    tg.write(tg.bundled("english.conllu")[30:], files / "b/rest.conllu")
    options = ("compare", "gold", "a", "b", *MEASURED, "--by", "treebank")
    status, out, err = command(*options)
    assert (status, err) == (0, "")
    assert [line.split()[:3] for line in out.splitlines()[:4]] == [
        ["attachment", "las"],
        ["treebank", "b", "a"],
        ["first", "100.00", "a"],
        ["rest", "100.00", "a"],
    ]
    assert "after Holm's correction for all pairs and treebanks" in " ".join(out.split())
    rows = json.loads(command(*options, "--json")[1])["results"]
    assert [(row["by"], row["part"], row["a"], row["b"]) for row in rows] == [
        ("treebank", "first", "a", "b"),
        ("treebank", "rest", "a", "b"),
    ]
    for row in rows:
        paths = (f"{side}/{row['part']}.conllu" for side in ("gold", "a", "b"))
        (alone,) = json.loads(command("compare", *paths, *MEASURED, "--json")[1])["results"]
        same = ("value_a", "value_b", "difference", "interval", "p", "test", "effect", "sentences", "signature")
        assert [row[name] for name in same] == [alone[name] for name in same]
        assert row["p_holm"] == pytest.approx(2 * alone["p"])
    comparisons = tg.compare("gold", ["a", "b"], "attachment", scores="las", resamples=200, by="treebank")
    assert rows == plain([row.row() for row in comparisons])
    table = list(csv.DictReader(io.StringIO(command(*options, "--format", "csv")[1])))
    assert [(row["part"], row["a"], row["b"], float(row["p"])) for row in table] == [
        (row["part"], row["a"], row["b"], row["p"]) for row in rows
    ]
    latex = command(*options, "--format", "latex")[1]
    assert "LAS of 2 systems by treebank" in latex
    assert "Holm's correction for all pairs and treebanks" in latex
    assert [line.split(" & ")[0] for line in latex.splitlines() if " & " in line] == ["treebank", "first", "rest"]


@pytest.mark.usefixtures("files")
def test_by_treebank_leaves_out_the_pairs_of_a_system_without_output(command: Command) -> None:
    options = ("compare", "gold", "c=a", "a", "b", *MEASURED, "--by", "treebank")
    status, out, err = command(*options, "--json")
    assert (status, err) == (0, "treegauge: b: no output for 1 treebank (rest), compared on the others only\n")
    pairs = [(row["part"], row["a"], row["b"]) for row in json.loads(out)["results"]]
    assert pairs == [("first", "c", "a"), ("first", "c", "b"), ("first", "a", "b"), ("rest", "c", "a")]
    out = json.loads(command(*options, "--missing", "leave-out", "--json")[1])
    assert {row["part"] for row in out["results"]} == {"first"}
    paths = [f"{side}/first.conllu" for side in ("gold", "a", "b")]
    assert "to compare by treebank, give folders" in command("compare", *paths, "--by", "treebank")[2]
    assert "folders (score GOLD/ TEST/) are divided without --by" in command("score", *paths[:2], "--by", "treebank")[2]


@pytest.mark.usefixtures("files")
@pytest.mark.filterwarnings("ignore")
def test_pairs_on_treebanks_are_printed_for_few_systems_only() -> None:
    systems = {f"system-{number}": "a" for number in range(5)}
    comparisons = tg.compare("gold", systems, "attachment", scores="las", resamples=50, by="treebank")
    shown = " ".join(as_text(comparison_report(comparisons), 80).split())
    assert "--json has the difference, its interval and p of all 20 pairs of systems on treebanks." in shown
    assert "d_z" not in shown


def test_an_unreadable_file_of_a_system_is_named_or_counts_as_missing(command: Command, files: Path) -> None:
    whole = (files / "a/first.conllu").read_bytes()
    (files / "a/first.conllu").unlink()
    (files / "a/first.conllu.gz").write_bytes(gzip.compress(whole)[:500])
    status, out, err = command("compare", "gold", "a", "b", *MEASURED)
    assert (status, out) == (1, "")
    assert err.startswith("treegauge: error: first, a: a/first.conllu.gz:1: the file is damaged or cut short")
    err = command("score", "gold", "a", *MEASURED)[2]
    assert err.startswith("treegauge: error: first: a/first.conllu.gz:1: the file is damaged or cut short")
    status, out, err = command("compare", "gold", "a", "b", *MEASURED, "--on-error", "skip", "--json")
    assert status == 0
    assert "first, a: cannot be read and counts as missing: a/first.conllu.gz:1: the file is damaged" in err
    assert "a: no output for 1 treebank (first), counted as 0" in err
    skipped = json.loads(out)
    (files / "a/first.conllu.gz").unlink()
    assert skipped == json.loads(command("compare", "gold", "a", "b", *MEASURED, "--json")[1])


def test_an_unreadable_file_of_gold_leaves_out_the_treebank(command: Command, files: Path) -> None:
    path = files / "gold/first.conllu"
    path.with_suffix(".conllu.gz").write_bytes(gzip.compress(path.read_bytes())[:500])
    path.unlink()
    status, out, err = command("score", "gold", "a", *MEASURED, "--on-error", "skip")
    assert (status, out.splitlines()[2].split()[0]) == (0, "rest")
    assert "gold/first.conllu.gz:1: the file is damaged" in err
    assert "first: there are no gold trees; left out" in err
