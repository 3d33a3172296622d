"""The sum over all trees in logarithms: slow, but no probability is too small or too large for it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compiled import kernel
from .subnetwork import EDGE, HEAD, counts_of, low, shift_of

Array = Any


@kernel
def plus(one: float, other: float) -> Any:
    """log2(2^one + 2^other)."""
    if other > one:
        one, other = other, one
    if other == -np.inf:
        return one
    return one + np.log2(1.0 + 2.0 ** (other - one))


@kernel
def log2_inside(tags: Array, start: int, part: Any, closure: Any) -> Any:
    """log2 p(w) by the recursion of the chart, one number at a time."""
    n, states, labels = len(tags), len(part.first), len(part.labels)
    inside = np.full((n, labels, n + 1), -np.inf)
    line = np.empty((states + labels, n + 1))
    for i in range(n - 1, -1, -1):
        line[:] = -np.inf
        line[0, i] = 0.0
        for k in range(i, n + 1):
            for b in range(labels):
                if line[states + b, k] > -np.inf:
                    for place in range(closure.first[b], closure.first[b + 1]):
                        a, chain = closure.above[place], np.log2(closure.total[place])
                        inside[i, a, k] = plus(inside[i, a, k], chain + line[states + b, k])
            if k > i:
                _over_labels(part, 0, line, i, inside[i], k, k)
            for p in range(states if k < n else 0):
                if line[p, k] > -np.inf:
                    _over_tag(part, p, line, k, tags[k])
                    if k > i:
                        _over_labels(part, p, line, k, inside[k], k + 1, n)
    return inside[0, start, n]


@kernel
def _over_tag(part: Any, state: int, line: Array, at: int, tag: int) -> None:
    """What stands in `state` at `at` goes on over the tag there."""
    head = part.first[state]
    tagged, _last, _inner = counts_of(part.whole, head)
    for edge in range(head + HEAD, head + HEAD + EDGE * tagged, EDGE):
        if low(part.whole[edge]) == tag:
            to = part.whole[edge] >> 32
            line[to, at + 1] = plus(line[to, at + 1], line[state, at] + part.code[edge + 2])


@kernel
def _over_labels(part: Any, state: int, line: Array, at: int, inside: Array, begin: int, end: int) -> None:
    """What stands in `state` at `at` goes on over the labels that begin there and end from `begin` to `end`."""
    states, head, shift = len(part.first), part.first[state], shift_of(len(part.labels))
    tagged, last, inner = counts_of(part.whole, head)
    for number in range(last + inner):
        edge = head + HEAD + EDGE * (tagged + number)
        word = part.whole[edge]
        label, to = low(word), word >> 32
        if number < last:
            label, to = word >> shift, states + (word & (1 << shift) - 1)
        for k in range(begin, end + 1):
            if inside[label, k] > -np.inf:
                line[to, k] = plus(line[to, k], line[state, at] + part.code[edge + 2] + inside[label, k])
