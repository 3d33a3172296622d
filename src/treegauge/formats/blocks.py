"""Read large files of plain brackets and of the CoNLL formats in blocks, each on demand: only one block is in memory,
not the file."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..core.compressed import COMPRESSED
from ..core.limits import Allowance
from ..treebank import Treebank
from .api import detect, split_name
from .base import FORMATS, SNIFFED_BYTES, Input
from .brackets import read_text
from .conll import LAYOUTS, read_conll
from .dialects import DIALECTS
from .encoding import byte_order_mark, is_utf8

LINES_PER_BLOCK = 3_500  # lines at whose end all trees are closed; sentences of CoNLL
SMALLEST_FILE = 20_000_000  # bytes: a smaller file is read at once
_WINDOW = 1 << 22  # bytes that are looked at together where a file is cut
_TAIL = 1 << 16
_PLAIN = "brackets"
_NEWLINE = ord("\n")
_Cut = tuple[NDArray[np.int64], NDArray[np.int64], bool]  # places, lines before them, whether the text can be cut


@dataclass(frozen=True, eq=False)
class Blocks:
    """A file cut between trees: the first byte of each block and the end of the last, and the number of lines before
    each. No part of the file is kept in memory.

    source  how messages name the file
    path    where it is, in whatever folder a process works
    """

    source: str
    format: str
    places: NDArray[np.int64]
    lines: NDArray[np.int64]
    path: str

    def __len__(self) -> int:
        return len(self.lines)

    def read(self, number: int) -> Treebank | None:
        """Read one block; None if it is not UTF-8. Heads may form cycles."""
        piece = self.bytes_of(number)
        if not is_utf8(piece.data):
            return None
        lines = int(self.lines[number])
        if self.format != _PLAIN:
            part = Input(piece.tobytes(), self.source, lenient=True, lines_before=lines)
            return read_conll(part, LAYOUTS[self.format])
        if not len(piece) or piece[-1] != _NEWLINE:
            piece = _read_only(np.append(piece, np.uint8(_NEWLINE)))
        return read_text(piece, Input(b"", self.source, lines_before=lines), DIALECTS[_PLAIN])

    def bytes_of(self, number: int) -> NDArray[np.uint8]:
        """The text of one block."""
        begin, end = self.places[number : number + 2].tolist()
        return _bytes(self.path, begin, end)


def find_blocks(name: str) -> Blocks | None:
    """The blocks of a file, or None if it is small, compressed, or in another format."""
    path, named = split_name(name)
    if (named is not None and named not in _CUTTERS) or path.endswith(COMPRESSED):
        return None
    if not os.path.isfile(path) or os.path.getsize(path) < SMALLEST_FILE:
        return None
    Allowance().use(os.path.getsize(path), path)
    with open(path, "rb") as file:
        head = file.read(SNIFFED_BYTES + 1)
    format = FORMATS.get(named) if named else detect(head, path)
    if format is None or format.name not in _CUTTERS or byte_order_mark(head[:4])[1] is not None:
        return None
    return _cut(path, format.name)


def _cut_trees(text: NDArray[np.uint8], every: int, last: bool) -> _Cut:
    from .kernels.margins import cut

    places, lines, possible = cut(text, every, last)
    return places, lines, possible


def _cut_sentences(text: NDArray[np.uint8], every: int, last: bool) -> _Cut:
    """Cut after every `every` sentences, each with an empty line after it; see `cut` of brackets."""
    newlines = np.flatnonzero(text == _NEWLINE)
    after = np.diff(newlines, prepend=-1) > 1  # the end of a line that is not empty
    empty = np.flatnonzero(after[:-1] & ~after[1:]) + 1
    chosen = empty[every - 1 :: every]
    none = np.zeros(1, np.int64)
    return np.concatenate((none, newlines[chosen] + 1)), np.concatenate((none, chosen + 1)), True


_CUTTERS = {_PLAIN: _cut_trees, **dict.fromkeys(LAYOUTS, _cut_sentences)}


def _cut(path: str, format: str) -> Blocks:
    """Cut a file between trees. It is read piece by piece; each begins where the one before could be cut last."""
    size = os.path.getsize(path)
    places, lines, window = [0], [0], _WINDOW
    while True:
        begin, line = places[-1], lines[-1]
        piece = _bytes(path, begin, min(begin + window, size))
        last = begin + len(piece) == size
        ends = len(piece) if last else _last_line(piece)
        inner, before, possible = _CUTTERS[format](piece[:ends], LINES_PER_BLOCK, last)
        if not possible:
            return Blocks(path, format, np.array([0, size]), np.zeros(1, np.int64), os.path.abspath(path))
        window *= 2 if len(inner) == 1 else 1  # no place to cut in this piece: look at a longer one
        places += (inner[1:] + begin).tolist()
        lines += (before[1:] + line).tolist()
        if last:
            break
    whole = max(sum(place < size for place in places), 1)
    return Blocks(path, format, np.array([*places[:whole], size]), np.array(lines[:whole]), os.path.abspath(path))


def _last_line(piece: NDArray[np.uint8]) -> int:
    """Where the last whole line of a piece ends."""
    for begin in range(len(piece) - _TAIL, -_TAIL, -_TAIL):
        ends = np.flatnonzero(piece[max(begin, 0) : begin + _TAIL] == _NEWLINE)
        if len(ends):
            return max(begin, 0) + int(ends[-1])
    return 0


def _bytes(path: str, begin: int, end: int) -> NDArray[np.uint8]:
    return _read_only(np.fromfile(path, np.uint8, end - begin, offset=begin))


def _read_only(data: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """As the bytes of a file that is read at once are: kernels are compiled for one kind of arrays."""
    data.flags.writeable = False
    return data
