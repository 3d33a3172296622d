"""Tables for people, on the terminal."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from ..evaluation.describe import Description
from ..transforms.empties import remove_empties
from ..treebank import Treebank
from .fitting import FittedTable

_HEIGHT = 25  # not used, but rich takes every dumb terminal to have 80 columns unless it is given
_UNLIMITED = 1_000_000  # columns: nothing is cut or wrapped


class _Screen(Console):
    """A console that cuts no line, and knows whether tables may be wider than it is. In a pipe, lines do not end in the
    blanks that fill a column."""

    wide = False

    def print(self, *objects: Any, crop: bool = False, **options: Any) -> None:
        if self.is_terminal:
            super().print(*objects, crop=crop, **options)
            return
        with self.capture() as captured:
            super().print(*objects, crop=crop, **options)
        self.file.write(_without_padding(captured.get()))


def console(*, wide: bool = False) -> Console:
    """A console as wide as the terminal, with tables that fit or, if `wide`, tables with all columns. In a pipe nothing
    is cut or wrapped. A label NP[sb] is not markup."""
    screen = _Screen(width=screen_width(), height=_HEIGHT, soft_wrap=False, markup=False, emoji=False, highlight=False)
    screen.wide = wide
    return screen


def screen_width() -> int:
    """The columns of the terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else _UNLIMITED


def as_text(table: Any, width: int = _UNLIMITED) -> str:
    """What a console prints, without colours."""
    buffer = io.StringIO()
    Console(file=buffer, width=width, markup=False, emoji=False, color_system=None).print(table, crop=False)
    return _without_padding(buffer.getvalue())


def _without_padding(text: str) -> str:
    return "\n".join(line.rstrip(" ") for line in text.split("\n"))


def new_table(title: str | None = None) -> FittedTable:
    """A table in the style of all others, which fits the width at which it is printed."""
    return FittedTable(title)


def stats_table(rows: Sequence[Description]) -> FittedTable:
    """Descriptions, one row each."""
    table = new_table()
    table.add_names("treebank")
    table.add_figures("sentences", "tokens", "nodes")
    table.add_figures("labels", "tags", aside=3)
    table.add_figures("nodes/word", "depth")
    table.add_figures("unary %", "discont. %", aside=2)
    arcs = any(row.distance is not None for row in rows)
    if arcs:
        table.add_figures("distance", "nonproj. arcs %", aside=1)
    gaps = any(row.largest_gap_degree for row in rows)
    if gaps:
        table.add_figures("gap degree", "largest", aside=1)
    table.add_figures("skipped", aside=1)
    for row in rows:
        table.add_row(
            row.treebank,
            f"{row.sentences:,}",
            f"{row.tokens:,}",
            f"{row.nodes:,}",
            f"{row.labels:,}",
            f"{row.tags:,}",
            f"{row.nodes_per_word:.3f}",
            f"{row.depth:.2f}",
            f"{100 * row.unary:.2f}",
            f"{100 * row.discontinuous:.2f}",
            *(arc_cells(row) if arcs else ()),
            *((f"{row.gap_degree:.3f}", f"{row.largest_gap_degree}") if gaps else ()),
            f"{row.skipped:,}",
        )
    return table


def arc_cells(row: Description) -> tuple[str, str]:
    """The mean dependency distance, and the arcs that are not projective."""
    if row.distance is None or row.nonprojective is None:
        return "", ""
    return f"{row.distance:.2f}", f"{100 * row.nonprojective:.2f}"


TOKENS = "tokens: words and punctuation, without empty elements; syntactic words in CoNLL-U"


def labels_table(name: str, treebank: Treebank, most: int) -> FittedTable:
    """The most frequent phrasal labels (relations in a dependency treebank) and tags."""
    words = remove_empties(treebank)
    by_nodes = words.has_constituents
    labels = words.nodes.text("label") if by_nodes else words.tokens.text("deprel")
    table = new_table(name)
    for title in ("label" if by_nodes else "relation", "tag"):
        table.add_labels(title)
        table.add_figures("count", "%")
    pairs = [_shares(column.counts(), most) for column in (labels, words.tokens.text("tag"))]
    for i in range(max(map(len, pairs), default=0)):
        table.add_row(*(cell for column in pairs for cell in (column[i] if i < len(column) else ("", "", ""))))
    return table


def _shares(counts: dict[str, int], most: int) -> list[tuple[str, str, str]]:
    total = sum(counts.values())
    return [(label or "(none)", f"{n:,}", f"{100 * n / total:.2f}") for label, n in list(counts.items())[:most]]
