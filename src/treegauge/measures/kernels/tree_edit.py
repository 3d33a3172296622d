"""Compiled loops of the tree edit distance (Zhang & Shasha 1989). The plain twin is in
tests/measures/twin_tree_edit.py.

A tree is in postorder: of each node its label and the first leaf below it (`left`, a number in postorder), and of the
tree its key roots, the nodes that have a sibling before them, and the root. All trees are in the same flat arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import borrowed, kernel
from ...core.types import Array


@kernel
def number_in_postorder(
    offsets: Array, parent: Array, label: Array, reverse: bool, left: Array, labels: Array, roots: Array, costs: Array
) -> Array:
    """Write each tree in postorder, mirrored if `reverse`. Siblings are in order, and the first node of a tree is its
    root. Returns the number of key roots of each tree; -1 where some node is not below the root."""
    trees = len(offsets) - 1
    numbers = np.zeros(trees, np.int64)
    for t in range(trees):
        at, size = offsets[t], offsets[t + 1] - offsets[t]
        child, sibling = np.full(size, -1, np.int64), np.full(size, -1, np.int64)
        for k in range(1, size):
            x = k if reverse else size - k
            p = parent[at + x]
            sibling[x] = child[p]
            child[p] = x
        done, x = 0, 0
        first, last = np.empty(size, np.int64), np.full(size, -1, np.int64)
        while x >= 0:
            first[x] = done
            if child[x] >= 0:
                x = child[x]
                continue
            while x >= 0:
                left[at + done], labels[at + done] = first[x], label[at + x]
                last[first[x]] = done
                done += 1
                if sibling[x] >= 0:
                    x = sibling[x]
                    break
                x = parent[at + x]
        if done < size:
            numbers[t] = -1
            continue
        costs[t] = 0
        for k in range(size):
            if last[left[at + k]] == k:
                roots[at + numbers[t]] = k
                numbers[t] += 1
                costs[t] += k - left[at + k] + 1
    return numbers


@kernel
def _distance(tree: Any, other: Any, between: Array, table: Array) -> int:
    """The distance of two trees: how many nodes are inserted, deleted or relabelled at least. `between` becomes that of
    each pair of subtrees, `table` that of the forests below a pair of key roots."""
    left, label, roots = borrowed(tree)
    other_left, other_label, other_roots = borrowed(other)
    for i in roots:
        a = left[i]
        height = i - a + 1
        for j in other_roots:
            b = other_left[j]
            width = j - b + 1
            for y in range(width + 1):
                table[0, y] = y
            for x in range(1, height + 1):
                node = a + x - 1
                table[x, 0] = x
                start = left[node] - a
                for y in range(1, width + 1):
                    opposite = b + y - 1
                    best = min(table[x - 1, y], table[x, y - 1]) + 1
                    begin = other_left[opposite] - b
                    if start == 0 and begin == 0:
                        best = min(best, table[x - 1, y - 1] + (label[node] != other_label[opposite]))
                        between[node, opposite] = best
                    else:
                        best = min(best, table[start, begin] + between[node, opposite])
                    table[x, y] = best
    return int(between[len(left) - 1, len(other_left) - 1])


@kernel
def edit_distances(begin: int, end: int, first: Array, second: Array, plain: Any, mirrored: Any, out: Array) -> None:
    """The distances of the pairs of trees from `begin` to `end`. Each pair is compared from the side that needs less
    work; both give the same distance."""
    offsets, numbers, costs = plain[0], plain[4], plain[5]
    height = width = 0
    for k in range(begin, end):
        height = max(height, offsets[first[k] + 1] - offsets[first[k]])
        width = max(width, offsets[second[k] + 1] - offsets[second[k]])
    between, table = np.zeros((height, width), np.int32), np.zeros((height + 1, width + 1), np.int32)
    for k in range(begin, end):
        i, j = first[k], second[k]
        if numbers[i] < 0 or numbers[j] < 0:
            out[k] = -1
            continue
        side = plain if costs[i] * costs[j] <= mirrored[5][i] * mirrored[5][j] else mirrored
        out[k] = _distance(_one(side, i), _one(side, j), between, table)


@kernel
def _one(trees: Any, t: int) -> Any:
    """The arrays of one tree."""
    offsets, left, label, roots, numbers, _ = trees
    at, end = offsets[t], offsets[t + 1]
    return left[at:end], label[at:end], roots[at : at + numbers[t]]
