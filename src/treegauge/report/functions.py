"""Functions tagged in folds, as tables and as a picture of the learning curve."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.console import Group
from rich.table import Table

from .charts import COLOURS, Chart, Point, page, scatter, spanning
from .scores import Row, figure
from .tables import new_table

_SCORES = ("precision", "recall", "f1", "accuracy")


def functions_table(rows: Sequence[Row], level: float, folds: int) -> Group:
    """One table a number of training trees: the scores of each group, with the intervals of F1 and accuracy."""
    parts: list[Table | str] = []
    for trees in dict.fromkeys(row["trees"] for row in rows):
        table = new_table(f"learned from {trees:,.0f} trees")
        table.add_column("group", no_wrap=True)
        for name in ("functions", "precision", "recall", "F1", f"{level:.0%}", "accuracy", f"{level:.0%}"):
            table.add_column(name, justify="right", no_wrap=True)
        for row in rows:
            if row["trees"] == trees:
                table.add_row(*_cells(row))
        parts.append(table)
    sentences = max((row["sentences"] for row in rows), default=0)
    return Group(*parts, f"{sentences:,} sentences in {folds} folds; {rows[-1]['signature']}")


def _cells(row: Row) -> list[str]:
    scores, intervals = row["scores"], row["intervals"]
    f1, accuracy = (f"{intervals[name][0]:.2f}-{intervals[name][1]:.2f}" for name in ("f1", "accuracy"))
    shown = {name: figure(scores[name]) for name in _SCORES}
    start = [row["group"], f"{row['functions']:,}", shown["precision"], shown["recall"]]
    return [*start, shown["f1"], f1, shown["accuracy"], accuracy]


def flat_rows(rows: Sequence[Row]) -> list[Row]:
    """Rows without anything inside them, for CSV and the like."""
    flat = []
    for row in rows:
        own = {name: value for name, value in row.items() if name not in ("scores", "intervals")}
        for name, value in row["scores"].items():
            low, high = row["intervals"][name]
            own |= {name: value, f"{name}_low": low, f"{name}_high": high}
        flat.append(own)
    return flat


def curve_plot(rows: Sequence[Row]) -> str:
    """F1 of each group against the logarithm of the number of trees that were learned from."""
    points = [
        Point(math.log2(row["trees"]), row["scores"]["f1"], group=row["group"])
        for row in rows
        if math.isfinite(row["scores"]["f1"])
    ]
    across, down = spanning(point.x for point in points), spanning(point.y for point in points)
    chart = Chart("Functions learned", "log2 of trees learned from", "F1", across, down, 760, 480)
    for number, group in enumerate(dict.fromkeys(point.group for point in points)):
        line = [(point.x, point.y) for point in points if point.group == group]
        chart.path(line, f'stroke="{COLOURS[number % len(COLOURS)]}" stroke-width="1.5"')
    return page([scatter(chart, points)])
