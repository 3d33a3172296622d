"""Find where trees begin and end in a text of brackets, from the beginnings of lines, before it is read."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import borrowed, kernel
from ...core.types import Array
from .bytes import bracket_marks, byte_marks, eight_bytes, ones, trailing_zeros

_OPEN, _CLOSE, _NEWLINE, _HASH, _STAR = 40, 41, 10, 35, 42
# Where a tree may begin: anywhere, at the margin (mostly the first column), or only where its bracket is alone on
# a line.
ANYWHERE, MARGIN, ALONE = 0, 1, 2
_SAMPLE = 1 << 18


@kernel
def resume(text: Array, at: int, line: int, begins: int, margin: int) -> Any:
    """The next place where a tree can begin."""
    while at < len(text) and not begins_tree(text, at, begins, margin):
        line += text[at] == _NEWLINE
        at += 1
    return at, line


@kernel
def find_margin(text: Array) -> int:
    """The indentation of the least indented line that begins with a bracket."""
    least, indent = -1, 0
    for at in range(len(text)):
        if text[at] == _NEWLINE:
            indent = 0
        elif indent >= 0 and text[at] <= 32:
            indent += 1
        elif indent >= 0:
            if text[at] == _OPEN and (least < 0 or indent < least):
                least = indent
            indent = -1
        if least == 0:
            break
    return max(least, 0)


@kernel
def bounds(text: Array) -> Any:
    """Upper bounds for the numbers of brackets, words and lines."""
    opens = words = lines = 0
    inside = False
    for byte in text:
        opens += byte == _OPEN
        lines += byte == _NEWLINE
        outside = byte <= 32 or byte == _OPEN or byte == _CLOSE
        words += inside and outside
        inside = not outside
    return opens, words, lines


@kernel
def cut(text: Array, every: int, last: bool) -> Any:
    """Find where a text can be cut between trees: after every `every` lines at whose end all brackets are closed.
    Returns the places (the first is 0), the number of lines before each, and whether the text can be cut at all: not
    if brackets do not match or there are comments. The last tree of a text that is not the last piece may be open."""
    text = borrowed(text)
    places, lines = [0], [0]
    depth = closed = start = line = 0
    bad = False
    for at in range(0, len(text) + 1, 8):  # one more than the text has: the end of the last line
        chunk = eight_bytes(text, at)
        opening, closing = bracket_marks(chunk)
        ends = byte_marks(chunk, _NEWLINE)
        if at + 8 > len(text):
            ends |= np.uint64(128) << np.uint64(8 * (len(text) - at))
        while ends != 0:
            before = (ends & (~ends + np.uint64(1))) - np.uint64(1)
            end: Any = at + np.int64(trailing_zeros(ends) >> np.uint64(3))
            depth += ones(opening & before) - ones(closing & before)
            opening, closing, ends = opening & ~before, closing & ~before, ends & (ends - np.uint64(1))
            bad |= depth < 0 or (start < end and (text[start] == _HASH or text[start] == _STAR))
            closed += depth == 0 and end > start
            start, line = end + 1, line + 1
            if closed == every:
                places.append(start)
                lines.append(line)
                closed = 0
        depth += ones(opening) - ones(closing)
        if bad:
            break
    bad |= last and depth != 0
    return np.array(places), np.array(lines), not bad


@kernel
def style_of(text: Array, margin: int) -> int:
    """What begins a tree: any bracket, a bracket at the margin (in an indented text all trees except bad ones close
    before the next one), or only a bracket alone on its line. The beginning of a long text decides.

    Trees are counted by their brackets alone. If many well-formed trees have a bracket at the margin inside, the margin
    has no meaning; a bracket at the margin inside a tree that is never closed may begin the next tree.
    """
    text = borrowed(text)
    level = depth = 0  # of all brackets, and since the last one at the margin
    trees = fresh = alone = stray = nested = 0
    pending = alone_pending = inner = alone_inner = 0  # nested in the tree so far, and in those that were closed
    comment = False
    for at in range(min(len(text), _SAMPLE)):
        byte = text[at]
        comment = byte != _NEWLINE and (comment or (byte == _HASH and is_fresh(text, at, margin)))
        if byte == _OPEN and not comment:
            if is_fresh(text, at, margin):
                fresh += 1
                nested += depth > 0
                pending += level > 0
                depth = 0
                if _is_alone(text, at):
                    alone += 1
                    alone_pending += level > 0
            depth += 1
            level += 1
        elif byte == _CLOSE and not comment:
            stray += depth == 0
            depth -= depth > 0
            if level == 1:
                trees += 1
                inner += pending > 0
                alone_inner += alone_pending > 0
            level -= level > 0
            if level == 0:
                pending = alone_pending = 0
    if 2 * alone > fresh and 10 * alone_inner <= trees:
        return ALONE
    if 10 * inner > trees or (trees == 0 and nested > 0 and 2 * stray >= nested):
        return ANYWHERE
    return MARGIN


@kernel
def _is_alone(text: Array, at: int) -> bool:
    """Whether a bracket is the only thing on its line."""
    at += 1
    while at < len(text) and text[at] <= 32 and text[at] != _NEWLINE:
        at += 1
    return at >= len(text) or text[at] == _NEWLINE


@kernel
def is_fresh(text: Array, at: int, margin: int) -> bool:
    """Whether nothing except the margin is before this place on its line."""
    if at == 0 or text[at - 1] == _NEWLINE:
        return True
    if at < margin or (at > margin and text[at - margin - 1] != _NEWLINE):
        return False
    for i in range(at - margin, at):
        if text[i] > 32 or text[i] == _NEWLINE:
            return False
    return margin > 0


@kernel
def begins_tree(text: Array, at: int, start: int, margin: int) -> bool:
    """Whether a bracket or comment here can only begin a tree."""
    if start == ANYWHERE or (text[at] != _OPEN and text[at] != _HASH) or not is_fresh(text, at, margin):
        return False
    return text[at] == _HASH or start == MARGIN or _is_alone(text, at)
