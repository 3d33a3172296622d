"""`treegauge difficulty`: output, exit status, messages."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from treegauge import bundled, difficulty, induce, read, read_grammar
from treegauge.formats.bundled import BUNDLED
from treegauge.version import __version__

Run = Callable[..., tuple[int, str, str]]
T1 = "(S (a x) (S (b x) (S (c x))))\n(S (b x) (S (a x) (S (c x))))\n"
T2 = "(S (a x) (S (S (a x)) (a x)))\n"
RAW = "( (S (NP-SBJ (PRP it)) (VP (VBZ is) (NP-PRD (-NONE- *T*-1)))) )\n( (S (NP-SBJ (PRP it)) (VP (VBZ is))) )\n"
ENGLISH = "english.mrg"
assert ENGLISH in BUNDLED


@pytest.fixture
def run(command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command line in a folder with some treebanks: exit status, standard output, standard error."""
    for name, text in {"t1.mrg": T1, "t2.mrg": T2, "raw.mrg": RAW, "empty.mrg": ""}.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return partial(command, "difficulty")


def results(run: Run, *arguments: object, **options: str) -> list[dict[str, Any]]:
    status, out, _ = run(*arguments, "--json", **options)
    assert status == 0
    found = json.loads(out)
    assert (found["treegauge"], found["command"]) == (__version__, "difficulty")
    rows: list[dict[str, Any]] = found["results"]
    return rows


def english(folder: Path) -> str:
    """The bundled treebank as a file."""
    from treegauge import write

    path = folder / ENGLISH
    write(bundled(ENGLISH), path)
    return str(path)


def test_the_examples_of_the_paper_come_hardest_first(run: Run) -> None:
    second, first = results(run, "t1.mrg", "t2.mrg")
    assert (second["treebank"], first["treebank"]) == ("t2.mrg", "t1.mrg")
    assert (second["h_d"], second["h_s"], second["ecc"]) == pytest.approx((3 * math.log2(3), 3 * math.log2(3) - 2, 2))
    assert (first["h_d"], first["h_s"]) == pytest.approx((3 * math.log2(3), 3 * math.log2(3)))
    assert first["ecc"] == pytest.approx(0, abs=1e-12)
    assert (first["trees"], first["covered"], first["rules"], first["emr"]) == (2, 2, 3, 100)


def test_people_see_the_table_of_the_paper(run: Run) -> None:
    status, out, err = run("t1.mrg", "t2.mrg")
    lines = [line.split() for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert lines[0] == [
        "treebank",
        "protocol",
        "trees",
        "cov.",
        "%",
        "H^D",
        "H^S",
        "ECC",
        "LP",
        "LR",
        "F1",
        "EMR",
        "rules",
    ]
    assert lines[1] == [
        "t2.mrg",
        "train",
        "1",
        "100.00",
        "4.75",
        "2.75",
        "2.00",
        "33.33",
        "33.33",
        "33.33",
        "0.00",
        "3",
    ]
    assert lines[2][:9] == ["t1.mrg", "train", "2", "100.00", "4.75", "4.75", "0.00", "±", "0.00"]
    assert "difficulty(protocol=train,max_length=39,level=0.99)|parseval(" in out


def test_what_is_not_defined_is_null(run: Run) -> None:
    (row,) = results(run, "t2.mrg")
    assert row["ecc_interval"] is row["emr_interval"] is None
    (row,) = results(run, "t2.mrg", "--protocol", "loo")
    assert [row[name] for name in ("covered", "h_d", "h_s", "ecc", "lp", "emr")] == [0, None, None, None, None, None]
    assert row["lp_all"] == 100


def test_the_command_gives_what_python_gives(run: Run, tmp_path: Path) -> None:
    path = english(tmp_path)
    (row,) = results(run, path, "-t", "prepare(penn)", "--protocol", "loo", "--max-length", 12, "--prm", "COLLINS")
    treebank = read(path)
    expected = difficulty(
        treebank, protocol="loo", max_length=12, transforms=["prepare(penn)"], prm="COLLINS", name=path
    ).row()
    assert row == {name: None if value != value else value for name, value in expected.items()}
    assert 0 < row["covered"] < row["trees"]


def test_transforms_and_what_they_are_stand_in_the_row(run: Run, tmp_path: Path) -> None:
    plain, annotated = (
        results(run, english(tmp_path), "-t", "prepare", *more)[0] for more in ([], ["-t", "parent-annotation"])
    )
    assert plain["transform"] == "prepare(penn)"
    assert annotated["transform"] == "prepare(penn)+parent-annotation"
    assert annotated["rules"] > plain["rules"]


def test_a_test_file_implies_the_protocol(run: Run) -> None:
    (row,) = results(run, "t1.mrg", "--test", "t2.mrg")
    assert (row["protocol"], row["test"], row["trees"], row["covered"], row["rules"]) == ("test", "t2.mrg", 1, 0, 3)


@pytest.mark.parametrize("options", [("--split", "0.5"), ("--folds", "2")])
def test_a_split_and_folds_follow_the_seed(run: Run, tmp_path: Path, options: tuple[str, ...]) -> None:
    path = english(tmp_path)
    first, again, other = (results(run, path, "-t", "prepare", *options, "--seed", seed)[0] for seed in (1, 1, 2))
    assert first == again
    assert first["protocol"] == "test"
    assert first["lp_all"] != other["lp_all"]


def test_lengths_are_up_to_39_or_as_asked(run: Run, tmp_path: Path) -> None:
    (tmp_path / "long.mrg").write_text("".join(f"(S {'(a x)' * length})\n" for length in (5, 39, 40)))
    counts = [
        results(run, "long.mrg", *options)[0]["trees"] for options in ((), ("--max-length", 5), ("--all-lengths",))
    ]
    assert counts == [2, 1, 3]


def test_the_level_sets_the_interval(run: Run, tmp_path: Path) -> None:
    path = english(tmp_path)
    wide, narrow = (results(run, path, "-t", "prepare", "--level", level)[0]["ecc_interval"] for level in (0.99, 0.95))
    assert wide / narrow == pytest.approx(2.5758293 / 1.9599640, rel=1e-6)


def test_by_sentence_gives_one_row_a_tree(run: Run) -> None:
    rows = results(run, "t1.mrg", "t2.mrg", "--by", "sentence")
    assert [(row["treebank"], row["sentence"], row["where"]) for row in rows] == [
        ("t2.mrg", 1, "t2.mrg:1"),
        ("t1.mrg", 1, "t1.mrg:1"),
        ("t1.mrg", 2, "t1.mrg:2"),
    ]
    assert rows[0]["delta"] == pytest.approx(2)
    assert [row["exact"] for row in rows] == [False, True, True]
    assert (rows[0]["length"], rows[0]["covered"], rows[0]["matched"], rows[0]["gold"]) == (3, True, 1, 3)


def test_by_sentence_is_a_table_for_people(run: Run) -> None:
    status, out, _ = run("t1.mrg", "--by", "sentence")
    assert status == 0
    assert out.splitlines()[1].split() == ["1", "3", "yes", "-4.75", "-4.75", "0.00", "-4.75", "yes", "3", "3", "3"]


@pytest.mark.parametrize("by", ["label", "rule", "node", "length", "depth"])
def test_by_nodes_divides_the_ecc(run: Run, by: str) -> None:
    rows = results(run, "t2.mrg", "--by", by)
    assert sum(row["bits"] for row in rows) == pytest.approx(2)
    assert sum(row["rule_bits"] + row["place_bits"] for row in rows) == pytest.approx(2)
    promised = {"sentence", "label", "left", "right"} if by == "node" else {by, "nodes", "share", "bits_per_node"}
    assert promised | {"bits", "rule_bits", "place_bits"} <= rows[0].keys()


def test_by_label_is_a_table_for_people(run: Run) -> None:
    status, out, _ = run("t2.mrg", "--by", "label")
    assert status == 0
    assert out.split()[:4] == ["label", "nodes", "bits", "share"]  # one sentence has no interval
    assert "100.00 %" in out


def test_csv_has_unrounded_numbers(run: Run) -> None:
    _, out, _ = run("t2.mrg", "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(out))
    assert float(row["h_d"]) == pytest.approx(3 * math.log2(3), rel=1e-12)
    assert row["ecc_interval"] == ""


def test_latex_has_the_columns_of_the_paper(run: Run, tmp_path: Path) -> None:
    assert run("t1.mrg", "t2.mrg", "-o", "table.tex")[0] == 0
    text = (tmp_path / "table.tex").read_text()
    heading = (
        "treebank & protocol & trees & coverage & h d & h s & ecc & ecc interval & lp & lr & f1 & emr & emr interval"
    )
    assert heading in text
    assert "t2.mrg & train & 1 & 100.00 & 4.75 & 2.75 & 2.00 & - & 33.33" in text


def test_the_grammar_can_be_kept(run: Run, tmp_path: Path) -> None:
    assert run("t1.mrg", "--grammar-out", "grammar.txt.gz")[0] == 0
    assert read_grammar(tmp_path / "grammar.txt.gz").to_text() == induce(read(tmp_path / "t1.mrg")).to_text()


def test_trees_that_are_not_prepared_are_measured_and_remarked_on(run: Run) -> None:
    status, _, err = run("raw.mrg")
    assert status == 0
    assert "raw.mrg: empty elements counted as words: 1; -t 'prepare(auto)' removes them" in err
    assert "raw.mrg: labels with functions, such as NP-SBJ: 3;" in err
    assert run("raw.mrg", "-t", "prepare")[2] == ""


def test_standard_input_is_a_treebank(run: Run) -> None:
    (row,) = results(run, "-:brackets", stdin=T2)
    assert row["ecc"] == pytest.approx(2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["t1.mrg", "--protocol", "test"], "needs test trees (--test)"),
        (["t1.mrg", "--protocol", "loo", "--test", "t2.mrg"], "test trees are for the protocol test, not loo"),
        (["t1.mrg", "--split", "2"], "between 0 and 1, not '2'"),
        (["t1.mrg", "--max-length", "5", "--all-lengths"], "--max-length and --all-lengths exclude each other"),
        (["t1.mrg", "--by", "word"], "cannot divide by 'word'; possible: sentence, label, rule, node, length, depth"),
        (["t1.mrg", "--by", "label", "--ambiguity"], "--by and --ambiguity exclude each other"),
        (["t1.mrg", "t2.mrg", "--grammar-out", "g.txt"], "--grammar-out saves the grammar of one treebank"),
        (["t1.mrg", "-t", "no-such"], "unknown transform 'no-such'"),
        (["t1.mrg", "--prm", "no-such"], "unknown EVALB parameters 'no-such'"),
        (["-", "--test", "-"], "standard input (-) can be read only once"),
    ],
)
def test_a_wrong_call_exits_with_2_and_says_why(run: Run, arguments: list[str], message: str) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert message in err


def test_bad_data_exits_with_1_and_says_what_to_do(run: Run, tmp_path: Path) -> None:
    assert run("empty.mrg") == (1, "", "treegauge: error: empty.mrg: there are no constituency trees to measure\n")
    (tmp_path / "crossing.discbracket").write_text("(S (A (a 0=x) (a 2=z)) (B (b 1=y)))\n")
    status, out, err = run("crossing.discbracket")
    assert (status, out) == (1, "")
    assert "crossing.discbracket:1: a discontinuous phrase" in err
    assert "-t 'prepare(auto)'" in err
