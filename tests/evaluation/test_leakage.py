"""`leakage`: what a test treebank shares with the training treebank."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import wasserstein_distance

import treegauge as tg
from treegauge.evaluation.leakage import leakage
from treegauge.evaluation.tree_keys import tree_keys
from treegauge.treebank import Treebank


def text_trees(text: str, format: str) -> Treebank:
    with TemporaryDirectory() as folder:
        file = Path(folder, "trees")
        file.write_text(text, encoding="utf-8")
        return tg.read(file, format)


def dependencies(*sentences: tuple[str, list[int]]) -> Treebank:
    """Dependency trees: words with tags (`dogs/N`), and the head of each from 1, 0 for the root."""
    lines = []
    for words, heads in sentences:
        for place, (word, head) in enumerate(zip(words.split(), heads, strict=True), 1):
            form, _, tag = word.partition("/")
            relation = "dep" if head else "root"
            lines.append("\t".join([str(place), form, "_", tag or "X", "_", "_", str(head), relation, "_", "_"]))
        lines.append("")
    return text_trees("\n".join(lines) + "\n", "conllu")


TRAIN = dependencies(("a/D dog/N barks/V", [2, 3, 0]), ("he/P sees/V her/P", [2, 0, 2]))


def test_words_tags_and_trees_by_hand() -> None:
    test = dependencies(
        ("a/D dog/N barks/V", [2, 3, 0]),  # all seen
        ("the/D cat/N sleeps/V", [2, 3, 0]),  # tags and tree
        ("go/V home/A now/A", [0, 1, 1]),  # the tree of the second, in another order
        ("go/V", [0]),
    )
    found = leakage(TRAIN, test).all
    assert (found.sentences, found.words, found.tags, found.trees) == (4, 1 / 4, 2 / 4, 3 / 4)


def test_displacement_is_a_wasserstein_distance() -> None:
    test = dependencies(("a b c d", [0, 1, 1, 1]))
    found = leakage(TRAIN, test).all.displacement
    assert found == pytest.approx(wasserstein_distance([1, 1, 1, -1], [-1, -2, -3]), abs=1e-12)


def test_a_random_split_of_one_length_is_expected_to_leak_as_much() -> None:
    """Four equal sentences and two others: any split has the same expected leakage, which can be counted."""
    same, other, third = ("a b", [2, 0]), ("c d", [2, 0]), ("e f", [2, 0])
    train, test = dependencies(same, same, other), dependencies(same, same, third)
    found = leakage(train, test, splits=4000, seed=1).all
    assert found.words == 2 / 3
    sets = [(order[:3], order[3:]) for order in permutations("aaaace")]
    exact = np.mean([sum(word in left for word in right) / 3 for left, right in sets])
    assert found.expected["words"] == pytest.approx(exact, abs=0.02)


def test_lengths_are_kept_in_random_splits() -> None:
    """No two test sentences have the length of another, so that each split is the same."""
    train = dependencies(("a b", [2, 0]), ("a b c", [2, 0, 2]))
    test = dependencies(("a", [0]), ("a b c d", [2, 0, 2, 3]))
    found = leakage(train, test, splits=50).all
    assert found.intervals["trees"] == (found.trees, found.trees)
    assert found.intervals["displacement"] == pytest.approx((found.displacement, found.displacement))


def test_groups_by_length_add_up() -> None:
    train, test = tg.bundled("english.conllu"), tg.bundled("english.parsed.conllu")
    found = leakage(train, test, splits=5)
    groups = found.lengths[1:]
    assert sum(group.sentences for group in groups) == found.all.sentences == len(test)
    assert sum(group.sentences * (group.trees or 0) for group in groups) == pytest.approx(
        found.all.sentences * (found.all.trees or 0)
    )
    assert found.all.words == 1.0


def test_phrases_have_no_displacement() -> None:
    train = text_trees("(S (NP (D a) (N dog)) (V barks))\n", "brackets")
    test = text_trees("(X (A (B it)) (C (D does) (E so)))\n(S (A b) (C d))\n", "brackets")
    found = leakage(train, test, splits=3).all
    assert (found.displacement, found.trees, found.tags) == (None, 0.0, 0.0)


def test_an_empty_treebank_is_an_error() -> None:
    with pytest.raises(tg.DataError, match="the test treebank has no sentences"):
        leakage(TRAIN, TRAIN.select(np.zeros(0, np.int64)))


def isomorphic(first: Any, second: Any) -> bool:
    """Whether two rooted trees (lists of subtrees) are equal up to order, by trying all orders."""
    if len(first) != len(second):
        return False
    return any(all(map(isomorphic, first, order)) for order in permutations(second))


TREES: Any = st.recursive(st.just([]), lambda below: st.lists(below, max_size=3), max_leaves=6)


def as_heads(tree: Any) -> list[int]:
    """The heads, from 1, of the nodes of a tree of lists, in preorder."""
    heads, waiting = [], [(tree, 0)]
    while waiting:
        node, head = waiting.pop()
        heads.append(head)
        waiting += [(child, len(heads)) for child in node]
    return heads


@given(TREES, TREES)
def test_equal_keys_are_isomorphic_trees(first: Any, second: Any) -> None:
    trees = dependencies(*((" ".join("w" * len(heads)), heads) for heads in (as_heads(first), as_heads(second))))
    keys = tree_keys(trees, False)
    assert (keys[0] == keys[1]) == isomorphic(first, second)
