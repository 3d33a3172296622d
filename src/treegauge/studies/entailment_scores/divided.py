"""Sentences that are parsed by parsers that have not seen them: of a test part, or of all parts of a treebank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core.types import Int64s
from ...treebank import Treebank
from ...treebank.folds import drawn_folds, joined_folds
from ..running.data import StudyData
from .forms import Forms, drawn, forms


@dataclass(frozen=True, eq=False)
class Divided:
    """Sentences to parse, and what is learned for each of their parts.

    test   all sentences to parse
    pairs  for each part: the training sentences and the part
    fold   the part of each sentence
    """

    test: Forms
    pairs: tuple[tuple[Forms, Forms], ...]
    fold: Int64s

    def joined(self, parts: Sequence[Treebank]) -> Treebank:
        """Trees of all parts in the order of the sentences."""
        return joined_folds(parts, self.fold)


def divide_sentences(data: StudyData, folds: int, sentences: int | None, shortest: int) -> Divided:
    """The test part of a treebank, and its training part; of a treebank without parts, as many folds."""
    if data.has_parts:
        train, test = forms([data.train, drawn(data.test, sentences, shortest, data.seed)], data.transforms)
        return Divided(test, ((train, test),), np.zeros(len(test), np.int64))
    (whole,) = forms([drawn(data.whole, sentences, shortest, data.seed)], data.transforms)
    fold = drawn_folds(len(whole), folds, data.seed)
    parts = [np.flatnonzero(fold == number) for number in range(folds)]
    return Divided(whole, tuple((whole.select(_others(fold, part)), whole.select(part)) for part in parts), fold)


def _others(fold: Int64s, part: Int64s) -> Int64s:
    return np.setdiff1d(np.arange(len(fold)), part)
