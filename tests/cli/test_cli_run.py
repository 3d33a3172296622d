"""`treegauge run` and `replicate`: the plan, the tables, what failed, and which status."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from small_studies import STUDY, small_study

from treegauge import paper_study, run_study
from treegauge.studies.papers import paper_names

Command = Callable[..., tuple[int, str, str]]


def test_the_tables_are_printed_next_to_those_of_the_paper(tmp_path: Path, command: Command) -> None:
    status, out, err = command("run", small_study(tmp_path), "-o", tmp_path / "results", "--jobs", 1)
    assert status == 0
    assert out.splitlines()[0] == "Table 1: Difficulty"
    assert "printed in the paper" in out
    assert "ECC and exact match: figures/figure-1.svg" in out
    assert f"6 rows made, 0 from before; all of it is in {tmp_path / 'results'}/index.html" in err


def test_json_has_the_rows_of_the_function(tmp_path: Path, command: Command) -> None:
    file = small_study(tmp_path)
    status, out, _ = command("run", file, "-o", tmp_path / "a", "--jobs", 1, "--json")
    assert status == 0
    assert json.loads(out)["results"] == list(run_study(file, tmp_path / "b", processes=1).rows.rows)


def test_a_plan_makes_nothing(tmp_path: Path, command: Command) -> None:
    status, out, _ = command("run", small_study(tmp_path), "-o", tmp_path / "results", "--dry-run")
    assert status == 0
    assert [line.split() for line in out.splitlines()[:3]] == [
        ["rows", "task", "all", "done", "to", "do"],
        ["ecc", "difficulty", "4", "0", "4"],
        ["size", "stats", "2", "0", "2"],
    ]
    assert "for 6 rows" in out
    assert not (tmp_path / "results").exists()


def test_what_failed_is_listed_and_the_status_says_so(tmp_path: Path, command: Command) -> None:
    text = STUDY.replace("bundled:german.export", "nowhere.export")
    status, out, err = command("run", small_study(tmp_path, text), "-o", tmp_path / "results", "--jobs", 1)
    assert status == 1
    assert "English" in out
    assert "not made: ecc: German: there is no file 'nowhere.export'" in err
    assert err.splitlines()[-1] == "treegauge: error: 2 rows could not be made; the next call tries again"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--table", "7"], "unknown table '7'; known: 1, figure-1"),
        (["--jobs", "0"], "--jobs must be a whole number from 1 to 1,024"),
    ],
)
def test_a_wrong_call_is_an_error(tmp_path: Path, command: Command, arguments: list[str], message: str) -> None:
    status, _, err = command("run", small_study(tmp_path), "-o", tmp_path / "results", *arguments)
    assert status == 2
    assert message in err


def test_an_unknown_paper_is_an_error(command: Command) -> None:
    status, _, err = command("replicate", "ec", "--bundled")
    assert status == 2
    assert "unknown paper 'ec'" in err


@pytest.mark.parametrize("paper", paper_names())
def test_a_paper_lists_its_tables(paper: str, command: Command) -> None:
    status, out, err = command("replicate", paper, "--list")
    assert status == 0
    for name in paper_study(paper).tables:
        assert name in out
    assert f"treegauge replicate {paper}" in err


def test_the_list_says_what_is_done_and_how_long_the_rest_takes(tmp_path: Path, command: Command) -> None:
    arguments = ("replicate", "mph", "--bundled", "-o", tmp_path)
    before = command(*arguments, "--list")[1]
    assert re.search(r"rules .* not in the paper +1 +0 +\d seconds? +-\n", before)
    assert command(*arguments, "--table", "rules")[0] == 0
    after = command(*arguments, "--list")[1]
    assert re.search(r"rules .* not in the paper +1 +1 +- +-\n", after)
