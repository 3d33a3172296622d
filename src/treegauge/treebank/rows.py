"""`Rows`: a table in which the rows of each sentence are adjacent; columns are numbers or text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..core.types import Integers, Mask
from .strings import Text, concatenate_text

Column = Integers | Text


@dataclass(frozen=True, eq=False)
class Rows:
    """Columns of equal length; the rows of sentence i are those from offsets[i] to offsets[i + 1]."""

    offsets: NDArray[np.int64]
    columns: Mapping[str, Column] = field(default_factory=dict)

    def __len__(self) -> int:
        return int(self.offsets[-1])

    def __contains__(self, name: str) -> bool:
        return name in self.columns

    def text(self, name: str) -> Text:
        """A column of strings; all values are missing if the source does not have it."""
        column = self.columns.get(name)
        if column is None:
            return Text.constant(None, len(self))
        if not isinstance(column, Text):
            raise TypeError(f"the column '{name}' has numbers; use numbers('{name}')")
        return column

    def numbers(self, name: str) -> Integers:
        """A column of numbers; in a table without rows it may be absent."""
        if not len(self) and name not in self.columns:
            return np.zeros(0, np.int32)
        column = self.columns[name]
        if isinstance(column, Text):
            raise TypeError(f"the column '{name}' has text; use text('{name}')")
        return column

    @property
    def counts(self) -> NDArray[np.int64]:
        """Rows per sentence."""
        return np.diff(self.offsets)

    @cached_property
    def sentence(self) -> NDArray[np.int32]:
        """The sentence of each row."""
        return np.repeat(np.arange(len(self.offsets) - 1, dtype=np.int32), self.counts)

    @cached_property
    def start(self) -> NDArray[np.int64]:
        """The first row of the sentence of each row: add it to an index within the sentence."""
        return np.repeat(self.offsets[:-1], self.counts)

    def replace(self, **columns: Column | None) -> Rows:
        """Set columns, or remove those whose value is None."""
        merged = {**self.columns, **columns}
        return Rows(self.offsets, {name: column for name, column in merged.items() if column is not None})

    def keep(self, mask: Mask) -> Rows:
        """Only the rows of a mask; all sentences are kept, even empty ones."""
        kept = np.concatenate(([0], np.cumsum(mask)))[self.offsets]
        return Rows(
            kept,
            {
                name: column.take(mask) if isinstance(column, Text) else column[mask]
                for name, column in self.columns.items()
            },
        )

    def reorder(self, rows: Integers) -> Rows:
        """The same number of rows per sentence, in another order."""
        return Rows(
            self.offsets,
            {
                name: column.take(rows) if isinstance(column, Text) else column[rows]
                for name, column in self.columns.items()
            },
        )

    def select(self, sentences: Integers) -> Rows:
        """The rows of some sentences, in the given order; a sentence may occur twice."""
        counts = self.counts[sentences]
        offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))
        rows = np.arange(offsets[-1]) + np.repeat(self.offsets[:-1][sentences] - offsets[:-1], counts)
        return Rows(offsets, self.reorder(rows).columns)

    def equals(self, other: Rows, ignoring: frozenset[str] = frozenset()) -> bool:
        """Same offsets, same columns, same content."""
        names = set(self.columns) - ignoring
        if names != set(other.columns) - ignoring or not np.array_equal(self.offsets, other.offsets):
            return False
        return all(_same(self.columns[name], other.columns[name]) for name in names)


def _same(first: Column, second: Column) -> bool:
    if isinstance(first, Text) or isinstance(second, Text):
        return isinstance(first, Text) and isinstance(second, Text) and first.equals(second)
    return bool(np.array_equal(first, second))


def concatenate_rows(tables: Sequence[Rows], missing: Mapping[str, int]) -> Rows:
    """Concatenate tables; a column of numbers that some do not have is filled from `missing`."""
    lengths = np.cumsum([0, *(len(table) for table in tables)])
    offsets = np.concatenate(
        [[0], *(table.offsets[1:] + length for table, length in zip(tables, lengths, strict=False))]
    )
    columns: dict[str, Column] = {}
    for name in dict.fromkeys(name for table in tables for name in table.columns):
        present = [table.columns.get(name) for table in tables]
        if any(isinstance(column, Text) for column in present):
            columns[name] = concatenate_text([table.text(name) for table in tables])
        else:
            columns[name] = np.concatenate(
                [
                    np.full(len(table), missing.get(name, -1), np.int32) if name not in table else table.numbers(name)
                    for table in tables
                ]
            )
    return Rows(offsets.astype(np.int64), columns)
