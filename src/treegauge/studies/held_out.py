"""Sentences of a treebank parsed by parsers that have not seen them (jackknife). They are parsed in folds, so that each
parser can learn from nearly all of the others; all learn from the same number of trees."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import CallError
from ..core.resuming import key
from ..core.types import Int64s, Mask
from ..parsers.api import parse
from ..parsers.base import Parser, Parses, find_parser
from ..treebank import Treebank
from .folds import joined_folds


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
    fold: Int64s
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
    given: Treebank | None = None,
    trees: int | None = None,
    folds: int = 8,
    seed: int = 0,
    transforms: Sequence[str] = (),
    undo: bool = False,
    models: str | os.PathLike[str] | None = None,
) -> HeldOut:
    """Parse some sentences of a treebank (numbers from 0) in folds. In each fold the parser learns from `trees` others,
    drawn at random, or from as many as there are in every fold (`most_trees`).

    given       the sentences of the treebank as the parser is to get them, such as with other tags
    transforms  and `undo` are those of `parse`
    models      a folder that keeps what was learned, so that it need not be learned again

    Folds and training sentences depend on the seed, the numbers and the size of the treebank only: two annotations of
    the same sentences get the same.
    """
    chosen: Int64s = np.asarray(sentences, np.int64)
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
        unseen = (treebank if given is None else given).select(test)
        parses.append(parse_once_learned(train, unseen, parser, models, transforms=transforms, undo=undo))
        words.append(len(train.tokens))
    parsed = joined_folds([own.trees for own in parses], fold)
    return HeldOut(treebank.select(chosen), parsed, tuple(parses), fold, size, float(np.mean(words)))


def parse_once_learned(
    train: Treebank,
    test: Treebank,
    parser: str | Parser,
    models: str | os.PathLike[str] | None,
    *,
    transforms: Sequence[str] = (),
    undo: bool = False,
) -> Parses:
    """As `parse`, but what was learned is kept in a folder, and is not learned again from the same trees."""
    if models is None:
        return parse(train, test, parser, transforms=transforms, undo=undo)
    chosen = find_parser(parser) if isinstance(parser, str) else parser
    if not chosen.saved:
        raise CallError(f"models of {chosen.name} cannot be kept in a folder; leave out the folder")
    kept = Path(models) / f"{chosen.name}-{key([train], transforms, [chosen.spec])}{chosen.saved[-1]}"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        unfinished = kept.with_name(f"unfinished-{kept.name}")
        parse(train, test[:0], chosen, transforms=transforms, undo=undo, save=unfinished)
        unfinished.replace(kept)
    return parse(kept, test, chosen, transforms=transforms, undo=undo)


def _check(treebank: Treebank, sentences: Int64s, folds: int) -> None:
    """A sentence that is chosen twice could be learned from while it is parsed."""
    if len(np.unique(sentences)) < len(sentences):
        raise CallError("a sentence is to be parsed twice; name each once")
    if len(sentences) and not 0 <= sentences.min() <= sentences.max() < len(treebank):
        raise CallError(f"the sentences to parse are numbered from 0 to {len(treebank) - 1:,}")
    if not 1 <= folds <= len(sentences):
        raise CallError(f"{len(sentences):,} sentences cannot be parsed in {folds} folds; each fold has one at least")
