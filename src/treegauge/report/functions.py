"""Function tags found in folds, as tables and as a picture of the learning curve."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.console import Group
from rich.text import Text as Line

from ..core.types import Row
from ..core.wording import counted
from .cells import figure
from .charts import COLOURS, Chart, page, spanning, within_per_cent
from .fitting import FittedTable
from .tables import new_table

_SCORES = ("precision", "recall", "f1", "accuracy")


def functions_table(rows: Sequence[Row], level: float, folds: int) -> Group:
    """One table per number of training trees: the scores of each group, with the intervals of F1 and accuracy."""
    parts: list[FittedTable | str] = []
    interval = f"{100 * level:g} %"
    for trees in dict.fromkeys(row["trees"] for row in rows):
        table = new_table(f"learned from {counted(round(trees), 'tree')}")
        table.add_labels("group")
        table.add_figures("functions", aside=2)
        table.add_figures("precision", "recall", "F1")
        table.add_figures(f"F1, {interval}", aside=1)
        table.add_figures("accuracy")
        table.add_figures(f"accuracy, {interval}", aside=1)
        for row in rows:
            if row["trees"] == trees:
                table.add_row(*_cells(row))
        parts += [table, ""]
    sentences = max((row["sentences"] for row in rows), default=0)
    lines = [
        Line(
            f"{counted(sentences, 'sentence')} in {counted(folds, 'fold')}; the columns with a per cent are intervals"
        ),
        Line(f"  {rows[-1]['signature']}", style="dim", no_wrap=True, overflow="ignore"),
    ]
    return Group(*parts, *lines)


def _cells(row: Row) -> list[str]:
    scores, intervals = row["scores"], row["intervals"]
    f1, accuracy = (f"{intervals[name][0]:.2f} to {intervals[name][1]:.2f}" for name in ("f1", "accuracy"))
    shown = {name: figure(scores[name]) for name in _SCORES}
    start = [row["group"], f"{row['functions']:,}", shown["precision"], shown["recall"]]
    return [*start, shown["f1"], f1, shown["accuracy"], accuracy]


def flat_function_rows(rows: Sequence[Row]) -> list[Row]:
    """Rows without nested values, for CSV and the like."""
    flat = []
    for row in rows:
        flat_row = {name: value for name, value in row.items() if name not in ("scores", "intervals")}
        for name, value in row["scores"].items():
            low, high = row["intervals"][name]
            flat_row |= {name: value, f"{name}_low": low, f"{name}_high": high}
        flat.append(flat_row)
    return flat


def function_curve_plot(rows: Sequence[Row]) -> str:
    """F1 of each group against the number of training trees; the name of a line is at its end."""
    shown = [row for row in rows if math.isfinite(row["scores"]["f1"])]
    most = max((row["trees"] for row in shown), default=1)
    down = within_per_cent(spanning(row["scores"]["f1"] for row in shown))
    chart = Chart("Functions: F1 of each group", "trees learned from", "F1", (0, 1.22 * most), down, 760, 480)
    for number, group in enumerate(dict.fromkeys(row["group"] for row in shown)):
        line = [(row["trees"], row["scores"]["f1"]) for row in shown if row["group"] == group]
        colour = COLOURS[number % len(COLOURS)]
        chart.path(line, f'stroke="{colour}" stroke-width="1.5"')
        for x, y in line:
            chart.dot(chart.px(x), chart.py(y), f'fill="{colour}" stroke="#fff"')
        last = chart.px(line[-1][0]) + 9, chart.py(line[-1][1]) + 4
        chart.write(last, group, f'font-size="12" fill="{colour}"')
    return page([chart])
