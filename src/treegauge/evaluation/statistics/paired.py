"""Whether two systems differ, judged on the same sentences: paired bootstrap and approximate randomisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.types import Counts, Floats, Interval, Seed
from .bootstrap import ROUNDING, Method, intervals
from .resample import (
    Score,
    all_subsets,
    check_level,
    check_resamples,
    checked_pair,
    grouped,
    random_subsets,
    resampled_totals,
)


@dataclass(frozen=True)
class Comparison:
    """A score of two systems: both values, the difference a - b, its interval where the test gives one, and the
    two-sided p-value (NaN where there is none)."""

    value_a: float
    value_b: float
    difference: float
    interval: Interval | None
    p: float
    test: str
    resamples: int


def paired_bootstrap(
    a: Any,
    b: Any,
    score: Score,
    *,
    resamples: int = 10_000,
    level: float = 0.95,
    method: Method = "percentile",
    seed: Seed = 0,
) -> dict[str, Comparison]:
    """The interval and p-value of the difference of every score, with the same samples of sentences for both systems.

    The p-value is two-sided: how often the difference in a sample is as far from the difference d that was found as d
    is from 0, p = (#{|d* - d| >= |d|} + 1) / (resamples + 1). So the samples, which centre on d, stand for a null
    hypothesis with the same spread (Efron & Tibshirani 1993, chapter 16; Berg-Kirkpatrick, Burkett & Klein 2012, there
    one-sided: d* > 2d). Samples in which a score is 0/0 count as far. With fewer than two sentences there is neither
    interval nor p-value (NaN).
    """
    check_resamples(resamples)
    check_level(level)
    generator = np.random.default_rng(seed)
    first, second = checked_pair(a, b)
    rows, columns = grouped(np.concatenate((first, second), axis=1), generator), first.shape[1]

    def difference(total: Counts) -> dict[str, Floats]:
        one, other = score(total[..., :columns]), score(total[..., columns:])
        return {name: one[name] - other[name] for name in one}

    drawn = difference(resampled_totals(rows, resamples, generator)) if len(rows) > 1 else None
    found = intervals(rows, difference, drawn, level, method)
    values_a, values_b = score(first.sum(axis=0)), score(second.sum(axis=0))
    comparisons = {}
    for name, interval in found.items():
        one, other = float(values_a[name]), float(values_b[name])
        far = _as_far(drawn[name] - (one - other), one, other) if drawn is not None else 0
        p = np.nan if drawn is None or np.isnan(one - other) else (far + 1) / (resamples + 1)
        comparisons[name] = Comparison(one, other, one - other, interval, p, "paired bootstrap", resamples)
    return comparisons


def randomisation(a: Any, b: Any, score: Score, *, resamples: int = 10_000, seed: Seed = 0) -> dict[str, Comparison]:
    """Paired approximate randomisation (Noreen 1989; Yeh 2000): were the outputs of each sentence swapped at random,
    how often would the difference of a score be as large as it is, on either side?

    p = (hits + 1) / (resamples + 1). Sentences with equal counts change nothing and are passed over; where the others
    are so few that all 2^n ways to swap them are no more than `resamples`, all are tried, and p is exact (hits / 2^n).
    More than 10,000 are swapped in random groups, which the null hypothesis allows as well. Two differences that are
    the same but for rounding are ties, and ties are hits; so are swaps that make a score 0/0.
    """
    check_resamples(resamples)
    generator = np.random.default_rng(seed)
    first, second = checked_pair(a, b)
    total_a, total_b = first.sum(axis=0), second.sum(axis=0)
    changes = (first - second)[(first != second).any(axis=1)]
    exact = len(changes) < 63 and 2 ** len(changes) <= resamples
    moved = all_subsets(changes) if exact else random_subsets(grouped(changes, generator), resamples, generator)
    swapped_a, swapped_b = score(total_a - moved), score(total_b + moved)
    values_a, values_b = score(total_a), score(total_b)
    comparisons = {}
    for name in values_a:
        one, other = float(values_a[name]), float(values_b[name])
        hits = _as_far(swapped_a[name] - swapped_b[name], one, other)
        p = hits / len(moved) if exact else (hits + 1) / (len(moved) + 1)
        p = np.nan if np.isnan(one - other) or not len(first) else p
        test = "exact randomisation" if exact else "approximate randomisation"
        comparisons[name] = Comparison(one, other, one - other, None, p, test, len(moved))
    return comparisons


def _as_far(differences: Floats, one: float, other: float) -> int:
    """How many differences are at least as far from 0 as that of two values; NaN is far."""
    near = ROUNDING * max(abs(one), abs(other))
    return len(differences) - int(np.count_nonzero(np.abs(differences) < abs(one - other) - near))
