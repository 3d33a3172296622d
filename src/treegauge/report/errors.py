"""Classes of errors for people: one table per system, or the systems side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.wording import counted
from .cells import figure

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Group

    from ..evaluation.errors.analysis import ErrorAnalysis, SystemErrors
    from .fitting import FittedTable


def errors_report(analysis: ErrorAnalysis, level: float) -> Group:
    """The classes of each system, and what the figures mean."""
    from rich.console import Group
    from rich.text import Text as Line

    parts: list[Any] = []
    for system in analysis:
        parts += [class_table(system, level), ""]
    score = analysis[0].found.score.upper()
    parts.append(Line("nodes: the brackets of gold and of test that are wrong because of the errors."))
    parts.append(Line(f"regained: the points of {score} if all errors of the class were repaired."))
    return Group(*parts)


def class_table(system: SystemErrors, level: float) -> FittedTable:
    """One row per class."""
    from .tables import new_table

    score = system.found.score.upper()
    sentences = counted(len(system.compared), "sentence")
    table = new_table(f"{system.system}: {score} {figure(system.value)}, {sentences}")
    table.add_labels("class")
    table.add_figures("errors", "nodes", "regained")
    table.add_figures(f"{100 * level:g} % interval", aside=1)
    for row in system.classes:
        interval = "-" if row.interval is None else f"{row.interval[0]:.2f} to {row.interval[1]:.2f}"
        table.add_row(row.name, f"{row.occurrences:,}", f"{row.nodes:,}", figure(row.regained), interval)
    table.add_row(
        "all", f"{len(system.errors):,}", f"{int(system.errors.nodes.sum()):,}", figure(100 - system.value), ""
    )
    return table
