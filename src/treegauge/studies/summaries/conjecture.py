"""The summary `conjecture`."""

from __future__ import annotations

from typing import Any

from ...core.types import Row
from ..difficulty.conjecture import conjecture
from ..running.tasks import summary


@summary("conjecture")
def conjecture_rows(rows: list[Row]) -> list[Row]:
    """Correlations of ECC, EMR and length over rows of the task difficulty, within each block."""
    found: list[Row] = []
    for block in dict.fromkeys(row["rows"] for row in rows):
        own: list[Any] = [row for row in rows if row["rows"] == block and row.get("ecc") is not None]
        found += [{"rows": block, **row} for row in conjecture(own)]
    return found
