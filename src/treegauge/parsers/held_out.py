"""Parse the sentences of a treebank by parsers that have not seen them (jackknife). The sentences are parsed in folds,
so that each parser can learn from nearly all of the others; all learn from the same number of trees."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import CallError
from ..core.mapping import mapped
from ..core.resuming import key
from ..core.types import Int64s, Mask, Progress
from ..transforms.preparation import resolve
from ..treebank import Treebank
from ..treebank.folds import drawn_folds, joined_folds
from .api import parse
from .base import Parser, find_parser
from .predicted_tags import TagSource
from .results import Parses


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Sentences of a treebank, each parsed by a parser that has not seen it.

    gold    the sentences with their gold trees
    parsed  the same sentences with the trees of the parser
    parses  the output of the parser, one per fold
    fold    the fold of each sentence
    trees   the number of training trees in each fold
    words   the number of words in these trees, the mean over folds
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
        without = np.zeros(len(self.gold), bool)
        for number, parses in enumerate(self.parses):
            sentences = np.flatnonzero(self.fold == number)
            without[sentences[[sentence.sentence - 1 for sentence in parses.unparsed]]] = True
        return without

    @property
    def unparsed(self) -> int:
        """How many sentences have no parse."""
        return int(self.without_parse.sum())

    def joined(self) -> Parses:
        """The parses of all folds as one, in the order of the sentences."""
        parts = self.parses
        unparsed = [
            replace(sentence, sentence=int(np.flatnonzero(self.fold == number)[sentence.sentence - 1]) + 1)
            for number, part in enumerate(parts)
            for sentence in part.unparsed
        ]
        return Parses(
            parts[0].parser,
            self.parsed,
            tuple(sorted(unparsed, key=lambda sentence: sentence.sentence)),
            tuple(sorted({tag for part in parts for tag in part.unknown_tags})),
            {name: self.fact(name) for name in parts[0].facts},
            any(part.predicted_tags for part in parts),
        )

    def fact(self, name: str) -> float:
        """A number that describes the models, such as `rules`: the mean over folds."""
        return float(np.mean([parses.facts[name] for parses in self.parses]))


def most_trees(treebank: Treebank, sentences: Any, folds: int) -> int:
    """The number of training trees that are left while the largest fold of these sentences is parsed."""
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
    tags: TagSource = "given",
    progress: Progress | None = None,
) -> HeldOut:
    """Parse some sentences of a treebank (numbers from 0) in folds. In each fold the parser learns from `trees` others,
    drawn at random; by default from as many as every fold has (`most_trees`).

    given       the sentences of the treebank in the form that the parser gets, for example with other tags
    transforms  and `undo` are those of `parse`; prepare(auto) is decided once, on the whole treebank
    models      a folder that keeps what was learned, so that it is not learned again
    tags        `predicted`: all tags are those of taggers that have not seen the sentence, also in training

    Folds and training sentences depend only on the seed, the numbers and the size of the treebank: two annotations of
    the same sentences get the same ones.
    """
    chosen: Int64s = np.asarray(sentences, np.int64)
    _check(treebank, chosen, folds)
    most = most_trees(treebank, chosen, folds)
    size = most if trees is None else trees
    if not 0 < size <= most:
        raise CallError(f"cannot learn from {size:,} trees: only {most:,} are outside the largest fold")
    steps = resolve(transforms, treebank)  # every tree is a training tree of some fold, and all folds get the same
    generator = np.random.default_rng(seed)
    fold = drawn_folds(len(chosen), folds, generator)
    drawn: list[tuple[Int64s, Int64s]] = []
    for number in range(folds):
        test = chosen[fold == number]
        others = np.setdiff1d(np.arange(len(treebank)), test)
        drawn.append((np.sort(generator.choice(others, size, replace=False)), test))
    learner = find_parser(parser) if isinstance(parser, str) else parser
    how = {"transforms": steps, "undo": undo, "tags": tags}
    parses = mapped(_parse_fold, drawn, treebank, given, learner, models, how, one_by_one=True, progress=progress)
    words = [int(treebank.tokens.counts[train].sum()) for train, _ in drawn]
    parsed = joined_folds([part.trees for part in parses], fold)
    return HeldOut(treebank.select(chosen), parsed, tuple(parses), fold, size, float(np.mean(words)))


def _parse_fold(
    drawn: tuple[Int64s, Int64s],
    treebank: Treebank,
    given: Treebank | None,
    parser: Parser,
    models: str | os.PathLike[str] | None,
    how: dict[str, Any],
) -> Parses:
    """Learn from some sentences, and parse others."""
    train, unseen = treebank.select(drawn[0]), (treebank if given is None else given).select(drawn[1])
    return parse_once_learned(train, unseen, parser, models, **how)


def parse_once_learned(
    train: Treebank,
    test: Treebank,
    parser: str | Parser,
    models: str | os.PathLike[str] | None,
    *,
    transforms: Sequence[str] = (),
    undo: bool = False,
    tags: TagSource = "given",
) -> Parses:
    """As `parse`, but a folder keeps what was learned, and nothing is learned twice from the same trees."""
    if models is None:
        return parse(train, test, parser, transforms=transforms, undo=undo, tags=tags)
    if tags == "predicted":
        raise CallError("models that learned from predicted tags cannot be kept in a folder; leave out the folder")
    chosen = find_parser(parser) if isinstance(parser, str) else parser
    if not chosen.saved:
        raise CallError(f"models of {chosen.name} cannot be kept in a folder; leave out the folder")
    steps = resolve(transforms, train)  # a saved model has no trees to choose a preparation by
    file = Path(models) / f"{chosen.name}-{key([train], transforms, [chosen.spec])}{chosen.saved[-1]}"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_name(f"unfinished-{file.name}")
        parse(train, test[:0], chosen, transforms=steps, undo=undo, save=unfinished)
        unfinished.replace(file)
    return parse(file, test, chosen, transforms=steps, undo=undo)


def _check(treebank: Treebank, sentences: Int64s, folds: int) -> None:
    """Raise an error for sentences that cannot be parsed in folds; one that is named twice could be learned from."""
    if len(np.unique(sentences)) < len(sentences):
        raise CallError("a sentence is to be parsed twice; name each once")
    if len(sentences) and not 0 <= sentences.min() <= sentences.max() < len(treebank):
        raise CallError(f"the sentences to parse are numbered from 0 to {len(treebank) - 1:,}")
    if not 1 <= folds <= len(sentences):
        raise CallError(
            f"{len(sentences):,} sentences cannot be parsed in {folds} folds; each fold must have at least one"
        )
