"""Tables of the first view: the differences of all pairs of systems, and all scores."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from ...evaluation.comparison import Comparison
from ...evaluation.result import Result
from ..cells import p_value
from .addresses import sentences_address
from .elements import table, tag
from .evaluated import Evaluated
from .titles import score_title

_MOST = 12  # systems of which all pairs are shown


def difference_table(evaluated: Evaluated, score: str, systems: Sequence[str]) -> str:
    """All pairs by one score of the main measure: the system in the row minus the one in the column."""
    if not 2 <= len(systems) <= _MOST:
        return ""
    signature = str(evaluated.main_result(systems[0]).signature)
    pairs = {(row.a, row.b): row for row in evaluated.comparisons if row.signature == signature and row.score == score}
    rows = [
        [
            tag("th", escape(name), scope="row"),
            *(
                _difference(evaluated.level, pairs, name, other) if column > place else "<td></td>"
                for column, other in enumerate(systems[1:], 1)
            ),
        ]
        for place, name in enumerate(systems[:-1])
    ]
    caption = f"Differences in {score_title(score)}: row minus column"
    note = "Each interval is of one difference alone, without a correction; p is after Holm’s correction for all pairs."
    grid = table(["", *systems[1:]], rows, caption=caption, kind="pairs")
    return tag("div", grid, class_="wide") + tag("p", note, class_="note")


def _difference(level: float, pairs: Mapping[tuple[str, str], Comparison], name: str, other: str) -> str:
    pair, sign = (pairs[name, other], 1) if (name, other) in pairs else (pairs[other, name], -1)
    low, high = sorted(sign * end for end in pair.interval)
    is_real = pair.p_holm < round(1 - level, 12)  # 1 - 0.95 is not 0.05 in binary
    figures = [
        tag("strong", _signed(sign * pair.difference)),
        tag("small", f" {_signed(low)} to {_signed(high)}"),
        "<br>",
        tag("small", f"p {escape(p_value(pair.p_holm))}{'' if is_real else ', not significant'}"),
    ]
    address = sentences_address({"sort": "difference", "right": name, "wrong": other})
    return tag("td", tag("a", *figures, href=address), class_="real" if is_real else "unclear")


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")


def all_scores(evaluated: Evaluated) -> str:
    """Every score of every measure."""
    rows = []
    for number, measure in enumerate(evaluated.measures):
        results = [evaluated.results[name][number] for name in evaluated.systems]
        for score in results[0].scores:
            title = tag("th", tag("span", escape(measure.name)), " ", escape(score), scope="row")
            rows.append([title, *(_figure(result, score) for result in results)])
    grid = tag("div", table(["", *evaluated.systems], rows, kind="scores"), class_="wide")
    return tag("details", tag("summary", "All scores"), grid)


def _figure(result: Result, score: str) -> str:
    value, interval = result.scores[score], result.intervals.get(score)
    if not math.isfinite(value):
        return tag("td", "–")
    ends = "" if interval is None else tag("small", f" {interval[0]:.2f}–{interval[1]:.2f}")
    return tag("td", f"{value:.2f}", ends, data_measure=result.measure.name, data_score=score, data_value=repr(value))
