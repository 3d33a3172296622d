"""Pictures of trees on one sheet: as SVG below each other, as a page of HTML, as text on the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from ..treebank.lines import Line, Style, printable

if TYPE_CHECKING:  # rich is imported where something is printed: other outputs start faster without it
    from rich.text import Text

_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')
_FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"
_STYLES: dict[Style, str] = {
    "label": "blue",
    "tag": "dim",
    "edge": "yellow",
    "branch": "dim",
    "wrong": "bold red",
    "heading": "bold",
}
_CSS = """
body { font-family: %s; margin: 1.5rem; color: #111827; background: #fff; }
section { margin-bottom: 2rem; border-top: 1px solid #cbd5e1; }
h2 { font-size: 1rem; margin: .6rem 0 .2rem; }
p { margin: .2rem 0 .6rem; }
section > div { overflow-x: auto; }
figure { margin: 0 0 1rem; }
figcaption { color: #374151; font-size: .9rem; position: sticky; left: 0; width: max-content; direction: ltr; }
@media print {
  section > div { overflow: visible; }
  figure { break-inside: avoid; }
  svg { max-width: 100%%; height: auto; }
}
"""


@dataclass(frozen=True)
class TreePicture:
    """A picture as SVG, and what is written below it."""

    svg: str
    caption: str = ""


@dataclass(frozen=True)
class SentencePictures:
    """The pictures of one sentence; those of text from right to left begin at the right."""

    heading: str
    figures: Sequence[TreePicture]
    from_right: bool = False


def svg_sheet(sections: Sequence[SentencePictures], notes: Sequence[str] = ()) -> str:
    """One picture with all pictures below each other; a single picture without words around it is as it is."""
    if len(sections) == 1 and len(sections[0].figures) == 1 and not sections[0].figures[0].caption and not notes:
        return sections[0].figures[0].svg + "\n"
    parts, y, widest = [], 24, 200
    for line in notes:
        parts.append(_words(line, y, "#374151"))
        y, widest = y + 22, max(widest, 8 * len(line) + 32)
    y += 10 if notes else 0
    for section in sections:
        parts.append(_words(section.heading, y, "#111827", "bold"))
        y, widest = y + 10, max(widest, 9 * len(section.heading) + 32)
        for figure in section.figures:
            width, height = map(int, _SIZE.search(figure.svg).groups())  # type: ignore[union-attr]
            parts.append(figure.svg.replace("<svg ", f'<svg x="0" y="{y}" ', 1))
            y, widest = y + height + 14, max(widest, width, 8 * len(figure.caption) + 32)
            if figure.caption:
                parts.append(_words(figure.caption, y, "#374151"))
                y += 24
        y += 24
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{widest}" height="{y}" viewBox="0 0 {widest} {y}" '
        f'font-family="{_FONT}"><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _words(line: str, y: int, ink: str, weight: str = "normal") -> str:
    place = f'x="16" y="{y}" font-size="14" font-weight="{weight}" fill="{ink}"'
    return f"<text {place}>{escape(printable(line))}</text>"


def html_page(title: str, sections: Sequence[SentencePictures], notes: Sequence[str] = ()) -> str:
    """A page that needs nothing else. Nothing in the data can run."""
    above = "".join(f"<p>{escape(line)}</p>" for line in notes)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(printable(title))}</title><style>{_CSS % _FONT}</style></head>\n"
        f"<body>{above}\n{html_sections(sections)}\n</body></html>\n"
    )


def html_sections(sections: Sequence[SentencePictures]) -> str:
    """The sentences, one below the other; wide pictures scroll."""
    return "\n".join(map(_section, sections))


def _section(section: SentencePictures) -> str:
    direction = "rtl" if section.from_right else "ltr"
    figures = "".join(map(_figure, section.figures))
    return f'<section><h2>{escape(printable(section.heading))}</h2><div dir="{direction}">{figures}</div></section>'


def _figure(figure: TreePicture) -> str:
    caption = f"<figcaption>{escape(printable(figure.caption))}</figcaption>" if figure.caption else ""
    return f"<figure>{figure.svg}{caption}</figure>"


def styled(lines: Sequence[Line]) -> Text:
    """Lines in the colours of a terminal."""
    from rich.text import Text

    text = Text(no_wrap=True, overflow="ignore", end="")
    for line in lines:
        for piece, style in line.pieces:
            text.append(piece, None if piece.isspace() else _STYLES.get(style))
        text.append("\n")
    return text
