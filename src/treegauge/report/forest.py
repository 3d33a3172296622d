"""A forest plot: systems in rows, each with its score and interval on a common axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..core.types import Interval
from .charts import spanning, ticks
from .marks import box, cut_to_width, dot, lettered, line, link, picture, width_of

_ROW, _TOP, _AXIS = 26, 34, 26
_VALUE = 165  # pixels for the figures
_TICK = 45  # pixels between the numbers of an axis


@dataclass(frozen=True)
class ForestRow:
    """A system: its score, the interval, and letters that say which systems do not differ from it."""

    name: str
    value: float
    interval: Interval | None = None
    letters: str = ""
    address: str | None = None


def forest_plot(
    rows: Sequence[ForestRow], title: str, *, per_cent: bool = True, width: int = 760, paper: bool = True
) -> str:
    """Systems in the given order. An axis of per cent does not go beyond 0 or 100, and no interval is cut off. An axis
    of differences has a line at 0."""
    names = min(width * 0.3, width_of([row.name for row in rows]) + 12)
    letters = 22.0 if any(row.letters for row in rows) else 0.0
    left, right = names + letters + 10, width - _VALUE
    low, high = axis_range([end for row in rows for end in (row.value, *(row.interval or ()))], per_cent=per_cent)

    def place(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    bottom = _TOP + _ROW * len(rows)
    shapes = [lettered((0, 16), title, size=13, bold=True)]
    for tick in _ticks(low, high, right - left):
        shapes.append(line(f"M{place(tick):.1f} {_TOP}V{bottom}"))
        shapes.append(lettered((place(tick), bottom + 16), f"{tick:,g}", "grey", size=11, anchor="middle"))
    if not per_cent and low <= 0 <= high:
        shapes.append(line(f"M{place(0):.1f} {_TOP}V{bottom}", "grey"))
    for number, row in enumerate(rows):
        y = _TOP + _ROW * (number + 0.5)
        drawn = [box((0, y - _ROW / 2), (width, _ROW), "bar", opacity=0.001), *_row(row, y, names, place)]
        shapes.append(link([*drawn, *_figures(row, y, width)], row.address, _said(row)))
    return picture((width, bottom + _AXIS), title, shapes, paper=paper)


def _ticks(low: float, high: float, room: float) -> list[float]:
    """As many numbers as there is room for, and two at least: one alone does not say how long a step is."""
    most = max(2, min(6, int(room / _TICK)))
    return next(numbers for more in range(4) if len(numbers := ticks(low, high, most + more)) > 1 or more == 3)


def _row(row: ForestRow, y: float, names: float, place: object) -> list[str]:
    assert callable(place)
    shapes = [lettered((0, y + 4), cut_to_width(row.name, names), size=12.5)]
    if row.letters:
        shapes.append(lettered((names + 8, y + 4), row.letters, "grey", size=11))
    if row.interval is not None and math.isfinite(row.interval[0]):
        low, high = (place(end) for end in row.interval)
        shapes.append(line(f"M{low:.1f} {y:.1f}H{high:.1f}M{low:.1f} {y - 4:.1f}v8M{high:.1f} {y - 4:.1f}v8", "mark"))
    if math.isfinite(row.value):
        shapes.append(dot(place(row.value), y))
    return shapes


def _figures(row: ForestRow, y: float, width: int) -> list[str]:
    shapes = [lettered((width - _VALUE + 60, y + 4), _shown(row.value), size=13, anchor="end", bold=True)]
    if row.interval is not None and math.isfinite(row.interval[0]):
        low, high = row.interval
        shapes.append(lettered((width, y + 4), _interval(low, high), "grey", size=11, anchor="end"))
    return shapes


def _interval(low: float, high: float) -> str:
    """Two ends; a dash next to a minus would be hard to read."""
    return f"{low:.2f} to {high:.2f}" if low < 0 else f"{low:.2f}–{high:.2f}"


def _said(row: ForestRow) -> str:
    ends = "" if row.interval is None else f", {row.interval[0]:.2f} to {row.interval[1]:.2f}"
    return f"{row.name}: {_shown(row.value)}{ends}"


def _shown(value: float) -> str:
    return f"{round(value, 2) + 0.0:.2f}" if math.isfinite(value) else "–"


def axis_range(values: Sequence[float], *, per_cent: bool) -> tuple[float, float]:
    """From the lowest to the highest of some values with a margin; per cent end at 0 and 100, and differences include
    0."""
    low, high = spanning(values if per_cent else [*values, 0.0], least=0.5, margin=0.08)
    return (max(low, 0.0), min(high, 100.0)) if per_cent else (low, high)
