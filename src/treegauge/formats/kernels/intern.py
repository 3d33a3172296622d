"""Find the distinct strings of a text while it is scanned, with an open-addressing table of (key, code).

A function here that runs once per word never takes or returns a new array: numba would count references each time, and
that costs more than the look-up itself. A scanner asks `is_full` and widens the table between trees or sentences.

A string is known by its code, a number from 0; its bytes are those of its first occurrence in the text.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from ...core.compiled import inlined, kernel
from ...core.types import Array
from .bytes import eight_bytes, load8, trailing_zeros

_PRIME = np.uint64(1099511628211)
_GOLDEN = np.uint64(11400714819323198485)
_LONG = np.uint64(1 << 63)
_SHORT = 7
_EACH = np.uint64(0x0101010101010101)

# Where each distinct string is in the text. The arrays have the greatest length that could be needed: memory that is
# never written is never allocated. `count` has one element, the number of strings.
StringPlaces = namedtuple("StringPlaces", ["keys", "starts", "ends", "count"])


@kernel
def new_code_table() -> Any:
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
    """The top byte distinguishes strings of different lengths, and short strings from hashes."""
    return key | (np.uint64(length) << np.uint64(56)) if length <= _SHORT else key | _LONG


@inlined
def read_key(text: Array, at: Any, chunk: Any) -> Any:
    """The key of the piece that begins here and ends at a space or bracket, and where it ends; the text must end with
    one. `chunk` is the next eight bytes. They are examined together, since a loop over bytes ends at a different place
    each time, which processors predict badly. Longer pieces have a different hash from that of `extend_key`; fill a
    table with one of the two."""
    stops = _stops(chunk)
    if stops != 0:
        bits = trailing_zeros(stops) & np.uint64(56)
        key = (chunk & ((np.uint64(1) << bits) - np.uint64(1))) | (bits << np.uint64(53))
        at += np.int64(bits >> np.uint64(3))
    else:
        key, at = _long_key(text, at, chunk)
    return key, at


@inlined
def _long_key(text: Array, at: Any, chunk: Any) -> Any:
    key = chunk * _PRIME
    at += 8
    chunk = eight_bytes(text, at)
    stops = _stops(chunk)
    while stops == 0:
        key = (key ^ chunk) * _PRIME
        at += 8
        chunk = eight_bytes(text, at)
        stops = _stops(chunk)
    bits = trailing_zeros(stops) & np.uint64(56)
    rest = chunk & ((np.uint64(1) << bits) - np.uint64(1))
    return ((key ^ rest) * _PRIME) | _LONG, at + np.int64(bits >> np.uint64(3))


@inlined
def _stops(chunk: Any) -> Any:
    """A bit is set in the first byte, if there is one, that is a space (or less) or a bracket. Bits above it have no
    meaning."""
    spaces = (chunk - _EACH * np.uint64(33)) & ~chunk
    brackets = (chunk & (_EACH * np.uint64(254))) ^ (_EACH * np.uint64(40))
    return (spaces | ((brackets - _EACH) & ~brackets)) & (_EACH * np.uint64(128))


@kernel
def is_full(table: Array, strings: Any) -> bool:
    """Whether the table must be widened before another string is added."""
    return 2 * strings.count[0] > len(table)


@kernel
def intern(text: Array, start: int, end: int, key: Any, table: Array, strings: Any) -> Any:
    """The code of text[start:end]."""
    return find_code(text, start, end, key, table, strings.keys, strings.starts, strings.ends, strings.count)


@inlined
def find_code(
    text: Array, start: int, end: int, key: Any, table: Array, keys: Array, starts: Array, ends: Array, count: Array
) -> Any:
    """The same, inlined where it is called."""
    mask = len(table) - 1
    mixed = key * _GOLDEN
    slot = np.int64(mixed ^ (mixed >> np.uint64(32))) & mask
    code = np.int64(-1)
    while code < 0:
        if table[slot, 1] == 0:
            code = count[0]
            table[slot, 0], table[slot, 1] = key, np.uint64(code + 1)
            keys[code], starts[code], ends[code] = key, start, end
            count[0] = code + 1
        else:
            if table[slot, 0] == key:
                code = np.int64(table[slot, 1]) - 1
                if end - start > _SHORT and not _same(text, starts[code], ends[code], start, end):
                    code = np.int64(-1)
            slot = (slot + 1) & mask
    return code


@inlined
def _same(text: Array, first: int, first_end: int, start: int, end: int) -> Any:
    """Whether two pieces of eight bytes or more are equal; the last eight may be compared twice."""
    same = first_end - first == end - start
    done = 0
    while same and done < end - start:
        step = min(done, end - start - 8)
        same = load8(text, first + step) == load8(text, start + step)
        done += 8
    return same


@kernel
def widen(table: Array, strings: Any) -> Any:
    """A table four times as wide, with the same codes."""
    wider = np.zeros((4 * len(table), 2), np.uint64)
    mask = len(wider) - 1
    for code in range(strings.count[0]):
        mixed = strings.keys[code] * _GOLDEN
        slot = np.int64(mixed ^ (mixed >> np.uint64(32))) & mask
        while wider[slot, 1] != 0:
            slot = (slot + 1) & mask
        wider[slot, 0], wider[slot, 1] = strings.keys[code], np.uint64(code + 1)
    return wider


@kernel
def gather(text: Array, starts: Array, ends: Array) -> Any:
    """Copy pieces of a text end to end; return the bytes and the offsets."""
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
    """Encode a column of pieces of a text (a missing one has the start -1): codes, and the place of each distinct
    piece."""
    most = len(starts) + 1
    keys, first, last = np.empty(most, np.uint64), np.empty(most, np.int64), np.empty(most, np.int64)
    strings = StringPlaces(keys, first, last, np.zeros(1, np.int64))
    codes = np.full(len(starts), -1, np.int32)
    table = new_code_table()
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
    """Change the codes of a column, in place, to the order of first use; return the old code of each new one. Negative
    codes are kept."""
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
