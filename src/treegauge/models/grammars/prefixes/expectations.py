"""From one column of a chart to what can follow it: what is expected at a place, and the steps that wait there."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.compiled import borrowed, kernel
from ..inference.lanes import pointer
from .columns import LEAST, MOST, above_target, add_row, plus, row_width, sum_of_products, times


@kernel
def expect(j: int, tables: Any, look: Any, logs: bool, columns: Any, work: Any, width: int) -> Any:
    """What can begin at place j, and the probability of the prefix with the next word, where all of it is before the
    next scaling; and whether no digits were lost."""
    tables, columns, work = borrowed((tables, columns, work))
    zero, labels = -np.inf if logs else 0.0, len(work.sums)
    sums, above, tag_weight, expected = work.sums, work.above, work.tag_weight, work.expected
    value, safe = zero, True
    if j == 0:
        sums[tables.start] = 0.0 if logs else 1.0
    for item in range(columns.first[j], columns.first[j + 1]):
        q, row = columns.state[item], columns.row[item]
        for place in range(tables.end_first[q], tables.end_first[q + 1]):
            a = tables.end_label[place]
            above[a] = sum_of_products(columns.values, row, expected, a * width, j, logs)
        for edge in range(tables.first[q], tables.first[q + 1]):
            symbol = tables.symbol[edge]
            if symbol >= labels:
                weight = tag_weight[symbol - labels]
                if weight > zero:
                    weight = times(weight, tables.weight[edge], logs)
                    more = above_target(tables, tables.target[edge], above, 0, 1, logs)
                    value = plus(value, times(weight, more, logs), logs)
            elif tables.label_look[symbol] & look:
                more = above_target(tables, tables.target[edge], above, 0, 1, logs)
                if more > zero:
                    sums[symbol] = plus(sums[symbol], times(tables.weight[edge], more, logs), logs)
    for a in range(labels):
        if sums[a] > zero:
            for place in range(tables.corner_first[a], tables.corner_first[a + 1]):
                b = tables.corner_label[place]
                if tables.label_look[b] & look:
                    more = times(sums[a], tables.corner_weight[place], logs)
                    expected[b * width + j] = plus(expected[b * width + j], more, logs)
            sums[a] = zero
    for edge in range(tables.first[0], tables.middle[0]):
        weight = tag_weight[tables.symbol[edge] - labels]
        if weight > zero:
            more = above_target(tables, tables.target[edge], expected, j, width, logs)
            value = plus(value, times(times(weight, tables.weight[edge], logs), more, logs), logs)
    for a in range(labels if not logs else 0):
        safe = safe and (expected[a * width + j] == 0.0 or LEAST <= expected[a * width + j] <= MOST)
    return value, safe


@kernel
def list_steps(j: int, tables: Any, look: Any, logs: bool, columns: Any) -> None:
    """List the steps from column j over labels that can begin with the next word, by label. Steps over the same
    label to the same target are one step, from the sum of their rows."""
    tables, columns = borrowed((tables, columns))
    labels, width = len(tables.label_look), row_width(j)
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
    out, one, states = columns.used[2], 0.0 if logs else 1.0, len(tables.middle)
    step, summed = np.full(states + labels, -1, np.int64), np.zeros(states + labels, np.bool_)
    values = pointer(columns.values)
    for b in range(labels):
        first[j * labels + b] = out
        for place in range(begin[b], begin[b + 1]):
            row, factor, to = rows[place], weight[place], target[place]
            key = to if to >= 0 else states + ~to
            same = step[key]
            if same < 0:
                step[key] = out
                target[out], rows[out], weight[out] = to, row, factor
                out += 1
                continue
            if not summed[key]:
                summed[key] = True
                total = columns.used[0]
                columns.used[0] += width
                for k in range(width):
                    values[total + k] = -np.inf if logs else 0.0
                add_row(values, total, rows[same], weight[same], width, logs)
                rows[same], weight[same] = total, one
            add_row(values, rows[same], row, factor, width, logs)
        for place in range(first[j * labels + b], out):
            key = target[place] if target[place] >= 0 else states + ~target[place]
            step[key], summed[key] = -1, False
    first[(j + 1) * labels] = columns.used[2] = out
