"""All n-grams of a corpus up to an order, with their counts, in sorted tables, without a dictionary of n-grams.

An n-gram is a number in the table of its order. Tables are sorted by context (the n-gram without its last word) and
then by word, so n-grams with the same context are next to each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError
from ...core.types import Int32s
from .corpus import Corpus

UNKNOWN, BEGIN, END = 0, 1, 2
MARKS = ("<unk>", "<s>", "</s>")


@dataclass(frozen=True, eq=False)
class NGrams:
    """The distinct n-grams of one order. `context` is the number of the n-gram without its last word, `suffix` that of
    the n-gram without its first word, both in the table one order below; `first[c]` is where context c begins."""

    context: NDArray[np.int32]
    word: NDArray[np.int32]
    count: Int32s
    suffix: NDArray[np.int32]
    first: NDArray[np.int64]
    opens: NDArray[np.bool_]  # does it begin with <s>?

    def __len__(self) -> int:
        return len(self.word)


@dataclass(frozen=True, eq=False)
class CountedNGrams:
    """The tables of order 1, 2 ...; words are numbered from 3, after the marks."""

    orders: tuple[NGrams, ...]

    @cached_property
    def adjusted(self) -> tuple[Int32s, ...]:
        """Counts for Kneser-Ney: below the highest order, the number of n-grams one word longer that end in an n-gram.
        An n-gram that begins with <s> has nothing before it and keeps its count."""
        counts = []
        for table, longer in zip(self.orders, [*self.orders[1:], None], strict=True):
            if longer is None:
                counts.append(table.count)
            else:
                before = np.bincount(longer.suffix, minlength=len(table)).astype(np.int32)
                counts.append(np.where(table.opens, table.count, before).astype(np.int32))
        return _without_begin(counts)

    @cached_property
    def raw(self) -> tuple[Int32s, ...]:
        """The number of occurrences of each n-gram."""
        return _without_begin([table.count for table in self.orders])


def _without_begin(counts: Sequence[Int32s]) -> tuple[Int32s, ...]:
    """<s> is never predicted, so it has no count as a word."""
    words = counts[0].copy()
    words[BEGIN] = 0
    return words, *counts[1:]


def count_ngrams(corpus: Corpus, order: int) -> CountedNGrams:
    """Count all n-grams of <s> w1 ... wn </s> up to the order."""
    if order < 1:
        raise CallError(f"the order of a language model is 1 or more, not {order}")
    from . import kernels

    words = len(corpus.words.values) + len(MARKS)
    stream = kernels.pad(corpus.words.codes + np.int32(len(MARKS)), corpus.offsets, BEGIN, END)
    positions, occurs = kernels.by_word(stream, words)
    number = np.arange(words, dtype=np.int32)
    none = np.zeros(words, np.int32)
    orders = [NGrams(none, number, occurs, none, np.array([0, words]), number == BEGIN)]
    shorter = stream
    for length in range(2, order + 1):
        below = orders[-1]
        context, word, count, suffix, shorter = kernels.extend(positions, occurs, shorter, below.count, length, BEGIN)
        first = np.searchsorted(context, np.arange(len(below) + 1))
        orders.append(NGrams(context, word, count, suffix, first, below.opens[context]))
    return CountedNGrams(tuple(orders))
