"""Do parsers reach a lower exact match rate on treebanks with a higher ECC, as Corazza, Lavelli & Satta conjecture, and
is that more than the length of the sentences?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from ...core.types import AnyRow, Floats
from ...evaluation.statistics.correlation import Alternative, Correlation, correlate, spearman

LEAST_ROWS = 3  # two points are always on a line


class CorrelationRow(TypedDict):
    """A correlation of x and y, at equal `given` if there is one, over n treebanks; p is one-sided against the
    `alternative`."""

    x: str
    y: str
    given: str | None
    method: str
    value: float
    p: float
    n: int
    alternative: str


def conjecture(rows: Sequence[AnyRow]) -> list[CorrelationRow]:
    """Correlations over the rows of `difficulties`; none if fewer than three rows have figures.

    ecc, emr           the conjecture: the higher the ECC, the lower the EMR
    ecc, emr | length  the same at equal length: partial correlation of ranks given the mean length of the trees
    length, emr        the effect of length alone
    length, ecc        how much of the ECC is length
    ecc_per_word, emr  the conjecture, with the ECC divided by the mean length
    """
    ecc, emr, length = (np.array([row[name] for row in rows], np.float64) for name in ("ecc", "emr", "length"))
    defined = np.isfinite(ecc) & np.isfinite(emr)
    if defined.sum() < LEAST_ROWS:
        return []
    ecc, emr, length = ecc[defined], emr[defined], length[defined]
    return [
        _row("ecc", "emr", None, spearman(ecc, emr, "less")),
        _row("ecc", "emr", None, correlate(ecc, emr, "kendall", "less")),
        _row("ecc", "emr", None, correlate(ecc, emr, "pearson", "less")),
        _row("ecc", "emr", "length", partial(ecc, emr, length, "less")),
        _row("length", "emr", None, spearman(length, emr, "less")),
        _row("length", "ecc", None, spearman(length, ecc, "greater")),
        _row("ecc_per_word", "emr", None, spearman(ecc / length, emr, "less")),
    ]


def _row(x: str, y: str, given: str | None, result: Correlation) -> CorrelationRow:
    return {
        "x": x,
        "y": y,
        "given": given,
        "method": result.method,
        "value": result.value,
        "p": result.p,
        "n": result.n,
        "alternative": result.alternative,
    }


def partial(x: Floats, y: Floats, given: Floats, alternative: Alternative = "two-sided") -> Correlation:
    """Spearman's partial correlation of x and y: that of their ranks when the ranks of a third variable are known. p is
    from Student's t with n - 3 degrees of freedom; NaN where nothing remains to correlate, and where what remains is a
    line."""
    from scipy import stats

    size = len(x)
    xy, xz, yz = (correlate(a, b, "spearman").value for a, b in ((x, y), (x, given), (y, given)))
    remaining = (1 - xz**2) * (1 - yz**2)
    if not remaining > 1e-12 or size < 4:  # NaN too
        return Correlation(math.nan, math.nan, size, "spearman", alternative, None)
    value = max(-1.0, min(1.0, (xy - xz * yz) / math.sqrt(remaining)))
    if abs(value) > 1 - 1e-12:
        return Correlation(value, math.nan, size, "spearman", alternative, None)
    t = value * math.sqrt((size - 3) / (1 - value**2))
    below = float(stats.t.cdf(t, size - 3))
    p = {"less": below, "greater": 1 - below, "two-sided": 2 * min(below, 1 - below)}[alternative]
    return Correlation(value, p, size, "spearman", alternative, None)
