"""McNemar's test for outcomes that are right or wrong, and Holm's correction for several tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError


@dataclass(frozen=True)
class McNemar:
    """The sentences that only one of two systems has right, and the two-sided p-value; `statistic` is the chi-square,
    NaN in the exact test."""

    only_a: int
    only_b: int
    statistic: float
    p: float


def mcnemar(only_a: int, only_b: int, *, exact: bool = True) -> McNemar:
    """McNemar (1947) on the sentences that exactly one of two systems has right: does a have as many of them as b?

    The exact test is the two-sided binomial test with 1/2; the other is chi-square with one degree of freedom and the
    continuity correction of Edwards (1948), (|a - b| - 1)^2 / (a + b).
    """
    check_numbers(only_a, only_b)
    number = only_a + only_b
    if exact:
        from scipy.special import bdtr

        p = min(1.0, 2 * float(bdtr(min(only_a, only_b), number, 0.5))) if number else 1.0
        return McNemar(int(only_a), int(only_b), math.nan, p)
    statistic = max(abs(only_a - only_b) - 1, 0) ** 2 / number if number else 0.0
    return McNemar(int(only_a), int(only_b), float(statistic), math.erfc(math.sqrt(statistic / 2)))


def check_numbers(only_a: int, only_b: int) -> None:
    """Refuse numbers of sentences that are not whole, or below 0."""
    if only_a < 0 or only_b < 0 or only_a != int(only_a) or only_b != int(only_b):
        raise CallError(f"numbers of sentences must be whole and not below 0: {only_a}, {only_b}")


def holm(p_values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """p-values corrected for their number (Holm 1979), in the order given; NaN is kept and not counted as a test."""
    given = np.asarray(p_values, np.float64)
    tests = np.flatnonzero(~np.isnan(given))
    if ((given[tests] < 0) | (given[tests] > 1)).any():
        raise CallError("p-values must be between 0 and 1")
    order = tests[np.argsort(given[tests], kind="stable")]
    corrected = given.copy()
    corrected[order] = np.minimum(np.maximum.accumulate(given[order] * np.arange(len(order), 0, -1)), 1.0)
    return corrected
