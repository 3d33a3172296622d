"""Columns of numbers and a JSON object as one deflated text, which a page opens with DecompressionStream."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

_KINDS = ("u1", "i1", "u2", "i2", "i4")  # the first that can hold all numbers of a column is taken
_QUICK = 8 << 20  # bytes above which the best compression takes too long


@dataclass
class Pack:
    """Columns by name, and `about`, whatever else the page has to know; `data.js` reads both."""

    about: dict[str, Any]
    columns: dict[str, NDArray[Any]] = field(default_factory=dict)

    def add(self, name: str, numbers: NDArray[Any]) -> None:
        """Add a column of whole numbers."""
        self.columns[name] = _narrow(np.asarray(numbers))

    def text(self) -> str:
        """Everything in the letters of base64: the length of the object, the object, the columns end to end."""
        places: dict[str, tuple[str, int, int]] = {}
        blobs, at = [], 0
        for name, column in self.columns.items():
            places[name] = (column.dtype.str[1:], at, len(column))
            blobs.append(column.tobytes())
            at += column.nbytes
        head = _json({**self.about, "columns": places})
        whole = b"".join([struct.pack("<I", len(head)), head, *blobs])
        return base64.b64encode(zlib.compress(whole, 9 if len(whole) < _QUICK else 6)).decode("ascii")


def unpack(text: str) -> tuple[Mapping[str, Any], dict[str, NDArray[Any]]]:
    """What `Pack.text` packed: the object and the columns."""
    whole = zlib.decompress(base64.b64decode(text))
    (length,) = struct.unpack("<I", whole[:4])
    about = json.loads(whole[4 : 4 + length])
    columns = {
        name: np.frombuffer(whole, f"<{kind}", count, 4 + length + at)
        for name, (kind, at, count) in about.pop("columns").items()
    }
    return about, columns


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _narrow(numbers: NDArray[Any]) -> NDArray[Any]:
    low, high = (int(numbers.min()), int(numbers.max())) if len(numbers) else (0, 0)
    for kind in _KINDS:
        bounds = np.iinfo(kind)
        if bounds.min <= low and high <= bounds.max:
            return numbers.astype(f"<{kind}")
    raise ValueError(f"a number from {low} to {high} does not fit")
