"""The summary `spread`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.types import Row
from ..running.tasks import summary


@summary("spread")
def spread_rows(rows: list[Row], *, by: Sequence[str], values: Sequence[str]) -> list[Row]:
    """One row for each combination of the columns `by`: the mean of each of the `values` over its rows, with the lowest
    and the highest in place of an interval."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(str(row.get(name)) for name in by), []).append(row)
    found: list[Row] = []
    for own in groups.values():
        found.append({**{name: own[0].get(name) for name in by}, "n": len(own)})
        for name in values:
            figures = [row[name] for row in own if row.get(name) is not None]
            if figures:
                found[-1][name] = float(np.mean(figures))
                found[-1][f"{name}_interval"] = [min(figures), max(figures)]
    return found
