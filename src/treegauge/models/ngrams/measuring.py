"""`train_and_score`: train a model on some sentences and measure it on others, in one call."""

from __future__ import annotations

from typing import Any

from ...treebank import Treebank
from .corpus import Corpus, as_corpus
from .scores import SentenceScores
from .training import train_ngrams


def train_and_score(
    training: Corpus | Treebank, test: Corpus | Treebank, *, srilm: bool = False, **options: Any
) -> SentenceScores:
    """The scores of the test sentences, one row each; `.total` has the figures. `options` are those of `train_ngrams`.

    srilm  leave out the sentences that SRILM leaves out: empty ones, and those that begin with `##`, on both sides
    """
    sides = [as_corpus(training), as_corpus(test)]
    if srilm:
        sides = [side.as_srilm_reads_it() for side in sides]
    return train_ngrams(sides[0], **options).score(sides[1])
