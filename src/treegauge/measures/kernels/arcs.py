"""Compiled loops over dependency trees: the depth of each word, and whether the arc to its head is projective."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array


@kernel
def arc_shapes(offsets: Array, head: Array) -> Any:
    """Per word: the number of arcs from the root down to it (0: no path leads there), and whether its head dominates
    all words between the two. A word that depends on the root has depth 1, and its arc is projective."""
    depth, projective = np.zeros(len(head), np.int32), np.zeros(len(head), np.bool_)
    longest = 0
    for s in range(len(offsets) - 1):
        longest = max(longest, offsets[s + 1] - offsets[s])
    first, size, stack = np.empty(longest, np.int32), np.empty(longest, np.int32), np.empty(longest, np.int32)
    child, sibling, order = np.empty(longest + 1, np.int32), np.empty(longest, np.int32), np.empty(longest, np.int32)
    for s in range(len(offsets) - 1):
        begin, end = offsets[s], offsets[s + 1]
        _number(head[begin:end], depth[begin:end], first, size, stack, child, sibling, order)
        _mark(head[begin:end], first, size, child, sibling, projective[begin:end])
    return depth, projective


@kernel
def _number(
    head: Array, depth: Array, first: Array, size: Array, stack: Array, child: Array, sibling: Array, order: Array
) -> None:
    """Number the words from the root down (-1: no path leads there), so that those which a word dominates are the next
    `size`; and list the dependents of each word, those of the root under the last."""
    n = len(head)
    root = n
    child[: n + 1] = -1
    first[:n] = -1
    size[:n] = 1
    for i in range(n - 1, -1, -1):
        if head[i] >= -1:
            above = head[i] if head[i] >= 0 else root
            sibling[i] = child[above]
            child[above] = i
    waiting, numbered = 0, 0
    if child[root] >= 0:
        stack[0] = child[root]
        waiting = 1
    while waiting > 0:
        waiting -= 1
        i = stack[waiting]
        first[i] = numbered
        order[numbered] = i
        numbered += 1
        depth[i] = depth[head[i]] + 1 if head[i] >= 0 else 1
        if sibling[i] >= 0:
            stack[waiting] = sibling[i]
            waiting += 1
        if child[i] >= 0:
            stack[waiting] = child[i]
            waiting += 1
    for place in range(numbered - 1, -1, -1):
        i = order[place]
        if head[i] >= 0:
            size[head[i]] += size[i]


@kernel
def _mark(head: Array, first: Array, size: Array, child: Array, sibling: Array, projective: Array) -> None:
    """Go from each head outwards as far as its dependents, up to the first word that it does not dominate."""
    for h in range(len(head)):
        if first[h] < 0:
            continue
        projective[h] = projective[h] or head[h] == -1
        lowest, highest, i = h, h, child[h]
        while i >= 0:
            lowest, highest, i = min(lowest, i), max(highest, i), sibling[i]
        low, high = h, h
        while low > lowest and first[h] <= first[low - 1] < first[h] + size[h]:
            low -= 1
        while high < highest and first[h] <= first[high + 1] < first[h] + size[h]:
            high += 1
        i = child[h]
        while i >= 0:
            projective[i] = low <= i <= high
            i = sibling[i]
