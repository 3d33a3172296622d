"""Bootstrap intervals of scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import NormalDist
from typing import Any, Literal, get_args

import numpy as np

from ...core.errors import CallError
from ...core.types import Counts, Floats, Interval, Seed
from .resample import (
    Score,
    check_level,
    check_resamples,
    checked_counts,
    in_random_groups,
    resampled_totals_of_each,
)

Method = Literal["percentile", "bca"]


UNKNOWN: Interval = (np.nan, np.nan)
ROUNDING = 1e-9  # scores whose relative difference is smaller are equal up to rounding


def bootstrap(
    counts: Any,
    score: Score,
    *,
    resamples: int = 1000,
    level: float = 0.95,
    method: Method = "percentile",
    seed: Seed = 0,
) -> dict[str, Interval]:
    """The interval of every score, from resampled sentences.

    `percentile` takes the quantiles of the resampled scores; `bca` corrects them for bias and for a spread that changes
    with the score, with acceleration by the jackknife (Efron 1987; Efron & Tibshirani 1993, chapter 14). More than
    10,000 sentences are resampled in random groups. Samples in which a score is 0/0 are left out of its quantiles; with
    fewer than two sentences, or where the score itself is 0/0, there is no interval (NaN).
    """
    return bootstraps([(counts, score)], resamples=resamples, level=level, method=method, seed=seed)[0]


def bootstraps(
    counted: Sequence[tuple[Any, Score]],
    *,
    resamples: int = 1000,
    level: float = 0.95,
    method: Method = "percentile",
    seed: Seed = 0,
) -> list[dict[str, Interval]]:
    """`bootstrap` of several measures on the same sentences, given as pairs of counts and scores. The sentences are
    drawn once for all of them: the intervals are those of `bootstrap` with the same seed, in less time."""
    check_resamples(resamples)
    check_level(level)
    generator = np.random.default_rng(seed)
    size, starts = len(checked_counts(counted[0][0])), [0]

    def columns() -> Iterator[Floats]:  # counts may be arrays only when they are asked for: one is in memory
        for counts, _ in counted:
            matrix = checked_counts(counts)
            starts.append(starts[-1] + matrix.shape[1])
            yield from matrix.T

    rows = in_random_groups(columns(), size, generator)
    each = [np.ascontiguousarray(rows[:, start:end]) for start, end in pairwise(starts)]
    totals = resampled_totals_of_each(each, resamples, generator) if len(rows) > 1 else [None] * len(each)
    return [
        intervals(matrix, score, None if drawn is None else score(drawn), level, method)
        for matrix, (_, score), drawn in zip(each, counted, totals, strict=True)
    ]


def intervals(
    rows: Counts, score: Score, drawn: dict[str, Floats] | None, level: float, method: Method
) -> dict[str, Interval]:
    """The interval of every score from its resampled values; `drawn` is None where nothing could be drawn."""
    check_method(method)
    total = rows.sum(axis=0)
    point = score(total)
    if drawn is None:
        return dict.fromkeys(point, UNKNOWN)
    if method == "percentile":
        return {name: percentile_interval(drawn[name], float(point[name]), level) for name in point}
    without = score(total - rows)
    return {name: bca_interval(drawn[name], float(point[name]), [without[name]], level) for name in point}


def percentile_interval(drawn: Floats, point: float, level: float) -> Interval:
    """The quantiles of the resampled values of one score."""
    values = drawn[np.isfinite(drawn)]
    if not len(values) or not np.isfinite(point):
        return UNKNOWN
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def check_method(method: str) -> None:
    """Refuse a way to compute intervals that does not exist."""
    if method not in get_args(Method):
        raise CallError(f"unknown bootstrap method '{method}'; known: {', '.join(get_args(Method))}")


def bca_interval(drawn: Floats, point: float, without: Sequence[Floats], level: float) -> Interval:
    """The corrected quantiles; `without` has the score without each row in turn, of each group within which rows are
    drawn."""
    values = drawn[np.isfinite(drawn)]
    if not len(values) or not np.isfinite(point):
        return UNKNOWN
    normal = NormalDist()
    bias = normal.inv_cdf(_share_below(values, point))
    acceleration = _acceleration(without)
    shares = []
    for quantile in ((1 - level) / 2, (1 + level) / 2):
        shifted = bias + normal.inv_cdf(quantile)
        room = 1 - acceleration * shifted
        shares.append(normal.cdf(bias + shifted / room) if room > 0 else float(shifted > 0))
    low, high = np.quantile(values, shares)
    return float(low), float(high)


def _share_below(values: Floats, point: float) -> float:
    """The share of values below a point, equal ones counted as half; never 0 or 1, which have no normal quantile."""
    near = ROUNDING * max(abs(point), float(np.abs(values).max()))
    below = np.count_nonzero(values < point - near) + np.count_nonzero(np.abs(values - point) <= near) / 2
    return float(np.clip(below / len(values), 0.5 / len(values), 1 - 0.5 / len(values)))


def _acceleration(without: Sequence[Floats]) -> float:
    """How fast the spread changes with the score: the skewness of the jackknife, divided by 6. What is drawn within
    groups is left out within groups (Davison & Hinkley 1997, section 5.3.2)."""
    deviations = [_deviations(scores[np.isfinite(scores)]) for scores in without]
    deviation = np.concatenate(deviations) if deviations else np.zeros(0)
    squares = (deviation**2).sum()
    return float((deviation**3).sum() / (6 * squares**1.5)) if squares else 0.0


def _deviations(scores: Floats) -> Floats:
    """How much each row of a group adds to the score."""
    if not len(scores):
        return scores
    deviation = (scores.mean() - scores) * ((len(scores) - 1) / len(scores))
    # The skewness of deviations that are only rounding errors would be noise.
    return deviation if np.abs(deviation).max() > 1e-14 * np.abs(scores).max() else np.zeros(len(scores))
