"""Wrong heads and wrong relations: errors of any word in dependency trees, whatever the annotation scheme.

Every word has one place for each kind. What is wrong there is drawn once, with a fixed seed: the seed of `perturb`
draws only the places, as it does for all kinds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ...core.types import Int64s, Mask
from ...treebank import Text
from .arcs import Arcs
from .places import NO_CHANGE, Changes, no_changes

_SEED = 2008


def _wrong_heads(arcs: Arcs) -> Changes:
    """A word is attached to a sister or to the head of its head, each equally probable: neither is below it, so that
    the tree remains a tree."""
    head = arcs.head
    word = np.flatnonzero(head >= 0)
    grandparent = head[head[word]]
    rank, sisters = _ranks(head[word])
    choices = sisters - 1 + (grandparent >= 0)
    word, rank, sisters, grandparent = (column[choices > 0] for column in (word, rank, sisters, grandparent))
    drawn = (np.random.default_rng(_SEED).random(len(word)) * choices[choices > 0]).astype(np.int64)
    order = np.argsort(head[word], kind="stable")
    first = np.zeros(len(word), np.int64)
    first[order] = np.searchsorted(head[word][order], head[word][order])
    sister = word[order[np.minimum(first + drawn + (drawn >= rank), len(word) - 1)]] if len(word) else word
    wrong = np.where(drawn == sisters - 1, grandparent, sister)
    return _changes(arcs, "head", word, wrong - arcs.treebank.tokens.start[word], Text.constant(None, len(word)))


def _ranks(groups: Int64s) -> tuple[Int64s, Int64s]:
    """The rank of each row among those of its group, in order, and the size of the group."""
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    first = np.searchsorted(ordered, ordered)
    rank, size = np.empty(len(groups), np.int64), np.empty(len(groups), np.int64)
    rank[order] = np.arange(len(groups)) - first
    size[order] = np.searchsorted(ordered, ordered, side="right") - first
    return rank, size


def _wrong_relations(arcs: Arcs) -> Changes:
    """A word gets the relation of another word with the same tag, drawn from all of them; a tag whose words all have
    one relation has no place."""
    tokens = arcs.treebank.tokens
    relation = tokens.text("deprel")
    tag = tokens.text("upos" if "upos" in tokens else "tag").codes
    rows = np.flatnonzero((arcs.head >= 0) & (relation.codes >= 0) & (tag >= 0))
    if not len(rows):
        return _changes(arcs, "relation", rows, rows, Text.constant(None, 0))
    new = _others(tag[rows].astype(np.int64), relation.codes[rows].astype(np.int64))
    changed: Mask = new >= 0
    word = rows[changed]
    wrong = Text(new[changed].astype(np.int32), relation.values)
    return _changes(arcs, "relation", word, np.full(len(word), NO_CHANGE), wrong)


def _others(group: Int64s, value: Int64s) -> Int64s:
    """For each row another value of its group, as probable as it is frequent among the other values; -1 if none."""
    # Sorted by group and value, the other values of a row are those of its group before and after its own block.
    order = np.lexsort((value, group))
    groups, values = group[order], value[order]
    first, end = np.searchsorted(groups, groups), np.searchsorted(groups, groups, side="right")
    keys = groups * (int(values.max()) + 1) + values
    own, own_end = np.searchsorted(keys, keys), np.searchsorted(keys, keys, side="right")
    others = (own - first) + (end - own_end)
    drawn = first + (np.random.default_rng(_SEED).random(len(values)) * others).astype(np.int64)
    drawn = np.where(drawn >= own, drawn + own_end - own, drawn)
    new = np.empty(len(values), np.int64)
    new[order] = np.where(others > 0, values[np.minimum(drawn, len(values) - 1)], -1)
    return new


def _changes(arcs: Arcs, kind: str, word: Int64s, head: Int64s, relation: Text) -> Changes:
    sentence = arcs.treebank.tokens.sentence[word].astype(np.int64)
    none = np.full(len(word), -1, np.int64)
    return replace(
        no_changes(kind, sentence, word, word + 1),
        dependent=np.stack((word, none), 1),
        head=np.stack((head, np.full(len(word), NO_CHANGE)), 1),
        relation=(relation, Text.constant(None, len(word))),
    )


WRONG_ARCS: dict[str, Callable[[Arcs], Changes]] = {"head": _wrong_heads, "relation": _wrong_relations}
