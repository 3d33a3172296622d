"""Files of arrays with one array changed, as a damaged file may be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np


def change_array(path: Path, name: str, value: np.ndarray | None) -> None:
    """Put another array in the place of one; None: leave it out."""
    with np.load(path) as file:
        arrays: dict[str, Any] = {key: file[key] for key in file}
    del arrays[name]
    if value is not None:
        arrays[name] = value
    with path.open("wb") as out:
        np.savez(out, **arrays)
