"""Blocks of rows that name two treebanks at a time, and those that name treebanks of both lists of a study."""

from __future__ import annotations

from pathlib import Path

import pytest

from treegauge import CallError, DataError
from treegauge.studies.running.data import StudyData
from treegauge.studies.running.planning import plan
from treegauge.studies.running.study_file import StudyFile, TreebankEntry, study_of

STUDY = """
title = "Pairs"
[[treebank]]
name = "A"
files = ["bundled:english.mrg"]
[[treebank]]
name = "B"
files = ["bundled:english.parsed.mrg"]
[[bundled]]
name = "C"
files = ["bundled:german.export"]
[[bundled]]
name = "D"
files = ["bundled:german.parsed.export"]
[rows.pairs]
task = "comparable-samples"
pairs = [["A", "B"], ["C", "D"]]
options = { deviation = 2 }
bundled = { deviation = 3 }
[rows.some]
task = "stats"
treebanks = ["B", "D"]
"""


def study(text: str = STUDY, *, bundled: bool = False) -> StudyFile:
    return study_of(text, "study.toml", Path("."), bundled=bundled)


def titles(content: StudyFile) -> list[str]:
    return [unit.title for unit in plan(content).units]


def test_a_block_is_one_of_the_treebanks_that_are_there() -> None:
    assert titles(study()) == ["pairs: A and B", "some: B"]
    assert titles(study(bundled=True)) == ["pairs: C and D", "some: D"]


def test_bundled_treebanks_may_have_other_options() -> None:
    assert plan(study()).units[0].options == {"deviation": 2}
    assert plan(study(bundled=True)).units[0].options == {"deviation": 3}


def test_bundled_treebanks_may_have_other_values_under_each() -> None:
    text = STUDY.replace("bundled = { deviation = 3 }", "each = { n = [5, 6] }\nbundled = { n = 7 }")
    assert [unit.columns["n"] for unit in plan(study(text)).units if unit.block == "pairs"] == [5, 6]
    assert [unit.columns["n"] for unit in plan(study(text, bundled=True)).units if unit.block == "pairs"] == [7]


def test_a_pair_depends_on_both_treebanks() -> None:
    (first, *_), (second, *_) = (
        plan(study(text)).units for text in (STUDY, STUDY.replace("english.parsed.mrg", "german.export"))
    )
    assert first.key != second.key


def test_an_unknown_name_in_a_pair_is_an_error() -> None:
    with pytest.raises(DataError, match="there is no treebank 'E'"):
        study(STUDY.replace('["A", "B"]', '["A", "E"]'))


def test_a_block_has_treebanks_or_pairs() -> None:
    with pytest.raises(DataError, match="not both"):
        study(STUDY.replace('treebanks = ["B", "D"]', 'treebanks = ["B"]\npairs = [["A", "B"]]'))


def test_a_task_on_two_treebanks_says_when_there_is_one() -> None:
    with pytest.raises(CallError, match="pairs"):
        _ = StudyData(TreebankEntry(name="A", files=("bundled:english.mrg",))).pair
