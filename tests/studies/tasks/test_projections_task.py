"""The tasks `projections` and `head-rules`, and `parse` with a derivation perplexity."""

from __future__ import annotations

from typing import Any

import pytest

from treegauge import CallError, learn_reassignment
from treegauge.studies.head_projections.effects import spelled
from treegauge.studies.running.data import StudyData
from treegauge.studies.running.study_file import TreebankEntry
from treegauge.studies.tasks.parsing import parser_rows
from treegauge.studies.tasks.projections import _as_arcs, head_rule_rows, projection_rows

PHRASES = TreebankEntry(name="own", files=("bundled:english.mrg",), split="blocks", transforms=("prepare(penn)",))
ARCS = TreebankEntry(name="own", files=("bundled:english.conllu",), split="blocks")
DATA = StudyData(PHRASES)


def test_rules_are_learned_from_the_training_part_alone() -> None:
    learned = learn_reassignment(DATA.train, [_as_arcs(DATA.train, "to-lth")], min_count=3)
    rules = [*map(spelled, learned.constituency), *map(spelled, learned.dependency)]
    assert [row["rule"] for row in head_rule_rows(DATA, min_count=3)] == rules != []


def test_a_rule_more_frequent_than_the_usual_threshold_needs_no_option() -> None:
    assert head_rule_rows(DATA) == head_rule_rows(DATA, min_count=2)


def test_gold_dependencies_have_a_row_before_and_after_the_rules() -> None:
    before, after = projection_rows(DATA)
    assert (before["rules"], after["rules"]) == ("none", "learned")
    assert before["sentences"] == len(DATA.test)
    assert after["recall"] >= before["recall"] > 80


def test_a_variant_of_the_phrases_is_undone() -> None:
    plain, variant = (projection_rows(DATA, parser="pcfg", variant=name)[0] for name in ("", "parent-annotation"))
    assert plain["gold"] == variant["gold"]
    assert plain["test"] > 0


def test_a_treebank_without_parts_is_an_error() -> None:
    whole = StudyData(TreebankEntry(name="own", files=("bundled:english.mrg",)))
    with pytest.raises(CallError, match="own has no test part"):
        projection_rows(whole)


def parsed(parser: str) -> dict[str, Any]:
    return parser_rows(StudyData(ARCS), parser=parser, measures=["attachment"], derivation="swap-lazy")[0]


def test_the_same_output_has_the_same_digest() -> None:
    first = parsed("arc-eager(iterations=2)")
    assert first == parsed("arc-eager(iterations=2)")
    assert first["derivation"] > 1
    assert first["output"] != parsed("arc-standard(iterations=2)")["output"]


def test_folds_have_no_training_part_for_perplexity() -> None:
    with pytest.raises(CallError, match="without `folds`"):
        parser_rows(StudyData(ARCS), parser="arc-eager", folds=2, derivation="swap-lazy")
