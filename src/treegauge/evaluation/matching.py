"""Sentences paired by their words: the same order, other places, and what is left between paired sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..core.types import Int64s, Mask
from .common_sequence import Keys, Matches, common_subsequence, same_occurrences
from .sentence_keys import SentenceKeys

# Keys of some sentences, and which of these can be recognised by them.
_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")
_Level = Callable[[SentenceKeys, Int64s], tuple[Keys, Int64s]]


@dataclass(frozen=True, eq=False)
class Matched:
    """The test sentence of each gold sentence (-1: none), how many have the same words, and how many belong together
    by more than their place."""

    numbers: Int64s
    same_words: int
    belonging: int


def match_words(gold: SentenceKeys, test: SentenceKeys) -> Matched:
    """Pair two lists of sentences by their words."""
    numbers = np.full(len(gold), -1, np.int64)
    full = np.flatnonzero(gold.full), np.flatnonzero(test.full)
    matches = common_subsequence(gold.words[full[0]], test.words[full[1]])
    chain = full[0][matches[0]], full[1][matches[1]]
    moved = _moved(gold, test, chain)
    for places, others in (chain, moved):
        numbers[places] = others
    same_words = len(chain[0]) + len(moved[0])
    left = np.flatnonzero(numbers < 0), np.setdiff1d(np.arange(len(test)), numbers, assume_unique=False)
    for gap in _gaps(chain, left):
        _fill(gold, test, gap, _LEVELS, numbers)
    filled = left[0][numbers[left[0]] >= 0]
    alike = _alike(gold, test, filled, numbers[filled])
    # The words of another gold sentence: a sentence that test has twice, not this one with other words.
    double = np.isin(test.words[numbers[filled]], gold.words[gold.full]) & test.full[numbers[filled]]
    numbers[filled[double & ~(alike & gold.divisible[filled])]] = -1
    return Matched(numbers, same_words, same_words + int(np.count_nonzero(alike)))


def _moved(gold: SentenceKeys, test: SentenceKeys, chain: Matches) -> Matches:
    """Sentences with the same words at other places. A sentence that is like its counterpart at its own place, in gold
    and in test, is not taken away from there: it has a word changed, and so happens to be the same as another one."""
    left = [np.setdiff1d(np.arange(len(side)), paired) for side, paired in zip((gold, test), chain, strict=True)]
    full = [numbers[side.full[numbers]] for side, numbers in zip((gold, test), left, strict=True)]
    matches = same_occurrences(gold.words[full[0]], test.words[full[1]])
    moved = full[0][matches[0]], full[1][matches[1]]
    if not len(moved[0]):
        return moved
    places = [np.searchsorted(paired, numbers) for paired, numbers in zip(chain, left, strict=True)]
    counts = [np.bincount(place, minlength=len(chain[0]) + 1) for place in places]
    even = counts[0] == counts[1]
    sides = [numbers[even[place]] for numbers, place in zip(left, places, strict=True)]
    alike = _alike(gold, test, sides[0], sides[1]) & gold.divisible[sides[0]]
    real = ~(np.isin(moved[0], sides[0][alike]) & np.isin(moved[1], sides[1][alike]))
    return moved[0][real], moved[1][real]


def _gaps(chain: Matches, left: Sequence[Int64s]) -> list[Matches]:
    """The sentences left between two neighbours of the chain, where there are some in both."""
    places = [np.searchsorted(paired, numbers) for paired, numbers in zip(chain, left, strict=True)]
    shared = np.intersect1d(places[0], places[1])
    begins, ends = ([np.searchsorted(place, shared, side) for place in places] for side in _SIDES)
    return [
        (left[0][begin:end], left[1][test_begin:test_end])
        for begin, end, test_begin, test_end in zip(begins[0], ends[0], begins[1], ends[1], strict=True)
    ]


def _fill(gold: SentenceKeys, test: SentenceKeys, gap: Matches, levels: Sequence[_Level], numbers: Int64s) -> None:
    """Pair the sentences in a gap: in order if there are equally many, else by what they share."""
    if len(gap[0]) == len(gap[1]):
        numbers[gap[0]] = gap[1]
        return
    if not levels:
        return
    (keys, usable), (test_keys, test_usable) = levels[0](gold, gap[0]), levels[0](test, gap[1])
    matches = common_subsequence(keys[usable], test_keys[test_usable])
    places = usable[matches[0]], test_usable[matches[1]]
    chain = gap[0][places[0]], gap[1][places[1]]
    numbers[chain[0]] = chain[1]
    left = [np.delete(side, place) for side, place in zip(gap, places, strict=True)]
    for part in _gaps(chain, left):
        _fill(gold, test, part, levels[1:], numbers)


def _by_letters(side: SentenceKeys, sentences: Int64s) -> tuple[Keys, Int64s]:
    return side.letters[sentences], np.flatnonzero(side.full[sentences])


def _by_first_half(side: SentenceKeys, sentences: Int64s) -> tuple[Keys, Int64s]:
    return side.halves[0][sentences], np.flatnonzero(side.divisible[sentences])


def _by_second_half(side: SentenceKeys, sentences: Int64s) -> tuple[Keys, Int64s]:
    return side.halves[1][sentences], np.flatnonzero(side.divisible[sentences])


_LEVELS: tuple[_Level, ...] = (_by_letters, _by_first_half, _by_second_half)


def _alike(gold: SentenceKeys, test: SentenceKeys, sentences: Int64s, others: Int64s) -> Mask:
    """Which pairs of sentences have the same letters, or the same words in one half."""
    if not len(sentences):
        return np.zeros(0, bool)
    sides = gold.among(sentences), test.among(others)
    alike = sides[0].letters == sides[1].letters
    for first, second in zip(sides[0].halves, sides[1].halves, strict=True):
        alike |= first == second
    full: Mask = alike & sides[0].full & sides[1].full
    return full
