"""Scores and comparisons as pictures, for `--plot`, `plot()` and notebooks: forest plots, bars for each part of a
breakdown, and confusions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..core.wording import counted
from ..evaluation.breakdowns import Part
from ..evaluation.comparison import Comparison, Comparisons
from ..evaluation.result import Result, Results
from ..evaluation.treebanks.averages import MACRO, MacroAverage
from ..measures.shared.base import Confusion
from .bar_tables import GOLD_SIZES, Bar, BarRow, bar_table
from .forest import ForestRow, forest_plot
from .heat_tables import NOTHING, heat_table
from .marks import stacked
from .page.titles import measure_title, part_title, score_title
from .page.writing import short_names

_SIZES = ("n", *GOLD_SIZES, "tags")  # leaf-ancestor counts leaves, exact-match tags
_SIDES = ("precision", "recall", "f1")
_WIDTH = 760
_PARTS = 60  # rows of bars: more cannot be read, and --top or --sort choose them
_COLUMNS = 4  # of bars
_LABELS = 24  # of a confusion


def score_plot(results: Sequence[Result], *, width: int = _WIDTH, most: int | None = None) -> str:
    """The main scores with their intervals; of many treebanks, one plot per score with a row for each treebank."""
    if isinstance(results, Results) and results.macro:
        return stacked([_treebanks_plot(results, average, width, most) for average in results.macro])
    rows = [
        ForestRow(measure_title(result.measure.name, name), result.scores[name], result.intervals.get(name))
        for result in results
        for name in _shown_scores(result)
    ]
    title = results[0].measure.name if len(results) == 1 else "main scores, %"
    return forest_plot(rows[:most], title, width=width) if rows else ""


def _treebanks_plot(results: Results, average: MacroAverage, width: int, most: int | None) -> str:
    """The first main score of a measure on every treebank; the macro-average is the last row."""
    own = [result for result in results if str(result.signature) == average.signature] or [
        result for result in results if result.measure.name == average.measure
    ]
    names = own[0].chosen or own[0].measure.main or own[0].measure.main_scores
    name = next((name for name in names if name in average.scores), next(iter(average.scores)))
    rows = [
        ForestRow(result.treebank or "", result.scores.get(name, math.nan), result.intervals.get(name))
        for result in own[:most]
    ]
    rows.append(ForestRow(MACRO, average.scores.get(name, math.nan), average.intervals.get(name)))
    return forest_plot(rows, f"{measure_title(average.measure, name)}, %", width=width)


def _shown_scores(result: Result) -> list[str]:
    """The scores that are asked for, or the main ones; those that are 0/0 are not shown."""
    names = result.chosen or (*result.measure.main_scores,)
    return [name for name in names if math.isfinite(result.scores.get(name, math.nan))]


def parts_plot(parts: Sequence[Part], *, width: int = _WIDTH) -> str:
    """The parts of a breakdown in rows, a column of bars for each score."""
    if not parts:
        return ""
    by, measure = parts[0].by, parts[0].result.measure
    names = _part_scores(parts[0])
    shown = parts[:_PARTS]
    rows = [BarRow(part_title(part.name), _size(part), [_bar(part, name) for name in names]) for part in shown]
    what = "relation" if by == "label" and measure.name in ("attachment", "ud") else by
    left = f" (the first {len(shown)} of {counted(len(parts), 'part')})" if len(parts) > len(shown) else ""
    return bar_table(rows, [score_title(name) for name in names], f"{measure.name} by {what}{left}", width=width)


def _part_scores(part: Part) -> Sequence[str]:
    """The scores that are asked for; precision, recall and F1 where the parts have them; else the main scores."""
    measure = part.result.measure
    if part.result.chosen:
        return part.result.chosen[:_COLUMNS]
    divided = part.by in measure.breakdowns or "f1" in measure.main_scores
    if divided and set(_SIDES) <= part.scores.keys():
        return _SIDES
    defined = [name for name, value in part.scores.items() if math.isfinite(value)]
    main = [name for name in measure.main_scores if name in defined]
    return (main or defined or measure.main_scores)[:_COLUMNS]  # exact match of sentences has no parts, tags have


def _size(part: Part) -> str:
    """How much of gold is in a part, by the first count that the measure divides."""
    sizes = (part.counts.get(name, math.nan) for name in _SIZES)
    return next((f"{round(size):,}" for size in sizes if math.isfinite(size)), "")


def _bar(part: Part, name: str) -> Bar:
    value = part.scores.get(name, math.nan)
    shown = f"{value:.1f}" if math.isfinite(value) else "–"
    return Bar(value, shown, f"{part_title(part.name)}: {score_title(name)} {shown}")


def confusion_plot(confusion: Confusion, title: str = "errors by label", *, most: int = _LABELS) -> str:
    """The labels that are confused most often: gold in rows, the parse in columns."""
    counts: dict[tuple[str, str], int] = {}
    totals: dict[str, int] = {}
    for gold, test in zip(confusion.gold.decode(), confusion.test.decode(), strict=True):
        if gold != test:
            pair = NOTHING if gold is None else gold, NOTHING if test is None else test
            counts[pair] = counts.get(pair, 0) + 1
            for label in pair:
                totals[label] = totals.get(label, 0) + 1
    labels = sorted((name for name in totals if name != NOTHING), key=lambda name: (-totals[name], name))[:most]
    names = [*labels, *([NOTHING] if NOTHING in totals else [])]
    return heat_table(counts, names, names, title) if counts else ""


def comparison_plot(comparisons: Sequence[Comparison], *, width: int = _WIDTH, most: int | None = None) -> str:
    """The differences in the main scores with their intervals. Two systems: a row for each score, or for each part of a
    score that is divided. More systems: one plot per score (and part), a row for each pair."""
    main = comparisons.main if isinstance(comparisons, Comparisons) else ()
    level = comparisons.level if isinstance(comparisons, Comparisons) else 0.95
    rows = [row for row in comparisons if not main or (row.signature, row.score) in main]
    plots: dict[tuple[str | None, ...], list[tuple[str, Comparison]]] = {}
    one_pair = len({(row.a, row.b) for row in rows}) == 1
    systems = list(dict.fromkeys(name for row in rows for name in (row.a, row.b)))
    short = dict(zip(systems, short_names(systems), strict=True))
    for row in rows:
        score = measure_title(row.measure, row.score)
        part = part_title(row.part) if row.part else ""
        if one_pair and row.by:
            plots.setdefault((row.signature, score), []).append((part, row))
        elif one_pair:
            plots.setdefault((), []).append((score, row))
        else:
            plots.setdefault((row.signature, score, part), []).append((f"{short[row.a]} − {short[row.b]}", row))
    return stacked([_differences(named[:most], one_pair, level, width) for named in plots.values()])


def _differences(named: Sequence[tuple[str, Comparison]], one_pair: bool, level: float, width: int) -> str:
    threshold = round(1 - level, 12)  # 1 - 0.95 is not 0.05 in binary
    first = named[0][1]
    drawn = [
        ForestRow(name, row.difference, row.interval, "*" if row.p_holm < threshold else "") for name, row in named
    ]
    what = f"difference in {measure_title(first.measure, first.score)}"
    if one_pair:
        title = f"{first.a} − {first.b}" + (f", {what} by {first.by}" if first.by else "")
    else:
        title = what + (f", {first.by} {part_title(first.part)}" if first.by and first.part else "")
    starred = f" (* p < {threshold:g})" if any(row.letters for row in drawn) else ""
    return forest_plot(drawn, f"{title}, points{starred}", per_cent=False, width=width)
