"""Derivation perplexity as pictures: accuracy against its predictors, and parsers against their perplexity."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ..core.types import Row
from ..core.wording import counted
from ..studies.derivation_perplexity.predicting import PREDICTORS
from .charts import Chart, page, spanning, within_per_cent
from .scatter import Point, scatter


def prediction_plot(treebanks: Sequence[Row], accuracy: Mapping[str, float], title: str) -> str:
    """One panel per predictor (treebank size, and size over either perplexity): treebanks against the accuracy
    of each treebank in per cent. Predictors are drawn on a logarithmic scale."""
    shown = [row for row in treebanks if math.isfinite(accuracy.get(row["treebank"], math.nan))]
    reach = within_per_cent(spanning(accuracy[row["treebank"]] for row in shown))
    panels = []
    for name, predictor in PREDICTORS.items():
        points = [
            Point(math.log10(predictor(row)), accuracy[row["treebank"]], label=row["treebank"], group=row["group"])
            for row in shown
        ]
        across = spanning(point.x for point in points)
        chart = Chart(f"{title}: {name}", f"log10 of {name}", title, across, reach, 760, 440)
        panels.append(scatter(chart, points))
    return page(panels, columns=1)


def ranking_plot(parsers: Sequence[Row], score: str = "uas", name: str = "UAS", *, reach: float = 10.0) -> str:
    """Every parser on every treebank: how far the perplexity of its output and its score are above the mean over the
    parsers of that treebank. If an output is more than `reach` per cent from the mean, its treebank is only named:
    on the same scale, all other points would be one heap."""
    points: list[Point] = []
    outside: list[str] = []
    for treebank in dict.fromkeys(row["treebank"] for row in parsers):
        deviations = _deviations([row for row in parsers if row["treebank"] == treebank], score)
        if any(abs(point.x) > reach for point in deviations):
            outside.append(treebank)
        else:
            points += deviations
    across, down = spanning(point.x for point in points), spanning(point.y for point in points)
    title = counted(len(points), "output") + (f" (outside the frame: {', '.join(outside)})" if outside else "")
    labels = "derivation perplexity of the output, % above the mean", f"{name}, points above the mean"
    return page([scatter(Chart(title, *labels, across, down, 760, 480), points)])


def _deviations(rows: Sequence[Row], score: str) -> list[Point]:
    perplexity, reached = (float(np.mean([row[column] for row in rows])) for column in ("derivation", score))
    return [
        Point(100 * (row["derivation"] / perplexity - 1), row[score] - reached, group=row["parser"])
        for row in rows
        if math.isfinite(reached)
    ]
