"""Whether two systems differ, judged on the same sentences: paired bootstrap and approximate randomisation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ...core.types import Counts, Floats, Interval, Seed
from .bootstrap import ROUNDING, UNKNOWN, Method, intervals, percentile_interval
from .resample import (
    Score,
    all_subsets,
    check_level,
    check_resamples,
    checked_pair,
    in_random_groups,
    random_groups,
    random_subsets,
    resampled_totals,
    summed,
)

_Scores = dict[str, Floats]


@dataclass(frozen=True)
class PairedDifference:
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
) -> dict[str, PairedDifference]:
    """The interval and p-value of the difference of every score, with the same samples of sentences for both systems.

    The p-value is two-sided: how often the difference d* in a sample is at least as far from the observed difference d
    as d is from 0, p = (#{|d* - d| >= |d|} + 1) / (resamples + 1). The samples centre on d; shifted to 0, they are the
    null hypothesis with the same spread (Efron & Tibshirani 1993, chapter 16; Berg-Kirkpatrick, Burkett & Klein 2012,
    there one-sided: d* > 2d). Samples in which a score is 0/0 count as far. With fewer than two sentences there is
    neither an interval nor a p-value (NaN).
    """
    check_resamples(resamples)
    check_level(level)
    generator = np.random.default_rng(seed)
    first, second = checked_pair(a, b)
    rows, columns = random_groups(np.concatenate((first, second), axis=1), generator), first.shape[1]

    def difference(total: Counts) -> dict[str, Floats]:
        scores_a, scores_b = score(total[..., :columns]), score(total[..., columns:])
        return {name: scores_a[name] - scores_b[name] for name in scores_a}

    drawn = difference(resampled_totals(rows, resamples, generator)) if len(rows) > 1 else None
    values = score(summed(first)), score(summed(second))
    return _differences(*values, drawn, intervals(rows, difference, drawn, level, method), resamples)


def paired_bootstraps(
    systems: Mapping[str, Any], score: Score, *, resamples: int = 10_000, level: float = 0.95, seed: Seed = 0
) -> dict[tuple[str, str], dict[str, PairedDifference]]:
    """`paired_bootstrap` of each pair of systems, with the same figures: the sentences are drawn once for all."""
    check_resamples(resamples)
    check_level(level)
    generator = np.random.default_rng(seed)
    matrices = [checked_pair(next(iter(systems.values())), counts)[1] for counts in systems.values()]
    columns = (column for matrix in matrices for column in matrix.T)
    rows = in_random_groups(columns, len(matrices[0]), generator)
    totals = resampled_totals(rows, resamples, generator) if len(rows) > 1 else None
    width = matrices[0].shape[1]
    values = dict(zip(systems, (score(summed(matrix)) for matrix in matrices), strict=True))
    drawn = {
        name: score(totals[:, number * width : (number + 1) * width]) if totals is not None else None
        for number, name in enumerate(systems)
    }
    return {
        (a, b): drawn_difference(values[a], values[b], drawn[a], drawn[b], level) for a, b in combinations(systems, 2)
    }


def drawn_difference(
    values_a: _Scores, values_b: _Scores, drawn_a: _Scores | None, drawn_b: _Scores | None, level: float
) -> dict[str, PairedDifference]:
    """The interval and p-value of every difference, from the scores of both systems in the same samples."""
    if drawn_a is None or drawn_b is None:
        return _differences(values_a, values_b, None, dict.fromkeys(values_a, UNKNOWN), 0)
    drawn = {name: drawn_a[name] - drawn_b[name] for name in drawn_a}
    points = {name: float(values_a[name] - values_b[name]) for name in values_a}
    limits = {name: percentile_interval(drawn[name], points[name], level) for name in drawn}
    return _differences(values_a, values_b, drawn, limits, len(next(iter(drawn.values()))))


def _differences(
    values_a: _Scores, values_b: _Scores, drawn: _Scores | None, limits: Mapping[str, Interval], resamples: int
) -> dict[str, PairedDifference]:
    differences = {}
    for name, interval in limits.items():
        value_a, value_b = float(values_a[name]), float(values_b[name])
        observed = value_a - value_b
        far = _as_far(drawn[name] - observed, value_a, value_b) if drawn is not None else 0
        p = np.nan if drawn is None or np.isnan(observed) else (far + 1) / (resamples + 1)
        differences[name] = PairedDifference(value_a, value_b, observed, interval, p, "paired bootstrap", resamples)
    return differences


def randomisation(
    a: Any, b: Any, score: Score, *, resamples: int = 10_000, seed: Seed = 0
) -> dict[str, PairedDifference]:
    """Paired approximate randomisation (Noreen 1989; Yeh 2000): if the two outputs of each sentence were swapped at
    random, how often would the difference of a score be at least as large, in either direction?

    p = (hits + 1) / (resamples + 1). Sentences with equal counts change nothing and are ignored. If the others are so
    few that there are at most `resamples` ways to swap them (2^n), all are tried, and p is exact (hits / 2^n). More
    than 10,000 are swapped in random groups, which the null hypothesis also allows. Differences that are equal up to
    rounding are ties, and ties are hits; so are swaps that make a score 0/0.
    """
    check_resamples(resamples)
    generator = np.random.default_rng(seed)
    first, second = checked_pair(a, b)
    total_a, total_b = summed(first), summed(second)
    changed = np.flatnonzero((first != second).any(axis=1))
    exact = len(changed) < 63 and 2 ** len(changed) <= resamples
    columns = (_doubles(a[changed]) - _doubles(b[changed]) for a, b in zip(first.T, second.T, strict=True))
    rows = np.stack(list(columns), axis=1) if exact else in_random_groups(columns, len(changed), generator)
    moved = all_subsets(rows) if exact else random_subsets(rows, resamples, generator)
    swapped_a, swapped_b = score(total_a - moved), score(total_b + moved)
    values_a, values_b = score(total_a), score(total_b)
    differences = {}
    for name in values_a:
        value_a, value_b = float(values_a[name]), float(values_b[name])
        observed = value_a - value_b
        hits = _as_far(swapped_a[name] - swapped_b[name], value_a, value_b)
        p = hits / len(moved) if exact else (hits + 1) / (len(moved) + 1)
        p = np.nan if np.isnan(observed) or not len(first) else p
        test = "exact randomisation" if exact else "approximate randomisation"
        differences[name] = PairedDifference(value_a, value_b, observed, None, p, test, len(moved))
    return differences


def _doubles(column: Floats) -> Floats:
    return column.astype(np.float64, copy=False)


def _as_far(differences: Floats, value_a: float, value_b: float) -> int:
    """How many differences are at least as far from 0 as that of two values; NaN counts as far."""
    near = ROUNDING * max(abs(value_a), abs(value_b))
    return len(differences) - int(np.count_nonzero(np.abs(differences) < abs(value_a - value_b) - near))
