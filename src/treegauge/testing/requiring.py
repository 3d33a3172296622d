"""How a check fails."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike


def require(holds: bool, invariant: str, on: Any = "") -> None:
    """Raise an `AssertionError` if an invariant does not hold; it also does so when Python optimises (`-O`)."""
    if not holds:
        raise AssertionError(f"{invariant}: {on}" if str(on) else invariant)


def require_close(values: ArrayLike, expected: ArrayLike, invariant: str, tolerance: float = 1e-12) -> None:
    """Numbers must be equal, as far as floating point allows; NaN equals NaN."""
    values, expected = np.asarray(values, np.float64), np.asarray(expected, np.float64)
    require(values.shape == expected.shape, invariant, f"an array {values.shape} where {expected.shape} is expected")
    equal = np.isclose(values, expected, rtol=tolerance, atol=0, equal_nan=True)
    require(bool(equal.all()), invariant, f"{values.tolist()} where {expected.tolist()} is expected")
