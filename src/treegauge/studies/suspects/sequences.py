"""The children of nodes, and the dependents of words, as numbers: equal sequences have equal numbers."""

from __future__ import annotations

import numpy as np

from ...core.types import Int64s
from .items import SuspectItems
from .leaving_out import numbered

_NONE = -1


def children(items: SuspectItems) -> tuple[Int64s, Int64s, Int64s]:
    """All children in the order of their parents and of the text: the parent (a node row), the symbol (a label, or a
    tag after all labels), and the node row of the child (-1: a token)."""
    labels = len(items.label.values)
    nodes, tokens = np.flatnonzero(items.above >= 0), np.flatnonzero(items.token_parent >= 0)
    parent = np.concatenate((items.above[nodes], items.token_parent[tokens]))
    symbol = np.concatenate((items.label.codes[nodes].astype(np.int64), items.tag.codes[tokens] + np.int64(labels)))
    place = np.concatenate((items.left[nodes], tokens))
    order = np.lexsort((place, parent))
    child = np.concatenate((nodes, np.full(len(tokens), _NONE)))
    return parent[order], symbol[order], child[order]


def sequence_numbers(owner: Int64s, symbol: Int64s, size: int) -> Int64s:
    """A number for the sequence of symbols of each owner; the rows are in the order of the owners."""
    count = np.bincount(owner, minlength=size)
    first = np.concatenate(([0], np.cumsum(count)[:-1]))
    number = np.zeros(size, np.int64)
    for place in range(int(count.max(initial=0))):
        there = np.flatnonzero(count > place)
        number[there] = 1 + number.max(initial=0) + numbered(number[there], symbol[first[there] + place])
    return number


def neighbours(owner: Int64s, symbol: Int64s) -> tuple[Int64s, Int64s]:
    """The symbol before and after each row with the same owner; -1 if there is none."""
    before, after = np.full(len(owner), _NONE, np.int64), np.full(len(owner), _NONE, np.int64)
    same = owner[1:] == owner[:-1]
    before[1:][same] = symbol[:-1][same]
    after[:-1][same] = symbol[1:][same]
    return before, after
