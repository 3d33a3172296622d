"""The summary `correlations`."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from ...core.bounds import Positive
from ...core.types import Floats, Row
from ...evaluation.statistics.bootstrap import percentile_interval
from ..difficulty.conjecture import LEAST_ROWS
from ..difficulty.smoothed import METHODS, correlations
from ..running.tasks import summary

_LEVEL = 0.95


@summary("correlations")
def correlation_rows(rows: list[Row], *, of: Sequence[str], by: str = "", resamples: Positive = 10_000) -> list[Row]:
    """Pearson's and Spearman's correlations over treebanks, with intervals (95 %) from resamples of the treebanks.

    of  `ecc, emr`: the names of two columns; `ecc, emr | length`: also their partial correlations given a third one
    by  a column whose value is in the names, for blocks with several rows per treebank: `rules.ecc, rules.emr`
    """
    treebanks: dict[str, Row] = {}
    for row in rows:
        start = f"{row[by]}." if by else ""
        treebanks.setdefault(row["treebank"], {}).update({f"{start}{name}": value for name, value in row.items()})
    asked = [[name.strip() for name in re.split("[,|]", pair)] for pair in of]
    return [row for names in asked for row in _correlated(list(treebanks.values()), names, resamples)]


def _correlated(treebanks: Sequence[Row], names: Sequence[str], resamples: int) -> list[Row]:
    """One row; none where too few treebanks have all figures."""
    table = np.array([[_number(row.get(name)) for name in names] for row in treebanks]).reshape(-1, len(names))
    figures: list[Floats] = list(table[np.isfinite(table).all(1)].T)
    count = len(figures[0])
    if count < LEAST_ROWS:
        return []
    draws = np.random.default_rng(0).integers(count, size=(resamples, count))
    made: Row = {"x": names[0], "y": names[1], "n": count}
    for third in range(1, len(names)):
        given, ending = (None, "") if third == 1 else (figures[2], "_given")
        for method in METHODS:
            value = float(correlations(figures[0], figures[1], np.arange(count)[None], method, given)[0])
            ends = percentile_interval(correlations(figures[0], figures[1], draws, method, given), value, _LEVEL)
            made[f"{method}{ending}"] = None if math.isnan(value) else value
            made[f"{method}{ending}_interval"] = None if math.isnan(sum(ends)) else list(ends)
    return [made]


def _number(value: float | None) -> float:
    return math.nan if value is None else value
