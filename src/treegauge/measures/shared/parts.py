"""Counts divided into parts, sentence by sentence: what a breakdown sums up, and what is tested part by part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...core.types import Counts, Floats, Int64s, Integers


@dataclass(frozen=True, eq=False)
class PartRows:
    """The counts of one part: one row per sentence that has something of it, and the numbers of these sentences."""

    sentences: Int64s
    rows: Counts

    @property
    def total(self) -> Counts:
        """The counts of all sentences."""
        total: Counts = self.rows.sum(0)
        return total


@dataclass(frozen=True, eq=False)
class CountedItems:
    """What one column counts: the part and the sentence of each item, and by how much it counts (None: by 1)."""

    part: Integers
    sentence: Integers
    weight: Floats | None = None


def divided(
    names: Sequence[str], columns: Sequence[str], counted: Mapping[str, CountedItems], sentences: int
) -> dict[str, PartRows]:
    """Parts from the items that each column counts, those without items left out. A column that is not among those
    counted cannot be divided: it is NaN."""
    keys = {
        column: items.part.astype(np.int64) * sentences + items.sentence.astype(np.int64)
        for column, items in counted.items()
    }
    places = np.unique(np.concatenate([*keys.values(), np.zeros(0, np.int64)]))
    rows = np.full((len(places), len(columns)), np.nan)
    for number, column in enumerate(columns):
        if column in counted:
            at = np.searchsorted(places, keys[column])
            rows[:, number] = np.bincount(at, counted[column].weight, minlength=len(places))
    return split_parts(names, places, rows, sentences)


def split_parts(names: Sequence[str], places: Int64s, rows: Counts, sentences: int) -> dict[str, PartRows]:
    """Rows by part; `places` are in order, and each is the number of the part, times `sentences`, plus the sentence."""
    ends = np.searchsorted(places, np.arange(len(names) + 1) * sentences).tolist()
    return {
        name: PartRows(places[begin:end] % sentences, rows[begin:end])
        for name, begin, end in zip(names, ends, ends[1:], strict=False)
        if end > begin
    }
