"""How consistent a treebank is: rates of conflicts and faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from treegauge.studies.running.data import StudyData
from treegauge.studies.running.study_file import TreebankEntry
from treegauge.studies.tasks.suspects import suspect_rates

TREE = "(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks))))\n"
OTHER = "(TOP (S (ADJP (DT the) (NN dog)) (VP (VBZ barks))))\n"
NEW = "(TOP (S (NP (DT a) (NN cat)) (XP (VBZ purrs))))\n"


def rates(folder: Path, trees: str) -> dict[str, float]:
    file = folder / "trees.mrg"
    file.write_text(trees, "utf-8")
    return suspect_rates(StudyData(TreebankEntry(name="toy", files=(str(file),))))[0]


def test_equal_trees_have_no_conflicts(tmp_path: Path) -> None:
    row = rates(tmp_path, 10 * TREE)
    assert (row["items"], row["conflicts"]) == (40, 0.0)


def test_a_phrase_with_another_label_elsewhere_is_a_conflict(tmp_path: Path) -> None:
    row = rates(tmp_path, 9 * TREE + OTHER)
    assert row["conflicts"] == 1000 * 10 / 40  # all ten are in conflict with one another


def test_suspects_are_those_with_a_conflict_or_a_fault(tmp_path: Path) -> None:
    row = rates(tmp_path, 9 * TREE + OTHER + NEW)
    # All ten noun phrases are in conflict. ADJP, which is one of them, and XP are in no other sentence.
    assert row["conflicts"] == pytest.approx(1000 * 10 / 44)
    assert row["faults"] == pytest.approx(1000 * 2 / 44)
    assert row["suspects"] == pytest.approx(1000 * 11 / 44)
