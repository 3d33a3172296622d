"""Points with their intervals and names: a name is where it covers no point and no line."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..treebank.svg import pixel_width
from .charts import BOTTOM, COLOURS, LEFT, SMALL, Chart

Box = tuple[float, float, float, float]  # left, top, right, bottom
_CAP = 3  # pixels of the line across the end of an interval
_NEAR = 12  # pixels: a name that is farther from its point is joined to it by a line
_CLEAR = 6  # pixels: a name is so much nearer to its own point than to any other
_SAME = 2  # pixels: points that are drawn at the same place
_STEP = 4  # pixels between the places where a line is looked at


@dataclass(frozen=True)
class Point:
    """A point with the half-widths of its intervals (NaN: none). Points of a group share a colour."""

    x: float
    y: float
    x_error: float = math.nan
    y_error: float = math.nan
    label: str = ""
    group: str = ""


def scatter(chart: Chart, points: Sequence[Point]) -> Chart:
    """Points with their intervals and names, and a legend of the groups above the frame. The intervals of per cent end
    where the axis does."""
    groups = list(dict.fromkeys(point.group for point in points))
    colour = {group: COLOURS[number % len(COLOURS)] for number, group in enumerate(groups)}
    if any(groups):
        chart.groups = {group: fill for group, fill in colour.items() if group}
    for point in points:
        style = f'stroke="{colour[point.group]}" stroke-width="1.3" stroke-opacity="0.55"'
        for ends in _intervals(chart, point):
            chart.above.append(f'<path d="{_barred(*ends)}" {style} fill="none"/>')
    for point in points:
        chart.dot(chart.px(point.x), chart.py(point.y), f'fill="{colour[point.group]}" stroke="#fff"')
    _label(chart, points)
    return chart


Pixel = tuple[float, float]


def _intervals(chart: Chart, point: Point) -> Iterable[tuple[Pixel, Pixel]]:
    """The ends of the two intervals, in pixels, within the frame."""
    x, y = _finite(point.x_error), _finite(point.y_error)
    low, high = (min(max(end, chart.x[0]), chart.x[1]) for end in (point.x - x, point.x + x))
    yield (chart.px(low), chart.py(point.y)), (chart.px(high), chart.py(point.y))
    low, high = (min(max(end, chart.y[0]), chart.y[1]) for end in (point.y - y, point.y + y))
    yield (chart.px(point.x), chart.py(low)), (chart.px(point.x), chart.py(high))


def _barred(start: Pixel, end: Pixel) -> str:
    """A line with short lines across its ends."""
    (x, y), (other_x, other_y) = start, end
    line = f"M{x:.1f} {y:.1f} L{other_x:.1f} {other_y:.1f}"
    if start == end:
        return line
    across = f"h{2 * _CAP}" if x == other_x else f"v{2 * _CAP}"
    left, up = (_CAP, 0) if x == other_x else (0, _CAP)
    caps = "".join(f" M{at_x - left:.1f} {at_y - up:.1f} {across}" for at_x, at_y in (start, end))
    return line + caps


def _finite(value: float) -> float:
    return value if math.isfinite(value) else 0.0


def _label(chart: Chart, points: Sequence[Point]) -> None:
    """Each name near its point, where it covers the least; names of crowded points are placed first."""
    places = [(chart.px(point.x), chart.py(point.y)) for point in points]
    taken = [(x - 5, y - 5, x + 5, y + 5) for x, y in places]
    thin = [*_bars(chart, points), *_lines(chart)]

    def crowd(number: int) -> float:
        x, y = places[number]
        return sum(math.hypot(x - other_x, y - other_y) < 60 for other_x, other_y in places)

    # Points of the same name at the same place need the name once.
    keys = {(points[number].label, round(x / 8), round(y / 8)): number for number, (x, y) in enumerate(places)}
    named = sorted(number for (label, *_), number in keys.items() if label)
    for number in sorted(named, key=crowd, reverse=True):
        (x, y), wide = places[number], pixel_width(points[number].label, SMALL)
        others = [place for place in places if math.dist(place, (x, y)) > _SAME]

        def cost(box: Box, at: Pixel = (x, y), others: list[Pixel] = others) -> float:
            away = _distance(box, at)
            nearest = min((_distance(box, place) for place in others), default=math.inf)
            confusing = 20 * max(0.0, away + _CLEAR - nearest)
            return (
                4 * _common(box, taken) + 8 * _common(box, thin) + 100 * _outside(chart, box) + 1.5 * away + confusing
            )

        best = min(_boxes(x, y, wide), key=cost)
        taken.append(best)
        if _distance(best, (x, y)) > _NEAR:
            chart.above.append(_joining(best, (x, y)))
        chart.write((best[0], best[3] - 3), points[number].label, f'font-size="{SMALL}" fill="#111827" class="ink"')


def _bars(chart: Chart, points: Sequence[Point]) -> Iterable[Box]:
    """The intervals as thin boxes."""
    for point in points:
        for (x, y), (other_x, other_y) in _intervals(chart, point):
            yield min(x, other_x) - 1, min(y, other_y) - 1, max(x, other_x) + 1, max(y, other_y) + 1


def _lines(chart: Chart) -> Iterable[Box]:
    """The lines of the chart as small boxes, one after the other."""
    for line, style in chart.lines:
        if "stroke=" not in style:
            continue
        places = [(chart.px(x), chart.py(y)) for x, y in line]
        for (x, y), (other_x, other_y) in pairwise(places):
            steps = max(1, round(math.hypot(other_x - x, other_y - y) / _STEP))
            for step in range(steps):
                at_x, at_y = x + (other_x - x) * step / steps, y + (other_y - y) * step / steps
                yield at_x - 2, at_y - 2, at_x + 2, at_y + 2


def _boxes(x: float, y: float, wide: float) -> Iterable[Box]:
    """The places for a name around a point, the best ones first."""
    half = SMALL / 2
    for away in (8, 16, 26, 38, 52, 70):
        for down in dict.fromkeys((0, -away, away, -away / 2, away / 2)):
            lefts = [x + away, x - away - wide]
            lefts += [x + 8, x - 8 - wide] if abs(down) > half else []
            lefts += [x - wide / 2] if abs(down) > 10 else []
            for left in lefts:
                yield left, y + down - half, left + wide, y + down + half + 2


def _distance(box: Box, at: Pixel) -> float:
    """How far a point is from a box."""
    across = max(box[0] - at[0], 0.0, at[0] - box[2])
    return math.hypot(across, max(box[1] - at[1], 0.0, at[1] - box[3]))


def _joining(box: Box, at: Pixel) -> str:
    """A thin line from a point to its name."""
    x, y = min(max(at[0], box[0]), box[2]), min(max(at[1], box[1]), box[3])
    return (
        f'<path d="M{at[0]:.1f} {at[1]:.1f} L{x:.1f} {y:.1f}" stroke="#6b7280" stroke-width="0.6" class="grey-line"/>'
    )


def _common(box: Box, others: Iterable[Box]) -> float:
    """How much of a box overlaps others."""
    left, top, right, bottom = box
    return sum(max(0.0, min(right, r) - max(left, a)) * max(0.0, min(bottom, b) - max(top, t)) for a, t, r, b in others)


def _outside(chart: Chart, box: Box) -> float:
    """How far a box is outside the frame."""
    left, top, right, bottom = box
    outside = max(0.0, right - chart.width + 4) + max(0.0, LEFT + 2 - left) + max(0.0, chart.top - top)
    return outside + max(0.0, bottom - chart.height + BOTTOM)
