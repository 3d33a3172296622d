"""Whether treebanks with a higher ECC are parsed with a lower exact match rate, as Corazza, Lavelli & Satta conjecture;
and whether that is more than the length of the sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...core.types import Floats
from ...evaluation.statistics.correlation import Alternative, Correlation, correlate, spearman

LEAST = 3  # rows; two points are always on a line


def conjecture(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Correlations over the rows of `difficulty`, one row each: `x`, `y`, `given`, `method`, `value`, `p`, `n`, and the
    `alternative` to chance that p is about. None where fewer than three rows have figures.

    ecc, emr           the conjecture: the higher the one, the lower the other
    ecc, emr | length  the same at equal length: partial correlation of ranks given the mean length of the trees
    length, emr        what length does alone
    length, ecc        how far the ECC is length
    ecc_per_word, emr  the conjecture, with the ECC divided by the mean length
    """
    ecc, emr, length = (np.array([row[name] for row in rows], np.float64) for name in ("ecc", "emr", "length"))
    there = np.isfinite(ecc) & np.isfinite(emr)
    if there.sum() < LEAST:
        return []
    ecc, emr, length = ecc[there], emr[there], length[there]
    return [
        _row("ecc", "emr", None, spearman(ecc, emr, "less")),
        _row("ecc", "emr", None, correlate(ecc, emr, "kendall", "less")),
        _row("ecc", "emr", None, correlate(ecc, emr, "pearson", "less")),
        _row("ecc", "emr", "length", partial(ecc, emr, length, "less")),
        _row("length", "emr", None, spearman(length, emr, "less")),
        _row("length", "ecc", None, spearman(length, ecc, "greater")),
        _row("ecc_per_word", "emr", None, spearman(ecc / length, emr, "less")),
    ]


def _row(x: str, y: str, given: str | None, found: Correlation) -> dict[str, Any]:
    own = {"method": found.method, "value": found.value, "p": found.p, "n": found.n, "alternative": found.alternative}
    return {"x": x, "y": y, "given": given, **own}


def partial(x: Floats, y: Floats, given: Floats, alternative: Alternative = "two-sided") -> Correlation:
    """Spearman's partial correlation of x and y: what is left of that of their ranks when the ranks of a third are
    known. p is from Student's t with n - 3 degrees of freedom; NaN where nothing is left to correlate, and where
    what is left is a line."""
    from scipy import stats

    size = len(x)
    xy, xz, yz = (correlate(a, b, "spearman").value for a, b in ((x, y), (x, given), (y, given)))
    left = (1 - xz**2) * (1 - yz**2)
    if not left > 1e-12 or size < 4:  # NaN too
        return Correlation(math.nan, math.nan, size, "spearman", alternative, None)
    value = max(-1.0, min(1.0, (xy - xz * yz) / math.sqrt(left)))
    if abs(value) > 1 - 1e-12:
        return Correlation(value, math.nan, size, "spearman", alternative, None)
    t = value * math.sqrt((size - 3) / (1 - value**2))
    below = float(stats.t.cdf(t, size - 3))
    p = {"less": below, "greater": 1 - below, "two-sided": 2 * min(below, 1 - below)}[alternative]
    return Correlation(value, p, size, "spearman", alternative, None)
