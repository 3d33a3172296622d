"""The summary `pivot`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.types import Row
from ..running.tasks import summary


@summary("pivot")
def pivot(
    rows: list[Row], *, by: Sequence[str], column: str, value: str, interval: str = "", totals: Sequence[str] = ()
) -> list[Row]:
    """One row for each combination of the columns `by`; the `value` of each row is in a column of its own, which is
    called what the row has in `column`, and its interval too: `value` with _interval, or the column `interval`. The
    columns `totals` are summed."""
    width = interval or f"{value}_interval"
    found: dict[tuple[str, ...], Row] = {}
    for row in rows:
        own = found.setdefault(tuple(str(row.get(name)) for name in by), {name: row.get(name) for name in by})
        own[str(row[column])] = row.get(value)
        for name in totals:
            own[name] = own.get(name, 0) + row[name]
        if width in row:
            own[f"{row[column]}_interval"] = row[width]
    return list(found.values())
