"""Distinct strings of a text, found while it is scanned: an open-addressing table of (key, code).

No function here that runs once a word takes or returns a new array: numba would count references each time, and that
costs more than the look-up itself. A scanner asks `is_full` and widens the table between trees or sentences.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from ...compiled import inlined, kernel

Array = Any
_PRIME = np.uint64(1099511628211)
_GOLDEN = np.uint64(11400714819323198485)
_LONG = np.uint64(1 << 63)
_SHORT = 7

# Where each distinct string stands in the text. The arrays are as long as they could ever get: memory that is never
# written is never taken. `count` has one element: how many there are.
Strings = namedtuple("Strings", ["keys", "starts", "ends", "count"])


@kernel
def new_table() -> Any:
    """Slots of (key, code + 1), side by side so that one look-up is one cache line."""
    return np.zeros((1 << 15, 2), np.uint64)


@kernel
def extend_key(key: Any, length: int, byte: int) -> Any:
    """The key of a string with one byte more. Up to 7 bytes the key is the string itself, after that it is a hash."""
    if length < _SHORT:
        return key | (np.uint64(byte) << np.uint64(8 * length))
    return (key ^ np.uint64(byte)) * _PRIME


@kernel
def finish_key(key: Any, length: int) -> Any:
    """The top byte tells strings of different length, and short strings from hashes."""
    return key | (np.uint64(length) << np.uint64(56)) if length <= _SHORT else key | _LONG


@inlined
def read_key(text: Array, at: int) -> Any:
    """The key of the piece that begins here and ends at a space or bracket, and where it ends."""
    key, shift = np.uint64(0), np.uint64(0)
    byte = text[at]
    while (byte > 41 or 32 < byte < 40) and shift < 56:
        key |= np.uint64(byte) << shift
        shift += np.uint64(8)
        at += 1
        byte = text[at]
    length = shift << np.uint64(53)
    while byte > 41 or 32 < byte < 40:
        length = _LONG
        key = (key ^ np.uint64(byte)) * _PRIME
        at += 1
        byte = text[at]
    return key | length, at


@kernel
def _slot(key: Any, mask: int) -> Any:
    mixed = key * _GOLDEN
    return np.int64(mixed ^ (mixed >> np.uint64(32))) & mask


@kernel
def is_full(table: Array, strings: Any) -> bool:
    """Whether the table must be widened before another string goes in."""
    return 2 * strings.count[0] > len(table)


@kernel
def intern(text: Array, start: int, end: int, key: Any, table: Array, strings: Any) -> Any:
    """The code of text[start:end]."""
    mask = len(table) - 1
    slot = _slot(key, mask)
    while table[slot, 1] != 0:
        if table[slot, 0] == key:
            code = np.int64(table[slot, 1]) - 1
            if end - start <= _SHORT or _same(text, strings.starts[code], strings.ends[code], start, end):
                return code
        slot = (slot + 1) & mask
    count = strings.count[0]
    table[slot, 0], table[slot, 1] = key, np.uint64(count + 1)
    strings.keys[count], strings.starts[count], strings.ends[count] = key, start, end
    strings.count[0] = count + 1
    return count


@kernel
def _same(text: Array, first: int, first_end: int, start: int, end: int) -> bool:
    if first_end - first != end - start:
        return False
    for i in range(end - start):
        if text[first + i] != text[start + i]:
            return False
    return True


@kernel
def widen(table: Array, strings: Any) -> Any:
    """A table four times as wide, with the same codes."""
    wider = np.zeros((4 * len(table), 2), np.uint64)
    mask = len(wider) - 1
    for code in range(strings.count[0]):
        slot = _slot(strings.keys[code], mask)
        while wider[slot, 1] != 0:
            slot = (slot + 1) & mask
        wider[slot, 0], wider[slot, 1] = strings.keys[code], np.uint64(code + 1)
    return wider


@kernel
def gather(text: Array, starts: Array, ends: Array) -> Any:
    """Pieces of a text end to end, and their offsets."""
    offsets = np.zeros(len(starts) + 1, np.int64)
    for i in range(len(starts)):
        offsets[i + 1] = offsets[i] + ends[i] - starts[i]
    blob = np.empty(offsets[-1], np.uint8)
    for i in range(len(starts)):
        for j in range(ends[i] - starts[i]):
            blob[offsets[i] + j] = text[starts[i] + j]
    return blob, offsets


@kernel
def distinct(text: Array, starts: Array, ends: Array) -> Any:
    """A column of pieces of a text (a missing one has the start -1): codes, and the place of each distinct piece."""
    most = len(starts) + 1
    keys, first, last = np.empty(most, np.uint64), np.empty(most, np.int64), np.empty(most, np.int64)
    strings = Strings(keys, first, last, np.zeros(1, np.int64))
    codes = np.full(len(starts), -1, np.int32)
    table = new_table()
    for i in range(len(starts)):
        if starts[i] < 0:
            continue
        key = np.uint64(0)
        for at in range(starts[i], ends[i]):
            key = extend_key(key, at - starts[i], text[at])
        if is_full(table, strings):
            table = widen(table, strings)
        codes[i] = intern(text, starts[i], ends[i], finish_key(key, ends[i] - starts[i]), table, strings)
    return codes, strings.starts[: strings.count[0]], strings.ends[: strings.count[0]]


@kernel
def renumber(codes: Array, size: int) -> Any:
    """Give a column, in place, codes in order of first use; the old code of each new one. Negative codes stay."""
    number = np.full(size, -1, np.int32)
    used = np.empty(size, np.int32)
    count = 0
    for i in range(len(codes)):
        code = codes[i]
        if code >= 0 and number[code] < 0:
            number[code] = count
            used[count] = code
            count += 1
        codes[i] = number[code] if code >= 0 else code
    return used[:count]
