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

from typing import Any

import numpy as np
from numpy import log2

from ....core.compiled import borrowed, kernel
from ....core.types import Array
from ..inference.lanes import pointer
from .columns import (
    LEAST,
    MOST,
    Work,
    above_target,
    add_row,
    clear_tags,
    fresh_columns,
    no_columns,
    plus,
    read_tags,
    row_in_column,
    row_width,
    tags_as_bits,
    times,
    with_room_for,
)
from .expectations import expect, list_steps


@kernel
def prefix_sentences(
    tables: Any, tables_in_logs: Any, readings: Any, offsets: Array, begin: int, end: int, prefix: Array, whole: Array
) -> int:
    """log2 of the prefix probability up to each word and of the probability of each sentence, without the factors of
    the readings; returns how many sentences needed logarithms."""
    columns, slow = no_columns(), 0
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
def _sentence(tables: Any, readings: Any, begin: int, prefix: Array, logs: bool, columns: Any) -> Any:
    """One sentence: log2 of its probability, whether no digits were lost, and the columns, to be used again."""
    n, labels, states = len(prefix), len(tables.chain_first) - 1, len(tables.middle)
    zero, width = -np.inf if logs else 0.0, row_width(n + 1)
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
    columns = fresh_columns(columns, n, labels)
    prefix[:] = -np.inf
    scale, change, whole, safe = 0.0, 0.0, zero, True
    for j in range(n):
        look = read_tags(readings, begin + j, labels, work.tag_weight, logs)
        columns = with_room_for(columns, tables, j, logs)
        value, safe = expect(j, tables, look, logs, columns, work, width)
        if not safe or value == zero:
            return -np.inf, safe, columns
        prefix[j] = value if logs else log2(value) - scale
        change = 0.0 if logs else -np.floor(log2(value))
        scale += change
        list_steps(j, tables, look, logs, columns)
        look = tags_as_bits(readings, begin + j + 1) if j + 1 < n else np.uint64(0)
        columns = with_room_for(columns, tables, j + 1, logs)
        whole, safe = fill_column(j + 1, tables, look, 2.0**change if not logs else 0.0, logs, columns, work, width)
        clear_tags(readings, begin + j, labels, work.tag_weight, logs)
        if not safe:
            return -np.inf, safe, columns
    return whole if logs else log2(whole) - scale, True, columns


@kernel
def fill_column(j: int, tables: Any, look: Any, factor: float, logs: bool, columns: Any, work: Any, width: int) -> Any:
    """All that ends at j: over the word before it, then over labels, the shortest first. Returns the probability of the
    words before j as a sentence, and whether no digits were lost."""
    tables, columns, work = borrowed((tables, columns, work))
    zero, labels, safe, whole = -np.inf if logs else 0.0, len(work.sums), True, -np.inf if logs else 0.0
    here, listed_from, counts = row_width(j), columns.used[1], np.zeros(2, np.int64)
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
                step = times(times(step, weights[edge], logs), factor, logs)
                if to < 0:
                    at = row_in_column(~to, label_row, values, used, here, completed, number, 0, logs)
                else:
                    at = row_in_column(to, state_row, values, used, here, states, number, 1, logs)
                add_row(values, at, row, step, row_width(before), logs)
    for edge in range(first[0], middle[0]):
        step, to = work.tag_weight[symbols[edge] - labels], targets[edge]
        if step == zero or (to >= 0 and not looks[to] & look):
            continue
        if above_target(tables, to, expected, before, width, logs) == zero:
            continue
        step = times(times(step, weights[edge], logs), factor, logs)
        if to < 0:
            at = row_in_column(~to, label_row, values, used, here, completed, number, 0, logs)
        else:
            at = row_in_column(to, state_row, values, used, here, states, number, 1, logs)
        values[at + before] = plus(values[at + before], step, logs)
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
                    sums[b] = plus(sums[b], times(value, tables.chain_weight[place], logs), logs)
        for item in range(count):
            b = listed[item]
            value = sums[b]
            sums[b] = zero
            if m == 0 and b == tables.start:
                whole = value
            for edge in range(tables.root_first[b], tables.root_first[b + 1]):
                to = targets[edge]
                if looks[to] & look and above_target(tables, to, expected, m, width, logs) > zero:
                    at = row_in_column(to, state_row, values, used, here, states, number, 1, logs)
                    step = times(value, weights[edge], logs)
                    values[at + m] = plus(values[at + m], step, logs)
            for place in range(columns.wait_first[m * labels + b], columns.wait_first[m * labels + b + 1]):
                to = wait_target[place]
                if to < 0:
                    at = row_in_column(~to, label_row, values, used, here, completed, number, 0, logs)
                elif looks[to] & look:
                    at = row_in_column(to, state_row, values, used, here, states, number, 1, logs)
                else:
                    continue
                step = times(value, wait_weight[place], logs)
                add_row(values, at, wait_row[place], step, row_width(m), logs)
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
