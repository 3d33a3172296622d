"""Chains of unary rules: the sum over all of them, of any length, and the best one."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.compiled import kernel
from ....core.types import Array


class Closure(NamedTuple):
    """For each label (a child) the labels above it and itself, with the sum of all chains and the logarithm
    of the best chain.

    `step[a, b]` is the first label on the best chain from a down to b (-1 if there is none).
    """

    first: Array
    above: Array
    total: Array
    best: Array
    step: Array


@kernel
def close(labels: int, unary: Array, weight: Array, log: Array) -> Any:
    """Kleene's algorithm: one label after the other becomes available as an inner label of chains.

    In sums a label may be passed any number of times, which is the geometric series 1 / (1 - loop); the best chain
    passes none twice. This is (I - U)^-1 by elimination, and its max-plus twin.
    """
    total = np.zeros((labels, labels))
    best = np.full((labels, labels), -np.inf)
    step = np.full((labels, labels), -1, np.int32)
    for u in range(len(unary)):
        a, b = unary[u]
        total[a, b] += weight[u]
        if log[u] > best[a, b]:
            best[a, b] = log[u]
            step[a, b] = b
    below = np.empty(labels, np.int32)
    for middle in range(labels):
        count = 0
        for b in range(labels):
            if total[middle, b] > 0 and b != middle:
                below[count] = b
                count += 1
        # A loop of probability one or more has no finite sum.
        loop = total[middle, middle]
        rounds = 1.0 / (1.0 - loop) if loop < 1.0 else np.inf
        for a in range(labels):
            there = total[a, middle]
            if there == 0.0 or a == middle:
                continue
            total[a, middle] = there * rounds
            for place in range(count):
                b = below[place]
                total[a, b] += there * rounds * total[middle, b]
                if best[a, middle] + best[middle, b] > best[a, b]:
                    best[a, b] = best[a, middle] + best[middle, b]
                    step[a, b] = step[a, middle]
        for place in range(count):
            total[middle, below[place]] *= rounds
        total[middle, middle] = loop * rounds
    count = labels
    for a in range(labels):
        for b in range(labels):
            if a != b and total[a, b] > 0:
                count += 1
    first = np.zeros(labels + 1, np.int32)
    above = np.empty(count, np.int32)
    sums, maxima = np.empty(count), np.empty(count)
    count = 0
    for b in range(labels):
        for a in range(labels):
            if a == b or total[a, b] > 0:
                above[count] = a
                sums[count] = total[a, b] + (1.0 if a == b else 0.0)
                maxima[count] = 0.0 if a == b else best[a, b]
                count += 1
        first[b + 1] = count
    return Closure(first, above, sums, maxima, step)
