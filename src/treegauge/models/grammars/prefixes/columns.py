"""The chart of a sentence as arrays, and sums of probabilities or of logarithms in it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy import log2

from ....core.compiled import inlined, kernel
from ....core.types import Array
from ..inference.lanes import add_sums

LEAST, MOST = 1e-140, 1e140  # the product of two numbers within these is in the range of floats


class Columns(NamedTuple):
    """Columns of a chart. Those of column j are numbered from first[j]: its states and where their rows begin in
    `values`. What waits there for the label b is numbered from wait_first[j * labels + b]: the target that is reached
    after the label, the row that leads there, and the weight of the step. `used` says how much of the values and of the
    states is in use."""

    values: Array
    state: Array
    row: Array
    first: Array
    wait_target: Array
    wait_row: Array
    wait_weight: Array
    wait_first: Array
    used: Array


class Work(NamedTuple):
    """What is known of the present place: the row of each state and of each label that is completed (-1: none), and
    these labels; sums for each label, and the labels that have any; the weight of each tag of the next word. `expected`
    is for all places so far."""

    state_row: Array
    label_row: Array
    completed: Array
    sums: Array
    listed: Array
    above: Array
    tag_weight: Array
    expected: Array


@inlined
def plus(one: float, other: float, logs: bool) -> float:
    """The sum of two numbers, or log2 of the sum of two powers of 2."""
    if not logs:
        result = one + other
    else:
        high, low = max(one, other), min(one, other)
        result = high if low == -np.inf else high + log2(1.0 + 2.0 ** (low - high))
    return result


@inlined
def times(one: float, other: float, logs: bool) -> float:
    return one + other if logs else one * other


@inlined
def row_width(j: int) -> int:
    """The length of a row of column j."""
    return ((j + 7) >> 3) << 3


@kernel
def no_columns() -> Any:
    none, ints = np.empty(0, np.int64), np.empty(0, np.int32)
    return Columns(np.empty(0), ints, none, none, ints, none, np.empty(0), none, none)


@kernel
def fresh_columns(columns: Any, n: int, labels: int) -> Any:
    """The columns of an earlier sentence, empty."""
    first, wait_first = np.zeros(n + 2, np.int64), np.zeros((n + 1) * labels + 1, np.int64)
    return Columns(
        columns.values,
        columns.state,
        columns.row,
        first,
        columns.wait_target,
        columns.wait_row,
        columns.wait_weight,
        wait_first,
        np.zeros(3, np.int64),
    )


@kernel
def with_room_for(columns: Any, tables: Any, j: int, logs: bool) -> Any:
    """The columns with room for all that column j can have."""
    labels, states, edges = len(tables.chain_first) - 1, len(tables.middle), len(tables.symbol)
    rows = states + labels + edges // 2  # of states, of completed labels, and sums of two rows or more
    used = columns.used
    return Columns(
        _wider(columns.values, used[0], rows * row_width(j + 1)),
        _wider(columns.state, used[1], states),
        _wider(columns.row, used[1], states),
        columns.first,
        _wider(columns.wait_target, used[2], edges),
        _wider(columns.wait_row, used[2], edges),
        _wider(columns.wait_weight, used[2], edges),
        columns.wait_first,
        used,
    )


@kernel
def _wider(array: Array, used: int, more: int) -> Any:
    if used + more <= len(array):
        return array
    wider = np.empty(2 * (used + more), array.dtype)
    wider[:used] = array[:used]
    return wider


@kernel
def tags_as_bits(readings: Any, token: int) -> Any:
    """The tags of a token as bits."""
    bits = np.uint64(0)
    for item in range(readings.first[token], readings.first[token + 1]):
        bits |= np.uint64(1) << np.uint64(readings.tag[item] & 63)
    return bits


@kernel
def read_tags(readings: Any, token: int, labels: int, tag_weight: Array, logs: bool) -> Any:
    """Set the weights of the tags of a token, and return them as bits."""
    for item in range(readings.first[token], readings.first[token + 1]):
        tag_weight[readings.tag[item] - labels] = readings.log[item] if logs else readings.weight[item]
    return tags_as_bits(readings, token)


@kernel
def clear_tags(readings: Any, token: int, labels: int, tag_weight: Array, logs: bool) -> None:
    for item in range(readings.first[token], readings.first[token + 1]):
        tag_weight[readings.tag[item] - labels] = -np.inf if logs else 0.0


@inlined
def sum_of_products(values: Array, row: int, others: Array, at: int, count: int, logs: bool) -> float:
    """The sum over all places of products."""
    if logs:
        total = -np.inf
        for k in range(count):
            total = plus(total, values[row + k] + others[at + k], True)
    else:
        total = 0.0
        for k in range(count):
            total += values[row + k] * others[at + k]
    return total


@inlined
def above_target(tables: Any, target: int, above: Array, at: int, step: int, logs: bool) -> float:
    """What is above a target: above[at + a * step] for each left-hand side a that can be completed from there."""
    total = -np.inf if logs else 0.0
    if target < 0:
        total = above[at + ~target * step]
    else:
        for place in range(tables.end_first[target], tables.end_first[target + 1]):
            more = times(tables.end_weight[place], above[at + tables.end_label[place] * step], logs)
            total = plus(total, more, logs)
    return total


@inlined
def add_row(values: Any, to: int, row: int, factor: float, width: int, logs: bool) -> None:
    if logs:
        for k in range(width):
            values[to + k] = plus(values[to + k], values[row + k] + factor, True)
    else:
        for k in range(0, width, 8):
            add_sums(values, to + k, values, row + k, factor)


@inlined
def row_in_column(
    x: int, rows: Any, values: Any, used: Any, width: int, listed: Any, counts: Any, which: int, logs: bool
) -> int:
    """The row of a state or a completed label in the present column; a new one is empty, and listed."""
    row: int = rows[x]
    if row < 0:
        row = used[0]
        rows[x] = row
        used[0] += width
        for k in range(width):
            values[row + k] = -np.inf if logs else 0.0
        listed[counts[which]] = x
        counts[which] += 1
    return row
