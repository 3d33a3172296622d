"""The features of configurations, described in `features`, as 64-bit keys."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array
from ..perceptron.key_kernels import make_keys, no_keys, number_keys
from .configuration_kernels import (
    BUFFER,
    FRESH,
    HEAD,
    LEFT,
    LEFT2,
    LEFT_COUNT,
    RELATION,
    ROWS,
    STACK,
    SWAPPING,
    TOP,
    WAITING,
    begin,
    carry_out,
    permitted,
)
from .features import COUNTS, NONE, NOTHING, PLACES, READS, ROOT_WORD
from .kernels import longest

_KINDS = len(READS)
_COUNTS = len(PLACES) * _KINDS
SLOTS = _COUNTS + len(COUNTS)
_MANY = 5  # dependents and more
_FAR = 10  # words apart and more


@kernel
def look_at(place: int, word: int, words: Array, start: int, work: Array, values: Array) -> None:
    """Write the properties of a word to its slots; -1 means that there is no word."""
    slot = place * _KINDS
    if word < 0:
        for read in range(_KINDS):
            values[slot + read] = NONE
    elif word == 0:
        for read in range(_KINDS):
            values[slot + read] = ROOT_WORD
    else:
        for read in range(_KINDS - 1):
            values[slot + read] = words[read, start + word - 1]
        values[slot + _KINDS - 1] = NOTHING + work[RELATION, word]


@kernel
def observe(kind: int, n: int, words: Array, start: int, work: Array, at: Array, values: Array) -> None:
    """All properties of a configuration: see `features`."""
    top, waiting, fresh = at[TOP], at[WAITING], at[FRESH]
    stack, buffer = work[STACK], work[BUFFER]
    first = buffer[waiting - 1] if waiting > 0 else -1
    if kind == SWAPPING:
        right = stack[top]
        left = stack[top - 1] if top > 0 else -1
        below = top - 2
    else:
        left, right = stack[top], first
        below = top - 1
    following = max(fresh, right + 1) if kind != SWAPPING else fresh
    look_at(0, left, words, start, work, values)
    look_at(1, right, words, start, work, values)
    for k in range(2):
        look_at(2 + k, stack[below - k] if below - k >= 0 else -1, words, start, work, values)
    for k in range(3):
        look_at(4 + k, following + k if following + k <= n else -1, words, start, work, values)
    look_at(7, first if first < fresh else -1, words, start, work, values)
    look_at(8, work[HEAD, left] if left > 0 else -1, words, start, work, values)
    for side in range(2):
        word = right if side else left
        for k in range(2):
            inner = work[LEFT + k, word] if word >= 0 else 0
            look_at(9 + 2 * side + k, inner if inner > 0 else -1, words, start, work, values)
            inner = work[LEFT2 + k, word] if word >= 0 else 0
            look_at(13 + 2 * side + k, inner if inner > 0 else -1, words, start, work, values)
            count = work[LEFT_COUNT + k, word] if word >= 0 else 0
            values[_COUNTS + 1 + 2 * side + k] = min(count, _MANY)
    values[_COUNTS] = min(abs(right - left), _FAR) if left >= 0 and right >= 0 else 0


@kernel
def observe_derivations(
    kind: int,
    single_root: bool,
    offsets: Array,
    words: Array,
    relation: Array,
    derivations: Any,
    look: Any,
) -> Any:
    """The features before every transition of given derivations. Returns the keys of all features, the numbers of the
    features, one row per transition, and the transitions that were permitted."""
    (ends, transition, token), (starts, slots) = derivations, look
    size, templates = longest(offsets) + 1, len(starts) - 1
    work, at, values = np.empty((ROWS, size), np.int32), np.empty(4, np.int64), np.empty(SLOTS, np.int64)
    keys, store = np.empty(templates, np.uint64), no_keys(1 << 15)
    features = np.empty((len(transition), templates), np.int32)
    allowed = np.empty(len(transition), np.int8)
    count = 0
    for s in range(len(offsets) - 1):
        start, n = offsets[s], offsets[s + 1] - offsets[s]
        begin(n, work, at)
        for k in range(ends[s], ends[s + 1]):
            allowed[k] = permitted(kind, single_root, work, at) | (1 << transition[k])
            observe(kind, n, words, start, work, at, values)
            make_keys(values, starts, slots, 0, keys)
            count, store = number_keys(keys, count, store, features[k])
            own = relation[start + token[k]] if token[k] >= 0 else 0
            carry_out(kind, transition[k], own, work, at)
    return store[2][:count].copy(), features, allowed
