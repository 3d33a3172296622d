"""Values as cells of a table: two digits, as papers print; and rows as a table for people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core.types import AnyRow

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from .fitting import FittedTable


_KEPT = 3  # columns that are always in a table of rows; of the others, the last ones move under it first


def figure(value: float) -> str:
    """Two digits, as papers print; 0/0 is a dash."""
    return "-" if math.isnan(value) else f"{value:.2f}"


def p_value(value: float) -> str:
    """Four digits."""
    return "-" if math.isnan(value) else f"{value:.4f}" if value >= 0.0001 else "<0.0001"


def plain_table(rows: Sequence[AnyRow]) -> FittedTable:
    """Rows as they are, without the signature, which is the same in all."""
    from .tables import new_table

    table = new_table()
    names = shown_columns(rows)
    for place, name in enumerate(names):
        if any(isinstance(row.get(name), (int, float)) for row in rows):
            table.add_figures(name, aside=len(names) - place if place > _KEPT else 0)
        elif any(isinstance(row.get(name), list) or " " in str(row.get(name)) for row in rows):
            table.add_text(name)
        else:
            table.add_names(name)
    for row in rows:
        table.add_row(*(cell(row.get(name)) for name in names))
    return table


def shown_columns(rows: Sequence[AnyRow]) -> list[str]:
    """The columns of a table: without signatures and counts, and without scores that are 0/0 in every row."""
    names = dict.fromkeys(name for row in rows for name in row if name != "signature")
    return [name for name in names if any(not is_missing(row.get(name)) for row in rows)]


def is_missing(value: Any) -> bool:
    """None, or 0/0."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def cell(value: Any) -> str:
    """A value of any type as text; of a long list only the beginning."""
    if value is None:
        return ""
    if isinstance(value, float):
        return (
            "-" if math.isnan(value) else f"{value:,.0f}" if value.is_integer() and abs(value) > 100 else f"{value:.2f}"
        )
    if isinstance(value, list):
        numbers = [str(item) if not isinstance(item, float) else figure(item) for item in value[:8]]
        return " ".join(numbers) + (" …" if len(value) > 8 else "")
    return f"{value:,}" if isinstance(value, int) else str(value)
