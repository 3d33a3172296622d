"""Krippendorff's alpha as its definition says, pair by pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def plain_alpha(units: Sequence[Sequence[Any]], squared: Callable[[Any, Any], float]) -> float:
    """1 - observed / expected disagreement; `units` are what the annotators gave to each item that two of them have."""
    values = [value for unit in units for value in unit]
    number = len(values)
    observed = sum(
        sum(squared(a, b) for i, a in enumerate(unit) for j, b in enumerate(unit) if i != j) / (len(unit) - 1)
        for unit in units
    )
    expected = sum(squared(a, b) for i, a in enumerate(values) for j, b in enumerate(values) if i != j)
    return 1 - (observed / number) / (expected / (number * (number - 1)))
