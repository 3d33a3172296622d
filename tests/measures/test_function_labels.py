"""Function labels on brackets that match."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from perturbed import pairs, trees
from twins_brackets import compare_plainly, plain_trees

from treegauge import CallError, Treebank, score
from treegauge.measures.functions import Functions, label_functions
from treegauge.measures.shared.prm import find_prm
from treegauge.treebank.build import Builder, NodeRow

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def counts(gold: Treebank, test: Treebank, **options: Any) -> list[float]:
    found: list[float] = Functions(**options).count(gold, test)[0].tolist()
    return found


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("NP-SBJ", {"SBJ"}),
        ("NP-SBJ-1", {"SBJ"}),
        ("PP-LOC-PRD=2", {"LOC", "PRD"}),
        ("NP", set()),
        ("NP-1", set()),
        ("NP\0SB", {"SB"}),
        ("NP\0--", set()),
        ("NP-SBJ\0HD", {"SBJ", "HD"}),
        ("-NONE-", {"NONE"}),
        ("", set()),
    ],
)
def test_functions_are_parts_of_the_label_or_the_edge(label: str, expected: set[str]) -> None:
    assert label_functions(label) == expected


def test_each_function_of_a_matching_bracket_counts() -> None:
    gold = trees("(S (NP-SBJ (N a)) (VP (V b) (PP-LOC-CLR (P c))))")
    test = trees("(S (NP-SBJ-1 (N a)) (VP (V b) (PP-LOC-TMP (P c))))")
    assert counts(gold, test) == [2, 3, 3, 4, 3]


def test_brackets_that_do_not_match_do_not_count() -> None:
    gold = trees("(S (NP-SBJ (N a)) (VP (V b)))")
    test = trees("(S (VP-SBJ (N a)) (VP-X (V b)))")
    assert counts(gold, test) == [0, 0, 1, 2, 1]


def test_edges_are_functions_too() -> None:
    builder = Builder()
    nodes: list[NodeRow] = [{"label": "S", "parent": -1}, {"label": "NP", "parent": 0, "function": "SB"}]
    builder.add({}, [{"form": "a", "tag": "N", "parent": 1}], nodes)
    gold = builder.build()
    assert counts(gold, gold) == [1, 1, 1, 2, 2]
    assert list(Functions().parts(gold, gold, "label")) == ["SB"]


def test_it_fits_only_where_both_sides_have_functions() -> None:
    with_, without = trees("(S (NP-SBJ (N a)))"), trees("(S (NP-1 (N a)))")
    assert Functions().fits(with_, with_)
    assert not Functions().fits(with_, without)
    assert not Functions().fits(without, with_)


def test_parts_are_functions_the_most_frequent_first() -> None:
    gold = trees("(S (NP-SBJ (N a)) (NP-OBJ (N b)) (NP-OBJ (N c)))")
    test = trees("(S (NP-SBJ (N a)) (NP-OBJ (N b)) (NP-TMP (N c)))")
    found = Functions().parts(gold, test, "label")
    assert {name: row[:3].tolist() for name, row in found.items()} == {
        "OBJ": [1, 2, 1],
        "SBJ": [1, 1, 1],
        "TMP": [0, 0, 1],
    }
    (result,) = score(gold, test, "functions", resamples=0)
    assert [part.name for part in result.by("label")] == ["OBJ", "SBJ", "TMP"]


GOLD = "(S (NP-SBJ (N a)) (PP-LOC-CLR (P b)) (S-TPC (V c)) (X-ETC (N d)))"
TEST = "(S (NP-SBJ (N a)) (PP-LOC-PRD (P b)) (S (V c)) (X-FRM (N d)))"


def test_groups_are_those_of_blaheta_and_the_rest() -> None:
    found = Functions().parts(trees(GOLD), trees(TEST), "group")
    assert {name: row[:3].tolist() for name, row in found.items()} == {
        "form-function": [1, 1, 1],
        "grammatical": [1, 1, 2],
        "miscellaneous": [0, 1, 0],
        "topicalisation": [0, 1, 0],
        "other": [0, 1, 1],
    }


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ("all", [2, 5, 4, 5, 2]),
        ("grammatical", [1, 1, 2, 5, 4]),
        ("form-function", [1, 1, 1, 5, 5]),
        ("topicalisation", [0, 1, 0, 5, 4]),
        ("other", [0, 1, 1, 5, 4]),
    ],
)
def test_a_group_counts_its_own_tags_and_all_brackets(group: str, expected: list[float]) -> None:
    assert counts(trees(GOLD), trees(TEST), group=group) == expected


def test_the_accuracy_counts_brackets_that_rightly_have_no_function() -> None:
    rows = Functions(group="grammatical").count(trees(GOLD), trees(TEST))
    assert float(Functions().score(rows[0])["accuracy"]) == 80.0


def test_an_unknown_group_is_an_error() -> None:
    with pytest.raises(CallError, match="no group 'semantic' of functions; known: all, form-function, grammatical"):
        Functions(group="semantic")


def test_other_divisions_are_an_error() -> None:
    with pytest.raises(CallError, match="functions cannot be divided by length; possible: label, group"):
        Functions().parts(trees("(S (N a))"), trees("(S (N a))"), "length")


@given(pairs(other_words=True))
@patient
def test_counts_are_those_of_the_plain_definition(both: tuple[Treebank, Treebank]) -> None:
    gold, test = both
    found = Functions(prm="none").count(gold, test)
    sides = zip(gold, test, plain_trees(gold), plain_trees(test), strict=True)
    for number, (tree, other_tree, one, other) in enumerate(sides):
        outcome = compare_plainly(one, other, find_prm("none"))
        if outcome.status:
            assert np.isnan(found[number]).all()
            continue
        expected = [0, 0, 0, outcome.matched, 0]
        for i, j in outcome.pairs:
            first, second = (
                label_functions(f"{node.label or ''}\0{node.function or ''}")
                for node in (tree.nodes[i], other_tree.nodes[j])
            )
            for column, value in enumerate((first & second, first, second)):
                expected[column] += len(value)
            expected[4] += first == second
        assert found[number].tolist() == expected
