"""Types that many modules share."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
Integers = NDArray[np.integer]
Mask = NDArray[np.bool_]
Codes = Int32s  # positions in a list of distinct strings; -1 is a missing value
Counts = Floats  # what a measure counts: one row per sentence, or sums of such rows

Array = Any  # an array in compiled code, whose type numba infers; the callers are annotated
Pointer = Any  # likewise an address

Interval = tuple[float, float]
Progress = Callable[[int, int], None]  # called with the number done and the total
Seed = int | np.random.Generator
PathLike = str | os.PathLike[str]
Row = dict[str, Any]  # a row of results as `--json` prints it
AnyRow = Mapping[str, Any]  # likewise, to be read only: also a TypedDict
