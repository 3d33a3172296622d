"""Rows kept in a file: what is read back, and what is refused."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from treegauge import DataError, bundled
from treegauge.core.resuming import Finished, Kept, key


def test_rows_come_back_as_they_were_kept(tmp_path: Path) -> None:
    file = tmp_path / "rows"
    Kept.read(file).add("k", Finished({"name": "ä", "x": 1.5, "y": math.nan, "of": None}, ("a remark",)))
    again = Kept.read(file, figures=("x", "y"), may_be_none=("of",)).rows["k"]
    assert math.isnan(again.row.pop("y"))
    assert again == Finished({"name": "ä", "x": 1.5, "of": None}, ("a remark",))


def test_a_row_without_a_figure_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "rows"
    kept = Kept.read(file)
    kept.add("a", Finished({"x": 1}))
    kept.add("b", Finished({"y": 1}))
    with pytest.raises(DataError, match=r"rows:2: this row cannot be read"):
        Kept.read(file, figures=("x",))


def test_the_later_of_two_rows_counts(tmp_path: Path) -> None:
    kept = Kept.read(tmp_path / "rows")
    for value in (1, 2):
        kept.add("a", Finished({"x": value}))
    assert Kept.read(tmp_path / "rows").rows["a"].row == {"x": 2}


def test_the_key_changes_with_trees_specifications_and_settings() -> None:
    trees = bundled("english.conllu")
    keys = [
        key([trees], ["a(x=1)"], [1]),
        key([trees], ["a(x=1)"], [2]),
        key([trees], ["a(x=2)"], [1]),
        key([trees, trees], ["a(x=1)"], [1]),
        key([trees[:9]], ["a(x=1)"], [1]),
    ]
    assert len(set(keys)) == len(keys)
    assert key([trees], ["a(x=1)"], [1]) == keys[0]
