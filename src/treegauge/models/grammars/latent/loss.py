"""How much the charts of a sentence may have lost: what is far below the other numbers of a span becomes zero.

What is lost in a span is compared with the sum over all trees: it counts as much as there is around it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.compiled import borrowed, kernel
from ....core.types import Array
from .inside import ABSENT, span_number
from .network import LatentNetwork
from .outside import sentence_sum

KEPT = 900  # of the 1,022 powers of two that numbers have, those that are certain to be kept
LAST = -60  # log2 of less than the last digit


def nothing_lost(network: LatentNetwork, inside: Any) -> bool:
    """Whether no product of an inside chart can have become zero: enough numbers are near enough to one."""
    there = inside.top_exponent[inside.top_exponent > ABSENT]
    if not len(there):
        return True
    least = float(np.log2(inside.top[inside.top > 0].min()))
    weight = min(float(logs[logs > -np.inf].min(initial=0.0)) for logs in (network.log_pairs, network.log_chains))
    return 2 * least + weight - 2 * float(int(there.max()) - int(there.min())) > -KEPT


@kernel
def log_of_loss(network: Any, inside: Any, outside: Any, n: int) -> Any:
    """At most log2 of the part of the sum over all trees that the charts may have lost."""
    inside, outside = borrowed(inside), borrowed(outside)
    cells, worst = n * (n + 1) // 2, np.int64(ABSENT)
    below, around = np.full(cells, ABSENT, np.int64), np.full(cells, ABSENT, np.int64)
    for at in range(cells):
        for symbol in range(len(network.state) - 1):
            below[at] = max(below[at], np.int64(inside.top_exponent[at, symbol]))
            around[at] = max(around[at], np.int64(outside.low_exponent[at, symbol]))
    for length in range(n, 0, -1):
        for i in range(n - length + 1):
            at, scale = span_number(n, i, i + length), np.int64(ABSENT)
            if around[at] == ABSENT:  # without numbers inside, nothing was made
                around[at] = _around_at_most(below, around, n, i, i + length, network.slack)
            if length == 1:
                scale = below[at]
            for k in range(i + 1, i + length):
                scale = max(scale, _both(below[span_number(n, i, k)], below[span_number(n, k, i + length)]))
            worst = max(worst, _both(scale, around[at]))
    number, exponent = sentence_sum(network, inside, n)
    return worst - KEPT - exponent - np.log2(number)


@kernel
def _both(one: Any, other: Any) -> Any:
    """The exponent of a product."""
    return one + other if one > ABSENT and other > ABSENT else np.int64(ABSENT)


@kernel
def _around_at_most(below: Array, around: Array, n: int, i: int, j: int, slack: int) -> Any:
    """From what is around longer spans, and what is in the spans next to this one."""
    most = np.int64(ABSENT)
    for k in range(j + 1, n + 1):
        most = max(most, _both(around[span_number(n, i, k)], below[span_number(n, j, k)]))
    for k in range(i):
        most = max(most, _both(around[span_number(n, k, j)], below[span_number(n, k, i)]))
    return _both(most, slack)
