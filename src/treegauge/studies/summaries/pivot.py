"""The summary `pivot`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.types import Row
from ..running.tasks import summary


@summary("pivot")
def pivot(
    rows: list[Row], *, by: Sequence[str], column: str, value: str, interval: str = "", totals: Sequence[str] = ()
) -> list[Row]:
    """One row for each combination of the columns `by`, with the `value` of each row in a column of its own.

    column    what the row has there is the name of the new column
    interval  the column of the intervals that come along; `value` with _interval if not given
    totals    columns that are summed
    """
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
