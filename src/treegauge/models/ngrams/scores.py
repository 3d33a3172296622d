"""Perplexity from sums over sentences: `SentenceScores` has one row per sentence, `Perplexity` is a sum over some."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LOG2_OF_10 = float(np.log2(10))
Totals = NDArray[np.float64]


@dataclass(frozen=True)
class Perplexity:
    """Figures over some sentences; nan if they are not defined because no word was scored."""

    sentences: int
    words: int
    oov: int
    logprob: float

    @property
    def ppl(self) -> float:
        """10 ^ (-logprob / (words - oov + sentences)): sentence ends are predicted like words."""
        return float(10.0 ** _per(-self.logprob, self.words - self.oov + self.sentences))

    @property
    def ppl1(self) -> float:
        """The same over words only."""
        return float(10.0 ** _per(-self.logprob, self.words - self.oov))

    @property
    def entropy(self) -> float:
        """Bits per word, where sentence ends are words: the logarithm of ppl to base 2."""
        return _per(-self.logprob * LOG2_OF_10, self.words - self.oov + self.sentences)

    @property
    def sentence_entropy(self) -> float:
        """Bits per sentence."""
        return _per(-self.logprob * LOG2_OF_10, self.sentences)


def _per(value: float, number: int) -> float:
    return value / number if number else float("nan")


@dataclass(frozen=True, eq=False)
class SentenceScores:
    """One row per sentence: log probability (base 10), words, words out of vocabulary (which are not scored)."""

    logprob: NDArray[np.float64]
    words: NDArray[np.int64]
    oov: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.logprob)

    @property
    def total(self) -> Perplexity:
        """The figures over all sentences."""
        return Perplexity(len(self), int(self.words.sum()), int(self.oov.sum()), float(self.logprob.sum()))

    @property
    def entropy(self) -> NDArray[np.float64]:
        """Bits of each sentence."""
        return -self.logprob * LOG2_OF_10

    @property
    def table(self) -> Totals:
        """The columns from whose sums `perplexities` gives the figures: sentences, words, oov, logprob."""
        return np.column_stack((np.ones(len(self)), self.words, self.oov, self.logprob))


def perplexities(totals: Totals) -> dict[str, Totals]:
    """The figures from one or more sums of rows of `SentenceScores.table`, as `statistics.bootstrap` needs them."""
    sentences, words, oov, logprob = np.moveaxis(np.asarray(totals, float), -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        entropy = -logprob * LOG2_OF_10 / (words - oov + sentences)
        ppl1 = 10.0 ** (-logprob / np.where(words > oov, words - oov, np.nan))
    return {"ppl": np.exp2(entropy), "ppl1": ppl1, "entropy": entropy}
