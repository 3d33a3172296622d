"""Exact match and tag accuracy: the plain definition on random trees."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from perturbed import pairs, trees

from treegauge import CallError, Text, Treebank
from treegauge.measures.exact_match import ExactMatch
from treegauge.measures.shared.base import find_measure
from treegauge.measures.shared.words import words_only
from treegauge.treebank.views import Tree

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def scores(gold: Treebank, test: Treebank, **options: bool) -> dict[str, float]:
    measure = ExactMatch(**options)
    return {name: float(value) for name, value in measure.score(measure.count(gold, test).sum(axis=0)).items()}


def phrases(tree: Tree, functions: bool) -> Any:
    """For each set of words, the labels of the nodes above exactly these, from the top down."""
    chains: dict[frozenset[int], list[Any]] = defaultdict(list)
    for node in tree.nodes:
        words = frozenset(token.index for token in node.tokens)
        if words:
            chains[words].append((node.label, node.function) if functions else (category(node.label), None))
    return chains, [token.function if functions else None for token in tree.tokens]


def category(label: str | None) -> str | None:
    """A label without its functions: NP for NP-SBJ=2."""
    return label and label[:1] + re.split("[-=]", label[1:])[0]


def arcs(tree: Tree, labelled: bool) -> Any:
    return [
        (token.head.index if token.head else None, token.is_root, token.deprel if labelled else None)
        for token in tree.tokens
    ]


@given(pairs(), st.booleans())
@patient
def test_constituency_trees_are_equal_when_they_have_the_same_nodes(
    pair: tuple[Treebank, Treebank], functions: bool
) -> None:
    counts = ExactMatch(functions=functions).count(*pair)
    for row, one, other in zip(counts, *map(words_only, pair), strict=True):
        assert row[0] == (phrases(one, functions) == phrases(other, functions))
        tagged = [(a.tag, b.tag) for a, b in zip(one.tokens, other.tokens, strict=True) if a.tag is not None]
        if any(token.tag for tree in words_only(pair[0]) for token in tree.tokens):
            assert row[2:].tolist() == [sum(a == b for a, b in tagged), len(tagged)]


@given(pairs(constituents=False), st.booleans())
@patient
def test_dependency_trees_are_equal_when_all_arcs_are(pair: tuple[Treebank, Treebank], labelled: bool) -> None:
    counts = ExactMatch(labelled=labelled).count(*pair)
    for row, one, other in zip(counts, *map(words_only, pair), strict=True):
        assert row[0] == (arcs(one, labelled) == arcs(other, labelled))


@given(pairs(other_words=True))
@patient
def test_parts_and_confusion_cover_every_tagged_word(pair: tuple[Treebank, Treebank]) -> None:
    measure = ExactMatch()
    counts = measure.count(*pair)
    whole = counts[~np.isnan(counts[:, 0])].sum(axis=0)
    parts = measure.parts(*pair, "label")
    assert sum((part[2:] for part in parts.values()), np.zeros(2)).tolist() == whole[2:].tolist()
    found = measure.confusion(*pair)
    assert len(found.gold) == len(found.test) == len(found.sentence) == whole[3]
    assert sum(a == b for a, b in zip(found.gold, found.test, strict=True)) == whole[2]
    assert not np.isnan(counts[found.sentence, 0]).any()


@given(pairs())
@patient
def test_gold_against_itself_is_perfect(pair: tuple[Treebank, Treebank]) -> None:
    for options in ({}, {"functions": True, "tags": True}, {"labelled": False}):
        counts = ExactMatch(**options).count(pair[0], pair[0])
        assert counts[:, 0].tolist() == counts[:, 1].tolist() == [1.0] * len(pair[0])
        assert counts[:, 2].tolist() == counts[:, 3].tolist()


def test_the_order_of_a_unary_chain_counts() -> None:
    assert scores(trees("(S (A (B (X x))))"), trees("(S (B (A (X x))))"))["exact_match"] == 0
    assert scores(trees("(S (A (B (X x))))"), trees("(S (B (A (X x))))"), labelled=False)["exact_match"] == 100


def test_a_wrong_tag_counts_against_the_tree_only_when_asked() -> None:
    gold, test = trees("(S (A a) (B b))"), trees("(S (A a) (C b))")
    assert scores(gold, test) == {"exact_match": 100, "tag_accuracy": 50}
    assert scores(gold, test, tags=True) == {"exact_match": 0, "tag_accuracy": 50}


def test_empty_elements_and_what_they_leave_empty_do_not_count() -> None:
    assert scores(trees("(S (NP (-NONE- *)) (VP (V go)))"), trees("(S (VP (V go)))"))["exact_match"] == 100


def test_constituents_are_compared_where_both_kinds_are_there() -> None:
    gold, test = trees("(S (A a) (B b))"), trees("(S (A a) (X (B b)))")
    heads = np.array([-1, 0], np.int32)
    gold, test = (bank.replace(tokens=bank.tokens.replace(head=heads)) for bank in (gold, test))
    assert scores(gold, test)["exact_match"] == 0
    only = test.replace(tokens=test.tokens.replace(parent=None))
    assert scores(gold, only)["exact_match"] == 100
    assert not ExactMatch().fits(trees("(S (A a))"), only)
    assert ExactMatch().fits(gold, only)


def test_universal_tags_are_compared_where_there_are_no_others() -> None:
    gold = trees("(S (A a) (B b))")
    gold = gold.replace(tokens=gold.tokens.replace(tag=Text.constant(None, 2), upos=Text.of(["NOUN", "VERB"])))
    test = gold.replace(tokens=gold.tokens.replace(upos=Text.of(["NOUN", None])))
    assert scores(gold, test)["tag_accuracy"] == 50


def test_other_words_give_a_row_of_nan() -> None:
    counts = ExactMatch().count(trees("(S (A a))\n(S (A a))"), trees("(S (A b))\n(S (A a))"))
    assert np.isnan(counts[0]).all()
    assert counts[1].tolist() == [1, 1, 1, 1]


def test_treebanks_without_sentences_have_no_score() -> None:
    empty = trees("(S (A a))")[:0]
    assert all(np.isnan(value) for value in scores(empty, empty).values())


def test_the_specification_parses_back() -> None:
    measure = ExactMatch(labelled=False, functions=True)
    assert find_measure(measure.spec) == measure


def test_parts_and_confusion_compare_tags_as_the_total_does() -> None:
    gold, test, measure = trees("(S (`` a) (N b))"), trees("(S ('' a) (V b))"), ExactMatch()
    assert measure.count(gold, test)[0, 2:].tolist() == [1, 2]
    assert {tag: part[2] for tag, part in measure.parts(gold, test, "label").items()} == {"``": 1, "N": 0}
    assert [(row["gold"], row["test"]) for row in measure.confusion(gold, test).errors()] == [("N", "V")]


def test_only_labels_divide_the_counts() -> None:
    gold = trees("(S (A a))")
    with pytest.raises(CallError, match="possible: label"):
        ExactMatch().parts(gold, gold, "relation")


def test_a_root_that_only_one_side_has_does_not_count() -> None:
    bare, rooted = trees("(S (NP (PRP I)) (VP (VBP run)))"), trees("(TOP (S (NP (PRP I)) (VP (VBP run))))")
    assert scores(bare, rooted)["exact_match"] == scores(rooted, bare)["exact_match"] == 100.0
    assert scores(bare, rooted, functions=True)["exact_match"] == 0.0
    measure = find_measure("leaf-ancestor")
    assert measure.score(measure.count(rooted, bare).sum(axis=0))["mean"] == 100.0


def test_a_tag_is_the_same_however_brackets_are_written() -> None:
    gold = trees("(S ($-LRB- -LRB-) (N a))")
    plain = gold.replace(tokens=gold.tokens.replace(tag=Text.of(["$(", "N"]), form=Text.of(["(", "a"])))
    assert scores(gold, plain)["tag_accuracy"] == 100.0
