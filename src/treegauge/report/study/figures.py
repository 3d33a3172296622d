"""The figures of a study: points, bars or lines of two columns."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...core.types import AnyRow
from ...studies.running.tables import StudyTable
from ..bar_tables import Bar, BarRow, bar_table
from ..charts import COLOURS, Chart, page, spanning
from ..scatter import Point, scatter

_SIZE = (900, 560)


def drawn_figure(table: StudyTable) -> str:
    """The figure as SVG; a table has none, nor has one without rows."""
    drawn = {"scatter": _points, "bars": _bars, "lines": _lines}.get(table.entry.kind)
    rows = [row for row in table.rows if _number(row, table.entry.y) is not None]
    return drawn(table, rows) if drawn is not None and rows else ""


def _number(row: AnyRow, column: str) -> float | None:
    value = row.get(column)
    return float(value) if isinstance(value, (int, float)) and math.isfinite(value) else None


def _values(rows: Sequence[AnyRow], column: str) -> list[float]:
    return [_number(row, column) or 0.0 for row in rows]


def _half_width(row: AnyRow, column: str) -> float:
    value = _number(row, f"{column}_interval")
    return math.nan if value is None else value


def _frame(table: StudyTable, x: Sequence[float], y: Sequence[float]) -> Chart:
    entry = table.entry
    return Chart(entry.title, table.head(entry.x), table.head(entry.y), spanning(x), spanning(y), *_SIZE)


def _points(table: StudyTable, rows: Sequence[AnyRow]) -> str:
    """One point per row, with its intervals and its name."""
    entry = table.entry
    rows = [row for row in rows if _number(row, entry.x) is not None]
    points = [
        Point(
            x,
            y,
            _half_width(row, entry.x),
            _half_width(row, entry.y),
            str(row.get(entry.label, "")),
            (str(row.get(entry.group) or f"no {entry.group}")) if entry.group else "",
        )
        for row, x, y in zip(rows, _values(rows, entry.x), _values(rows, entry.y), strict=True)
    ]
    if not points:
        return ""
    chart = _frame(table, *([*_reach(points, axis)] for axis in ("x", "y")))
    return page([scatter(chart, points)])


def _reach(points: Sequence[Point], axis: str) -> list[float]:
    """The ends of the intervals of all points."""
    ends = []
    for point in points:
        at, half = (point.x, point.x_error) if axis == "x" else (point.y, point.y_error)
        width = half if math.isfinite(half) else 0.0
        ends += [at - width, at + width]
    return ends


def _lines(table: StudyTable, rows: Sequence[AnyRow]) -> str:
    """One line per group, in the order of x; a group may have several lines, one per value of `label`."""
    entry = table.entry
    chart = _frame(table, _values(rows, entry.x), _values(rows, entry.y))
    groups = list(dict.fromkeys(str(row.get(entry.group, "")) for row in rows))
    colours = {group: COLOURS[number % len(COLOURS)] for number, group in enumerate(groups)}
    if len(groups) > 1:
        chart.groups = colours
    lines: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for row, x, y in zip(rows, _values(rows, entry.x), _values(rows, entry.y), strict=True):
        lines.setdefault((str(row.get(entry.group, "")), str(row.get(entry.label, ""))), []).append((x, y))
    for (group, _), line in lines.items():
        chart.path(sorted(line), f'stroke="{colours[group]}" stroke-width="1.4" stroke-linejoin="round"')
    return page([chart])


def _bars(table: StudyTable, rows: Sequence[AnyRow]) -> str:
    """One bar per row: names are those of column `x`; one column of bars per group."""
    entry = table.entry
    groups = list(dict.fromkeys(str(row.get(entry.group, "")) for row in rows))
    own = {(str(row.get(entry.x)), str(row.get(entry.group, ""))): row for row in rows}
    names = list(dict.fromkeys(name for name, _ in own))
    bars = [BarRow(name, "", [_bar(own.get((name, group)), table) for group in groups]) for name in names]
    most = max(*_values(rows, entry.y), 1e-12)
    return bar_table(bars, groups, entry.title, most=most)


def _bar(row: AnyRow | None, table: StudyTable) -> Bar:
    value = None if row is None else _number(row, table.entry.y)
    shown = "-" if value is None else f"{value:.{table.entry.digits}f}"
    return Bar(value or 0.0, shown, shown)
