"""Tables of bars, the small multiples of a report: parts in rows, a column of bars for each system."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .marks import box, cut_to_width, lettered, line, link, picture, width_of

GOLD_SIZES = ("gold", "gold_words", "tokens", "words", "sentences")  # counts of what gold has, the first is shown
_ROW, _TOP = 22, 54
_LEAST = 70  # pixels of the longest bar: a table of many systems is wider than asked for


def names_width(names: Iterable[str]) -> float:
    """The width of a column of names."""
    return min(190.0, width_of(list(names)) + 10)


@dataclass(frozen=True)
class Bar:
    """A figure of one system, and where its sentences are."""

    value: float
    shown: str
    title: str
    address: str | None = None


@dataclass(frozen=True)
class BarRow:
    """A part: its name, how many of it there are, and one bar per system."""

    name: str
    size: str
    bars: Sequence[Bar]


def bar_table(
    rows: Sequence[BarRow],
    systems: Sequence[str],
    title: str,
    *,
    most: float = 100.0,
    names: float | None = None,
    width: int = 760,
    paper: bool = True,
) -> str:
    """All bars have the same scale, from 0 to `most`; `names` is the width of the first column."""
    names = names_width(row.name for row in rows) if names is None else names
    sizes = max(40.0, width_of([row.size for row in rows], 11))
    left, gap = names + sizes, 14
    figures = width_of([bar.shown for row in rows for bar in row.bars], 11) + 6
    width = max(width, round(left + len(systems) * (_LEAST + figures + gap)))
    wide = (width - left) / max(1, len(systems)) - gap
    bottom = _TOP + _ROW * len(rows)
    shapes = [lettered((0, 16), title, size=12.5, bold=True)]
    starts = [left + gap + number * (wide + gap) for number in range(len(systems))]
    for system, start in zip(systems, starts, strict=True):
        shapes.append(lettered((start, _TOP - 12), cut_to_width(system, wide, 11.5), "grey", size=11.5))
        shapes.append(line(f"M{start:.1f} {_TOP - 4}V{bottom}", "grid"))
    for number, row in enumerate(rows):
        y = _TOP + _ROW * number
        shapes.append(lettered((0, y + 14), cut_to_width(row.name, names), size=12))
        shapes.append(lettered((left, y + 14), row.size, "grey", size=11, anchor="end"))
        for bar, start in zip(row.bars, starts, strict=True):
            length = (wide - figures) * min(1.0, bar.value / most if math.isfinite(bar.value) and most else 0.0)
            drawn = [
                box((start, y), (wide, _ROW), opacity=0.001),
                box((start, y + 4), (length, _ROW - 8)),
                lettered((start + length + 5, y + 14.5), bar.shown, "ink", size=11),
            ]
            shapes.append(link(drawn, bar.address, bar.title))
    return picture((width, bottom + 6), title, shapes, paper=paper)
