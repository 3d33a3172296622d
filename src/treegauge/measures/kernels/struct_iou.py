"""Compiled loops of Struct-IoU: the best alignment of two trees over spans. The plain twin is in
tests/measures/twin_struct_iou.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array

_EPSILON = 1e-6  # spans that share less are apart, as in the authors' program

# A tree as the loops below see it: the words first, then the phrases in preorder, all numbered from 0. Of each the
# first word and one past the last (`left`, `right`), its start and end in units of the text, its label, and the phrase
# above it (a number among the phrases, -1: none). `below` lists all nodes below each phrase, those that end first
# first: those of phrase i are below[places[i]:places[i + 1]]; the last list has all nodes of the tree.


@kernel
def _climb(nodes: int, phrases: int, above: Array, order: Array, places: Array, below: Array) -> None:
    """List the nodes below each phrase; nodes are visited in the given order."""
    places[: phrases + 2] = 0
    for x in range(nodes):
        p = above[x]
        while p >= 0:
            places[p + 1] += 1
            p = above[nodes - phrases + p]
    places[phrases + 1] = nodes
    for p in range(phrases + 1):
        places[p + 1] += places[p]
    for k in range(nodes):
        x = order[k]
        p = above[x]
        while p >= 0:
            below[places[p]] = x
            places[p] += 1
            p = above[nodes - phrases + p]
        below[places[phrases]] = x
        places[phrases] += 1
    for p in range(phrases, -1, -1):
        places[p + 1] = places[p]
    places[0] = 0


@kernel
def _overlap(start: float, end: float, other_start: float, other_end: float, threshold: float) -> float:
    """Intersection over union of two spans; 0 if that is not above the threshold."""
    shared = min(end, other_end) - max(start, other_start)
    whole = max(end, other_end) - min(start, other_start)
    if shared < _EPSILON or whole < _EPSILON:
        return 0.0
    share = shared / whole
    return share if share > threshold and share >= _EPSILON else 0.0


@kernel
def _best(
    first: Array,
    second: Array,
    at: int,
    other_at: int,
    width: int,
    other_width: int,
    left: Array,
    right: Array,
    other_left: Array,
    other_right: Array,
    weight: Array,
    table: Array,
) -> float:
    """The best sum of weights of nodes in `first` with nodes in `second`, none of which overlap and all in the same
    order. Place (i, j) of the table is the best sum of nodes that end at word i and at word j at the latest; words are
    counted from `at` and `other_at`."""
    table[0, : other_width + 1] = 0.0
    row = 0
    for x in first:
        end = right[x] - at
        while row < end:
            row += 1
            table[row, : other_width + 1] = table[row - 1, : other_width + 1]
        begin = table[left[x] - at]
        for y in second:
            value = begin[other_left[y] - other_at] + weight[x, y]
            place = other_right[y] - other_at
            table[row, place] = max(table[row, place], value)
        for j in range(1, other_width + 1):
            table[row, j] = max(table[row, j], table[row, j - 1])
    while row < width:
        row += 1
        table[row, : other_width + 1] = table[row - 1, : other_width + 1]
    return float(table[width, other_width])


@kernel
def _align(gold: Any, test: Any, tags: bool, threshold: float, weight: Array, table: Array) -> float:
    """The weight of the best alignment of two trees. `weight` becomes that of the subtrees of each pair of nodes, if
    these are aligned with each other."""
    words, nodes, left, right, start, end, label, places, below = gold
    other_words, other_nodes, other_left, other_right, other_start, other_end, other_label, other_places, others = test
    for x in range(nodes - 1, -1, -1):
        for y in range(other_nodes - 1, -1, -1):
            leaf = x < words or y < other_words
            weight[x, y] = 0.0
            if label[x] != other_label[y] and (tags or not leaf):
                continue
            weight[x, y] = _overlap(start[x], end[x], other_start[y], other_end[y], threshold)
    for x in range(nodes - 1, words - 1, -1):  # phrases in preorder: those below come first
        first = below[places[x - words] : places[x - words + 1]]
        for y in range(other_nodes - 1, other_words - 1, -1):
            if weight[x, y] > 0.0:
                second = others[other_places[y - other_words] : other_places[y - other_words + 1]]
                weight[x, y] += _best(
                    *(first, second, left[x], other_left[y], right[x] - left[x], other_right[y] - other_left[y]),
                    *(left, right, other_left, other_right, weight, table),
                )
    return _best(
        below[places[nodes - words] :],
        others[other_places[other_nodes - other_words] :],
        *(0, 0, words, other_words, left, right, other_left, other_right, weight, table),
    )


@kernel
def _tree(side: Any, s: int) -> Any:
    """A sentence as a tree. A phrase with gaps becomes one phrase for each of its parts, and one without words none, so
    that all spans are nested."""
    token_offsets, node_offsets, token_parent, node_parent, starts, ends, tag, label = side
    t0, words, n0, n1 = token_offsets[s], token_offsets[s + 1] - token_offsets[s], node_offsets[s], node_offsets[s + 1]
    steps = 0
    for w in range(words):
        p = token_parent[t0 + w]
        while p >= 0:
            steps += 1
            p = node_parent[n0 + p]
    most = words + steps
    left, right, above = np.empty(most, np.int64), np.empty(most, np.int64), np.empty(most, np.int64)
    labels, path = np.empty(most, np.int64), np.empty(n1 - n0, np.int64)
    part, last = np.full(n1 - n0, -1, np.int64), np.full(n1 - n0, -2, np.int64)  # of each phrase: now, up to this word
    phrases = depth = 0
    for w in range(words):
        left[w], right[w], labels[w] = w, w + 1, tag[t0 + w]
        up, height, p = -1, 0, token_parent[t0 + w]
        while p >= 0:
            path[height] = p
            height += 1
            p = node_parent[n0 + p]
        for k in range(height - 1, -1, -1):
            p = path[k]
            if last[p] != w - 1:
                x = words + phrases
                left[x], above[x], labels[x], part[p] = w, up, label[n0 + p], phrases
                depth += height - 1 - k
                phrases += 1
            last[p], up = w, part[p]
            right[words + up] = w + 1
        above[w] = up
    nodes = words + phrases
    places, below = np.empty(phrases + 2, np.int64), np.empty(steps + depth + nodes, np.int64)
    _climb(nodes, phrases, above, np.argsort(right[:nodes]), places, below)
    start, end = starts[t0 + left[:nodes]], ends[t0 + right[:nodes] - 1]
    return words, nodes, left, right, start, end, labels, places, below


@kernel
def align_trees(
    begin: int, end: int, wanted: Array, gold: Any, test: Any, tags: bool, threshold: float, out: Array
) -> None:
    """The weight of the best alignment of each sentence wanted, from `begin` to `end`, and the mean number of nodes."""
    for s in range(begin, end):
        if not wanted[s]:
            continue
        first, second = _tree(gold, s), _tree(test, s)
        weight = np.empty((first[1], second[1]))
        table = np.empty((first[0] + 1, second[0] + 1))
        out[s, 0] = _align(first, second, tags, threshold, weight, table)
        out[s, 1] = (first[1] + second[1]) / 2
