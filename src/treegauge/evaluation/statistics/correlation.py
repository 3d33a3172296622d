"""Correlations with p-values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from statistics import NormalDist
from typing import Any, Literal

import numpy as np

from ...core.errors import CallError
from ...core.types import Interval
from .bootstrap import UNKNOWN
from .resample import check_level

Correlate = Literal["pearson", "spearman", "kendall"]
Alternative = Literal["two-sided", "less", "greater"]
_ALL_ORDERS = 8  # up to so many pairs, all orders are tried


@dataclass(frozen=True)
class Correlation:
    """A correlation of n pairs, its p-value, and for Pearson its two-sided interval (by Fisher's z)."""

    value: float
    p: float
    n: int
    method: str
    alternative: str
    interval: Interval | None


def correlate(
    x: Any,
    y: Any,
    method: Correlate = "pearson",
    alternative: Alternative = "two-sided",
    *,
    level: float = 0.95,
) -> Correlation:
    """Pearson's r, Spearman's rho or Kendall's tau-b of pairs, as scipy computes them.

    `alternative` is the hypothesis that is tested against chance: with `less`, a correlation below 0. Pairs
    with a NaN are left out, and `n` is the number of pairs that remain. Fewer than two pairs, or a side that does not
    vary, have no correlation (NaN).
    """
    _check_names(method, alternative)
    check_level(level)
    first, second = np.asarray(x, np.float64), np.asarray(y, np.float64)
    if first.ndim != 1 or first.shape != second.shape:
        raise CallError(f"a correlation needs two lists of the same length, not {first.shape} and {second.shape}")
    known = ~(np.isnan(first) | np.isnan(second))
    first, second = first[known], second[known]
    if len(first) < 2 or (first == first[0]).all() or (second == second[0]).all():
        return Correlation(
            math.nan, math.nan, len(first), method, alternative, UNKNOWN if method == "pearson" else None
        )
    from scipy import stats

    function = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}[method]
    result = function(first, second, alternative=alternative)
    value, p = float(result.statistic), float(result.pvalue)
    interval = _fisher(value, len(first), level) if method == "pearson" else None
    return Correlation(value, p, len(first), method, alternative, interval)


def spearman(x: Any, y: Any, alternative: Alternative = "two-sided") -> Correlation:
    """Spearman's rho. For few pairs, where Student's t is wrong, p is the share of all orders that are as extreme:
    three pairs in the same order have p = 1/6 (one-sided)."""
    correlation = correlate(x, y, "spearman", alternative)
    if len(x) > _ALL_ORDERS or math.isnan(correlation.value):
        return correlation
    from scipy import stats

    first, second = stats.rankdata(x), stats.rankdata(y)
    orders = np.array(list(permutations(second - second.mean())))
    values = orders @ (first - first.mean())
    observed = float((first - first.mean()) @ (second - second.mean()))
    below, above = (float((sign * values <= sign * observed + 1e-9).mean()) for sign in (1, -1))
    far = float((np.abs(values) >= abs(observed) - 1e-9).mean())
    return replace(correlation, p={"less": below, "greater": above, "two-sided": far}[alternative])


def williams(
    predictor: Sequence[float], other: Sequence[float], accuracy: Sequence[float], *, ranks: bool = False
) -> float:
    """The two-sided p-value that two predictors correlate equally with accuracy, over the same rows: Williams (1959) as
    Steiger (1980) gives it, Student's t with n - 3 degrees of freedom. NaN for fewer than four.

    ranks  compare Spearman's rho: the same test on the ranks of all three; otherwise Pearson's r
    """
    size = len(accuracy)
    if size < 4:
        return math.nan
    pairs = ((predictor, accuracy), (other, accuracy), (predictor, other))
    first, second, between = (correlate(*pair, "spearman" if ranks else "pearson").value for pair in pairs)
    determinant = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    spread = 2 * determinant * (size - 1) / (size - 3) + ((first + second) / 2) ** 2 * (1 - between) ** 3
    if not spread > 1e-12:  # NaN too; two equal predictors
        return math.nan
    from scipy import stats

    t = (first - second) * math.sqrt((size - 1) * (1 + between) / spread)
    return float(2 * stats.t.sf(abs(t), size - 3))


def _check_names(method: str, alternative: str) -> None:
    if method not in ("pearson", "spearman", "kendall"):
        raise CallError(f"unknown correlation '{method}'; known: pearson, spearman, kendall")
    if alternative not in ("two-sided", "less", "greater"):
        raise CallError(f"unknown alternative '{alternative}'; known: two-sided, less, greater")


def _fisher(value: float, size: int, level: float) -> Interval:
    """The interval of Pearson's r by Fisher's z; three pairs or fewer determine nothing."""
    if size <= 3:
        return -1.0, 1.0
    if abs(value) >= 1:
        return value, value
    half = NormalDist().inv_cdf((1 + level) / 2) / math.sqrt(size - 3)
    return math.tanh(math.atanh(value) - half), math.tanh(math.atanh(value) + half)
