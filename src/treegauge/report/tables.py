"""Tables for people, on the terminal."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from ..evaluation.describe import Description
from ..transforms.empties import remove_empties
from ..treebank import Treebank

_PLAIN_WIDTH = 160


def console() -> Console:
    """A console as wide as the terminal; in a pipe, wide enough not to cut figures. A label NP[sb] is not markup."""
    return Console(width=None if sys.stdout.isatty() else _PLAIN_WIDTH, soft_wrap=False, markup=False, emoji=False)


def as_text(table: Any) -> str:
    """What a console prints, without colours."""
    buffer = io.StringIO()
    Console(file=buffer, width=_PLAIN_WIDTH, markup=False, emoji=False, color_system=None).print(table, crop=False)
    return buffer.getvalue()


def new_table(title: str | None = None) -> Table:
    """A table in the style of all others."""
    return Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))


def stats_table(rows: Sequence[Description]) -> Table:
    """Descriptions, one row each."""
    table = new_table()
    table.add_column("treebank", overflow="fold")
    for name in (
        "sentences",
        "tokens",
        "nodes",
        "labels",
        "tags",
        "nodes/word",
        "depth",
        "unary %",
        "discont. %",
        "skipped",
    ):
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            _short(row.treebank),
            f"{row.sentences:,}",
            f"{row.tokens:,}",
            f"{row.nodes:,}",
            f"{row.labels:,}",
            f"{row.tags:,}",
            f"{row.nodes_per_word:.3f}",
            f"{row.depth:.2f}",
            f"{100 * row.unary:.2f}",
            f"{100 * row.discontinuous:.2f}",
            f"{row.skipped:,}",
        )
    return table


def _short(name: str) -> str:
    """The last two parts of a path."""
    parts = name.rstrip(os.sep).split(os.sep)
    return name if len(parts) <= 2 or len(name) <= 40 else os.sep.join(["…", *parts[-2:]])


def show_labels(name: str, treebank: Treebank, most: int) -> None:
    """The most frequent phrasal labels (relations in a dependency treebank) and tags."""
    words = remove_empties(treebank)
    by_nodes = words.has_constituents
    labels = words.nodes.text("label") if by_nodes else words.tokens.text("deprel")
    table = new_table(_short(name))
    for column in ("label" if by_nodes else "relation", "count", "%", "tag", "count", "%"):
        table.add_column(column, justify="left" if column in ("label", "relation", "tag") else "right")
    pairs = [_shares(column.counts(), most) for column in (labels, words.tokens.text("tag"))]
    for i in range(max(map(len, pairs), default=0)):
        table.add_row(*(cell for column in pairs for cell in (column[i] if i < len(column) else ("", "", ""))))
    console().print(table)


def _shares(counts: dict[str, int], most: int) -> list[tuple[str, str, str]]:
    total = sum(counts.values())
    return [(label or "(none)", f"{n:,}", f"{100 * n / total:.2f}") for label, n in list(counts.items())[:most]]
