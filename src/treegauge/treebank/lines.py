"""Lines of pictures in characters: text in columns of a terminal, in pieces that have a style each."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

Style = Literal["", "word", "tag", "label", "edge", "branch", "wrong", "heading"]
_BLANK = ("", "_")
_JOINERS = frozenset("\u200c\u200d")  # parts of the spelling of Persian, Hindi ... that are not seen


@lru_cache(4096)
def character_columns(character: str) -> int:
    """How many columns a character takes in a terminal."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def columns(string: str) -> int:
    """How many columns a string takes in a terminal."""
    return len(string) if string.isascii() else sum(map(character_columns, string))


def printable(value: str | None) -> str:
    """A cell on one line; a missing value is blank."""
    if value is None or value in _BLANK:
        return ""
    if value.isprintable():
        return value
    return "".join(c if c.isprintable() or c in _JOINERS else "\ufffd" for c in value)


def cut_to_columns(text: str, width: int | None) -> str:
    """The beginning of a text that is wider than so many columns, and a sign."""
    if width is None or columns(text) <= width:
        return text
    while columns(text) >= width:
        text = text[:-1]
    return f"{text}…"


@dataclass
class Line:
    """One line of a picture, written from left to right; `bars` are the columns of vertical lines that pass through."""

    bars: Sequence[int] = ()
    pieces: list[tuple[str, Style]] = field(default_factory=list)
    width: int = 0

    def to(self, column: int, filler: str) -> None:
        """Continue to a column. Vertical lines on the way are kept whole, so that crossing branches are visible."""
        for bar in self.bars[bisect_left(self.bars, self.width) : bisect_left(self.bars, column)]:
            self._put(filler * (bar - self.width) + "│", "branch", bar + 1 - self.width)
        if column > self.width:
            self._put(filler * (column - self.width), "branch", column - self.width)

    def write(self, string: str, style: Style = "branch") -> None:
        if string:
            self._put(string, style, columns(string))

    def add(self, line: Line) -> None:
        """Write the pieces of another line after those of this one."""
        self.pieces += line.pieces
        self.width += line.width

    def _put(self, string: str, style: Style, width: int) -> None:
        self.pieces.append((string, style))
        self.width += width

    def __str__(self) -> str:
        return "".join(piece for piece, _ in self.pieces).rstrip(" ")


def widest(lines: Iterable[Line]) -> int:
    """The columns that lines take."""
    return max((line.width for line in lines), default=0)


def next_to_each_other(blocks: Sequence[Sequence[Line]], gap: int) -> list[Line]:
    """Blocks of lines next to each other, with blanks between them."""
    joined: list[Line] = []
    widths = [widest(block) for block in blocks]
    for row in range(max(map(len, blocks), default=0)):
        line, column = Line(), 0
        for block, width in zip(blocks, widths, strict=True):
            if row < len(block) and block[row].pieces:
                line.to(column, " ")
                line.add(block[row])
            column += width + gap
        joined.append(line)
    return joined


@dataclass
class Shelves:
    """Intervals on levels; two on the same level never touch."""

    levels: dict[int, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))

    def put(self, level: int, left: float, right: float) -> int:
        """Put an interval on the first level, from `level` on, that has room for it."""
        while not self._free(level, left, right):
            level += 1
        insort(self.levels[level], (left, right))
        return level

    def _free(self, level: int, left: float, right: float) -> bool:
        shelf = self.levels[level]
        at = bisect_left(shelf, (left, left))
        return (at == len(shelf) or shelf[at][0] > right) and (at == 0 or shelf[at - 1][1] < left)
