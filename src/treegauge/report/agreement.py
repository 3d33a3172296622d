"""Agreement of annotators for people: the figures, then the labels and the sentences with the most disagreement."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ..core.wording import counted

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Group

    from ..evaluation.agreement.result import Agreement, Agreements
    from .fitting import FittedTable

_TITLES = {
    "alpha_plain": "alpha (plain)",
    "alpha_diff": "alpha (diff)",
    "alpha_norm": "alpha (norm)",
    "uas": "UAS",
    "las": "LAS",
    "la": "label accuracy",
    "f1": "bracket F1",
    "jaccard": "Jaccard",
    "kappa_labels": "kappa of labels",
    "ac1_labels": "AC1 of labels",
    "kappa_heads": "kappa of heads",
    "ac1_heads": "AC1 of heads",
}


def agreement_report(results: Agreements, *, labels: int = 10, worst: int = 10) -> Group:
    """The figures of all annotators and of each pair; of all annotators also labels and sentences."""
    from rich.console import Group
    from rich.text import Text as Line

    whole = results[0]
    parts: list[Any] = [figures_table(whole)]
    if len(results) > 1:
        parts += ["", pairs_table(results)]
    if labels and whole.labels:
        parts += ["", label_agreement_table(whole, labels)]
    if worst and whole.disputed:
        parts += ["", disputed_table(whole, worst)]
    return Group(*parts, "", *map(Line, _notes(whole)))


def figures_table(result: Agreement) -> FittedTable:
    """All figures of some annotators with their intervals."""
    from .tables import new_table

    table = new_table(f"{', '.join(result.annotators)}: {counted(result.sentences, 'sentence')}")
    table.add_labels("figure")
    table.add_figures("value")
    table.add_figures(f"{100 * result.level:g} % interval", aside=1)
    for name, title in _TITLES.items():
        if (value := result.values[name]) is not None:
            table.add_row(title, _figure(value), _interval(result, name))
    return table


def pairs_table(results: Agreements) -> FittedTable:
    """One row per pair of annotators."""
    from .tables import new_table

    names = [name for name in _TITLES if results[0].values[name] is not None]
    table = new_table()
    table.add_labels("annotators")
    table.add_figures("sentences")
    for place, name in enumerate(names):
        table.add_figures(_TITLES[name], aside=len(names) - place if place > 2 else 0)
    for result in results[1:]:
        figures = (_figure(result.values[name]) for name in names)
        table.add_row(", ".join(result.annotators), f"{result.sentences:,}", *figures)
    return table


def label_agreement_table(result: Agreement, most: int) -> FittedTable:
    """The labels on which annotators differ most often."""
    from .tables import new_table

    columns = {"agreement": "agreement", "with_head": "and same head", "kappa": "kappa"}
    names = [name for name in columns if name in result.labels[0]]
    table = new_table()
    table.add_labels("label")
    table.add_figures("count", *(columns[name] for name in names))
    for row in result.labels[:most]:
        table.add_row(row["label"] or "(none)", f"{row['count']:,}", *(_figure(row[name]) for name in names))
    return table


def disputed_table(result: Agreement, most: int) -> FittedTable:
    """The sentences with the largest distances."""
    from .tables import new_table

    table = new_table()
    table.add_figures("sentence")
    table.add_names("where")
    table.add_figures("words", "distance", "share")
    table.add_text("text")
    for row in result.disputed[:most]:
        figures = f"{row.words:,}", f"{row.distance:.2f}", f"{row.share:.3f}"
        table.add_row(f"{row.sentence:,}", row.where[0], *figures, row.text)
    return table


def _notes(result: Agreement) -> list[str]:
    pairs = f"all {result.all_pairs:,} pairs of trees" if result.all_pairs > 1 else "the only pair of trees"
    if result.sampled:
        pairs = f"a random sample of {result.pairs:,} of {result.all_pairs:,} pairs of trees (seed {result.seed})"
    same = result.sentences - len(result.disputed)
    return [
        f"alpha: 1 - observed / expected disagreement, squared tree edit distances; expected from {pairs}",
        f"{counted(result.trees, 'tree')}; sentences paired by {result.paired_by}; the same tree from all annotators: "
        f"{counted(same, 'sentence')}",
    ]


def _figure(value: float | None) -> str:
    return "-" if value is None or math.isnan(value) else f"{value:.5f}"


def _interval(result: Agreement, name: str) -> str:
    low, high = result.intervals.get(name, (math.nan, math.nan))
    return "-" if math.isnan(low) else f"{low:.5f} to {high:.5f}"
