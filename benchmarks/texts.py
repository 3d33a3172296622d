"""Plain text for language models, one sentence per line: real, or drawn at random with natural counts.

SRILM and lmplz estimate discounts from the numbers of n-grams that occur once, twice, three and four times, and refuse
a text that has none of these. So copies of a text will not do. In the text drawn here, frequencies follow Zipf's law at
every order, and new words and n-grams never end.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import treegauge
from treegauge import Text
from treegauge.formats.bundled import bundled
from treegauge.models.ngrams import Corpus
from treegauge.treebank.strings import Strings

SHARED = Path(__file__).parent.parent.parent / "shared"
VOCABULARY = 500_000
SENTENCE = 20  # words on average
NEW = 0.45  # of the words do not depend on the word before
PRIMES = (2_654_435_761, 40_503, 2_246_822_519)


def real() -> Corpus:
    """The words of UD English-EWT, or of the bundled treebank where it is absent."""
    path = SHARED / "treebanks" / "ud" / "UD_English-EWT" / "en_ewt-ud-train.rebuilt.conllu.xz"
    return Corpus.of(treegauge.read(path) if path.exists() else bundled("english.conllu"))


def generated(words: int, seed: int = 0) -> Corpus:
    """Sentences drawn at random, with about this many words."""
    generator = np.random.default_rng(seed)
    lengths = generator.poisson(SENTENCE - 1, words // SENTENCE) + 1
    ranks = np.zeros((len(lengths), int(lengths.max())), np.int32)
    before = np.zeros(len(lengths), np.int64)
    for place in range(ranks.shape[1]):
        before = ranks[:, place] = _next(before, generator)
    drawn, codes = np.unique(ranks[np.arange(ranks.shape[1]) < lengths[:, None]], return_inverse=True)
    values = Strings.of(f"w{rank}" for rank in drawn.tolist())
    return Corpus(Text(codes.astype(np.int32), values), np.concatenate(([0], np.cumsum(lengths))))


def write(corpus: Corpus, path: Path) -> int:
    """Write one sentence per line; the number of words."""
    values, codes = list(corpus.words.values), corpus.words.codes
    with path.open("w", encoding="utf-8") as file:
        for begin, end in pairwise(corpus.offsets.tolist()):
            file.write(" ".join([values[code] for code in codes[begin:end].tolist()]) + "\n")
    return len(codes)


def _next(before: NDArray[np.int64], generator: np.random.Generator) -> NDArray[np.int64]:
    """The next word of every sentence: any word, or one of those that often follow the word before."""
    free = _at(generator.random(len(before)))
    place = np.minimum(generator.zipf(1.6, len(before)), VOCABULARY)  # in the list of followers of the word before
    mixed = (before * PRIMES[0] + place * PRIMES[1]) % PRIMES[2]
    follower = _at(mixed / PRIMES[2])
    return np.where(generator.random(len(before)) < NEW, free, follower)


def _at(share: NDArray[np.float64]) -> NDArray[np.int64]:
    """The word at a share of the text: the word of rank r has a share in proportion to 1 / r."""
    ranks: NDArray[np.int64] = np.exp(share * np.log(VOCABULARY)).astype(np.int64)
    return ranks
