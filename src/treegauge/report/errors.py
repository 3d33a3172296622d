"""Classes of errors for people: one table for one system, or several systems side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core.types import AnyRow
from ..core.wording import counted
from .cells import figure, p_value
from .publishing import escaped, tabular

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Group

    from ..evaluation.errors.analysis import ErrorAnalysis, ErrorClass, ErrorComparison, SystemErrors
    from .fitting import FittedTable

ALL = "all"
_ITEMS = {"f1": "brackets", "las": "arcs"}


def errors_report(analysis: ErrorAnalysis, level: float) -> Group:
    """The classes of errors, and what the figures mean."""
    from rich.console import Group
    from rich.text import Text as Line

    tables = [class_table(analysis[0], level)] if len(analysis) == 1 else _side_by_side(analysis, level)
    parts: list[Any] = [part for table in tables for part in (table, "")]
    return Group(*parts, *map(Line, _meanings(analysis)))


def class_table(system: SystemErrors, level: float) -> FittedTable:
    """The classes of one system, those with the most nodes first."""
    from .tables import new_table

    table = new_table(_title(system))
    table.add_labels("class")
    table.add_figures("errors", "nodes", "regained")
    table.add_figures(f"{100 * level:g} % interval", aside=1)
    for row in system.classes:
        table.add_row(row.name, f"{row.occurrences:,}", f"{row.nodes:,}", figure(row.regained), _interval(row))
    nodes = int(system.errors.nodes.sum())
    table.add_row(ALL, f"{len(system.errors):,}", f"{nodes:,}", figure(100 - system.value), "")
    return table


def _interval(row: ErrorClass) -> str:
    low, high = row.interval or (math.nan, math.nan)
    return "-" if math.isnan(low) else f"{low:.2f} to {high:.2f}"


def errors_latex(analysis: ErrorAnalysis) -> str:
    """A table for the package booktabs: classes in rows, the errors of each system and what it regains in columns."""
    score = analysis[0].found.score.upper()
    names = _class_names(analysis)
    columns = [_latex_columns(system, names) for system in analysis]
    rows = [[escaped(name), *(cell for column in columns for cell in column[name])] for name in names]
    systems = [rf"\multicolumn{{2}}{{c}}{{{escaped(system.system)}}}" for system in analysis]
    titles = ["class", *["errors", f"{score} regained"] * len(analysis)]
    head = [" & ".join(["", *systems]) + r" \\", " & ".join(titles) + r" \\"]
    lines = [f"% {_title(system)}" for system in analysis]
    return "\n".join([*lines, *tabular(head, "l" + "rr" * len(analysis), rows)]) + "\n"


def _latex_columns(system: SystemErrors, names: Sequence[str]) -> dict[str, tuple[str, str]]:
    cells = {row.name: (f"{row.occurrences:,}", figure(row.regained)) for row in system.classes}
    return {name: cells.get(name, ("0", figure(0.0))) for name in names}


def _title(system: SystemErrors) -> str:
    sentences = counted(len(system.compared), "sentence")
    return f"{system.system}: {system.found.score.upper()} {figure(system.value)}, {sentences}"


def _side_by_side(analysis: ErrorAnalysis, level: float) -> list[FittedTable]:
    """What is regained and how many errors there are, systems in columns; then how they differ."""
    score = analysis[0].found.score.upper()
    regained = _figures(analysis, f"regained: points of {score}")
    errors = _figures(analysis, "errors")
    for name in _class_names(analysis):
        rows = [next((row for row in system.classes if row.name == name), None) for system in analysis]
        regained.add_row(name, *(figure(row.regained if row else 0.0) for row in rows))
        errors.add_row(name, *(f"{row.occurrences if row else 0:,}" for row in rows))
    regained.add_row(ALL, *(figure(100 - system.value) for system in analysis))
    errors.add_row(ALL, *(f"{len(system.errors):,}" for system in analysis))
    return [regained, errors, *_difference_tables(analysis, level)]


def _difference_tables(analysis: ErrorAnalysis, level: float) -> list[FittedTable]:
    """All classes of two systems; of more systems, the pairs that differ."""
    rows = analysis.comparisons
    if len(analysis) == 2 and rows:
        return [_pair_table("nodes per 100 of gold", rows, level, of_two=True)]
    rows = tuple(row for row in rows if row.p_holm < 1 - level)
    title = f"nodes per 100 of gold: pairs that differ (p < {1 - level:.4g} after Holm's correction)"
    return [_pair_table(title, rows, level, of_two=False)] if rows else []


def _class_names(analysis: ErrorAnalysis) -> list[str]:
    """The classes of all systems, those with the most nodes first."""
    nodes: dict[str, int] = {}
    for system in analysis:
        for row in system.classes:
            nodes[row.name] = nodes.get(row.name, 0) + row.nodes
    return sorted(nodes, key=lambda name: (-nodes[name], name))


def _figures(analysis: ErrorAnalysis, title: str) -> FittedTable:
    from .tables import new_table

    table = new_table(title)
    table.add_labels("class")
    table.add_figures(*(system.system for system in analysis))
    return table


def _pair_table(title: str, rows: Sequence[ErrorComparison], level: float, *, of_two: bool) -> FittedTable:
    from .tables import new_table

    table = new_table(title)
    table.add_labels("class")
    if not of_two:
        table.add_names("first", "second")
    table.add_figures(*([rows[0].a, rows[0].b] if of_two else ["value", "value of second"]), "difference")
    table.add_figures(f"{100 * level:g} % interval", aside=1)
    table.add_marked("p (Holm)")
    for row in sorted(rows, key=lambda row: -max(row.value_a, row.value_b)):
        names = [] if of_two else [row.a, row.b]
        stars = "**" if row.p_holm < 0.01 else "*" if row.p_holm < 0.05 else ""
        low, high = row.interval
        table.add_row(
            row.name,
            *names,
            figure(row.value_a),
            figure(row.value_b),
            f"{row.difference:+.2f}",
            f"{low:+.2f} to {high:+.2f}",
            p_value(row.p_holm) + stars,
        )
    return table


def each_table(rows: Sequence[AnyRow]) -> FittedTable:
    """One row per error."""
    from .tables import new_table

    several = len({row["system"] for row in rows}) > 1, len({row["class"] for row in rows}) > 1
    table = new_table()
    table.add_figures("sentence")
    for title, shown in zip(("system", "class"), several, strict=True):
        if shown:
            table.add_labels(title)
    table.add_labels("label")
    table.add_figures("nodes")
    table.add_text("words in context")
    for row in rows:
        names = [row[title] for title, shown in zip(("system", "class"), several, strict=True) if shown]
        table.add_row(f"{row['sentence']:,}", *names, row["label"] or "-", f"{row['nodes']:,}", row["context"])
    return table


def _meanings(analysis: ErrorAnalysis) -> list[str]:
    """What the columns mean."""
    score = analysis[0].found.score
    items = _ITEMS.get(score, "items")
    lines = [
        f"regained: the points of {score.upper()} if all errors of the class were repaired.",
        f"nodes: the {items} of gold and of test that are wrong because of the errors.",
    ]
    measures = dict.fromkeys(system.found.measure for system in analysis if system.found.measure)
    if measures:
        counted_on = analysis[0].found.sentences
        only = f", on the sentences that are repaired ({counted_on})" if counted_on else ""
        lines.insert(0, f"{score.upper()}: as score -m '{' and '.join(measures)}' counts it{only}.")
    if analysis.comparisons:
        lines.append("p (Holm): of paired randomisation, corrected for all classes and pairs; --json has all pairs.")
    return lines
