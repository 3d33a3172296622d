"""The rows of a study: made once, the same with any number of processes, and none is lost."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from small_studies import STUDY, ending_its_process, small_study

import treegauge
from treegauge import TreegaugeWarning, read_study
from treegauge.core.errors import UnknownNameError
from treegauge.studies.running.engine import (
    FINISHED,
    KILLED,
    StudyRows,
    Watching,
    done_before,
    in_processes,
    run_rows,
)
from treegauge.studies.running.estimating import estimate
from treegauge.studies.running.planning import plan, rows_of_table


def made(file: Path, work: Path, processes: int = 1) -> StudyRows:
    return run_rows(plan(read_study(file)), work, processes=processes)


def test_the_rows_are_those_of_the_functions(tmp_path: Path) -> None:
    rows = made(small_study(tmp_path), tmp_path / "work").rows
    german = treegauge.bundled("german.export")
    ecc = treegauge.difficulty(german, transforms=["prepare", "parent-annotation"]).row()["ecc"]
    assert [row["ecc"] for row in rows if row["treebank"] == "German" and row.get("variant")] == [ecc]
    sizes = {row["treebank"]: row["tokens"] for row in rows if row["rows"] == "size"}
    assert sizes["German"] == treegauge.describe(german).tokens
    assert [row["language"] for row in rows if row["treebank"] == "English"] == ["en"] * 3


def test_the_rows_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    file = small_study(tmp_path)
    assert made(file, tmp_path / "one").rows == made(file, tmp_path / "two", 2).rows


def test_rows_that_are_done_are_not_made_again(tmp_path: Path) -> None:
    file, work = small_study(tmp_path), tmp_path / "work"
    first = made(file, work)
    again = made(file, work)
    assert (first.made, first.kept, again.made, again.kept) == (6, 0, 0, 6)
    assert first.rows == again.rows


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("parent-annotation", "cluster-pos", 2),  # an option of two rows
        (
            'transforms = ["prepare"]\nlabels',
            'transforms = ["prepare", "head(50)"]\nlabels',
            3,
        ),  # all rows of a treebank
        ('title = "A small study"', 'title = "A small study"\nseed = 7', 6),
        ('language = "en"', 'language = "English"', 0),  # a label is no part of what is measured
    ],
)
def test_rows_that_change_are_made_again(tmp_path: Path, old: str, new: str, expected: int) -> None:
    made(small_study(tmp_path), tmp_path / "work")
    changed = made(small_study(tmp_path, STUDY.replace(old, new)), tmp_path / "work")
    assert (changed.made, changed.kept) == (expected, 6 - expected)


def test_rows_of_a_changed_file_are_made_again(tmp_path: Path) -> None:
    file = small_study(tmp_path)
    made(file, tmp_path / "work")
    trees = (tmp_path / "english.mrg").read_text("utf-8")
    (tmp_path / "english.mrg").write_text(trees + "\n(TOP (S (NP (NN a)) (VP (VBZ b))))\n", "utf-8")
    assert made(file, tmp_path / "work").made == 3


def test_a_damaged_row_is_reported_and_made_again(tmp_path: Path) -> None:
    file, work = small_study(tmp_path), tmp_path / "work"
    rows = made(file, work).rows
    kept = work / FINISHED
    kept.write_bytes(kept.read_bytes().replace(b'"emr": 48', b'"emr": 58', 1))
    with pytest.warns(TreegaugeWarning, match="1 of 6 rows cannot be used"):
        again = made(file, work)
    assert (again.made, again.rows) == (1, rows)


def test_a_row_that_fails_does_not_stop_the_others(tmp_path: Path) -> None:
    text = STUDY.replace('files = ["bundled:german.export"]', 'files = ["nowhere.export"]')
    results = made(small_study(tmp_path, text), tmp_path / "work")
    assert {row["treebank"] for row in results.rows} == {"English"}
    assert [unit.title for unit in results.failed] == ["ecc: German", "size: German"]
    assert "there is no file 'nowhere.export'" in results.failed[0].message


def test_what_failed_is_tried_again(tmp_path: Path) -> None:
    text = STUDY.replace("parent-annotation", "no-such-transform")
    results = made(small_study(tmp_path, text), tmp_path / "work")
    assert (results.made, len(results.failed)) == (4, 2)
    assert "unknown transform 'no-such-transform'" in results.failed[0].message
    again = made(small_study(tmp_path, text), tmp_path / "work")
    assert (again.made, again.kept, len(again.failed)) == (0, 4, 2)


def test_a_process_that_is_killed_costs_its_own_row_only(tmp_path: Path) -> None:
    units = plan(read_study(small_study(tmp_path))).units
    results = {one.unit.key: one.message for one in in_processes(ending_its_process, units, 2)}
    assert results == {unit.key: KILLED if unit.entry.name == "German" else "" for unit in units}


def test_the_run_is_watched(tmp_path: Path) -> None:
    seen: list[Watching] = []
    run_rows(plan(read_study(small_study(tmp_path))), tmp_path / "work", processes=1, watch=seen.append)
    assert [state.done for state in seen] == list(range(7))
    assert seen[0].running == ("ecc: English (variant )",)
    assert (seen[-1].total, seen[-1].running) == (6, ())


def test_remarks_on_rows_are_kept_with_them(tmp_path: Path) -> None:
    text = STUDY.replace('transforms = ["prepare"]\nlabels', "skip = true\nlabels")
    file = small_study(tmp_path, text)
    (tmp_path / "english.mrg").write_text("(S (NN a)\n\n(S (NN b))\n", "utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first, again = (made(file, tmp_path / "work").remarks for _ in range(2))
    assert first == again
    assert "size: English: English: 1 sentence that cannot be read is left out" in first


def test_a_plan_says_what_is_done_and_what_is_left(tmp_path: Path) -> None:
    planned = plan(read_study(small_study(tmp_path)))
    work = tmp_path / "work"
    assert done_before(planned, work) == set()
    guess = estimate(planned.units, work, 2)
    assert guess.measured == 0
    assert guess.seconds > 0
    run_rows(planned, work, processes=1)
    assert done_before(planned, work) == {unit.key for unit in planned.units}
    assert estimate(planned.units, work, 2).measured == 1
    assert estimate((), work, 2).seconds == 0


def test_a_sample_takes_the_time_of_a_sample_and_not_of_its_treebank(tmp_path: Path) -> None:
    unit = replace(plan(read_study(small_study(tmp_path))).units[0], size=10**9)
    few, all = (estimate([replace(unit, most=most)], tmp_path, 1).seconds for most in (2000, 0))
    assert few < 20
    assert all > 1000


def test_an_unknown_task_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError):
        made(small_study(tmp_path, STUDY.replace('"stats"', '"nothing"')), tmp_path / "work")


def test_the_rows_that_a_table_needs_are_counted(tmp_path: Path) -> None:
    study = read_study(small_study(tmp_path))
    assert [rows_of_table(study, table) for table in study.tables.values()] == [4, 4]
