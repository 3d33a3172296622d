"""How results show themselves in a notebook: a table with a small chart; and the page that `report()` writes."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from ..core.errors import CallError
from ..core.outputs import write_text
from ..core.types import PathLike
from ..evaluation.comparison import Comparison, Comparisons
from ..evaluation.counting import Sides
from ..evaluation.result import Result, Results
from ..studies.difficulty.curves import ecc_curve
from ..studies.difficulty.measuring import Difficulty
from ..treebank import Treebank
from .difficulty_charts import ecc_curve_plot
from .forest import ForestRow, forest_plot
from .page.card import CardTreebank, card_page
from .page.evaluated import Evaluated
from .page.titles import measure_title
from .page.writing import MOST_SENTENCES, report_page, write_report

_WIDTH = 560
_ROWS = 12  # of a chart


@singledispatch
def chart(result: Any) -> str:
    """The small chart of a result, as SVG; nothing if it has none."""
    return ""


@chart.register
def _(result: Result) -> str:
    names = [name for name in result.measure.main_scores if math.isfinite(result.scores.get(name, math.nan))]
    return _scores([(result, name) for name in names], result.measure.name)


@chart.register
def _(results: Results) -> str:
    pairs = [
        (result, name)
        for result in results
        for name in result.measure.main_scores
        if math.isfinite(result.scores.get(name, math.nan))
    ]
    return _scores(pairs[:_ROWS], "main scores, %")


def _scores(pairs: Sequence[tuple[Result, str]], title: str) -> str:
    if not pairs:
        return ""
    rows = [
        ForestRow(measure_title(result.measure.name, name), result.scores[name], result.intervals.get(name))
        for result, name in pairs
    ]
    return forest_plot(rows, title, width=_WIDTH)


@chart.register
def _(comparison: Comparison) -> str:
    return _differences([comparison])


@chart.register
def _(comparisons: Comparisons) -> str:
    """The differences of all pairs by the score that systems are ranked by."""
    wanted = comparisons.rank_by[:1] or [(row.signature, row.score) for row in comparisons[:1]]
    rows = [row for row in comparisons if (row.signature, row.score) in wanted and row.part is None]
    return _differences(rows[:_ROWS])


def _differences(rows: Sequence[Comparison]) -> str:
    if not rows:
        return ""
    drawn = [
        ForestRow(f"{row.a} − {row.b}", row.difference, row.interval, "*" if row.p_holm < 0.05 else "") for row in rows
    ]
    title = f"difference in {measure_title(rows[0].measure, rows[0].score)}, points"
    return forest_plot(drawn, title, per_cent=False, width=_WIDTH)


@chart.register
def _(difficulty: Difficulty) -> str:
    figures = difficulty.figures
    if int(figures.covered.sum()) < 2:
        return ""
    return ecc_curve_plot([ecc_curve(figures, name=difficulty.treebank or "treebank", transform=difficulty.transform)])


@singledispatch
def write_page(result: Any, output: PathLike) -> None:
    """Write the report page of a result."""
    raise CallError(f"there is no report of {type(result).__name__}")


@write_page.register
def _(result: Result, output: PathLike) -> None:
    _write_results([result], output)


@write_page.register
def _(results: Results, output: PathLike) -> None:
    _write_results(results, output)


def _write_results(results: Sequence[Result], output: PathLike) -> None:
    """The page of one system that was already scored: nothing is computed again."""
    if len({id(result.gold) for result in results}) != 1:
        raise CallError("a report is of one treebank; write_report(gold, tests) of each of them writes it")
    gold, test = results[0].trees
    paired = Sides(gold, test).pairing.test
    assert paired is not None
    name = _source(test, "test")
    evaluated = Evaluated(
        _source(gold, "gold"), gold, {name: test}, {name: paired}, {name: list(results)}, Comparisons(), 0.95
    )
    write_text(report_page(evaluated), os.fspath(output))


def _source(treebank: Treebank, usual: str) -> str:
    """The name of the file that a treebank is from."""
    source = treebank.sentences.text("source")[0] if len(treebank) else None
    return os.path.basename(source) if source else usual


@write_page.register
def _(comparisons: Comparisons, output: PathLike) -> None:
    if comparisons.call is None:
        raise CallError("these comparisons do not have their trees; write_report(gold, tests) writes the page")
    write_report(output=output, **comparisons.call)


@write_page.register
def _(difficulty: Difficulty, output: PathLike) -> None:
    from ..evaluation.describe import describe

    if difficulty.trees is None:
        raise CallError("this measurement does not have its trees; write_report(treebank) writes the page")
    name = difficulty.treebank or _source(difficulty.trees, "treebank")
    card = CardTreebank(name, difficulty.trees, describe(difficulty.trees, name), difficulty)
    write_text(card_page([card], MOST_SENTENCES, 0.95, 0), os.fspath(output))
