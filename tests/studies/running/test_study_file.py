"""The file of a study: names that lead nowhere, and values that cannot be, are errors that say where."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_studies import STUDY, small_study

from treegauge import CallError, DataError, read_study
from treegauge.core.errors import UnknownNameError
from treegauge.studies.running.planning import plan


def test_a_study_is_read(tmp_path: Path) -> None:
    study = read_study(small_study(tmp_path))
    assert list(study.treebanks) == ["English", "German"]
    assert study.treebanks["English"].files == (str(tmp_path / "english.mrg"),)
    assert study.treebanks["German"].files == ("bundled:german.export",)
    assert list(study.tables) == ["1", "figure-1"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "A small study"', "", "key 'title' is missing"),
        ('files = ["english.mrg"]', "", "treebank 'English' has no files"),
        ('files = ["english.mrg"]', 'files = ["english.mrg"]\ntest = ["a.mrg"]', "has `files` and parts"),
        ('name = "German"', 'name = "English"', "two treebanks have the same name"),
        ('rows = ["ecc"]', 'rows = ["ec"]', "did you mean 'ecc'?"),
        ('task = "stats"', 'task = "stats"\ntreebanks = ["Germn"]', "did you mean 'German'?"),
        ('kind = "scatter"', 'kind = "scater"', "did you mean 'scatter'?"),
        ('x = "ecc"', "", "a figure needs the columns `x` and `y`"),
        ("[rows.ecc]", "[rows.ecc]\noptions = { variant = 'sample(9)' }", "give it once"),
        ("title = ", "titel = ", "did you mean 'title'?"),
        ("[rows.size]", "[rows.size", "this is not TOML"),
    ],
)
def test_a_wrong_study_is_an_error_that_says_where(tmp_path: Path, old: str, new: str, message: str) -> None:
    file = small_study(tmp_path, STUDY.replace(old, new, 1))
    with pytest.raises(DataError) as caught:
        read_study(file)
    assert str(file) in str(caught.value)
    assert message in str(caught.value)


def test_a_task_and_its_options_are_checked_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"toml: rows\.size: unknown task 'stat'; did you mean 'stats'\?"):
        plan(read_study(small_study(tmp_path, STUDY.replace('"stats"', '"stat"'))))
    text = STUDY.replace("[tables.1]", '[tables.1]\nmake = "pivott"')
    with pytest.raises(UnknownNameError, match=r"tables\.1: unknown summary 'pivott'; did you mean 'pivot'\?"):
        plan(read_study(small_study(tmp_path, text)))
    text = STUDY.replace("each = { variant", "each = { varant")
    with pytest.raises(
        CallError, match=r"rows\.ecc: the task difficulty has no option 'varant'; did you mean 'variant'"
    ):
        plan(read_study(small_study(tmp_path, text)))


def test_a_row_that_is_wanted_twice_is_an_error(tmp_path: Path) -> None:
    text = STUDY.replace('["", "parent-annotation"]', '["", ""]')
    with pytest.raises(DataError, match=r"the same row is wanted twice \(ecc: English \(variant \)\)"):
        plan(read_study(small_study(tmp_path, text)))


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CallError, match="there is no file"):
        read_study(tmp_path / "none.toml")


def test_some_tables_need_some_rows(tmp_path: Path) -> None:
    study = read_study(small_study(tmp_path)).only(["1"])
    assert (list(study.tables), list(study.rows)) == (["1"], ["ecc"])
    with pytest.raises(CallError, match=r"unknown table '2'; known: 1, figure-1"):
        read_study(small_study(tmp_path)).only(["2"])
