"""Read large files of plain brackets in blocks, each on demand: only one block is in memory, not the file."""

from __future__ import annotations

import mmap
import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..core.limits import Allowance
from ..treebank import Treebank
from .api import detect, split_name
from .base import FORMATS, SNIFFED_BYTES, Input
from .brackets import read_text
from .dialects import DIALECTS
from .encoding import byte_order_mark, is_utf8
from .sources import COMPRESSED

LINES_PER_BLOCK = 50_000  # lines at whose end all trees are closed
SMALLEST_FILE = 20_000_000  # bytes: a smaller file is read at once
_PLAIN = "brackets"
_NEWLINE = ord("\n")


@dataclass(frozen=True, eq=False)
class Blocks:
    """A file cut between trees: the first byte of each block, and the number of lines before it."""

    source: str
    text: NDArray[np.uint8]
    places: NDArray[np.int64]
    lines: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.places)

    def read(self, number: int) -> Treebank | None:
        """Read one block; None if it is not UTF-8."""
        end = self.places[number + 1] if number + 1 < len(self) else len(self.text)
        piece = self.text[self.places[number] : end]
        if not is_utf8(piece.data):
            return None
        if not len(piece) or piece[-1] != _NEWLINE:
            piece = np.append(piece, np.uint8(_NEWLINE))
        return read_text(piece, Input(b"", self.source, lines_before=int(self.lines[number])), DIALECTS[_PLAIN])


def find_blocks(name: str) -> Blocks | None:
    """The blocks of a file, or None if it is small, compressed, or not plain brackets."""
    path, named = split_name(name)
    if named not in (None, _PLAIN) or path.endswith(COMPRESSED):
        return None
    if not os.path.isfile(path) or os.path.getsize(path) < SMALLEST_FILE:
        return None
    Allowance().use(os.path.getsize(path), path)
    with open(path, "rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    format = FORMATS.get(named) if named else detect(data[: SNIFFED_BYTES + 1], path)
    if format is None or format.name != _PLAIN or byte_order_mark(data[:4])[1] is not None:
        return None
    from .kernels.margins import cut

    text = np.frombuffer(data, np.uint8)
    places, lines = cut(text, LINES_PER_BLOCK)
    return Blocks(path, text, places, lines)
