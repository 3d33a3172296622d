"""The difference of two systems, or of one system on two treebanks, whose sentences are not the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.types import Interval, Seed
from .bootstrap import UNKNOWN
from .resample import Score, check_level, check_resamples, checked_counts, random_groups, resampled_totals, summed


def unpaired_bootstrap(
    a: Any, b: Any, score: Score, *, resamples: int = 1000, level: float = 0.95, seed: Seed = 0
) -> dict[str, tuple[float, Interval]]:
    """The difference a - b of every score, and its interval: the sentences of each side are resampled by themselves
    (Efron & Tibshirani 1993, section 8.3). For the same sentences, `paired_bootstrap` has the narrower interval."""
    check_resamples(resamples)
    check_level(level)
    generator = np.random.default_rng(seed)
    sides = [checked_counts(a, "the first counts"), checked_counts(b, "the second counts")]
    first, second = (score(summed(side)) for side in sides)
    drawn = [
        score(resampled_totals(random_groups(side, generator), resamples, generator)) if len(side) > 1 else None
        for side in sides
    ]
    tail = (1 - level) / 2
    differences: dict[str, tuple[float, Interval]] = {}
    for name, value in first.items():
        interval = UNKNOWN
        if drawn[0] is not None and drawn[1] is not None:
            apart = np.asarray(drawn[0][name]) - np.asarray(drawn[1][name])
            apart = apart[np.isfinite(apart)]
            if len(apart):
                low, high = np.quantile(apart, [tail, 1 - tail]).tolist()
                interval = (low, high)
        differences[name] = float(value - second[name]), interval
    return differences
