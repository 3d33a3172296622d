"""Charts as self-contained SVG: a frame with axes and lines; a single chart, or several as panels.

Shapes have classes too, by which the style sheet of the report page gives them the colours of its theme.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

Range = tuple[float, float]

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
LEFT, RIGHT, _TOP, BOTTOM = 58, 18, 40, 48  # margins
_LEGEND_ROW = 18
SMALL = 11
EM = 0.56  # how wide a character is, on average


@dataclass
class Chart:
    """A frame with axes; lines are added in the units of the data. The names of groups are in a legend above the
    frame."""

    title: str
    x_label: str
    y_label: str
    x: Range
    y: Range
    width: int = 460
    height: int = 320
    groups: dict[str, str] = field(default_factory=dict)  # the colour of each name in the legend
    lines: list[tuple[list[tuple[float, float]], str]] = field(default_factory=list)
    above: list[str] = field(default_factory=list)

    @property
    def top(self) -> float:
        """Where the frame begins, in pixels."""
        return _TOP + (_LEGEND_ROW * (1 + self._legend_places()[-1][1]) + 4 if self.groups else 0)

    def _legend_places(self) -> list[tuple[float, int]]:
        """Where the names of groups are: pixels from the left, and the row."""
        places, x, row = [], float(LEFT), 0
        for name in self.groups:
            wide = len(name) * 12 * EM + 32
            if x > LEFT and x + wide > self.width - RIGHT:
                x, row = float(LEFT), row + 1
            places.append((x, row))
            x += wide
        return places

    def px(self, x: float) -> float:
        low, high = self.x
        return LEFT + (x - low) / (high - low) * (self.width - LEFT - RIGHT)

    def py(self, y: float) -> float:
        low, high = self.y
        return self.height - BOTTOM - (y - low) / (high - low) * (self.height - self.top - BOTTOM)

    def path(self, points: Iterable[tuple[float, float]], style: str) -> None:
        """A line through points; what is outside the frame is cut off."""
        self.lines.append((list(points), style))

    def _drawn(self, points: Iterable[tuple[float, float]], style: str) -> str:
        places = " L".join(f"{self.px(x):.1f} {self.py(y):.1f}" for x, y in points)
        return f'<path d="M{places}" {style}/>'

    def write(self, at: tuple[float, float], string: str, style: str = "") -> None:
        """A string at a place in pixels."""
        self.above.append(f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" {style}>{escape(string)}</text>')

    def dot(self, x: float, y: float, style: str) -> None:
        self.above.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" {style}/>')

    def body(self, place: tuple[int, int] = (0, 0)) -> str:
        right, bottom = self.width - RIGHT, self.height - BOTTOM
        name = f"frame-{place[0]}-{place[1]}"
        frame = f'x="{LEFT}" y="{self.top:g}" width="{right - LEFT}" height="{bottom - self.top:g}"'
        return (
            f'<g transform="translate({place[0]} {place[1]})"><clipPath id="{name}"><rect {frame}/></clipPath>'
            f"{''.join(self._axes())}"
            f'<g clip-path="url(#{name})" fill="none">{"".join(self._drawn(*line) for line in self.lines)}</g>'
            f"{''.join(self.above)}{''.join(self._legend())}</g>"
        )

    def _axes(self) -> Iterable[str]:
        right, bottom, small = (
            self.width - RIGHT,
            self.height - BOTTOM,
            f'font-size="{SMALL}" fill="{_GREY}" class="grey"',
        )
        for tick in ticks(*self.x):
            x = self.px(tick)
            yield f'<path d="M{x:.1f} {self.top:g} V{bottom}" stroke="{_GRID}" class="grid-line"/>'
            yield f'<text x="{x:.1f}" y="{bottom + 16}" {small} text-anchor="middle">{tick:,g}</text>'
        for tick in ticks(*self.y):
            y = self.py(tick)
            yield f'<path d="M{LEFT} {y:.1f} H{right}" stroke="{_GRID}" class="grid-line"/>'
            yield f'<text x="{LEFT - 7}" y="{y + 4:.1f}" {small} text-anchor="end">{tick:,g}</text>'
        yield f'<path d="M{LEFT} {self.top:g} V{bottom} H{right}" stroke="{_GREY}" class="grey-line" fill="none"/>'
        middle, centre = (LEFT + right) / 2, (self.top + bottom) / 2
        axis = f'font-size="12" fill="{_INK}" class="ink" text-anchor="middle"'
        yield f'<text x="{middle:.1f}" y="{bottom + 36}" {axis}>{escape(self.x_label)}</text>'
        yield f'<text transform="translate(16 {centre:.1f}) rotate(-90)" {axis}>{escape(self.y_label)}</text>'
        title = f'font-size="14" font-weight="600" fill="{_INK}" class="ink"'
        yield f'<text x="{LEFT}" y="24" {title}>{escape(self.title)}</text>'

    def _legend(self) -> Iterable[str]:
        for (name, colour), (x, row) in zip(self.groups.items(), self._legend_places(), strict=True):
            y = _TOP + _LEGEND_ROW * (row + 0.5)
            yield f'<circle cx="{x + 6:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
            style = f'font-size="12" fill="{_INK}" class="ink"'
            yield f'<text x="{x + 16:.1f}" y="{y + 4:.1f}" {style}>{escape(name)}</text>'


def page(charts: Sequence[Chart], columns: int = 2) -> str:
    """Charts of the same size, side by side, as one picture."""
    wide, high = charts[0].width, charts[0].height
    across = min(columns, len(charts))
    width, height = wide * across, high * -(-len(charts) // across)
    places = [(wide * (number % across), high * (number // across)) for number in range(len(charts))]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{_FONT}"><title>{escape(charts[0].title)}</title>'
        f'<rect width="100%" height="100%" fill="#fff" class="paper"/>'
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


def within_per_cent(span: Range) -> Range:
    """The range of an axis of per cent: it ends at 0 and at 100."""
    return max(span[0], 0.0), min(span[1], 100.0)
