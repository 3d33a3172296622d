"""Scan and write tables with one token per line (the CoNLL family): one pass over the bytes.

Strings become codes (see `intern`); nothing is decoded here.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array
from .bytes import put_bytes, put_number
from .intern import StringPlaces, extend_key, finish_key, intern, is_full, new_code_table, widen

_TAB, _NEWLINE, _RETURN, _HASH, _DASH, _DOT, _UNDERSCORE = 9, 10, 13, 35, 45, 46, 95
# What a column holds.
_ID, _TEXT, _HEAD, _REST = 0, 1, 2, 3
# Why a sentence was rejected.
_FIELDS, _BAD_ID, _BAD_HEAD, _OUTSIDE, _CYCLE, _NUL, _COMMENT = 1, 2, 3, 4, 5, 6, 7
_TABLE_FULL = -1

_Table = namedtuple("_Table", ["codes", "head", "spans", "empties", "comments"])
_Counts = namedtuple("_Counts", ["rows", "spans", "empties", "comments"])


@kernel
def _number(text: Array, start: int, end: int) -> int:
    """The number written at text[start:end], or -1."""
    if end == start or end - start > 9:
        return -1
    value = 0
    for i in range(start, end):
        if not 48 <= text[i] <= 57:
            return -1
        value = 10 * value + text[i] - 48
    return value


@kernel
def _line_end(text: Array, at: int) -> int:
    while text[at] != _NEWLINE:
        at += 1
    return at


@kernel
def _is_blank(text: Array, at: int) -> bool:
    while text[at] == 32 or text[at] == _TAB or text[at] == _RETURN:
        at += 1
    return text[at] == _NEWLINE


@kernel
def _mark(text: Array, start: int, end: int) -> int:
    """The place of a dash or dot in an ID, or -1."""
    for i in range(start, end):
        if text[i] == _DASH or text[i] == _DOT:
            return i
    return -1


@kernel
def _read_sentence(
    text: Array,
    at: int,
    line: int,
    sentence: int,
    kinds: Array,
    commented: bool,
    table: Array,
    strings: Any,
    into: Any,
    counts: Any,
) -> Any:
    """Read lines up to a blank one. Returns the problem, its place, the next position and line, and the counts."""
    rows, spans, empties, comments = counts.rows, counts.spans, counts.empties, counts.comments
    covered = 0  # the last token of the multiword tokens so far
    first, text_columns, columns = rows, len(into.codes), len(kinds)
    while at < len(text) and not _is_blank(text, at):
        if commented and text[at] == _HASH:
            end = _line_end(text, at)
            if rows > first or spans > counts.spans or empties > counts.empties:
                return _COMMENT, at, at, line, counts
            into.comments[comments] = (sentence, at, end - (text[end - 1] == _RETURN and end > at))
            comments += 1
            at, line = end + 1, line + 1
            continue
        if is_full(table, strings):
            return _TABLE_FULL, at, at, line, counts
        begin, column, written, special = at, 0, 0, 0
        while True:
            start = at
            key = np.uint64(0)
            kind = kinds[column] if column < columns else -1
            byte = text[at]
            while byte != _NEWLINE and (byte != _TAB or kind == _REST):
                key = extend_key(key, at - start, byte)
                at += 1
                byte = text[at]
            end = at
            if byte == _NEWLINE and end > start and text[end - 1] == _RETURN:
                end -= 1
                key = np.uint64(0)
                for i in range(start, end):
                    key = extend_key(key, i - start, text[i])
            if kind == _ID:
                mark = _mark(text, start, end)
                if mark < 0:
                    if _number(text, start, end) != rows - first + 1:
                        return _BAD_ID, start, begin, line, counts
                else:
                    low, high = _number(text, start, mark), _number(text, mark + 1, end)
                    if low < 0 or high < 0:
                        return _BAD_ID, start, begin, line, counts
                    special = text[mark]
                    # The line of a multiword token or an empty node is kept whole, apart from its number.
                    if not _has_fields(text, start, kinds):
                        return _FIELDS, begin, begin, line, counts
                    at = _line_end(text, at)
                    end = at - (text[at - 1] == _RETURN)
                    if special == _DASH:
                        if low != rows - first + 1 or high < low or low <= covered:
                            return _BAD_ID, start, begin, line, counts
                        covered = high
                        into.spans[spans] = (sentence, low - 1, high, _after(text, start), end)
                        spans += 1
                    else:
                        # After its token, before the multiword token that begins with the next, and in order.
                        if low != rows - first or (spans > counts.spans and into.spans[spans - 1, 1] == low):
                            return _BAD_ID, start, begin, line, counts
                        follows = empties > counts.empties and into.empties[empties - 1, 1] == low
                        if high <= (into.empties[empties - 1, 2] if follows else 0):
                            return _BAD_ID, start, begin, line, counts
                        into.empties[empties] = (sentence, low, high, _after(text, start), end)
                        empties += 1
                    break
            elif kind == _HEAD:
                head = _number(text, start, end)
                if head < 0 and not (end == start + 1 and text[start] == _UNDERSCORE):
                    if not _has_fields(text, begin, kinds):
                        return _FIELDS, begin, begin, line, counts
                    return _BAD_HEAD, start, begin, line, counts
                into.head[rows] = head - 1
            elif kind >= 0:
                into.codes[written, rows] = intern(text, start, end, finish_key(key, end - start), table, strings)
                written += 1
            elif end > start:
                return _FIELDS, begin, begin, line, counts
            column += 1
            if byte == _NEWLINE:
                break
            at += 1
        if special == 0:
            if column < columns and not (column == columns - 1 and kinds[columns - 1] == _REST):
                return _FIELDS, begin, begin, line, counts
            while written < text_columns:
                into.codes[written, rows] = -1
                written += 1
            rows += 1
        at, line = at + 1, line + 1
    if covered > rows - first:
        return _BAD_ID, at, at, line, counts
    return 0, at, at, line, _Counts(rows, spans, empties, comments)


@kernel
def _has_fields(text: Array, at: int, kinds: Array) -> bool:
    """Whether a line has as many fields as there are columns; the last kind takes any number of fields."""
    fields = 1
    while text[at] != _NEWLINE:
        fields += text[at] == _TAB
        at += 1
    if kinds[-1] == _REST:
        return fields >= len(kinds) - 1
    return fields == len(kinds)


@kernel
def _after(text: Array, at: int) -> int:
    """The position after the next tab."""
    while text[at] != _TAB:
        at += 1
    return at + 1


@kernel
def _check(text: Array, begin: int, end: int, head: Array, state: Array, acyclic: bool) -> Any:
    """Find a NUL byte, a head outside the sentence, or (if it must be acyclic) a cycle. Returns the problem, and the
    row or position."""
    for i in range(begin, end):
        if text[i] == 0:
            return _NUL, i
    for i in range(len(head)):
        state[i] = 0
        if head[i] >= len(head):
            return _OUTSIDE, i
    for i in range(len(head) if acyclic else 0):
        j = i
        while j >= 0 and state[j] == 0:
            state[j] = i + 1
            j = head[j]
        if j >= 0 and state[j] == i + 1:
            return _CYCLE, j
        j = i
        while j >= 0 and state[j] == i + 1:
            state[j] = -1
            j = head[j]
    return 0, 0


@kernel
def _head_place(text: Array, at: int, line: int, row: int, kinds: Array) -> Any:
    """The position and line of a token's head, counted from the beginning of its sentence."""
    while True:
        end = _line_end(text, at)
        tab = at
        while text[tab] != _TAB and tab < end:
            tab += 1
        if kinds[0] != _ID or _number(text, at, tab) >= 0:
            if row == 0:
                break
            row -= 1
        at, line = end + 1, line + 1
    for kind in kinds:
        if kind == _HEAD:
            break
        at = _after(text, at)
    return at, line


@kernel
def scan_table(text: Array, kinds: Array, commented: bool, acyclic: bool, stop: bool) -> Any:
    """Read all sentences of a text that ends in a newline. Text columns are codes into one dictionary of places. A
    sentence with a cycle is rejected if all must be acyclic."""
    newlines = tabs = 0
    text_columns = 0
    for byte in text:
        newlines += byte == _NEWLINE
        tabs += byte == _TAB
    for kind in kinds:
        text_columns += kind == _TEXT or kind == _REST
    most = newlines + tabs + 1
    strings = StringPlaces(
        np.empty(most, np.uint64), np.empty(most, np.int64), np.empty(most, np.int64), np.zeros(1, np.int64)
    )
    into = _Table(
        np.empty((text_columns, newlines), np.int32),
        np.empty(newlines, np.int32),
        np.empty((newlines, 5), np.int64),
        np.empty((newlines, 5), np.int64),
        np.empty((newlines, 3), np.int64),
    )
    row_ends, lines = np.empty(newlines, np.int64), np.empty(newlines, np.int64)
    rejects = np.empty((newlines, 5), np.int64)
    state = np.empty(newlines, np.int64)
    table = new_code_table()
    counts = _Counts(0, 0, 0, 0)
    sentences = rejected = 0
    at, line = 0, 1
    while True:
        while at < len(text) and _is_blank(text, at):
            at, line = _line_end(text, at) + 1, line + 1
        if at >= len(text):
            break
        begin, begin_line = at, line
        problem, place, at, line, new = _read_sentence(
            text, at, line, sentences, kinds, commented, table, strings, into, counts
        )
        if problem == _TABLE_FULL:
            table = widen(table, strings)
            at, line = begin, begin_line
            continue
        place_line = line
        if problem == 0:
            problem, row = _check(text, begin, at, into.head[counts.rows : new.rows], state, acyclic)
            if problem == _NUL:
                place, place_line = row, begin_line
                for i in range(begin, row):
                    place_line += text[i] == _NEWLINE
            elif problem:
                place, place_line = _head_place(text, begin, begin_line, row, kinds)
        if problem == 0:
            counts = new
            row_ends[sentences], lines[sentences] = counts.rows, begin_line
            sentences += 1
            continue
        while at < len(text) and not _is_blank(text, at):
            at, line = _line_end(text, at) + 1, line + 1
        rejects[rejected] = (problem, begin, at, place_line, place)
        rejected += 1
        if stop:
            break
    return (
        into.codes[:, : counts.rows],
        into.head[: counts.rows],
        (row_ends[:sentences], lines[:sentences]),
        (strings.starts[: strings.count[0]], strings.ends[: strings.count[0]]),
        into.spans[: counts.spans],
        into.empties[: counts.empties],
        into.comments[: counts.comments],
        rejects[:rejected],
    )


@kernel
def spell_table(
    offsets: Array,
    kinds: Array,
    codes: Array,
    head: Array,
    blob: Array,
    places: Array,
    comments: Array,
    extra_offsets: Array,
    extra_positions: Array,
    extras: Array,
    out: Array,
) -> int:
    """Write sentences. `comments` and `extras` (whole lines, written before a token) are codes into the one dictionary
    of `places`. Returns the number of bytes."""
    at = 0
    for s in range(len(offsets) - 1):
        if comments[s] >= 0:
            at = put_bytes(out, at, blob, places[comments[s]], places[comments[s] + 1])
            out[at] = _NEWLINE
            at += 1
        extra = extra_offsets[s]
        for row in range(offsets[s], offsets[s + 1] + 1):
            while extra < extra_offsets[s + 1] and extra_positions[extra] <= row - offsets[s]:
                at = put_bytes(out, at, blob, places[extras[extra]], places[extras[extra] + 1])
                out[at] = _NEWLINE
                at += 1
                extra += 1
            if row == offsets[s + 1]:
                break
            written = 0
            for column in range(len(kinds)):
                if column > 0 and not (kinds[column] == _REST and codes[written, row] < 0):
                    out[at] = _TAB
                    at += 1
                if kinds[column] == _ID:
                    at = put_number(out, at, row - offsets[s] + 1)
                elif kinds[column] == _HEAD:
                    if head[row] >= -1:
                        at = put_number(out, at, head[row] + 1)
                    else:
                        out[at] = _UNDERSCORE
                        at += 1
                else:
                    code = codes[written, row]
                    if code >= 0:
                        at = put_bytes(out, at, blob, places[code], places[code + 1])
                    elif kinds[column] == _TEXT:
                        out[at] = _UNDERSCORE
                        at += 1
                    written += 1
            out[at] = _NEWLINE
            at += 1
        out[at] = _NEWLINE
        at += 1
    return at
