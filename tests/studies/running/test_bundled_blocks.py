"""Blocks of rows that are for some bundled treebanks, or for none; tables in the order of several columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from treegauge import DataError
from treegauge.core.types import Row
from treegauge.studies.running.study_file import StudyFile, study_of
from treegauge.studies.running.tables import _sorted

STUDY = """
title = "Blocks"
[[treebank]]
name = "real"
files = ["real.mrg"]
[[bundled]]
name = "English"
files = ["bundled:english.mrg"]
[[bundled]]
name = "German"
files = ["bundled:german.export"]
[rows.all]
task = "stats"
treebanks = ["real"]
[rows.some]
task = "stats"
treebanks = ["real", "German"]
options = { prepared = true }
bundled = { prepared = false }
[rows.none]
task = "stats"
bundled = false
[tables.1]
title = "of two"
rows = ["all", "none"]
[tables.2]
title = "of none"
rows = ["none"]
"""


def study(*, bundled: bool, text: str = STUDY) -> StudyFile:
    return study_of(text, "study.toml", Path("."), bundled=bundled)


def test_a_block_says_which_bundled_treebanks_it_is_for() -> None:
    own = study(bundled=True)
    assert {name: block.treebanks for name, block in own.rows.items()} == {"all": (), "some": ("German",)}
    assert own.rows["some"].options == {"prepared": False}
    assert {name: table.rows for name, table in own.tables.items()} == {"1": ("all",)}


def test_without_bundled_treebanks_all_blocks_are_there() -> None:
    own = study(bundled=False)
    assert own.rows["some"].treebanks == ("real",)
    assert own.rows["some"].options == {"prepared": True}
    assert list(own.rows) == ["all", "some", "none"]
    assert list(own.tables) == ["1", "2"]


@pytest.mark.parametrize("bundled", [True, False])
def test_a_table_of_rows_that_are_not_there_is_an_error(bundled: bool) -> None:
    with pytest.raises(DataError, match=r"tables\.2: there are no rows 'nine'; did you mean 'none'"):
        study(bundled=bundled, text=STUDY.replace('rows = ["none"]', 'rows = ["nine"]'))


def test_an_unknown_bundled_treebank_is_an_error() -> None:
    with pytest.raises(DataError, match="there is no treebank 'Germany'"):
        study(bundled=True, text=STUDY.replace('"real", "German"', '"real", "Germany"'))


def test_the_first_column_of_an_order_counts_most() -> None:
    rows: list[Row] = [{"a": 1, "b": 1}, {"a": 2, "b": 5}, {"a": 1, "b": None}, {"a": 1, "b": 3}]
    ordered = [{"a": 1, "b": 3}, {"a": 1, "b": 1}, {"a": 1, "b": None}, {"a": 2, "b": 5}]
    assert _sorted(rows, "a, -b") == ordered
    assert _sorted(rows, "") == rows
