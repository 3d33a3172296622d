"""`ErrorTable`: the errors of a parser as columns, one row per error; what every way to find errors returns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np

from ...core.tabular import Tabular
from ...core.types import Counts, Int64s, Integers, Mask, Row
from ...treebank import Text

SOURCES = ("gold", "test", "both")
Runs = tuple[tuple[int, int], ...]  # the words of a phrase with gaps: left and right of each run


class ErrorRow(NamedTuple):
    """One error; the columns of `ErrorTable` say what the fields mean."""

    sentence: int
    kind: str
    missing: int
    extra: int
    left: int
    right: int
    label: str | None
    source: str
    runs: Runs = ()


@dataclass(frozen=True, eq=False, repr=False)
class ErrorTable(Tabular):
    """The errors of one parser, in the order of the sentences.

    sentence     the number of the gold sentence, from 0
    kind         the class of the error
    missing      how many items of gold (phrases, arcs) the parser would gain if this error were repaired
    extra        how many wrong items of the parser would disappear
    left, right  the words that are concerned, from 0, the end exclusive
    label        the label or relation: of test if `source` is `test`, else of gold
    source       where the wrong item is: `gold` (it is missing in test), `test` (it is not in gold) or `both`
    """

    sentence: Int64s
    kind: Text
    missing: Int64s
    extra: Int64s
    left: Int64s
    right: Int64s
    label: Text
    source: Text

    @classmethod
    def of(cls, rows: Iterable[ErrorRow]) -> ErrorTable:
        """The errors given one by one."""
        columns = list(zip(*rows, strict=True)) or [()] * len(ErrorRow._fields)
        names = [column.name for column in fields(cls)]
        texts = {"kind", "label", "source"}
        return cls(
            *(
                Text.of(values) if name in texts else np.array(values, np.int64)
                for name, values in zip(names, columns, strict=False)  # without `runs`
            )  # type: ignore[arg-type]
        )

    @property
    def nodes(self) -> Int64s:
        """How many items each error concerns, on both sides."""
        return self.missing + self.extra

    def __len__(self) -> int:
        return len(self.sentence)

    def take(self, rows: Integers | Mask) -> ErrorTable:
        """Some of the errors."""
        columns: dict[str, Any] = {column.name: getattr(self, column.name) for column in fields(self)}
        taken: dict[str, Any] = {
            name: column.take(rows) if isinstance(column, Text) else column[rows] for name, column in columns.items()
        }
        return ErrorTable(**taken)

    def kinds(self) -> list[str]:
        """The classes that occur, the most frequent first."""
        return list(self.kind.counts())

    def table_rows(self) -> list[Row]:
        """One row per error; sentences and words are numbered from 1."""
        columns: list[Text | Int64s] = [
            self.sentence + 1,
            self.kind,
            self.nodes,
            self.left + 1,
            self.right,
            self.label,
            self.source,
        ]
        names = ("sentence", "class", "nodes", "first", "last", "label", "source")
        return [dict(zip(names, row, strict=True)) for row in zip(*map(listed_column, columns), strict=True)]

    def __repr__(self) -> str:
        return f"<ErrorTable: {len(self):,} errors of {len(self.kinds())} classes, {int(self.nodes.sum()):,} nodes>"


def listed_column(column: Text | Int64s) -> Sequence[object]:
    """A column as a list."""
    return column.decode() if isinstance(column, Text) else column.tolist()


@dataclass(frozen=True, eq=False)
class FoundErrors:
    """What a way to find errors returns for two treebanks whose sentences are paired.

    counts     one row per sentence: how many items are in both, in gold, in test; NaN where the sentence was left out
    reasons    why, by the number of the sentence from 0
    score      what the counts give: `f1` (labelled brackets) or `las`
    measure    the measure that gives the same score for these trees, if there is one
    sentences  which ones are left out, if the measure compares some of them
    runs       the words of errors whose phrase has gaps, by their rows in the table
    """

    table: ErrorTable
    counts: Counts
    reasons: dict[int, str]
    score: str = "f1"
    measure: str = ""
    sentences: str = ""
    runs: Mapping[int, Runs] = field(default_factory=dict)
