"""The summary `named`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.types import Row
from ..running.tasks import summary


@summary("named")
def named_rows(rows: list[Row], *, columns: Sequence[str]) -> list[Row]:
    """The rows as they are, each with a `name`: what it has in some columns, for the points of a figure."""
    return [{**row, "name": ", ".join(str(row[column]) for column in columns if row.get(column))} for row in rows]
