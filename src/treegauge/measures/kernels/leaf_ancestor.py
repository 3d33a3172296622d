"""Compiled loops of the leaf-ancestor measure: lineages of terminals, and the similarity of two lineages. Their plain
twins are in tests/measures/test_leaf_ancestor.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array

OPEN, CLOSE = 0, 1  # the boundary marks as symbols; labels come after them
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_ONE, _ZERO = np.uint64(1), np.uint64(0)
_ODD, _HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


@kernel
def similarities(wanted: Array, gold: Any, test: Any, group: Array, costs: Array) -> Any:
    """The similarity of the two lineages of each gold token, in the sentences wanted; elsewhere 0.

    `gold` and `test` are the arrays of trees (`_tree` in leaf_ancestor.py). `group` gives the row of each symbol in
    `costs`, 0 for a symbol without partial costs; a table of one row asks for the plain distance.
    """
    gold_tokens, gold_nodes, gold_token_parent, gold_parent, gold_left, gold_right, gold_symbol = gold
    test_tokens, test_nodes, test_token_parent, test_parent, test_left, test_right, test_symbol = test
    result = np.zeros(gold_tokens[-1], np.float64)
    widest = 0
    for s in range(len(wanted)):
        widest = max(widest, gold_nodes[s + 1] - gold_nodes[s], test_nodes[s + 1] - test_nodes[s])
    # For each node of the sentence: the places of marks above it, its depth, its labels as one number (`_climb`).
    gold_place, test_place = np.empty((widest, 3), np.int32), np.empty((widest, 3), np.int32)
    gold_chain, test_chain = np.empty(widest, np.uint64), np.empty(widest, np.uint64)
    one, other = np.empty(widest + 2, np.int32), np.empty(widest + 2, np.int32)
    masks = np.zeros(len(group), np.uint64)
    carry = np.empty(widest + 2, np.uint64)
    row = np.empty(widest + 3, np.float64)
    for s in range(len(wanted)):
        if not wanted[s]:
            continue
        g0, g1, h0, h1 = gold_nodes[s], gold_nodes[s + 1], test_nodes[s], test_nodes[s + 1]
        gp, gl, gr, gs = gold_parent[g0:g1], gold_left[g0:g1], gold_right[g0:g1], gold_symbol[g0:g1]
        tp, tl, tr, ts = test_parent[h0:h1], test_left[h0:h1], test_right[h0:h1], test_symbol[h0:h1]
        _climb(gp, gl, gr, gs, gold_place, gold_chain)
        _climb(tp, tl, tr, ts, test_place, test_chain)
        for t in range(gold_tokens[s + 1] - gold_tokens[s]):
            p, q = gold_token_parent[gold_tokens[s] + t], test_token_parent[test_tokens[s] + t]
            opens, closes = _marks(t, p, gl, gr, gold_place)
            begins, ends = _marks(t, q, tl, tr, test_place)
            result[gold_tokens[s] + t] = 1.0
            if p < 0 and q < 0:
                continue
            if p >= 0 and q >= 0 and gold_chain[p] == test_chain[q] and opens == begins and closes == ends:
                continue
            m = _lineage(p, gp, gs, gold_place, opens, closes, one)
            n = _lineage(q, tp, ts, test_place, begins, ends, other)
            low, a, b = _differing(one, other, m, n)
            if a == low or b == low:
                distance = float(a + b - 2 * low)
            elif len(costs) > 1:
                distance = weighted_distance(one[low:a], other[low:b], group, costs, row)
            else:
                distance = float(a + b - 2 * low - 2 * common(one[low:a], other[low:b], masks, carry))
            result[gold_tokens[s] + t] = 1.0 - distance / (m + n)
    return result


@kernel
def _climb(parent: Array, left: Array, right: Array, symbol: Array, place: Array, chain: Array) -> None:
    """For each node: the depth of the highest node above it, or itself, that begins where it begins; of the highest
    that ends where it ends; its own depth; and a 64-bit number for the labels from the root down to it, so that equal
    lineages, half of all, are recognised at once (different ones have the same number once in 10^19 cases)."""
    for i in range(len(parent)):
        p = parent[i]
        above = place[p, 2] if p >= 0 else 0
        place[i, 0] = place[p, 0] if p >= 0 and left[p] == left[i] else above + 1
        place[i, 1] = place[p, 1] if p >= 0 and right[p] == right[i] else above + 1
        place[i, 2] = above + 1
        mixed = ((chain[p] if p >= 0 else _ONE) + np.uint64(symbol[i])) * _ODD
        chain[i] = (mixed ^ (mixed >> _HALF)) * _ODD


@kernel
def _marks(t: int, node: int, left: Array, right: Array, place: Array) -> Any:
    """The depths of the nodes that get the boundary marks of token t, 0 for none."""
    if node < 0:
        return 0, 0
    return place[node, 0] if left[node] == t else 0, place[node, 1] if right[node] == t + 1 else 0


@kernel
def _lineage(node: int, parent: Array, symbol: Array, place: Array, opens: int, closes: int, out: Array) -> int:
    """Write the symbols from `node` up to the root, with the marks at the nodes of those depths; returns how many."""
    length = 0
    depth = place[node, 2] if node >= 0 else 0
    while depth > 0:
        if depth == opens:
            out[length] = OPEN
            length += 1
        out[length] = symbol[node]
        length += 1
        if depth == closes:
            out[length] = CLOSE
            length += 1
        node = parent[node]
        depth -= 1
    return length


@kernel
def _differing(one: Array, other: Array, m: int, n: int) -> Any:
    """Without what two sequences share at both ends: the first place, and the two ends. This changes no distance: an
    alignment that pairs equal symbols at an end never costs more."""
    while m > 0 and n > 0 and one[m - 1] == other[n - 1]:
        m -= 1
        n -= 1
    low = 0
    while low < m and low < n and one[low] == other[low]:
        low += 1
    return low, m, n


@kernel
def common(one: Array, other: Array, masks: Array, carry: Array) -> int:
    """The length of the longest common subsequence, 64 symbols of `one` at a time in the bits of a word (Hyyrö 2004).

    `masks` has a word for each symbol, all 0 before and after; `carry` has room for a word for each of `other`.
    """
    found = 0
    for i in range(len(other)):
        carry[i] = _ZERO
    for start in range(0, len(one), 64):
        width = min(64, len(one) - start)
        for j in range(width):
            masks[one[start + j]] |= _ONE << np.uint64(j)
        free = _ALL
        for i in range(len(other)):
            mask = masks[other[i]]
            total = free + (free & mask)
            after = total + carry[i]
            carry[i] = _ONE if total < free or after < total else _ZERO
            free = after | (free & ~mask)
        for j in range(width):
            masks[one[start + j]] = _ZERO
            found += 1 if (free >> np.uint64(j)) & _ONE == _ZERO else 0
    return found


@kernel
def weighted_distance(one: Array, other: Array, group: Array, costs: Array, row: Array) -> float:
    """The edit distance with partial costs of replacement: insertion and deletion 1, replacement 2 where the table has
    no other cost. `row` has room for one number more than `other`."""
    for j in range(len(other) + 1):
        row[j] = j
    for i in range(len(one)):
        diagonal = row[0]
        row[0] = i + 1
        for j in range(len(other)):
            replaced = diagonal + (0.0 if one[i] == other[j] else costs[group[one[i]], group[other[j]]])
            diagonal = row[j + 1]
            row[j + 1] = min(replaced, diagonal + 1.0, row[j] + 1.0)
    return row[len(other)]
