"""How results show themselves in a notebook: a table with a small chart; the file that `plot()` writes, and the page
that `report()` writes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from ..core.errors import CallError
from ..core.outputs import write_text
from ..core.types import PathLike
from ..evaluation.breakdowns import Parts
from ..evaluation.comparison import Comparison, Comparisons
from ..evaluation.counting import Sides
from ..evaluation.result import Result, Results
from ..measures.shared.base import Confusion
from ..studies.difficulty.curves import ecc_curve
from ..studies.difficulty.measuring import Difficulty
from ..treebank import Treebank
from .difficulty_charts import ecc_curve_plot
from .marks import stacked
from .page.card import CardTreebank, card_page
from .page.evaluated import Evaluated
from .page.writing import MOST_SENTENCES, report_page, write_report
from .pictures import check_picture, write_picture
from .result_charts import comparison_plot, confusion_plot, parts_plot, score_plot

_WIDTH = 560
_ROWS = 12  # of a chart
_MARGIN = 16  # pixels around charts in a file


@singledispatch
def chart(result: Any) -> str:
    """The small chart of a result, as SVG; nothing if it has none."""
    return ""


@chart.register
def _(result: Result) -> str:
    return score_plot([result], width=_WIDTH)


@chart.register
def _(results: Results) -> str:
    return score_plot(results, width=_WIDTH, most=_ROWS)


@chart.register
def _(parts: Parts) -> str:
    return parts_plot(parts, width=_WIDTH)


@chart.register
def _(confusion: Confusion) -> str:
    return confusion_plot(confusion, most=_ROWS)


@chart.register
def _(comparison: Comparison) -> str:
    return comparison_plot([comparison], width=_WIDTH)


@chart.register
def _(comparisons: Comparisons) -> str:
    """The differences of all pairs by the score that systems are ranked by."""
    wanted = comparisons.rank_by[:1] or [(row.signature, row.score) for row in comparisons[:1]]
    rows = [row for row in comparisons if (row.signature, row.score) in wanted and row.part is None]
    return comparison_plot(rows, width=_WIDTH, most=_ROWS)


@chart.register
def _(difficulty: Difficulty) -> str:
    figures = difficulty.figures
    if int(figures.covered.sum()) < 2:
        return ""
    name, level = difficulty.treebank or "treebank", difficulty.level
    return ecc_curve_plot([ecc_curve(figures, level=level, name=name, transform=difficulty.transform)])


@singledispatch
def picture_of(result: Any) -> str:
    """The chart of a result for a file, as SVG: all rows, in full width."""
    return chart(result)


@picture_of.register
def _(result: Result) -> str:
    return score_plot([result])


@picture_of.register
def _(results: Results) -> str:
    return score_plot(results)


@picture_of.register
def _(parts: Parts) -> str:
    return parts_plot(parts)


@picture_of.register
def _(confusion: Confusion) -> str:
    return confusion_plot(confusion)


@picture_of.register
def _(comparison: Comparison) -> str:
    return comparison_plot([comparison])


@picture_of.register
def _(comparisons: Comparisons) -> str:
    return comparison_plot(comparisons)


def write_plot(result: Any, output: PathLike) -> None:
    """Write the chart of a result to a file."""
    write_charts([picture_of(result)], os.fspath(output))


def write_charts(charts: Sequence[str], output: str) -> None:
    """Write charts below each other to a file: .svg, .png or .pdf."""
    check_picture("plot", output)
    if not any(charts):
        raise CallError("there is nothing to draw: no score is defined")
    write_picture(stacked(charts, _MARGIN), output)


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


@write_page.register(Comparison)
@write_page.register(Comparisons)
def _(compared: Comparison | Comparisons, output: PathLike) -> None:
    """The page of all systems; that of a single comparison has its two."""
    if compared.call is None:
        raise CallError("these comparisons do not have their trees; write_report(gold, tests) writes the page")
    write_report(output=output, **compared.call)


@write_page.register
def _(difficulty: Difficulty, output: PathLike) -> None:
    from ..evaluation.describe import describe

    if difficulty.trees is None:
        raise CallError("this measurement does not have its trees; write_report(treebank) writes the page")
    name = difficulty.treebank or _source(difficulty.trees, "treebank")
    card = CardTreebank(name, difficulty.trees, describe(difficulty.trees, name), difficulty)
    write_text(card_page([card], MOST_SENTENCES, difficulty.level, 0), os.fspath(output))
