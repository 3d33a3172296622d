"""Comparisons of parsers as rows, and as a table for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..core.types import Row
from ..core.wording import counted
from .cells import figure, p_value

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Group

    from ..evaluation.compare import Comparison

_SUFFIXES = ("_precision", "_recall", "_aligned")


def comparison_rows(comparisons: Iterable[Comparison]) -> list[Row]:
    """One row per pair of parsers and score, the interval as two columns."""
    rows = []
    for comparison in comparisons:
        row = comparison.row()
        low, high = row.pop("interval")
        rows.append({**row, "low": low, "high": high})
    return rows


def comparison_table(comparisons: Sequence[Comparison], level: float) -> Group:
    """Comparisons for people; ** marks p below 0.01, * below 0.05, after correction."""
    from rich.console import Group
    from rich.text import Text as Line

    from .tables import new_table

    table = new_table()
    table.add_labels("measure", "score")
    table.add_names("a", "b")
    table.add_figures("value a", "value b", "a - b")
    table.add_figures(f"{100 * level:g} % interval", aside=3)
    table.add_figures("p", aside=2)
    table.add_figures("p (Holm)", "")
    table.add_figures("d_z", aside=2)
    table.add_labels("test", aside=1)
    names = {(comparison.measure, comparison.score) for comparison in comparisons}
    for comparison in comparisons:
        if _is_shown(comparison, names):
            table.add_row(*_comparison_cells(comparison))
    remarks = dict.fromkeys(_compared(comparison) for comparison in comparisons)
    return Group(table, "", *(Line(remark, style="dim", no_wrap=True, overflow="ignore") for remark in remarks))


def _is_shown(comparison: Comparison, names: set[tuple[str, str]]) -> bool:
    """Not the precision, recall and aligned accuracy of an F1 in the table, nor what is 0 for both; --json has all."""
    of_f1 = comparison.score.endswith(_SUFFIXES) and (comparison.measure, comparison.score.rpartition("_")[0]) in names
    return not of_f1 and not comparison.value_a == comparison.value_b == 0


def _comparison_cells(comparison: Comparison) -> tuple[str, ...]:
    stars = "**" if comparison.p_holm < 0.01 else "*" if comparison.p_holm < 0.05 else ""
    low, high = comparison.interval
    return (
        *(comparison.measure, comparison.score, comparison.a, comparison.b),
        *(figure(comparison.value_a), figure(comparison.value_b)),
        *(
            f"{comparison.difference:+.2f}",
            f"{low:+.2f} to {high:+.2f}",
            p_value(comparison.p),
            p_value(comparison.p_holm),
        ),
        *(stars, figure(comparison.effect), comparison.test),
    )


def _compared(comparison: Comparison) -> str:
    left_out = (
        f", {comparison.left_out:,} left out because not every parser could be scored on them (score says why)"
        if comparison.left_out
        else ""
    )
    return f"  {comparison.signature} ({counted(comparison.sentences, 'sentence')}{left_out})"
