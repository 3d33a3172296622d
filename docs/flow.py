"""The picture of how data flows: one column per verb, one row per folder that it passes, from top to bottom."""

from __future__ import annotations

from html import escape
from typing import NamedTuple


class Verb(NamedTuple):
    """A verb, its colour, and what happens in each folder that it passes: one or two lines each."""

    name: str
    colour: str
    stations: dict[str, tuple[str, ...]]


FOLDERS = ["formats", "transforms", "entailments", "models", "parsers", "measures", "evaluation", "studies", "report"]
VERBS = (
    Verb(
        "score",
        "#00796b",
        {
            "formats": ("read gold", "and test"),
            "transforms": ("-t, on both",),
            "measures": ("counts per", "sentence"),
            "evaluation": ("pairs, sums, scores", "and intervals"),
            "report": ("table, JSON, LaTeX",),
        },
    ),
    Verb(
        "compare",
        "#1565c0",
        {
            "formats": ("read gold and", "several tests"),
            "transforms": ("-t, on all",),
            "measures": ("counts per sentence,", "for each parser"),
            "evaluation": ("differences and", "paired tests"),
            "report": ("table, JSON, LaTeX",),
        },
    ),
    Verb(
        "difficulty",
        "#ad5a00",
        {
            "formats": ("read a treebank",),
            "transforms": ("-t prepare",),
            "models": ("a grammar; sums", "and best trees"),
            "measures": ("PARSEVAL of", "the best trees"),
            "studies": ("ECC, EMR and", "their intervals"),
            "report": ("table, plot",),
        },
    ),
    Verb(
        "parse",
        "#6a1b9a",
        {
            "formats": ("read training and", "test trees"),
            "transforms": ("-t; with --undo", "also back"),
            "models": ("a grammar, or", "a perceptron"),
            "parsers": ("train, then parse", "words and tags only"),
            "report": ("back to formats:", "write the trees"),
        },
    ),
    Verb(
        "entail",
        "#c2185b",
        {
            "formats": ("read gold", "and test"),
            "transforms": ("phrases become", "dependencies"),
            "entailments": ("simple sentences,", "one per relation"),
            "evaluation": ("pairs; what is missed", "or invented"),
            "report": ("lines, JSON, XML",),
        },
    ),
)
_LEFT, _TOP, _COLUMN, _ROW, _BOX, _HIGH = 112, 58, 160, 66, 146, 44
_WIDTH = _LEFT + _COLUMN * len(VERBS) + 8
_HEIGHT = _TOP + _ROW * len(FOLDERS) + 10


def flow() -> str:
    """The picture as SVG, on a white ground of its own, so that it can be read on light and dark pages."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" font-family="system-ui, \'DejaVu Sans\', Helvetica, Arial, sans-serif" font-size="12.5">',
        "<title>How data flows through five verbs</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="10" fill="#ffffff"/>',
    ]
    for row, folder in enumerate(FOLDERS):
        parts += _folder(folder, _TOP + row * _ROW, shaded=row % 2 == 0)
    for column, verb in enumerate(VERBS):
        parts += _verb(verb, _LEFT + column * _COLUMN + _COLUMN // 2)
    return "\n".join([*parts, "</svg>", ""])


def _folder(name: str, top: int, shaded: bool) -> list[str]:
    ground = f'<rect x="6" y="{top}" width="{_WIDTH - 12}" height="{_ROW}" rx="6" fill="#f1f4f5"/>'
    middle = top + _ROW / 2
    label = f'<text x="18" y="{middle + 4.5:g}" font-weight="600" fill="#37474f">{name}/</text>'
    return [ground, label] if shaded else [label]


def _verb(verb: Verb, middle: int) -> list[str]:
    rows = [FOLDERS.index(folder) for folder in verb.stations]
    first, last = (_TOP + row * _ROW + _ROW // 2 for row in (rows[0], rows[-1]))
    parts = [
        f'<text x="{middle}" y="36" text-anchor="middle" font-size="17" font-weight="700" fill="{verb.colour}">'
        f"{verb.name}</text>",
        f'<line x1="{middle}" y1="{first}" x2="{middle}" y2="{last}" stroke="{verb.colour}" stroke-width="2.5"/>',
    ]
    for row, lines in zip(rows, verb.stations.values(), strict=True):
        parts += _station(verb.colour, middle, _TOP + row * _ROW + _ROW / 2, lines, arrow=row != rows[0])
    return parts


def _station(colour: str, x: int, y: float, lines: tuple[str, ...], *, arrow: bool) -> list[str]:
    top = y - _HIGH / 2
    parts = [
        f'<rect x="{x - _BOX / 2:g}" y="{top:g}" width="{_BOX}" height="{_HIGH}" rx="8" fill="#ffffff" '
        f'stroke="{colour}" stroke-width="1.6"/>'
    ]
    if arrow:
        parts.append(f'<path d="M{x - 6} {top - 9:g}h12l-6 9z" fill="{colour}"/>')
    start = y + 4.5 - 8 * (len(lines) - 1)
    for number, line in enumerate(lines):
        parts.append(
            f'<text x="{x}" y="{start + 16 * number:g}" text-anchor="middle" fill="#263238">{escape(line)}</text>'
        )
    return parts
