"""The summary `conjecture`."""

from __future__ import annotations

from typing import Any

from ...core.types import Row
from ..difficulty.conjecture import conjecture
from ..running.tasks import summary


@summary("conjecture")
def conjecture_rows(rows: list[Row], *, by: str = "") -> list[Row]:
    """Correlations of ECC, EMR and length over rows of the task difficulty, within each block; with `by`, a
    column, also within the rows that have the same value in it."""
    measured: list[Any] = [row for row in rows if row.get("ecc") is not None]
    found: list[Row] = []
    for block in dict.fromkeys(row["rows"] for row in measured):
        own = [row for row in measured if row["rows"] == block]
        groups = {"all": own}
        for row in own if by else []:
            groups.setdefault(str(row.get(by, "")), []).append(row)
        found += [{"rows": block, "group": name, **row} for name, of in groups.items() for row in conjecture(of)]
    return found
