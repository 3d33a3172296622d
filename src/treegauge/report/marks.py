"""Small pieces of SVG that charts of tables are made of: text, lines, links, with classes for the report page.

Each shape has its colour as an attribute, which holds in a file of its own, and a class, by which the style sheet of
the page gives it the colour of the page's theme.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal
from xml.sax.saxutils import escape, quoteattr, unescape

FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"
COLOUR = {"ink": "#111827", "grey": "#6b7280", "grid": "#e5e7eb", "bar": "#c7d3e3", "mark": "#1d4f91"}
_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')
_TITLE = re.compile(r'aria-label="([^"]*)"')
_BETWEEN = 20  # pixels between pictures below each other
_EM = 0.56  # how wide a character is, on average
Anchor = Literal["start", "middle", "end"]


def lettered(
    at: tuple[float, float],
    string: str,
    kind: str = "ink",
    *,
    size: float = 12,
    anchor: Anchor = "start",
    bold: bool = False,
) -> str:
    """A string, with the place of its anchor on the line that it is written on."""
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" class="{kind}" fill="{COLOUR[kind]}" font-size="{size:g}" '
        f'text-anchor="{anchor}"{weight}>{escape(string)}</text>'
    )


def line(path: str, kind: str = "grid", *, width: float = 1) -> str:
    """A path that is drawn, not filled."""
    return f'<path d="{path}" class="{kind}-line" stroke="{COLOUR[kind]}" stroke-width="{width:g}" fill="none"/>'


def box(at: tuple[float, float], size: tuple[float, float], kind: str = "bar", *, opacity: float = 1) -> str:
    """A filled rectangle."""
    faint = "" if opacity == 1 else f' fill-opacity="{opacity:.2f}"'
    return (
        f'<rect x="{at[0]:.1f}" y="{at[1]:.1f}" width="{max(size[0], 0):.1f}" height="{size[1]:.1f}" '
        f'class="{kind}" fill="{COLOUR[kind]}"{faint}/>'
    )


def dot(x: float, y: float, kind: str = "mark", radius: float = 4) -> str:
    """A filled circle."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" class="{kind}" fill="{COLOUR[kind]}"/>'


def link(shapes: Iterable[str], address: str | None, title: str) -> str:
    """Shapes that lead to a place of the page and have a title; without an address, only the title."""
    inner = f"<title>{escape(title)}</title>{''.join(shapes)}"
    return f"<g>{inner}</g>" if address is None else f"<a href={quoteattr(address)}>{inner}</a>"


def picture(size: tuple[float, float], title: str, shapes: Iterable[str], *, paper: bool = True) -> str:
    """A whole picture; with `paper` it is white where nothing is drawn."""
    width, height = (round(length) for length in size)
    ground = '<rect width="100%" height="100%" fill="#fff" class="paper"/>' if paper else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label={quoteattr(title)} width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}" font-family="{FONT}">{ground}{"".join(shapes)}</svg>'
    )


def stacked(pictures: Sequence[str], margin: int = 0) -> str:
    """Pictures below each other as one, with a margin around them; nothing if there are none."""
    shown = [svg for svg in pictures if svg]
    if len(shown) < 2 and not (shown and margin):
        return "".join(shown)
    sizes = [tuple(map(int, found.groups())) for svg in shown if (found := _SIZE.search(svg))]
    parts, y = [], margin
    for svg, (_, height) in zip(shown, sizes, strict=True):
        parts.append(svg.replace("<svg ", f'<svg x="{margin}" y="{y}" ', 1))
        y += height + _BETWEEN
    width, height = max(width for width, _ in sizes) + 2 * margin, y - _BETWEEN + margin
    titles = [found[1] for svg in shown if (found := _TITLE.search(svg))]
    return picture((width, height), unescape(titles[0], {"&quot;": '"'}) if titles else "", parts)


def cut_to_width(string: str, width: float, size: float = 12) -> str:
    """A string that is not wider than so many pixels, cut in the middle where it is longer."""
    most = max(4, int(width / (size * _EM)))
    if len(string) <= most:
        return string
    tail = (most - 1) // 2
    return f"{string[: most - 1 - tail]}…{string[len(string) - tail :]}"


def width_of(strings: Sequence[str], size: float = 12) -> float:
    """About how wide the widest of some strings is."""
    return max((len(string) for string in strings), default=0) * size * _EM
