"""Charts as self-contained SVG: points with error bars, and lines; a single chart, or several as panels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

Range = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#b58900",
    "#56b4e9",
    "#6b4c9a",
    "#4d4d4d",
)  # easy to distinguish
_FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"
_INK, _GREY, _GRID = "#111827", "#6b7280", "#e5e7eb"
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 18, 40, 48  # margins
_SMALL = 11
_EM = 0.56  # how wide a character is, on average


@dataclass(frozen=True)
class Point:
    """A point with the half-widths of its intervals (NaN: none). Points of a group share a colour."""

    x: float
    y: float
    x_error: float = math.nan
    y_error: float = math.nan
    label: str = ""
    group: str = ""


@dataclass
class Chart:
    """A frame with axes; shapes are added in the units of the data."""

    title: str
    x_label: str
    y_label: str
    x: Range
    y: Range
    width: int = 460
    height: int = 320
    shapes: list[str] = field(default_factory=list)
    above: list[str] = field(default_factory=list)

    def px(self, x: float) -> float:
        low, high = self.x
        return _LEFT + (x - low) / (high - low) * (self.width - _LEFT - _RIGHT)

    def py(self, y: float) -> float:
        low, high = self.y
        return self.height - _BOTTOM - (y - low) / (high - low) * (self.height - _TOP - _BOTTOM)

    def path(self, points: Iterable[tuple[float, float]], style: str) -> None:
        """A line through points; what is outside the frame is cut off."""
        places = " L".join(f"{self.px(x):.1f} {self.py(y):.1f}" for x, y in points)
        self.shapes.append(f'<path d="M{places}" {style}/>')

    def write(self, at: tuple[float, float], string: str, style: str = "") -> None:
        """A string at a place in pixels."""
        self.above.append(f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" {style}>{escape(string)}</text>')

    def dot(self, x: float, y: float, style: str) -> None:
        self.above.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" {style}/>')

    def body(self, place: tuple[int, int] = (0, 0)) -> str:
        right, bottom = self.width - _RIGHT, self.height - _BOTTOM
        name = f"frame-{place[0]}-{place[1]}"
        frame = f'x="{_LEFT}" y="{_TOP}" width="{right - _LEFT}" height="{bottom - _TOP}"'
        return (
            f'<g transform="translate({place[0]} {place[1]})"><clipPath id="{name}"><rect {frame}/></clipPath>'
            f"{''.join(self._axes())}"
            f'<g clip-path="url(#{name})" fill="none">{"".join(self.shapes)}</g>{"".join(self.above)}</g>'
        )

    def _axes(self) -> Iterable[str]:
        right, bottom, small = self.width - _RIGHT, self.height - _BOTTOM, f'font-size="{_SMALL}" fill="{_GREY}"'
        for tick in ticks(*self.x):
            x = self.px(tick)
            yield f'<path d="M{x:.1f} {_TOP} V{bottom}" stroke="{_GRID}"/>'
            yield f'<text x="{x:.1f}" y="{bottom + 16}" {small} text-anchor="middle">{tick:,g}</text>'
        for tick in ticks(*self.y):
            y = self.py(tick)
            yield f'<path d="M{_LEFT} {y:.1f} H{right}" stroke="{_GRID}"/>'
            yield f'<text x="{_LEFT - 7}" y="{y + 4:.1f}" {small} text-anchor="end">{tick:,g}</text>'
        yield f'<path d="M{_LEFT} {_TOP} V{bottom} H{right}" stroke="{_GREY}" fill="none"/>'
        middle, centre = (_LEFT + right) / 2, (_TOP + bottom) / 2
        axis = f'font-size="12" fill="{_INK}" text-anchor="middle"'
        yield f'<text x="{middle:.1f}" y="{bottom + 36}" {axis}>{escape(self.x_label)}</text>'
        yield f'<text transform="translate(16 {centre:.1f}) rotate(-90)" {axis}>{escape(self.y_label)}</text>'
        yield f'<text x="{_LEFT}" y="24" font-size="14" font-weight="600" fill="{_INK}">{escape(self.title)}</text>'


def page(charts: Sequence[Chart], columns: int = 2) -> str:
    """Charts of the same size, side by side, as one picture."""
    wide, high = charts[0].width, charts[0].height
    across = min(columns, len(charts))
    width, height = wide * across, high * -(-len(charts) // across)
    places = [(wide * (number % across), high * (number // across)) for number in range(len(charts))]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{_FONT}"><title>{escape(charts[0].title)}</title>'
        f'<rect width="100%" height="100%" fill="#fff"/>'
        f"{''.join(chart.body(place) for chart, place in zip(charts, places, strict=True))}</svg>\n"
    )


def ticks(low: float, high: float, most: int = 8) -> list[float]:
    """Round numbers from low to high: steps of 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(power * factor for factor in (1, 2, 5, 10) if (high - low) / (power * factor) <= most + 1e-9)
    return [
        round(number * step, 10) for number in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    ]


def spanning(values: Iterable[float], *, least: float = 0.0, margin: float = 0.06) -> Range:
    """From the smallest to the greatest value, with a margin; never empty."""
    known = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(known), max(known)
    room = max((high - low) * margin, least, 1e-6)
    return low - room, high + room


def scatter(chart: Chart, points: Sequence[Point]) -> Chart:
    """Points with their error bars and labels, and a legend of the groups in a corner."""
    groups = list(dict.fromkeys(point.group for point in points))
    colour = {group: COLOURS[number % len(COLOURS)] for number, group in enumerate(groups)}
    for point in points:
        style = f'stroke="{colour[point.group]}" stroke-width="1.3" stroke-opacity="0.55"'
        for x, y in ((_finite(point.x_error), 0.0), (0.0, _finite(point.y_error))):
            chart.path([(point.x - x, point.y - y), (point.x + x, point.y + y)], style)
    for point in points:
        chart.dot(chart.px(point.x), chart.py(point.y), f'fill="{colour[point.group]}" stroke="#fff"')
    legend = _legend(chart, colour, points) if any(groups) else []
    _label(chart, points, legend)
    return chart


def _finite(value: float) -> float:
    return value if math.isfinite(value) else 0.0


def _legend(chart: Chart, colour: dict[str, str], points: Sequence[Point]) -> list[Box]:
    """The groups with their colours, in the corner where they cover the least; at the top right if it is free."""
    wide, high = max(len(group) for group in colour) * 12 * _EM + 26, 16 + 18.0 * len(colour)
    corners = [
        (left, top, left + wide, top + high)
        for left in (chart.width - _RIGHT - wide, _LEFT + 4.0)
        for top in (float(_TOP), chart.height - _BOTTOM - high)
    ]
    drawn = [*_dots(chart, points), *_bars(chart, points)]
    place = min(corners, key=lambda box: _common(box, drawn))
    for number, (group, fill) in enumerate(colour.items()):
        y = place[1] + 16 + 18 * number
        chart.dot(place[0] + 8, y - 4, f'fill="{fill}"')
        chart.write((place[0] + 20, y), group, f'font-size="12" fill="{_INK}"')
    return [place]


def _dots(chart: Chart, points: Sequence[Point]) -> list[Box]:
    places = [(chart.px(point.x), chart.py(point.y)) for point in points]
    return [(x - 5, y - 5, x + 5, y + 5) for x, y in places]


def _label(chart: Chart, points: Sequence[Point], taken: list[Box]) -> None:
    """Each label next to its point, where it covers the least; labels of crowded points are placed first."""
    places = [(chart.px(point.x), chart.py(point.y)) for point in points]
    taken = [*taken, *_dots(chart, points)]
    bars = list(_bars(chart, points))

    def crowd(number: int) -> float:
        x, y = places[number]
        return sum(math.hypot(x - other_x, y - other_y) < 60 for other_x, other_y in places)

    for number in sorted(range(len(points)), key=crowd, reverse=True):
        (x, y), wide = places[number], len(points[number].label) * _SMALL * _EM

        def cost(box: Box, down: float = y) -> float:
            far = abs((box[1] + box[3]) / 2 - down)
            return _common(box, taken) + _common(box, bars) / 4 + 100 * _outside(chart, box) + 2 * far

        best = min(_boxes(x, y, wide), key=cost)
        taken.append(best)
        if points[number].label:
            chart.write((best[0], best[3] - 3), points[number].label, f'font-size="{_SMALL}" fill="{_INK}"')


def _bars(chart: Chart, points: Sequence[Point]) -> Iterable[Box]:
    """The error bars as thin boxes."""
    for point in points:
        x, y = _finite(point.x_error), _finite(point.y_error)
        across, down = chart.py(point.y), chart.px(point.x)
        yield chart.px(point.x - x), across - 1, chart.px(point.x + x), across + 1
        yield down - 1, chart.py(point.y + y), down + 1, chart.py(point.y - y)


def _boxes(x: float, y: float, wide: float) -> Iterable[Box]:
    """The places for a label around a point, the best ones first."""
    for down in (0, -10, 10, -20, 20, -32, 32):
        for left in (x + 8, x - 8 - wide, *((x - wide / 2,) if abs(down) > 10 else ())):
            yield left, y + down - _SMALL / 2, left + wide, y + down + _SMALL / 2 + 2


def _common(box: Box, others: Iterable[Box]) -> float:
    """How much of a box overlaps others."""
    left, top, right, bottom = box
    return sum(max(0.0, min(right, r) - max(left, a)) * max(0.0, min(bottom, b) - max(top, t)) for a, t, r, b in others)


def _outside(chart: Chart, box: Box) -> float:
    """How far a box is outside the frame."""
    left, top, right, bottom = box
    outside = max(0.0, right - chart.width + 4) + max(0.0, _LEFT + 2 - left) + max(0.0, _TOP - top)
    return outside + max(0.0, bottom - chart.height + _BOTTOM)
