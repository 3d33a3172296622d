"""Derivation perplexity as pictures: accuracy against what should predict it, and parsers against their perplexity."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ..core.types import Row
from ..studies.derivation_perplexity.predicting import PREDICTORS
from .charts import Chart, Point, page, scatter, spanning


def prediction_plot(treebanks: Sequence[Row], accuracy: Mapping[str, float], title: str) -> str:
    """One panel a predictor (treebank size, and size over either perplexity): rows of `study` against an accuracy of
    each treebank in per cent. Predictors are drawn on a logarithmic scale."""
    shown = [row for row in treebanks if math.isfinite(accuracy.get(row["treebank"], math.nan))]
    reach = spanning(accuracy[row["treebank"]] for row in shown)
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
    """Every parser on every treebank: by how much its output is more perplexing and its score higher than the mean over
    the parsers of that treebank. A treebank on which an output is further out than `reach` per cent is not drawn but
    named, since all others would be one heap beside it."""
    points: list[Point] = []
    outside: list[str] = []
    for treebank in dict.fromkeys(row["treebank"] for row in parsers):
        own = _deviations([row for row in parsers if row["treebank"] == treebank], score)
        if any(abs(point.x) > reach for point in own):
            outside.append(treebank)
        else:
            points += own
    across, down = spanning(point.x for point in points), spanning(point.y for point in points)
    title = f"{len(points)} outputs" + (f" (outside the frame: {', '.join(outside)})" if outside else "")
    labels = "derivation perplexity of the output, % above the mean", f"{name}, points above the mean"
    return page([scatter(Chart(title, *labels, across, down, 760, 480), points)])


def _deviations(rows: Sequence[Row], score: str) -> list[Point]:
    perplexity, reached = (float(np.mean([row[column] for row in rows])) for column in ("derivation", score))
    return [
        Point(100 * (row["derivation"] / perplexity - 1), row[score] - reached, group=row["parser"])
        for row in rows
        if math.isfinite(reached)
    ]
