"""Classes of words by their spelling: a shape (capitals, digits, hyphen), and endings of more and more letters.

Samuelsson 1993, Morphological tagging based entirely on Bayesian inference; Brants 2000, TnT, a statistical
part-of-speech tagger, where endings of rare words predict the tags of unknown ones.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from ...core.types import Floats, Int64s

LONGEST = 10  # letters of an ending
SHARED = 2  # words that must have an ending for it to make a class
_DIGIT = re.compile(r"\d")


def signatures(word: str) -> list[str]:
    """The classes that a word can be in, the most general first: its shape, then the shape with more and more letters
    of
    its ending. All digits count as the same."""
    letters = _DIGIT.sub("0", word.lower())
    shape = _shape(word)
    return ["", shape, *(f"{shape} {letters[-length:]}" for length in range(1, min(LONGEST, len(letters)) + 1))]


def _shape(word: str) -> str:
    """0 with digits, A in capitals, Aa with a capital, a without, . not a word; and - if there is a hyphen in it."""
    hyphen = "-" if "-" in word[1:-1] else ""
    if _DIGIT.search(word):
        return "0" + hyphen
    if not word[:1].isalpha():
        return "." + hyphen
    if word.isupper():
        return "A" + hyphen
    return ("Aa" if word[:1].isupper() else "a") + hyphen


@dataclass(frozen=True, eq=False)
class WordClasses:
    """Classes by their names, the most general first; `parent` is the next more general class. Level i, a number of
    letters, has the classes levels[i] to levels[i + 1]."""

    numbers: dict[str, int]
    parent: Int64s
    levels: list[int]

    def find(self, word: str) -> int:
        """The most particular class of a word."""
        return next(self.numbers[key] for key in reversed(signatures(word)) if key in self.numbers)

    def totals(self, counts: Floats) -> Floats:
        """The counts of all words of each class (rows), from the counts of words that have no more particular class."""
        total = counts.copy()
        for begin, end in reversed(self._spans()):
            np.add.at(total, self.parent[begin:end], total[begin:end])
        return total

    def smoothed(self, counts: Floats, prior: float) -> Floats:
        """Probabilities from the counts of each class (rows) and from the more general class, which counts `prior`."""
        probability: Floats = counts / counts.sum(axis=1, keepdims=True)
        for begin, end in self._spans():
            rows = counts[begin:end] + prior * probability[self.parent[begin:end]]
            probability[begin:end] = rows / (counts[begin:end].sum(axis=1, keepdims=True) + prior)
        return probability

    def _spans(self) -> list[tuple[int, int]]:
        return list(zip(self.levels[1:-1], self.levels[2:], strict=True))


def classes_of(words: Sequence[str], rare: NDArray[np.bool_]) -> WordClasses:
    """The classes that several of the rare words have, and that of all words."""
    rows = [signatures(word) for word in compress(words, rare.tolist())]
    shared = Counter(key for row in rows for key in row)
    above = {key: (level, row[level - 1]) for row in rows for level, key in enumerate(row) if level}
    kept = sorted((key for key in above if shared[key] >= SHARED), key=lambda key: (above[key][0], key))
    numbers = {"": 0} | {key: number for number, key in enumerate(kept, 1)}
    parent = np.array([0, *(numbers[above[key][1]] for key in kept)], np.int64)
    level = np.array([0, *(above[key][0] for key in kept)])
    return WordClasses(numbers, parent, np.searchsorted(level, np.arange(int(level[-1]) + 2)).tolist())
