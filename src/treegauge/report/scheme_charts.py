"""The bias curve as a picture: scores against nodes per word, one panel per measure, one line per treebank."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..studies.annotation_schemes.dial import BiasCurve
from ..studies.annotation_schemes.yardsticks import over_seeds
from .charts import COLOURS, Chart, Point, page, scatter, spanning

_ROOM = 1.2
_LEGEND = 0.09  # height of a line of the legend, as a share of the panel


def bias_plot(curves: Sequence[BiasCurve]) -> str:
    """Every measure from flat to deep. Each panel spans at least the greatest change of any measure: a line that looks
    flat is flat."""
    names = list(dict.fromkeys(yardstick.name for curve in curves for yardstick in curve.yardsticks))
    changes = [np.ptp(curve.values.mean(2), axis=0).max() for curve in curves]
    wide = spanning([float(node) for curve in curves for node in curve.nodes])
    return page([_panel(name, curves, float(max(changes)) * _ROOM, wide) for name in names], columns=3)


def _panel(name: str, curves: Sequence[BiasCurve], least: float, wide: tuple[float, float]) -> Chart:
    points: list[Point] = []
    lines: list[list[Point]] = []
    score = ""
    for curve in curves:
        for number, yardstick in enumerate(curve.yardsticks):
            if yardstick.name == name:
                score = yardstick.score
                figures = [over_seeds(values, curve.level) for values in curve.values[:, number]]
                pairs = zip(curve.nodes.tolist(), figures, strict=True)
                lines.append([Point(x, y, y_error=width, group=curve.treebank) for x, (y, width) in pairs])
                points += lines[-1]
    low, high = spanning([point.y for point in points])
    room = max(0.0, least - (high - low)) / 2
    low, high = low - room, high + room
    high += (high - low) * _LEGEND * len(curves)  # so that the legend does not cover the lines
    chart = Chart(f"{name} ({score})", "nodes per word", "score (%)", wide, (low, high), 440, 340)
    colour = {curve.treebank: COLOURS[place % len(COLOURS)] for place, curve in enumerate(curves)}
    for line in lines:
        chart.path([(point.x, point.y) for point in line], f'stroke="{colour[line[0].group]}" stroke-width="1.6"')
    return scatter(chart, points)
