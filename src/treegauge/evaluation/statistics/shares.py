"""The interval of a share."""

from __future__ import annotations

import math
from statistics import NormalDist

from .significance import check_numbers


def share_interval(right: int, number: int, *, level: float = 0.95) -> tuple[float, float]:
    """The interval of the share of right answers among a number of answers (Wilson 1927, Probable inference)."""
    check_numbers(right, number)
    if not number:
        return math.nan, math.nan
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = right / number
    middle = share + z * z / (2 * number)
    half = z * math.sqrt(share * (1 - share) / number + (z / (2 * number)) ** 2)
    return max(0.0, (middle - half) / (1 + z * z / number)), min(1.0, (middle + half) / (1 + z * z / number))
