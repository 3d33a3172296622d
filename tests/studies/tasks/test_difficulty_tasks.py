"""The tasks `difficulty`, `difficulty-by` and `growing`."""

from __future__ import annotations

from dataclasses import replace

import pytest

import treegauge
from treegauge.studies.running.data import StudyData
from treegauge.studies.running.study_file import TreebankEntry
from treegauge.studies.tasks.difficulty import difficulty_rows, node_group_rows
from treegauge.studies.tasks.growing import growing_rows
from treegauge.studies.tasks.same_grammar import same_grammar

TRANSFORMS = ("prepare", "cluster-all", "binarise")
ENGLISH = StudyData(TreebankEntry(name="English", files=("bundled:english.mrg",), transforms=TRANSFORMS))


def test_a_sample_is_measured_where_the_treebank_is_larger() -> None:
    few, many = (replace(ENGLISH, most=most) for most in (20, 2000))
    assert difficulty_rows(few)[0]["trees"] == 20
    assert difficulty_rows(many)[0]["trees"] == 64
    of_sample, of_all = (sum(row["nodes"] for row in node_group_rows(data)) for data in (few, many))
    assert 0 < of_sample < of_all


def test_coverage_is_the_share_of_covered_trees() -> None:
    (row,) = difficulty_rows(ENGLISH, protocol="loo")
    assert row["coverage"] == 100 * row["covered"] / row["trees"]


def test_shares_of_constructions_are_in_per_cent() -> None:
    rows = node_group_rows(ENGLISH)
    own = treegauge.difficulty(treegauge.bundled("english.mrg"), transforms=list(TRANSFORMS)).by_nodes("construction")
    assert [row["share"] for row in rows] == [100 * row["share"] for row in own]
    assert sum(row["share"] for row in rows) == pytest.approx(100)


def test_growing_samples_are_those_of_growing() -> None:
    rows = growing_rows(ENGLISH, sizes=["0.5", "1"], split=0.5)
    own = treegauge.growing(treegauge.bundled("english.mrg"), [0.5, 1], split=0.5, transforms=list(TRANSFORMS))
    assert [(row["sample"], row["protocol"], row["ecc"]) for row in rows] == [
        (f"W{row.sample}", row.measured, row.summary.ecc) for row in own
    ]
    assert rows[-1]["coverage"] == 100 * rows[-1]["covered"] / rows[-1]["trees"]


def test_growing_samples_of_a_treebank_with_parts() -> None:
    file = ("bundled:english.mrg",)
    parts = StudyData(TreebankEntry(name="English", train=file, test=file, transforms=TRANSFORMS))
    rows = growing_rows(parts, sizes=["1"])
    assert [row["trees"] for row in rows] == [64, 64]
    assert rows[0]["ecc"] == rows[1]["ecc"]


def test_a_parser_with_the_same_grammar_finds_the_same_trees() -> None:
    english = StudyData(TreebankEntry(name="English", files=("bundled:english.mrg",), transforms=("prepare",)))
    (row,) = same_grammar(english, parser="pcfg", sample=30)
    assert (row["trees"], row["equal"], row["equally_probable"], row["others"], row["worst"]) == (30, 30, 0, 0, 0.0)
    assert row["f1"] == row["own_f1"] < row["words_f1"]
    (whole,) = same_grammar(english, parser="pcfg")
    assert (whole["trees"], whole["removed"]) == (64, 2)
