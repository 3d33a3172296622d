"""Compiled loops of the evidence; its plain twin is in the tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array


@kernel
def crossing_arcs(offsets: Array, head: Array) -> Any:
    """Which words have an arc that crosses another: one of its ends is strictly between those of the other arc, and
    the other end is strictly outside."""
    crosses = np.zeros(len(head), np.bool_)
    for s in range(len(offsets) - 1):
        start, size = offsets[s], offsets[s + 1] - offsets[s]
        for i in range(size):
            if head[start + i] < 0:
                continue
            low, high = min(i, head[start + i]), max(i, head[start + i])
            for j in range(size):
                if head[start + j] < 0:
                    continue
                first, last = min(j, head[start + j]), max(j, head[start + j])
                if low < first < high < last or first < low < last < high:
                    crosses[start + i] = True
                    break
    return crosses
