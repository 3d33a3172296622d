"""Experiments II and III of Rehbein and van Genabith (2007): sentences parsed by grammars that have not seen them, each
learned from the same number of trees. In small treebanks the test sentences are parsed in folds, so that each grammar
can learn from nearly all of the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import CallError
from ..parsers.api import parse
from ..parsers.base import Parser, Parses
from ..treebank import Mask, Treebank, concatenate

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Sentences of a treebank, each parsed by a parser that has not seen it.

    gold    the sentences with their own trees
    parsed  the same with the trees of the parser
    parses  what the parser made of each fold, and `fold` which of them each sentence is in, in their order
    trees   how many trees it learned from in each fold, and `words` how many words these have, the mean over folds
    """

    gold: Treebank
    parsed: Treebank
    parses: tuple[Parses, ...]
    fold: Numbers
    trees: int
    words: float

    @property
    def without_parse(self) -> Mask:
        """Which sentences have no parse."""
        found = np.zeros(len(self.gold), bool)
        for number, fold in enumerate(self.parses):
            own = np.flatnonzero(self.fold == number)
            found[own[[sentence.sentence - 1 for sentence in fold.unparsed]]] = True
        return found

    @property
    def unparsed(self) -> int:
        """How many sentences have no parse."""
        return int(self.without_parse.sum())

    def fact(self, name: str) -> float:
        """What there is to know of the parser, such as its number of `rules`: the mean over folds."""
        return float(np.mean([fold.facts[name] for fold in self.parses]))


def most_trees(treebank: Treebank, sentences: Any, folds: int) -> int:
    """How many trees there are to learn from while the largest fold of these sentences is parsed."""
    return len(treebank) - -(-len(sentences) // folds)


def held_out(
    treebank: Treebank,
    sentences: Any,
    parser: str | Parser = "pcfg",
    *,
    trees: int | None = None,
    folds: int = 8,
    seed: int = 0,
) -> HeldOut:
    """Parse some sentences of a treebank (numbers from 0) in folds. In each fold the parser learns from `trees` others,
    drawn at random, or from as many as there are in every fold (`most_trees`).

    Folds and training sentences depend on the seed, the numbers and the size of the treebank only: two annotations of
    the same sentences get the same.
    """
    chosen: Numbers = np.asarray(sentences, np.int64)
    _check(treebank, chosen, folds)
    most = most_trees(treebank, chosen, folds)
    size = most if trees is None else trees
    if not 0 < size <= most:
        raise CallError(f"cannot learn from {size:,} trees: {most:,} are not in the test sentences of each fold")
    generator = np.random.default_rng(seed)
    fold = generator.permutation(len(chosen)) % folds
    parses, words = [], []
    for number in range(folds):
        test = chosen[fold == number]
        others = np.setdiff1d(np.arange(len(treebank)), test)
        train = treebank.select(np.sort(generator.choice(others, size, replace=False)))
        parses.append(parse(train, treebank.select(test), parser))
        words.append(len(train.tokens))
    order = np.argsort(np.argsort(fold, kind="stable"))
    parsed = concatenate([own.trees for own in parses]).select(order)
    return HeldOut(treebank.select(chosen), parsed, tuple(parses), fold, size, float(np.mean(words)))


def _check(treebank: Treebank, sentences: Numbers, folds: int) -> None:
    """A sentence that is chosen twice could be learned from while it is parsed."""
    if len(np.unique(sentences)) < len(sentences):
        raise CallError("a sentence is to be parsed twice; name each once")
    if len(sentences) and not 0 <= sentences.min() <= sentences.max() < len(treebank):
        raise CallError(f"the sentences to parse are numbered from 0 to {len(treebank) - 1:,}")
    if not 1 <= folds <= len(sentences):
        raise CallError(f"{len(sentences):,} sentences cannot be parsed in {folds} folds; each fold has one at least")
