"""The standard interval of a mean."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from ...core.errors import CallError
from .resample import check_level


@dataclass(frozen=True)
class MeanInterval:
    """A mean and half the width of its interval: mean ± half_width."""

    mean: float
    half_width: float
    n: int
    level: float

    @property
    def interval(self) -> tuple[float, float]:
        return self.mean - self.half_width, self.mean + self.half_width


def mean_interval(values: Any, level: float = 0.95, *, student: bool = False) -> MeanInterval:
    """The mean with the normal interval z s / sqrt(n), where s divides by n - 1, as Corazza, Lavelli & Satta (Measuring
    parsing difficulty across treebanks) print at 99 %; `student` uses Student's t, for few values. A single value has
    no interval, and no values have no mean (NaN)."""
    check_level(level)
    numbers = np.asarray(values, np.float64)
    if numbers.ndim != 1:
        raise CallError(f"the values of a mean must be a flat list, not an array of shape {numbers.shape}")
    size = len(numbers)
    mean = float(numbers.mean()) if size else math.nan
    spread = float(numbers.std(ddof=1)) if size > 1 else math.nan
    z = _student(level, size) if student and size > 1 else NormalDist().inv_cdf((1 + level) / 2)
    return MeanInterval(mean, z * spread / math.sqrt(size) if size else math.nan, size, level)


def _student(level: float, size: int) -> float:
    from scipy import stats

    return float(stats.t.ppf((1 + level) / 2, size - 1))
