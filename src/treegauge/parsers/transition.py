"""The greedy transition-based parsers, one for each transition system."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import ClassVar

from ..core.bounds import Positive, Repeats, SeedNumber
from ..core.errors import CallError, DataError
from ..core.types import Progress
from ..core.wording import option
from ..models.transitions.parser import GreedyParser, learn_parser, read_columns
from ..models.transitions.storage import read_parser, write_parser
from ..treebank import Treebank
from .base import Kind, Parser, ParserModel, parser
from .results import Dependencies, Predictions
from .trees import check_dependency_trees, has_tags


@dataclass(frozen=True, kw_only=True)
class TransitionParser(Parser):
    """What the parsers of all systems have in common.

    iterations  the number of training passes over the treebank
    minimum     features seen less often in training are left out
    morphology  also use lemmas and morphological features
    seed        of the order in which training sees the configurations
    """

    makes: ClassVar[Kind] = "dependencies"
    saved = (".parser",)
    by_sentence = True
    iterations: Repeats = 10
    minimum: Positive = 2
    morphology: bool = False
    seed: SeedNumber = 0

    def train(self, treebank: Treebank, progress: Progress | None = None) -> TransitionModel:
        check_dependency_trees(treebank, self.name)
        learned = learn_parser(
            treebank,
            self.name,
            iterations=self.iterations,
            minimum=self.minimum,
            morphology=self.morphology,
            seed=self.seed,
            progress=progress,
        )
        return TransitionModel(learned, self)

    def load(self, path: str | os.PathLike[str]) -> TransitionModel:
        learned = read_parser(path)
        if learned.system.name != self.name:
            raise CallError(
                f"'{os.fspath(path)}' is a parser of another system; name it: {option('parser', learned.system.name)}"
            )
        trained = replace(self, **learned.options)
        if self not in (trained, type(self)()):
            raise CallError(f"'{os.fspath(path)}' was trained as {trained.spec}; leave the options out")
        return TransitionModel(learned, trained)


@parser("arc-standard")
@dataclass(frozen=True, kw_only=True)
class ArcStandard(TransitionParser):
    """Greedy arc-standard parser, linear model: projective trees.

    Nivre 2004, Incrementality in deterministic dependency parsing. As nivrestandard of MaltParser; features near its
    defaults.
    """


@parser("arc-eager")
@dataclass(frozen=True, kw_only=True)
class ArcEager(TransitionParser):
    """Greedy arc-eager parser, linear model: projective trees.

    Nivre 2003, An efficient algorithm for projective dependency parsing. As nivreeager of MaltParser; features near its
    defaults.
    """


@parser("swap-eager")
@dataclass(frozen=True, kw_only=True)
class SwapEager(TransitionParser):
    """Greedy parser that may swap words, eager oracle, linear model: all trees.

    Nivre 2009, Non-projective dependency parsing in expected linear time. As stackeager of MaltParser; features near
    its defaults.
    """


@parser("swap-lazy")
@dataclass(frozen=True, kw_only=True)
class SwapLazy(TransitionParser):
    """Greedy parser that may swap words, lazy oracle, linear model: all trees.

    Nivre, Kuhlmann and Hall 2009, An improved oracle for dependency parsing with online reordering. As stacklazy of
    MaltParser; features near its defaults.
    """


@dataclass(frozen=True, eq=False)
class TransitionModel(ParserModel):
    """A trained parser of one of the systems."""

    by_sentence = True
    learned: GreedyParser
    parser: TransitionParser

    @property
    def spec(self) -> str:
        return self.parser.spec

    def check(self, sentences: Treebank) -> None:
        if len(self.learned.vocabulary[1]) and len(sentences.tokens) and not has_tags(sentences):
            raise DataError(f"{sentences.where(0)}: no word has a tag, and {self.parser.name} has learned from tags")

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        tags = read_columns(sentences)[1].compact().values
        return Predictions(
            dependencies=Dependencies(*self.learned.parse(sentences, progress)),
            unknown_tags=tuple(sorted(set(tags).difference(self.learned.vocabulary[1]))),
            facts={"features": len(self.learned.weights.keys)},
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        write_parser(self.learned, path)
