"""Read one tree per line exactly as EVALB does, whatever is in the line."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array
from ...formats.kernels.intern import StringPlaces, extend_key, finish_key, intern, is_full, new_code_table, widen

_NEWLINE, _OPEN, _CLOSE = 10, 40, 41
# What EVALB finds wrong with a line; at STRAY it repeats itself until it gives up.
CROWDED, STRAY, CLOSES, OPENS = 1, 2, 3, 4

Lines = namedtuple("Lines", ["tokens", "nodes", "tag", "form", "label", "left", "right", "events"])


@kernel
def _is_space(byte: int) -> bool:
    return byte == 32 or 9 <= byte <= 13


@kernel
def _ends(byte: int) -> bool:
    return byte == 0 or _is_space(byte) or byte == _OPEN or byte == _CLOSE


@kernel
def _string(text: Array, start: int, table: Array, strings: Any) -> Any:
    """The code of the piece that begins here, and where it ends."""
    key, at = np.uint64(0), start
    while not _ends(text[at]):
        key = extend_key(key, at - start, text[at])
        at += 1
    return intern(text, start, at, finish_key(key, at - start), table, strings), at


@kernel
def _bounds(text: Array) -> Any:
    lines = opens = 0
    for byte in text:
        lines += byte == _NEWLINE
        opens += byte == _OPEN
    return lines, opens


@kernel
def read_lines(text: Array) -> Any:
    """The words and brackets of each line of a text that ends in a newline, and the distinct strings. `events` are
    (line, what); a stray piece ends the reading."""
    lines, opens = _bounds(text)
    tokens, nodes = np.zeros(lines + 1, np.int64), np.zeros(lines + 1, np.int64)
    tag, form = np.empty(opens, np.int32), np.empty(opens, np.int32)
    label, left, right = np.empty(opens, np.int32), np.empty(opens, np.int32), np.empty(opens, np.int32)
    most = 2 * opens + 1
    strings = StringPlaces(
        np.empty(most, np.uint64), np.empty(most, np.int64), np.empty(most, np.int64), np.zeros(1, np.int64)
    )
    table = new_code_table()
    events = [(0, 0)]
    stack = np.zeros(1, np.int64)
    at = words = brackets = 0
    for line in range(lines):
        first, opened, top = words, brackets, 0
        while text[at] != _NEWLINE and text[at] != 0:
            byte = text[at]
            if _is_space(byte):
                at += 1
            elif byte == _OPEN:
                while is_full(table, strings):
                    table = widen(table, strings)
                name, at = _string(text, at + 1, table, strings)
                if _is_space(text[at]):
                    q = at
                    while _is_space(text[q]) and text[q] != _NEWLINE:
                        q += 1
                    word, q = _string(text, q, table, strings)
                    if text[q] == _CLOSE:
                        tag[words], form[words] = name, word
                        words += 1
                        at = q + 1
                        continue
                    if text[q] != _OPEN:
                        events.append((line, CROWDED))
                label[brackets], left[brackets], right[brackets] = name, words - first, -1
                if top >= len(stack):
                    stack = np.append(stack, np.zeros(len(stack) + 64, np.int64))
                if top >= 0:
                    stack[top] = brackets
                top += 1
                brackets += 1
            elif byte == _CLOSE:
                at += 1
                if top > 0:
                    right[stack[top - 1]] = words - first
                elif brackets > opened:
                    right[opened] = words - first  # EVALB reads below its stack and finds a 0 there: the first bracket
                if top < 0:
                    events.append((line, CLOSES))
                top -= 1
            else:
                events.append((line, STRAY))
                break
        if top != 0 and events[-1] != (line, STRAY):
            events.append((line, OPENS))
        while text[at] != _NEWLINE:
            at += 1
        at += 1
        tokens[line + 1], nodes[line + 1] = words, brackets
        if events[-1] == (line, STRAY):
            tokens, nodes = tokens[: line + 2], nodes[: line + 2]
            break
    found = Lines(
        tokens, nodes, tag[:words], form[:words], label[:brackets], left[:brackets], right[:brackets], events[1:]
    )
    return found, strings.starts[: strings.count[0]], strings.ends[: strings.count[0]]
