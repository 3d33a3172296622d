"""Perplexities as a table for people, and as flat rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.types import AnyRow, Row
from ..core.wording import counted

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Group

_DIGITS = 7  # as SRILM prints


def perplexity_table(rows: Sequence[AnyRow], level: float) -> Group:
    """One row per order and source; then the increase from string to derivation order, and size over perplexity."""
    from rich.console import Group
    from rich.text import Text as Line

    from .tables import new_table

    table = new_table()
    table.add_labels("order", "system")
    table.add_names("source")
    table.add_figures("sentences", aside=1)
    table.add_figures("words", "OOV", aside=2)
    table.add_figures("logprob", aside=3)
    table.add_figures("ppl")
    table.add_figures(f"{100 * level:g} % interval", aside=4)
    table.add_figures("ppl1")
    for row in rows:
        names = (row["order"], row["system"] or "-", row["source"])
        sizes = (f"{row[name]:,}" for name in ("sentences", "words", "oov"))
        figures = (_figure(row["logprob"]), _figure(row["ppl"]), _interval(row, "ppl"), _figure(row["ppl1"]))
        table.add_row(*names, *sizes, *figures)
    signature = Line(f"  {rows[0]['signature']}", style="dim", no_wrap=True, overflow="ignore")
    return Group(table, "", *(Line(line) for line in _lines(rows)), signature)


def _lines(rows: Sequence[AnyRow]) -> list[str]:
    """How the perplexities compare."""
    increases = [
        f"{_called(row)}: perplexity {row['increase']:+.1f} % ({_interval(row, 'increase', 1)}) against string order"
        for row in rows
        if math.isfinite(row["increase"])
    ]
    over = [
        f"{_called(row)} {row['size_over_ppl']:.1f} ({_interval(row, 'size_over_ppl', 1)})"
        for row in rows
        if row["source"] == "gold" and math.isfinite(row["size_over_ppl"])
    ]
    counts = "words: those of the test sentences, with punctuation, without the ends of sentences"
    size = f"size over perplexity, of {counted(rows[0]['size'], 'training word')}: {'; '.join(over)}"
    return [counts, *increases, *([size] if over else [])]


def _called(row: AnyRow) -> str:
    return f"{row['order']} order" + ("" if row["source"] == "gold" else f" of {row['source']}")


def _figure(value: float) -> str:
    return f"{value:.{_DIGITS}g}" if math.isfinite(value) else "-"


def _interval(row: AnyRow, name: str, digits: int = 2) -> str:
    low, high = row["intervals"].get(name, (math.nan, math.nan))
    return f"{low:.{digits}f} to {high:.{digits}f}" if math.isfinite(low) else "-"


def flat_perplexity_rows(rows: Sequence[AnyRow]) -> list[Row]:
    """The intervals as columns `ppl_low`, `ppl_high` and so on."""
    flat = []
    for row in rows:
        bounds: Row = {}
        for name in ("ppl", "ppl1", "size_over_ppl", "increase"):
            bounds[f"{name}_low"], bounds[f"{name}_high"] = row["intervals"].get(name, (math.nan, math.nan))
        flat.append({**{name: value for name, value in row.items() if name != "intervals"}, **bounds})
    return flat
