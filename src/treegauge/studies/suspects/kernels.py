"""Compiled loops of the evidence; their plain twins are in the tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array

_PRIME = np.uint64(0x9E3779B97F4A7C15)


@kernel
def number_values(keys: Array) -> Array:
    """Equal keys get equal numbers, from 0 in the order in which they first occur: a table with open addresses, which
    grows with the number of different keys, so that it stays small where there are few."""
    numbers = np.empty(len(keys), np.int64)
    different = np.empty(1 << 10, np.int64)
    table = np.full(1 << 11, -1, np.int64)
    count = 0
    for row in range(len(keys)):
        key, mask = keys[row], len(table) - 1
        slot = np.int64((np.uint64(key) * _PRIME) >> np.uint64(32)) & mask
        while table[slot] >= 0 and different[table[slot]] != key:
            slot = (slot + 1) & mask
        if table[slot] < 0:
            if count == len(different):
                different, table = _grown(different)
                mask = len(table) - 1
                slot = np.int64((np.uint64(key) * _PRIME) >> np.uint64(32)) & mask
                while table[slot] >= 0:
                    slot = (slot + 1) & mask
            table[slot] = count
            different[count] = key
            count += 1
        numbers[row] = table[slot]
    return numbers


@kernel
def _grown(different: Array) -> Any:
    """Room for four times as many keys, and the table of those that there are."""
    wider = np.empty(4 * len(different), np.int64)
    wider[: len(different)] = different
    table = np.full(2 * len(wider), -1, np.int64)
    mask = len(table) - 1
    for number in range(len(different)):
        slot = np.int64((np.uint64(different[number]) * _PRIME) >> np.uint64(32)) & mask
        while table[slot] >= 0:
            slot = (slot + 1) & mask
        table[slot] = number
    return wider, table


@kernel
def crossing_arcs(offsets: Array, head: Array) -> Any:
    """Which words have an arc that crosses another: one of its ends is strictly between those of the other arc, and
    the other end is strictly outside."""
    crosses = np.zeros(len(head), np.bool_)
    for s in range(len(offsets) - 1):
        start, size = offsets[s], offsets[s + 1] - offsets[s]
        for i in range(size):
            if head[start + i] < 0:
                continue
            low, high = min(i, head[start + i]), max(i, head[start + i])
            for j in range(size):
                if head[start + j] < 0:
                    continue
                first, last = min(j, head[start + j]), max(j, head[start + j])
                if low < first < high < last or first < low < last < high:
                    crosses[start + i] = True
                    break
    return crosses
