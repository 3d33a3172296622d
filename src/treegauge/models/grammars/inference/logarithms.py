"""The sum over all trees in logarithms, with its first moment: slow, but without underflow and overflow."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy import log2

from ....core.compiled import kernel
from ....core.types import Array
from .subnetwork import EDGE, HEAD, counts_of, low, shift_of


class Chains(NamedTuple):
    """For each label (a child) the labels above it by unary rules, and itself: the weight of all chains, and
    their moment."""

    first: Array
    above: Array
    total: Array
    moment: Array


@kernel
def in_logarithms(lattice: Any, start: int, part: Any, chains: Any) -> Any:
    """log2 of the sum over all trees and their mean gain (moments.py), by the recursion of the chart, one number at a
    time; and the same of every label over every span. A pair is here log2 of a sum and the mean."""
    n, states, labels = len(lattice.look), len(part.first), len(part.labels)
    inside = np.full((n, labels, n + 1, 2), -np.inf)
    line = np.empty((states + labels, n + 1, 2))
    for i in range(n - 1, -1, -1):
        line[:] = -np.inf
        line[0, i] = 0.0
        for k in range(i, n + 1):
            for b in range(labels):
                if line[states + b, k, 0] > -np.inf:
                    for place in range(chains.first[b], chains.first[b + 1]):
                        chain, gain = log2(chains.total[place]), chains.moment[place] / chains.total[place]
                        _join(inside[i, chains.above[place], k], line[states + b, k], chain, gain)
            if k > i:
                _over_labels(part, 0, line, i, inside[i], k, k)
            for p in range(len(part.back) if i < k < n else 0):
                if part.back[p] >= 0 and line[p, k, 0] > -np.inf:
                    back = part.back_weight[p, 1]
                    _join(line[part.back[p], k], line[p, k], back, back)
            for p in range(states if k < n else 0):
                if line[p, k, 0] > -np.inf:
                    _over_tags(part, p, line, k, lattice)
                    if k > i:
                        _over_labels(part, p, line, k, inside[k], k + 1, n)
    return inside[0, start, n, 0], inside[0, start, n, 1], inside


@kernel
def _plus(one: float, other: float) -> Any:
    """log2(2^one + 2^other)."""
    if other > one:
        one, other = other, one
    return one + log2(1.0 + 2.0 ** (other - one))


@kernel
def _join(target: Array, source: Array, log: float, gain: float) -> None:
    """Add to `target` the value of `source` after an edge."""
    log, gain = source[0] + log, source[1] + gain
    if target[0] == -np.inf:
        target[0], target[1] = log, gain
    else:
        total = _plus(target[0], log)
        share = 2.0 ** (log - total)
        target[0], target[1] = total, target[1] + share * (gain - target[1])


@kernel
def _over_tags(part: Any, state: int, line: Array, at: int, lattice: Any) -> None:
    """Continue from `state` at `at` over the tags there."""
    head = part.first[state]
    tagged, _last, _inner = counts_of(part.whole, head)
    for edge in range(head + HEAD, head + HEAD + EDGE * tagged, EDGE):
        word = 2 * (at * len(lattice.tags) + low(part.whole[edge]))
        if lattice.weight[word] > 0.0:
            log, gain = log2(part.code[edge + 1]), part.code[edge + 2]
            tag = lattice.weight[word + 1]
            _join(line[part.whole[edge] >> 32, at + 1], line[state, at], log + tag, gain + tag)


@kernel
def _over_labels(part: Any, state: int, line: Array, at: int, inside: Array, begin: int, end: int) -> None:
    """Continue from `state` at `at` over the labels that begin there and end from `begin` to `end`."""
    states, head, shift = len(part.first), part.first[state], shift_of(len(part.labels))
    tagged, last, inner = counts_of(part.whole, head)
    for number in range(last + inner):
        edge = head + HEAD + EDGE * (tagged + number)
        word, log, gain = part.whole[edge], log2(part.code[edge + 1]), part.code[edge + 2]
        label, to = low(word), word >> 32
        if number < last:
            label, to = word >> shift, states + (word & (1 << shift) - 1)
        for k in range(begin, end + 1):
            if inside[label, k, 0] > -np.inf:
                _join(line[to, k], inside[label, k], line[state, at, 0] + log, line[state, at, 1] + gain)
