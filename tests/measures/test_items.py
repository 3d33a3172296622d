"""The items of a measure: as many are wrong as its counts say, and each is where it says."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from perturbed import pairs

from treegauge import Treebank, find_measure
from treegauge.measures.shared.items import ComparedItems, words_in_context
from treegauge.treebank.bridges import from_tuples


def kinds(items: ComparedItems) -> Counter[str]:
    return Counter(kind for kind in items.kind if kind is not None)


@given(pairs(other_words=True))
def test_as_many_brackets_are_wrong_as_the_counts_say(pair: tuple[Treebank, Treebank]) -> None:
    measure = find_measure("parseval(prm=none)")
    matched, gold, test = np.nansum(measure.count(*pair), 0)[:3]
    found = kinds(measure.items(*pair))
    assert found["missing"] + found["label"] == gold - matched
    assert found["extra"] + found["label"] == test - matched


@given(pairs(constituents=False, other_words=True))
def test_as_many_words_are_wrong_as_the_counts_say(pair: tuple[Treebank, Treebank]) -> None:
    measure = find_measure("attachment")
    total = dict(zip(measure.counts, np.nansum(measure.count(*pair), 0), strict=True))
    found = kinds(measure.items(*pair))
    assert found["head"] + found["both"] == total["tokens"] - total["right_head"]
    if total["labelled"]:
        assert found["relation"] + found["both"] == total["tokens"] - total["right_label"]


@given(pairs())
def test_paired_brackets_have_the_same_words(pair: tuple[Treebank, Treebank]) -> None:
    items = find_measure("parseval(prm=none)").items(*pair)
    for number in np.flatnonzero((items.gold_row >= 0) & (items.test_row >= 0)).tolist():
        sentence = int(items.sentence[number])
        rows = (items.gold, items.gold_row), (items.test, items.test_row)
        nodes = [side[sentence].nodes[int(row[number] - side.nodes.offsets[sentence])] for side, row in rows]
        assert [token.form for token in nodes[0].tokens] == [token.form for token in nodes[1].tokens]


def test_places_are_counted_without_empty_elements() -> None:
    gold = from_tuples([("S", ("NP", ("-NONE-", "*")), ("VP", ("VB", "go"), ("NP", ("NN", "home"))))])
    test = from_tuples([("S", ("VP", ("VB", "go"), ("NN", "home")))])
    items = find_measure("parseval").items(gold, test)
    (wrong,) = np.flatnonzero(items.wrong).tolist()
    assert items.place(wrong) == (0, 1, 2)
    assert items.text(wrong) == "home"
    assert items.context(wrong) == "go [home]"


@pytest.mark.parametrize(("length", "context"), [(3, "x [w w w] …"), (20, "x [w w w w … w w w w] …")])
def test_long_phrases_are_cut_in_the_middle_of_the_context(length: int, context: str) -> None:
    words = tuple(("N", "w") for _ in range(length))
    after = tuple(("N", "z") for _ in range(9))
    gold, test = (
        from_tuples([("S", ("N", "x"), ("NP", *words), *after)]),
        from_tuples([("S", ("N", "x"), *words, *after)]),
    )
    items = find_measure("parseval").items(gold, test)
    (wrong,) = np.flatnonzero(items.wrong).tolist()
    assert items.context(wrong) == context.replace("] …", "] z z z …")


def test_context_is_that_of_the_words_around_without_empty_elements() -> None:
    words = [("N", "a"), ("N", "b"), ("-NONE-", "*"), ("N", "c"), ("N", "d"), ("N", "e"), ("-NONE-", "*"), ("N", "f")]
    tree = from_tuples([("S", *words)])[0]
    assert words_in_context(tree, {4}) == "a b c [d] e f"
    assert words_in_context(tree, {5}) == "… b c d [e] f"
    assert words_in_context(tree, {0, 3}) == "[a] b [c] d e f"
    assert words_in_context(tree, {2}) == "a b [*] c d e …"
    assert words_in_context(tree, {99}) == words_in_context(tree, set()) == ""
