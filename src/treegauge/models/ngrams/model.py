"""`NgramModel`: an n-gram model with back-off, stored as a trie in flat arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...core.parallel import in_parts
from ...core.types import Floats
from ...treebank import Strings, Text, Treebank
from .corpus import Corpus, as_corpus
from .counts import BEGIN, END, MARKS, UNKNOWN
from .scores import SentenceScores
from .smoothing import Discounts

NEVER = -99.0  # how ARPA files write the logarithm of zero


@dataclass(frozen=True, eq=False)
class WordScores:
    """One row per word and sentence end, in order: `logprob` (base 10) and the length of the n-gram that gave it. The
    length is 0 for a word out of vocabulary, whose logprob is 0 and does not count."""

    logprob: Floats
    length: NDArray[np.int8]
    offsets: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class NgramModel:
    """Entries are numbered through all orders: those of order n run from starts[n - 1] to starts[n], sorted by context
    and then by word. Entry e has the last word word[e] and the log probability probability[e] (base 10); as a context
    it has the weight back_off[e] and its longer n-grams run from children[e] to children[e + 1]. A word is its own
    unigram; 0, 1 and 2 are <unk>, <s> and </s>.
    """

    words: Strings
    starts: NDArray[np.int64]
    word: NDArray[np.int32]
    probability: Floats
    back_off: Floats
    children: NDArray[np.int64]
    open_vocabulary: bool
    single_precision: bool = False
    spec: str = ""
    discounts: tuple[Discounts | None, ...] = ()

    @property
    def order(self) -> int:
        return len(self.starts) - 1

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of n-grams of each order; <unk> counts only in an open vocabulary."""
        unigrams, *longer = np.diff(self.starts).tolist()
        return unigrams - (not self.open_vocabulary), *longer

    def __repr__(self) -> str:
        return f"<NgramModel: order {self.order}, {' + '.join(f'{size:,}' for size in self.sizes)} n-grams>"

    @cached_property
    def index(self) -> dict[str, int]:
        """From a word to its number. The marks are not words: a word that is spelled like a mark is a word."""
        return {word: number for number, word in enumerate(self.words.list[len(MARKS) :], len(MARKS))}

    def codes(self, words: Text) -> NDArray[np.int32]:
        """The numbers of words in this model; -1 for unknown words."""
        table = np.fromiter((self.index.get(word, -1) for word in words.values), np.int32, len(words.values))
        return table[words.codes] if len(table) else np.zeros(0, np.int32)

    def in_single_precision(self) -> NgramModel:
        """The model as SRILM reads it from its own file: logarithms of 7 digits, in single precision."""
        return replace(
            self,
            probability=_rounded(self.probability),
            back_off=_rounded(self.back_off),
            single_precision=True,
        )

    def score_words(self, sentences: Corpus | Treebank) -> WordScores:
        """The log probability of every word and every sentence end, given the words before it."""
        from .kernels import look_up

        corpus = as_corpus(sentences)
        marks = np.array([BEGIN, END, UNKNOWN if self.open_vocabulary else -1])
        offsets = corpus.offsets + np.arange(len(corpus) + 1)
        logprob, length = np.empty(offsets[-1]), np.empty(offsets[-1], np.int8)
        codes, trie = self.codes(corpus.words), (self.word, self.children, self.probability, self.back_off)

        def score(begin: int, end: int) -> None:
            look_up(codes, corpus.offsets, (begin, end), marks, self.order, *trie, logprob, length)

        in_parts(len(corpus), score)
        return WordScores(logprob, length, offsets)

    def score(self, sentences: Corpus | Treebank) -> SentenceScores:
        """One row per sentence: logprob (base 10, without words out of vocabulary), words, words out of vocabulary. An
        open vocabulary has none: an unknown word is <unk>."""
        corpus = as_corpus(sentences)
        scores = self.score_words(corpus)
        # Every sentence has at least its end, so no sum is over nothing.
        starts = scores.offsets[:-1]
        logprob = np.add.reduceat(scores.logprob, starts) if len(corpus) else np.zeros(0)
        oov = np.add.reduceat(scores.length == 0, starts, dtype=np.int64) if len(corpus) else np.zeros(0, np.int64)
        return SentenceScores(logprob, corpus.lengths, oov)


def _rounded(values: Floats) -> Floats:
    single = values.astype(np.float32).astype(float)
    with np.errstate(divide="ignore"):
        digits = 6 - np.floor(np.log10(np.abs(single)))
    scale = 10.0 ** np.where(single == 0, 0, digits)
    return (np.rint(single * scale) / scale).astype(np.float32).astype(float)
