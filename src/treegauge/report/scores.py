"""Scores as rows, and as tables for people. Every number comes with its signature."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..core.wording import counted
from ..evaluation.selecting import main_first
from .cells import figure

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Group

    from ..evaluation.result import FlatScoreRow, Result
    from .fitting import FittedTable


_SHOWN = 10  # sentences left out that are named on the screen; the other outputs name them all
_SIDES = ("precision", "recall", "aligned")
_FIRST = ("parseval", "attachment")  # measures
_EXACT = "exact-match"


def score_rows(results: Iterable[Result]) -> list[FlatScoreRow]:
    """One row per score."""
    return [row for result in results for row in result.table_rows()]


def score_table(results: Sequence[Result], level: float) -> Group:
    """Results for people: a table that begins with the main scores, then what was left out, then the signatures."""
    from rich.console import Group

    from .tables import new_table

    plain, sided = new_table(), new_table()
    interval = (f"{100 * level:g} % interval",) if any(result.intervals for result in results) else ()
    short = tuple(dict.fromkeys(_short_title(result) for result in results if _has_longer(result)))
    for table in (plain, sided):
        table.add_labels("measure", repeat=False)
        table.add_labels("score")
    plain.add_figures("value", *interval)
    plain.add_figures(*short, aside=1)
    sided.add_figures("F1")
    sided.add_figures("precision", "recall", aside=2)
    sided.add_figures(*interval, aside=3)
    sided.add_figures("aligned", aside=1)
    named = in_reading_order(results)
    for name, result in named:
        _add_plain(name, result, plain, len(interval), short, _hidden(result, results))
        _add_sided(name, result, sided, len(interval))
    shown = [part for table in (plain, sided) if table.rows for part in (table, "")]
    lines = [line for name, result in named for line in _remarks(name, result)]
    return Group(*shown, *_other_exact_matches(results), *lines)


def in_reading_order(results: Sequence[Result]) -> list[tuple[str, Result]]:
    """The results with their names, the measures that most readers look for first. A measure that is used again, with
    other options, has a number."""
    named: dict[str, Result] = {}
    for result in results:
        name = result.measure.name
        again = sum(other.measure.name == name for other in named.values())
        named[f"{name} {again + 1}" if again else name] = result
    return sorted(named.items(), key=lambda pair: pair[1].measure.name not in _FIRST)


def _hidden(result: Result, results: Sequence[Result]) -> set[str]:
    """Exact matches that a result has besides its other scores, where a measure of its own shows exact match."""
    others = any(other.measure.name == _EXACT for other in results)
    return set(result.measure.binary) if others and result.measure.name != _EXACT and not result.chosen else set()


def _other_exact_matches(results: Sequence[Result]) -> list[str]:
    """In one line, the exact matches that are not in the table and have another value than the one that is."""
    shown = {
        figure(result.scores[name])
        for result in results
        for name in result.measure.binary
        if result.measure.name == _EXACT and name in result.scores
    }
    others = [
        f"{result.measure.name} {name} {figure(result.scores[name])}"
        for result in results
        for name in result.scores
        if name in _hidden(result, results) and figure(result.scores[name]) not in shown
    ]
    return [f"exact match as other measures count it: {', '.join(others)}"] if others else []


def _sides(result: Result) -> list[str]:
    return [score for score in result.scores if f"{score}_precision" in result.scores]


def _add_plain(
    name: str, result: Result, table: FittedTable, intervals: int, short: Sequence[str], hidden: set[str]
) -> None:
    sides = _sides(result)
    left_out = {*sides, *(f"{score}_{side}" for score in sides for side in _SIDES), *hidden}
    for score in main_first(result.scores, result.measure):
        if score not in left_out:
            of_short = [_short_figure(result, score, title) for title in short]
            interval = [_interval(result, score)] * intervals
            table.add_row(name, score, figure(result.scores[score]), *interval, *of_short)


def _add_sided(name: str, result: Result, table: FittedTable, intervals: int) -> None:
    for score in main_first(dict.fromkeys(_sides(result)), result.measure):
        precision, recall, accuracy = (figure(result.scores.get(f"{score}_{side}", math.nan)) for side in _SIDES)
        interval = [_interval(result, score)] * intervals
        value = figure(result.scores[score])
        table.add_row(name, score, value, precision, recall, *interval, accuracy)


def _has_longer(result: Result) -> bool:
    """Whether the figures of short sentences are figures of their own."""
    return result.short is not None and not bool(result.short[result.compared].all())


def _short_title(result: Result) -> str:
    return f"up to {result.measure.short_length} words"


def _short_figure(result: Result, score: str, title: str) -> str:
    has = _has_longer(result) and _short_title(result) == title
    return figure(result.short_scores.get(score, math.nan)) if has else ""


def _interval(result: Result, score: str) -> str:
    low, high = result.intervals.get(score, (math.nan, math.nan))
    return "" if math.isnan(low) else f"{low:.2f} to {high:.2f}"


def _sentences(name: str, result: Result) -> str:
    """How many sentences were compared, and how many of them are short."""
    heading = f"{name}: {counted(len(result.compared), 'sentence')}"
    if result.short is None or not len(result.compared):
        return heading
    short = int(result.short[result.compared].sum())
    number = f"{short:,} of them" if _has_longer(result) else "all"
    return f"{heading} ({number} {_short_title(result)})"


def _remarks(name: str, result: Result) -> list[Any]:
    from rich.text import Text as Line

    out = result.left_out
    heading = _sentences(name, result) + (f", {len(out):,} left out:" if out else "")
    lines: list[Any] = [Line(heading, style="bold" if out else "")]
    lines += [Line(f"  {sentence.sentence} ({sentence.where}): {sentence.reason}") for sentence in out[:_SHOWN]]
    odd = dict(zip(result.measure.counts, result.total.tolist(), strict=True)).get("no_trees", 0)
    if odd:
        not_trees = counted(round(odd), "sentence of test is not a tree", "sentences of test are not trees")
        lines.append(Line(f"  {not_trees} (roots, cycles, heads); scored as given"))
    if len(out) > _SHOWN:
        lines.append(Line(f"  and {len(out) - _SHOWN:,} more; --json names them all"))
    size = result.measure.counted(result.total)
    lines += [Line(f"  {size}")] if size else []
    return [*lines, Line(f"  {result.signature}", style="dim", no_wrap=True, overflow="ignore")]
