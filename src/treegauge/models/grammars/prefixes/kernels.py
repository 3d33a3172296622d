"""Prefix probabilities of sentences, word by word, from left to right.

The chart is that of Earley: states of the network over spans, without left-hand sides. A column is all that ends at one
place, and each of its rows has a number for every place where the span begins. What is above a span is in `expected`:
for each place and label, the sum over all trees that have the words before the place and then this label (Stolcke 1995,
An efficient probabilistic context-free parsing algorithm that computes prefix probabilities). Only what can continue
with the next word is kept.

A number is a probability, scaled so that the prefix has one between 1 and 2. Where that could lose digits, the same
kernels compute with logarithms to base 2 (`logs`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy import log2

from ....core.compiled import inlined, kernel
from ....core.types import Array
from ..inference.lanes import add_sums, pointer

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
def _plus(one: float, other: float, logs: bool) -> float:
    """The sum of two numbers, or log2 of the sum of two powers of 2."""
    if not logs:
        result = one + other
    else:
        high, low = max(one, other), min(one, other)
        result = high if low == -np.inf else high + log2(1.0 + 2.0 ** (low - high))
    return result


@inlined
def _times(one: float, other: float, logs: bool) -> float:
    return one + other if logs else one * other


@inlined
def _width(j: int) -> int:
    """The length of a row of column j."""
    return ((j + 7) >> 3) << 3


@kernel
def prefix_sentences(
    tables: Any, tables_in_logs: Any, readings: Any, offsets: Array, begin: int, end: int, prefix: Array, whole: Array
) -> int:
    """log2 of the prefix probability up to each word and of the probability of each sentence, without the factors of
    the readings; returns how many sentences needed logarithms."""
    columns, slow = _no_columns(), 0
    for sentence in range(begin, end):
        first, last = offsets[sentence], offsets[sentence + 1]
        whole[sentence], safe, columns = _sentence(tables, readings, first, prefix[first:last], False, columns)
        if not safe:
            slow += 1
            whole[sentence], safe, columns = _sentence(
                tables_in_logs, readings, first, prefix[first:last], True, columns
            )
    return slow


@kernel
def _no_columns() -> Any:
    none, ints = np.empty(0, np.int64), np.empty(0, np.int32)
    return Columns(np.empty(0), ints, none, none, ints, none, np.empty(0), none, none)


@kernel
def _sentence(tables: Any, readings: Any, begin: int, prefix: Array, logs: bool, columns: Any) -> Any:
    """One sentence: log2 of its probability, whether no digits were lost, and the columns, to be used again."""
    n, labels, states = len(prefix), len(tables.chain_first) - 1, len(tables.middle)
    zero, width = -np.inf if logs else 0.0, _width(n + 1)
    work = Work(
        np.full(states, -1, np.int64),
        np.full(labels, -1, np.int64),
        np.empty(labels + 1, np.int32),
        np.full(labels, zero),
        np.empty(labels + 1, np.int32),
        np.full(labels, zero),
        np.full(tables.tags, zero),
        np.full(labels * width, zero),
    )
    columns = _fresh(columns, n, labels)
    prefix[:] = -np.inf
    scale, change, whole, safe = 0.0, 0.0, zero, True
    for j in range(n):
        look = _read_tags(readings, begin + j, labels, work.tag_weight, logs)
        columns = _enough(columns, tables, j, logs)
        value, safe = _expect(j, tables, look, logs, columns, work, width)
        if not safe or value == zero:
            return -np.inf, safe, columns
        prefix[j] = value if logs else log2(value) - scale
        change = 0.0 if logs else -np.floor(log2(value))
        scale += change
        _wait(j, tables, look, logs, columns)
        look = _look(readings, begin + j + 1) if j + 1 < n else np.uint64(0)
        columns = _enough(columns, tables, j + 1, logs)
        whole, safe = _column(j + 1, tables, look, 2.0**change if not logs else 0.0, logs, columns, work, width)
        _clear_tags(readings, begin + j, labels, work.tag_weight, logs)
        if not safe:
            return -np.inf, safe, columns
    return whole if logs else log2(whole) - scale, True, columns


@kernel
def _fresh(columns: Any, n: int, labels: int) -> Any:
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
def _enough(columns: Any, tables: Any, j: int, logs: bool) -> Any:
    """The columns with room for all that column j can have."""
    labels, states, edges = len(tables.chain_first) - 1, len(tables.middle), len(tables.symbol)
    rows = states + labels + min(edges, labels * labels)
    used = columns.used
    return Columns(
        _wider(columns.values, used[0], rows * _width(j + 1)),
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
def _look(readings: Any, token: int) -> Any:
    """The tags of a token as bits."""
    bits = np.uint64(0)
    for item in range(readings.first[token], readings.first[token + 1]):
        bits |= np.uint64(1) << np.uint64(readings.tag[item] & 63)
    return bits


@kernel
def _read_tags(readings: Any, token: int, labels: int, tag_weight: Array, logs: bool) -> Any:
    """Set the weights of the tags of a token, and return them as bits."""
    for item in range(readings.first[token], readings.first[token + 1]):
        tag_weight[readings.tag[item] - labels] = readings.log[item] if logs else readings.weight[item]
    return _look(readings, token)


@kernel
def _clear_tags(readings: Any, token: int, labels: int, tag_weight: Array, logs: bool) -> None:
    for item in range(readings.first[token], readings.first[token + 1]):
        tag_weight[readings.tag[item] - labels] = -np.inf if logs else 0.0


@kernel
def _expect(j: int, tables: Any, look: Any, logs: bool, columns: Any, work: Any, width: int) -> Any:
    """What can begin at place j, and the probability of the prefix with the next word, where all of it is before the
    next scaling; and whether no digits were lost."""
    zero, labels = -np.inf if logs else 0.0, len(work.sums)
    sums, above, tag_weight, expected = work.sums, work.above, work.tag_weight, work.expected
    value, safe = zero, True
    if j == 0:
        sums[tables.start] = 0.0 if logs else 1.0
    for item in range(columns.first[j], columns.first[j + 1]):
        q, row = columns.state[item], columns.row[item]
        for place in range(tables.end_first[q], tables.end_first[q + 1]):
            a = tables.end_label[place]
            above[a] = _inner(columns.values, row, expected, a * width, j, logs)
        for edge in range(tables.first[q], tables.first[q + 1]):
            symbol = tables.symbol[edge]
            if symbol >= labels:
                weight = tag_weight[symbol - labels]
                if weight > zero:
                    weight = _times(weight, tables.weight[edge], logs)
                    value = _plus(value, _times(weight, _whole(tables, tables.target[edge], above, 0, 1, logs), logs), logs)
            elif tables.label_look[symbol] & look:
                more = _whole(tables, tables.target[edge], above, 0, 1, logs)
                if more > zero:
                    sums[symbol] = _plus(sums[symbol], _times(tables.weight[edge], more, logs), logs)
    for a in range(labels):
        if sums[a] > zero:
            for place in range(tables.corner_first[a], tables.corner_first[a + 1]):
                b = tables.corner_label[place]
                if tables.label_look[b] & look:
                    more = _times(sums[a], tables.corner_weight[place], logs)
                    expected[b * width + j] = _plus(expected[b * width + j], more, logs)
            sums[a] = zero
    for edge in range(tables.first[0], tables.middle[0]):
        weight = tag_weight[tables.symbol[edge] - labels]
        if weight > zero:
            more = _whole(tables, tables.target[edge], expected, j, width, logs)
            value = _plus(value, _times(_times(weight, tables.weight[edge], logs), more, logs), logs)
    for a in range(labels if not logs else 0):
        safe = safe and (expected[a * width + j] == 0.0 or LEAST <= expected[a * width + j] <= MOST)
    return value, safe


@inlined
def _inner(values: Array, row: int, others: Array, at: int, count: int, logs: bool) -> float:
    """The sum over all places of products."""
    if logs:
        total = -np.inf
        for k in range(count):
            total = _plus(total, values[row + k] + others[at + k], True)
    else:
        total = 0.0
        for k in range(count):
            total += values[row + k] * others[at + k]
    return total


@inlined
def _whole(tables: Any, target: int, above: Array, at: int, step: int, logs: bool) -> float:
    """What is above a target: above[at + a * step] for each left-hand side a that can be completed from there."""
    total = -np.inf if logs else 0.0
    if target < 0:
        total = above[at + ~target * step]
    else:
        for place in range(tables.end_first[target], tables.end_first[target + 1]):
            more = _times(tables.end_weight[place], above[at + tables.end_label[place] * step], logs)
            total = _plus(total, more, logs)
    return total


@kernel
def _wait(j: int, tables: Any, look: Any, logs: bool, columns: Any) -> None:
    """List the steps from column j over labels that can begin with the next word, by label. Steps that complete the
    same left-hand side are one step, from the sum of their rows."""
    labels, width = len(tables.label_look), _width(j)
    first, target, rows, weight = columns.wait_first, columns.wait_target, columns.wait_row, columns.wait_weight
    count = np.zeros(labels + 1, np.int64)
    for item in range(columns.first[j], columns.first[j + 1]):
        q = columns.state[item]
        for edge in range(tables.middle[q], tables.first[q + 1]):
            count[tables.symbol[edge] + 1] += (tables.label_look[tables.symbol[edge]] & look) != 0
    count[0] = columns.used[2]
    for b in range(labels):
        count[b + 1] += count[b]
    begin = count.copy()
    for item in range(columns.first[j], columns.first[j + 1]):
        q = columns.state[item]
        for edge in range(tables.middle[q], tables.first[q + 1]):
            b = tables.symbol[edge]
            if tables.label_look[b] & look:
                place = count[b]
                target[place], rows[place], weight[place] = tables.target[edge], columns.row[item], tables.weight[edge]
                count[b] += 1
    out, merged = columns.used[2], np.full(labels, -1, np.int64)
    one, values = 0.0 if logs else 1.0, pointer(columns.values)
    for b in range(labels):
        first[j * labels + b] = out
        for place in range(begin[b], begin[b + 1]):
            row, factor, to = rows[place], weight[place], target[place]
            if to < 0:
                new = merged[~to] < 0
                if new:
                    merged[~to] = columns.used[0]
                    columns.used[0] += width
                    for k in range(width):
                        values[merged[~to] + k] = -np.inf if logs else 0.0
                _add_row(values, merged[~to], row, factor, width, logs)
                row, factor = merged[~to], one
                if not new:
                    continue
            target[out], rows[out], weight[out] = to, row, factor
            out += 1
        for place in range(first[j * labels + b], out):
            if target[place] < 0:
                merged[~target[place]] = -1
    first[(j + 1) * labels] = columns.used[2] = out


@inlined
def _add_row(values: Any, to: int, row: int, factor: float, width: int, logs: bool) -> None:
    if logs:
        for k in range(width):
            values[to + k] = _plus(values[to + k], values[row + k] + factor, True)
    else:
        for k in range(0, width, 8):
            add_sums(values, to + k, values, row + k, factor)


@inlined
def _row_of(x: int, rows: Any, values: Any, used: Any, width: int, listed: Any, counts: Any, which: int, logs: bool) -> int:
    """The row of a state or a completed label in the present column; a new one is empty, and listed."""
    row = rows[x]
    if row < 0:
        row = used[0]
        rows[x] = row
        used[0] += width
        for k in range(width):
            values[row + k] = -np.inf if logs else 0.0
        listed[counts[which]] = x
        counts[which] += 1
    return row


@kernel
def _column(j: int, tables: Any, look: Any, factor: float, logs: bool, columns: Any, work: Any, width: int) -> Any:
    """All that ends at j: over the word before it, then over labels, the shortest first. Returns the probability of the
    words before j as a sentence, and whether no digits were lost."""
    zero, labels, safe, whole = -np.inf if logs else 0.0, len(work.sums), True, -np.inf if logs else 0.0
    here, listed_from, counts = _width(j), columns.used[1], np.zeros(2, np.int64)
    values, used, expected = pointer(columns.values), pointer(columns.used), work.expected
    state_row, label_row, completed = pointer(work.state_row), pointer(work.label_row), pointer(work.completed)
    states, sums, listed = pointer(columns.state[listed_from:]), pointer(work.sums), pointer(work.listed)
    first, middle, symbols = pointer(tables.first), pointer(tables.middle), pointer(tables.symbol)
    targets, weights, looks = pointer(tables.target), pointer(tables.weight), pointer(tables.look)
    wait_target, wait_row = pointer(columns.wait_target), pointer(columns.wait_row)
    wait_weight, number = pointer(columns.wait_weight), pointer(counts)
    before = j - 1
    for item in range(columns.first[before], columns.first[before + 1]):
        q, row = columns.state[item], columns.row[item]
        for edge in range(first[q], middle[q]):
            step, to = work.tag_weight[symbols[edge] - labels], targets[edge]
            if step > zero and (to < 0 or looks[to] & look):
                step = _times(_times(step, weights[edge], logs), factor, logs)
                if to < 0:
                    at = _row_of(~to, label_row, values, used, here, completed, number, 0, logs)
                else:
                    at = _row_of(to, state_row, values, used, here, states, number, 1, logs)
                _add_row(values, at, row, step, _width(before), logs)
    for edge in range(first[0], middle[0]):
        step, to = work.tag_weight[symbols[edge] - labels], targets[edge]
        if step > zero and (to < 0 or looks[to] & look):
            if _whole(tables, to, expected, before, width, logs) > zero:
                step = _times(_times(step, weights[edge], logs), factor, logs)
                if to < 0:
                    at = _row_of(~to, label_row, values, used, here, completed, number, 0, logs)
                else:
                    at = _row_of(to, state_row, values, used, here, states, number, 1, logs)
                values[at + before] = _plus(values[at + before], step, logs)
    for m in range(before, -1, -1):
        count = 0
        for item in range(counts[0]):
            a = completed[item]
            value = values[label_row[a] + m]
            if value > zero:
                safe = safe and (logs or LEAST <= value <= MOST)
                for place in range(tables.chain_first[a], tables.chain_first[a + 1]):
                    b = tables.chain_label[place]
                    if sums[b] == zero:
                        listed[count] = b
                        count += 1
                    sums[b] = _plus(sums[b], _times(value, tables.chain_weight[place], logs), logs)
        for item in range(count):
            b = listed[item]
            value = sums[b]
            sums[b] = zero
            if m == 0 and b == tables.start:
                whole = value
            for edge in range(tables.root_first[b], tables.root_first[b + 1]):
                to = targets[edge]
                if looks[to] & look and _whole(tables, to, expected, m, width, logs) > zero:
                    at = _row_of(to, state_row, values, used, here, states, number, 1, logs)
                    step = _times(value, weights[edge], logs)
                    values[at + m] = _plus(values[at + m], step, logs)
            for place in range(columns.wait_first[m * labels + b], columns.wait_first[m * labels + b + 1]):
                to = wait_target[place]
                if to < 0:
                    at = _row_of(~to, label_row, values, used, here, completed, number, 0, logs)
                elif looks[to] & look:
                    at = _row_of(to, state_row, values, used, here, states, number, 1, logs)
                else:
                    continue
                step = _times(value, wait_weight[place], logs)
                _add_row(values, at, wait_row[place], step, _width(m), logs)
    for item in range(counts[0]):
        label_row[completed[item]] = -1
    for item in range(counts[1]):
        q = states[item]
        row = state_row[q]
        columns.row[listed_from + item] = row
        for k in range(row, row + (0 if logs else j)):
            safe = safe and (values[k] == 0.0 or LEAST <= values[k] <= MOST)
        state_row[q] = -1
    columns.used[1] += counts[1]
    columns.first[j + 1] = columns.used[1]
    return whole, safe
