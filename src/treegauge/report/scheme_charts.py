"""The bias curve as a picture: scores against nodes per word, one panel per measure, one line per treebank."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..studies.annotation_schemes.dial import BiasCurve
from ..studies.annotation_schemes.yardsticks import over_seeds
from .charts import COLOURS, Chart, page, spanning, within_per_cent
from .scatter import Point, scatter

_ROOM = 1.2


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
    low, high = spanning([end for point in points for end in _ends(point)])
    room = max(0.0, least - (high - low)) / 2
    above = max(0.0, high + room - 100.0)  # a frame that ends at 100 is as high as the others, and begins lower
    low, high = within_per_cent((low - room - above, high + room))
    chart = Chart(f"{name} ({score})", "nodes per word", "score (%)", wide, (low, high), 440, 340)
    colour = {curve.treebank: COLOURS[place % len(COLOURS)] for place, curve in enumerate(curves)}
    for line in lines:
        chart.path([(point.x, point.y) for point in line], f'stroke="{colour[line[0].group]}" stroke-width="1.6"')
    return scatter(chart, points)


def _ends(point: Point) -> tuple[float, float]:
    """The interval of a point; the point itself if it has none."""
    width = point.y_error if np.isfinite(point.y_error) else 0.0
    return point.y - width, point.y + width
