"""The greedy transition-based parsers, one for each transition system."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import ClassVar

from ..core.errors import CallError, DataError
from ..core.types import Progress
from ..models.transitions.parser import GreedyParser, learn_parser, read_columns
from ..models.transitions.parser_storage import read_parser, write_parser
from ..treebank import Treebank
from .base import Kind, Model, Parser, Parses, parser
from .trees import check_heads, has_tags, with_dependencies, without_words


@dataclass(frozen=True, kw_only=True)
class TransitionParser(Parser):
    """What the parsers of all systems have in common.

    iterations  how often training goes through the treebank
    minimum     features seen less often in training are left out
    morphology  also look at lemmas and morphological features
    seed        of the order in which training sees the configurations
    """

    makes: ClassVar[Kind] = "dependencies"
    saved = (".parser",)
    iterations: int = 10
    minimum: int = 2
    morphology: bool = False
    seed: int = 0

    def train(self, treebank: Treebank, progress: Progress | None = None) -> TransitionModel:
        check_heads(treebank, self.name)
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
                f"'{os.fspath(path)}' is a parser of another system; name it: --parser {learned.system.name}"
            )
        own = replace(self, **learned.options)
        if self not in (own, type(self)()):
            raise CallError(f"'{os.fspath(path)}' was trained as {own.spec}; leave the options out")
        return TransitionModel(learned, own)


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
class TransitionModel(Model):
    """A trained parser of one of the systems."""

    learned: GreedyParser
    parser: TransitionParser

    def parse(self, treebank: Treebank, progress: Progress | None = None) -> Parses:
        if len(self.learned.vocabulary[1]) and len(treebank.tokens) and not has_tags(treebank):
            raise DataError(f"{treebank.where(0)}: no word has a tag, and {self.parser.name} has learned from tags")
        head, relation = self.learned.parse(treebank, progress)
        trees = with_dependencies(treebank, head, relation)
        tags = read_columns(treebank)[1].compact().values
        unknown = sorted(set(tags).difference(self.learned.vocabulary[1]))
        facts = {"features": len(self.learned.weights.keys)}
        return Parses(self.parser.spec, trees, without_words(treebank), tuple(unknown), facts)

    def save(self, path: str | os.PathLike[str]) -> None:
        write_parser(self.learned, path)
