"""Features as 64-bit keys, tables of keys, and the class with the highest score."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import FLOAT_LANES, add_lanes, kernel
from ...core.types import Array

_SEED = np.uint64(0x9E3779B97F4A7C15)
_FACTOR = np.uint64(0xFF51AFD7ED558CCD)
_TURN = np.uint64(32)


@kernel
def make_keys(values: Array, starts: Array, slots: Array, first: int, keys: Array) -> None:
    """A 64-bit key for each template, numbered from `first`, with its values; never 0, which marks a free place in a
    table."""
    for t in range(len(starts) - 1):
        key = _SEED * np.uint64(first + t + 1)
        for k in range(starts[t], starts[t + 1]):
            key = (key ^ np.uint64(values[slots[k]])) * _FACTOR
            key ^= key >> _TURN
        keys[t] = max(key, np.uint64(1))


@kernel
def find_place(table: Array, key: Any) -> Any:
    """The place of a key in a table, or the free place for it; the size of the table is a power of two."""
    mask = np.uint64(len(table) - 1)
    place = key & mask
    while table[place] != 0 and table[place] != key:
        place = (place + np.uint64(1)) & mask
    return np.int64(place)


@kernel
def make_table(keys: Array, room: int) -> Any:
    """A table with the given keys and their numbers, at most half full with `room` keys."""
    size = 16
    while size < 2 * room:
        size *= 2
    table, numbers = np.zeros(size, np.uint64), np.empty(size, np.int32)
    for k in range(len(keys)):
        place = find_place(table, keys[k])
        table[place], numbers[place] = keys[k], k
    return table, numbers


@kernel
def best_class(scores: Array, kinds: Array, allowed: int, without: int) -> int:
    """The class with the highest score among those of a permitted kind, except the class `without` (-1: no exception).
    The first one wins a tie; -1 if there is no such class."""
    best = -1
    for c in range(len(kinds)):
        if (allowed >> kinds[c]) & 1 and c != without and (best < 0 or scores[c] > scores[best]):
            best = c
    return best


@kernel
def add_scores(keys: Array, model: Any, scores: Array) -> None:
    """Add the weights of all classes for the features with these keys."""
    table, numbers, ends, blocks, weights = model
    for t in range(len(keys)):
        place = find_place(table, keys[t])
        if table[place] != 0:
            feature = numbers[place]
            for entry in range(ends[feature], ends[feature + 1]):
                add_lanes(scores, FLOAT_LANES * blocks[entry], weights, FLOAT_LANES * entry)


@kernel
def no_keys(room: int) -> Any:
    """An empty store of keys: a table, the numbers in it, and the keys in order."""
    known = np.empty(room, np.uint64)
    table, numbers = make_table(known[:0], room)
    return table, numbers, known


@kernel
def number_keys(keys: Array, count: int, store: Any, found: Array) -> Any:
    """Put the numbers of keys into `found`; new keys get the next numbers. Returns the number of keys, and the store,
    in
    larger arrays if it was full."""
    table, numbers, known = store
    for t in range(len(keys)):
        place = find_place(table, keys[t])
        if table[place] == 0:
            table[place], numbers[place], known[count] = keys[t], count, keys[t]
            count += 1
        found[t] = numbers[place]
        if count == len(known):
            larger = np.empty(2 * count, np.uint64)
            larger[:count] = known
            known = larger
            table, numbers = make_table(known[:count], len(known))
    return count, (table, numbers, known)
