"""Scores as rows, and as tables for people. Every number comes with its signature."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from ..core.types import Row
from ..core.wording import counted
from .cells import figure, is_missing, plain_table

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Group

    from ..evaluation.breakdowns import Part
    from ..evaluation.result import Result
    from .fitting import FittedTable


_SHOWN = 10  # sentences left out that are named on the screen; the other outputs name them all
_SIDES = ("precision", "recall", "aligned")
_SIZES = {f"n_{name}": name for name in ("gold", "test", "tokens", "n", "tags")}


class FlatScoreRow(TypedDict):
    """One score, its interval as two columns."""

    measure: str
    score: str
    value: float
    low: float
    high: float
    sentences: int
    left_out: int
    signature: str


class ConfusionRow(TypedDict):
    """Two labels, how often gold has the first and test the second, and in which sentences."""

    measure: str
    gold: str
    test: str
    count: int
    sentences: list[int]
    signature: str


def score_rows(results: Iterable[Result]) -> list[FlatScoreRow]:
    """One row per score."""
    return [
        {
            "measure": result.measure.name,
            "score": name,
            "value": value,
            "low": result.intervals.get(name, (math.nan, math.nan))[0],
            "high": result.intervals.get(name, (math.nan, math.nan))[1],
            "sentences": len(result.compared),
            "left_out": len(result.left_out),
            "signature": str(result.signature),
        }
        for result in results
        for name, value in result.scores.items()
    ]


def part_rows(parts: Iterable[Part], by: str) -> list[Row]:
    """One row per part, with all its counts and scores."""
    rows = []
    for part in parts:
        measure = part.result.measure
        counts = dict(zip(measure.counts, part.total.tolist(), strict=True))
        rows.append(
            {
                "measure": measure.name,
                by: part.name,
                **({"where": part.where} if part.where else {}),
                **{f"n_{name}": value for name, value in counts.items()},
                **part.scores,
                "signature": str(part.result.signature),
            }
        )
    return rows


def confusion_rows(result: Result) -> list[ConfusionRow]:
    """One row per pair of labels, the most frequent first, with the numbers of its sentences, from 1."""
    confusion = result.confusion()
    cells: dict[tuple[str, str], list[int]] = {}
    triples = zip(confusion.gold.decode(), confusion.test.decode(), (confusion.sentence + 1).tolist(), strict=True)
    for gold, test, sentence in triples:
        cells.setdefault((gold if gold is not None else "-", test if test is not None else "-"), []).append(sentence)
    return [
        {
            "measure": result.measure.name,
            "gold": gold,
            "test": test,
            "count": len(sentences),
            "sentences": list(dict.fromkeys(sentences)),
            "signature": str(result.signature),
        }
        for (gold, test), sentences in sorted(cells.items(), key=lambda cell: (-len(cell[1]), cell[0]))
    ]


def score_table(results: Sequence[Result], level: float) -> Group:
    """Results for people: a table, then what was left out, then the signatures."""
    from rich.console import Group

    from .tables import new_table

    plain, sided = new_table(), new_table()
    heading = f"{100 * level:g} % interval" if any(result.intervals for result in results) else ""
    for table in (plain, sided):
        table.add_labels("measure", repeat=False)
        table.add_labels("score")
    plain.add_figures("value", heading)
    sided.add_figures("precision", "recall", "F1")
    sided.add_figures(heading, aside=2)
    sided.add_figures("aligned", aside=1)
    for result in results:
        _add(result, plain, sided)
    shown: list[Any] = [table for table in (plain, sided) if table.rows]
    return Group(*shown, "", *(line for result in results for line in _remarks(result)))


def _add(result: Result, plain: FittedTable, sided: FittedTable) -> None:
    name = result.measure.name
    sides = [score for score in result.scores if f"{score}_precision" in result.scores]
    for score in sides:
        values = {side: result.scores.get(f"{score}_{side}", math.nan) for side in _SIDES}
        sided.add_row(
            name,
            score,
            figure(values["precision"]),
            figure(values["recall"]),
            figure(result.scores[score]),
            _interval(result, score),
            figure(values["aligned"]),
        )
    companions = {f"{score}_{side}" for score in sides for side in _SIDES}
    for score, value in result.scores.items():
        if score not in companions and score not in sides:
            plain.add_row(name, score, figure(value), _interval(result, score))


def _interval(result: Result, score: str) -> str:
    low, high = result.intervals.get(score, (math.nan, math.nan))
    return "" if math.isnan(low) else f"{low:.2f} to {high:.2f}"


def _remarks(result: Result) -> list[Any]:
    from rich.text import Text as Line

    name, out = result.measure.name, result.left_out
    heading = f"{name}: {counted(len(result.compared), 'sentence')}" + (f", {len(out):,} left out:" if out else "")
    lines: list[Any] = [Line(heading, style="bold" if out else "")]
    lines += [Line(f"  {sentence.sentence} ({sentence.where}): {sentence.reason}") for sentence in out[:_SHOWN]]
    odd = dict(zip(result.measure.counts, result.total.tolist(), strict=True)).get("no_trees", 0)
    if odd:
        not_trees = counted(round(odd), "sentence of test is not a tree", "sentences of test are not trees")
        lines.append(Line(f"  {not_trees} (roots, cycles, heads); scored as given"))
    if len(out) > _SHOWN:
        lines.append(Line(f"  and {len(out) - _SHOWN:,} more; --json names them all"))
    return [*lines, Line(f"  {result.signature}", style="dim", no_wrap=True, overflow="ignore")]


def part_tables(tables: Sequence[Sequence[Row]]) -> Group:
    """Parts for people: one table per measure; of the counts, only the sizes of gold and test."""
    from rich.console import Group

    return Group(*(plain_table([_without_counts(row) for row in rows]) for rows in tables))


def _without_counts(row: Row) -> Row:
    shown: Row = {}
    for name, value in row.items():
        if name in _SIZES and not is_missing(value):
            shown[_SIZES[name]] = round(value)
        elif not name.startswith("n_"):
            shown[name] = value
    return shown
