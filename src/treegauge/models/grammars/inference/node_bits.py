"""What each node of a given tree costs, in bits, read off the chart of its sentence.

-log2 p(tree | words) is a sum over the nodes of the tree. A node with the rule A -> X Y over a span costs -log2 of the
probability of this rule with its children at these places, given the node and the words:

    p(A -> X Y) inside(X) inside(Y) / inside(A)

In the product over all nodes every inside probability but that of the root is cancelled, so the bits add up to
log2 p(w) - log2 p(t). A node with a unary rule pays for its own step: the inside probability of a label has the sum
over all chains below it, cycles too, so every node of a chain has its own choice between stopping and each rule.

The bits have two parts: which rule (the sum over all places of its children), and where (the places, given the rule).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy import log2

from ....core.compiled import inlined, kernel
from ....core.types import Array
from .chart import place_of
from .sentence import find


class InsideValues(NamedTuple):
    """The inside probabilities of a sentence: rows of its chart, with the slope of their scale, or, where no scale
    holds all numbers, their logarithms (`in_logs`)."""

    n: int
    labels: int
    row: Array
    values: Array
    slope: float
    in_logs: bool
    logs: Array


@inlined
def _log2_inside(inside: Any, label: int, begin: int, end: int) -> float:
    """log2 of the inside probability of a label over a span; -inf if there is no tree."""
    value = -np.inf
    if inside.in_logs:
        value = inside.logs[begin, label, end, 0]
    else:
        at = inside.row[begin * inside.labels + label]
        if at >= 0:
            at += place_of(inside.n - end)
            if inside.values[at + 8] > -np.inf:
                value = log2(inside.values[at]) - inside.slope * (end - begin)
    return value


@kernel
def tree_bits(
    given: Any, sentence: int, first_token: int, lattice: Any, labels: Array, inside: Any, bits: Array
) -> None:
    """Write to the rows of `bits` for the nodes of a sentence which rule, and where. `labels` are the labels of the
    subnetwork, in order."""
    begin, end = given.offsets[sentence], given.offsets[sentence + 1]
    size, local = np.ones(end - begin, np.int32), np.empty(end - begin, np.int32)
    for node in range(end - begin - 1, -1, -1):
        local[node] = np.searchsorted(labels, given.label[begin + node])
        if given.parent[begin + node] >= 0:
            size[given.parent[begin + node]] += size[node]
    tags = np.empty(inside.n, np.int32)
    for place in range(inside.n):
        tags[place] = find(lattice.tags, given.tag[first_token + place])
    left, right = given.left[begin:end], given.right[begin:end]
    children, starts = np.empty(inside.n, np.int32), np.empty(inside.n + 1, np.int32)
    sums, others = np.empty(inside.n + 1), np.empty(inside.n + 1)
    for node in range(end - begin):
        count, at, below = 0, left[node], node + 1
        here = 0.0
        while at < right[node]:
            starts[count] = at
            if below < node + size[node] and left[below] == at:
                children[count] = local[below]
                here += _log2_inside(inside, local[below], at, right[below])
                at = right[below]
                below += size[below]
            else:
                children[count] = ~tags[at]
                here += lattice.weight[2 * (at * len(lattice.tags) + tags[at]) + 1]
                at += 1
            count += 1
        everywhere = here
        if count > 1 and right[node] - left[node] > count:
            everywhere = _over_places(lattice, inside, children[:count], left[node], right[node], sums, others)
        whole = _log2_inside(inside, local[node], left[node], right[node])
        bits[begin + node, 0] = whole - given.log2_rule[begin + node] - everywhere
        bits[begin + node, 1] = everywhere - here


@kernel
def _over_places(
    lattice: Any, inside: Any, children: Array, left: int, right: int, sums: Array, others: Array
) -> float:
    """log2 of the sum over all places where these children can divide a span of the product of their inside
    probabilities. Each child but the last has numbers by its end, the sum over the places of those before it."""
    count = len(children)
    sums[left : right + 1] = -np.inf
    sums[left] = 0.0
    for number in range(count):
        others[left : right + 1] = -np.inf
        rest, child = count - number - 1, children[number]
        for begin in range(left + number, right - rest if number > 0 else left + 1):
            if sums[begin] == -np.inf:
                continue
            if child < 0:
                if rest > 0 or begin == right - 1:
                    log = lattice.weight[2 * (begin * len(lattice.tags) + ~child) + 1]
                    others[begin + 1] = _plus(others[begin + 1], sums[begin] + log)
                continue
            for end in range(begin + 1 if rest > 0 else right, right - rest + 1):
                log = _log2_inside(inside, child, begin, end)
                others[end] = _plus(others[end], sums[begin] + log)
        sums, others = others, sums
    return float(sums[right])


@inlined
def _plus(one: float, other: float) -> float:
    """log2(2^one + 2^other)."""
    greater, less = max(one, other), min(one, other)
    return greater if less == -np.inf else greater + log2(1.0 + 2.0 ** (less - greater))
