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
from treegauge.formats.bundled import bundled
from treegauge.models.ngrams import Corpus

SHARED = Path(__file__).parent.parent.parent / "shared"
VOCABULARY = 500_000
SENTENCE = 20  # words on average
NEW = 0.45  # of the words do not depend on the word before
PRIMES = (2_654_435_761, 40_503, 2_246_822_519)


def write_text(path: Path) -> int:
    """Write the words of UD English-EWT, or of the bundled treebank where it is absent; the number of words."""
    source = SHARED / "treebanks" / "ud" / "UD_English-EWT" / "en_ewt-ud-train.rebuilt.conllu.xz"
    trees = treegauge.read(source) if source.exists() else bundled("english.conllu")
    text = Corpus.of(trees)
    words = text.words.decode()
    path.write_text("".join(" ".join(map(str, words[a:b])) + "\n" for a, b in pairwise(text.offsets)), "utf-8")
    return len(words)


def write_generated(path: Path, words: int, seed: int = 0) -> int:
    """Write sentences drawn at random with about this many words; the number of words."""
    generator = np.random.default_rng(seed)
    lengths = generator.poisson(SENTENCE - 1, words // SENTENCE) + 1
    ranks = np.zeros((len(lengths), int(lengths.max())), np.int64)
    before = np.zeros(len(lengths), np.int64)
    for place in range(ranks.shape[1]):
        before = ranks[:, place] = _next(before, generator)
    with path.open("w", encoding="ascii") as file:
        for row, length in zip(ranks, lengths, strict=True):
            file.write(" ".join([f"w{rank}" for rank in row[:length].tolist()]) + "\n")
    return int(lengths.sum())


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
