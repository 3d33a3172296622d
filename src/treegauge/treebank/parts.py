"""Cut a treebank into the blocks that `mapped` gives away."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from .rows import Rows
from .strings import Text
from .table import Treebank

BLOCK = 500  # sentences: seconds of work, against milliseconds for a block to be sent


def blocks_of(treebank: Treebank) -> list[Treebank]:
    """The sentences in blocks, each with only the strings that it has. A treebank without sentences is one block."""
    bounds = [*range(0, max(len(treebank), 1), BLOCK), len(treebank)]
    return [_compact(treebank.select(np.arange(begin, end))) for begin, end in pairwise(bounds)]


def _compact(treebank: Treebank) -> Treebank:
    return treebank.replace(**{name: _compact_rows(rows) for name, rows in treebank.tables.items()})


def _compact_rows(rows: Rows) -> Rows:
    columns = {name: column.compact() if isinstance(column, Text) else column for name, column in rows.columns.items()}
    return Rows(rows.offsets, columns)
