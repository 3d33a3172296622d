"""Wrong heads and wrong relations."""

from __future__ import annotations

import numpy as np

from treegauge import bundled, perturb, undo_errors
from treegauge.studies.perturbing.places import find_places


def test_a_wrong_head_is_a_sister_or_a_grandparent() -> None:
    trees = bundled("english.conllu")
    changes = find_places(trees, "head").changes
    head, start = trees.tokens.numbers("head"), trees.tokens.start
    word = changes.dependent[:, 0]
    new, old = changes.head[:, 0], head[word]
    assert len(word) == len(np.unique(word)) > 0
    grandparent = head[old + start[word]]
    assert ((new == grandparent) | (head[new + start[word]] == old)).all()
    assert (new + start[word] != word).all()


def test_trees_remain_trees() -> None:
    wrong = perturb(bundled("english.conllu"), ["head"], seed=1).treebank
    head, start = wrong.tokens.numbers("head"), wrong.tokens.start
    at = np.where(head >= 0, head + start, -1)
    for _ in range(int(wrong.tokens.counts.max())):
        at = np.where(at >= 0, np.where(head[at] >= 0, head[at] + start[at], -1), -1)
    assert (at < 0).all()


def test_a_wrong_relation_is_another_one_of_the_tag() -> None:
    trees = bundled("english.conllu")
    changes = find_places(trees, "relation").changes
    tag, relation = trees.tokens.text("upos").decode(), trees.tokens.text("deprel").decode()
    known = set(zip(tag, relation, strict=True))
    for row, new in zip(changes.dependent[:, 0].tolist(), changes.relation[0].decode(), strict=True):
        assert new != relation[row]
        assert (tag[row], new) in known


def test_wrong_arcs_are_undone() -> None:
    trees = bundled("english.conllu")
    wrong = perturb(trees, ["head(rate=0.2)", "relation(rate=0.2)"], seed=2)
    assert undo_errors(wrong.treebank, wrong.log).treebank.equals(trees)
    assert sum(wrong.inserted.values()) > 20
