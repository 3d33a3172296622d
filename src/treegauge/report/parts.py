"""Scores divided into parts, and confusions of labels, as rows and as tables for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypedDict

from ..core.types import Row
from ..evaluation.selecting import main_first
from .cells import cell, is_missing

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from ..evaluation.breakdowns import Part
    from ..evaluation.result import Result
    from .fitting import FittedTable

_SIZES = ("gold", "test", "tokens", "n", "tags")  # counts that are shown; the other outputs have them all
_SIDES = ("_precision", "_recall", "_aligned")


class ConfusionRow(TypedDict):
    """Two labels, how often gold has the first and test the second, and in which sentences."""

    measure: str
    gold: str
    test: str
    count: int
    sentences: list[int]
    signature: str


def part_rows(parts: Iterable[Part]) -> list[Row]:
    """One row per part, with all its counts and scores."""
    return [row for part in parts for row in part.table_rows()]


def confusion_rows(result: Result) -> list[ConfusionRow]:
    """One row per pair of labels, the most frequent first, with the numbers of its sentences, from 1."""
    return [
        {
            "measure": result.measure.name,
            "gold": row["gold"],
            "test": row["test"],
            "count": row["count"],
            "sentences": row["sentences"],
            "signature": str(result.signature),
        }
        for row in result.confusion().rows()
    ]


def part_table(parts: Sequence[Part], by: str, measure_name: str | None = None) -> FittedTable:
    """One row per part: the sizes of gold and test, then the scores, the main ones first; `measure_name` is that of the
    measure, if not its own."""
    from .tables import new_table

    measure = parts[0].result.measure
    table = new_table(f"{measure_name or measure.name} by {by}")
    table.add_labels(by)
    places = any(part.where for part in parts)
    table.add_names(*(("where",) if places else ()))
    rows = [{**part.counts, **part.scores} for part in parts]
    defined = {name for row in rows for name, value in row.items() if not is_missing(value)}
    sizes = [name for name in _SIZES if name in measure.counts and name in defined]
    scores = [name for name in main_first(parts[0].scores, measure) if name in defined]
    scores.sort(key=lambda name: name.endswith(_SIDES))
    table.add_figures(*sizes, aside=len(scores) + 1)
    for place, name in enumerate(scores):
        aside = 0 if name in measure.main_scores else len(scores) - place
        table.add_figures(name, aside=aside, extra=name.endswith(_SIDES))
    for part, row in zip(parts, rows, strict=True):
        shown = (f"{row[name]:,.0f}" if not is_missing(row[name]) else "-" for name in sizes)
        where = (part.where or "",) if places else ()
        table.add_row(part.name, *where, *shown, *(cell(row[name]) for name in scores))
    return table
