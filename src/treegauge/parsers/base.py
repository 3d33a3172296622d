"""What a parser is: it learns a model from a treebank, and the model gives the sentences of another one trees."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeVar

from ..core.errors import CallError, DataError, MissingParserError
from ..core.options import Configured, configured, registering
from ..core.registry import Registry
from ..core.types import Progress
from ..formats.sources import bare_name
from ..treebank import Treebank

Kind = Literal["constituents", "dependencies"]


@dataclass(frozen=True)
class Unparsed:
    """A sentence without a parse, and why; sentences are numbered from 1."""

    sentence: int
    where: str
    reason: str


@dataclass(frozen=True, eq=False)
class Parses:
    """What a parser made of a treebank.

    trees         all sentences, those without a parse with the parser's stated fall-back
    unparsed      the sentences without a parse
    unknown_tags  tags that the parser has not seen in training
    facts         what there is to know of the model, such as its number of rules
    """

    parser: str
    trees: Treebank
    unparsed: tuple[Unparsed, ...] = field(repr=False, default=())
    unknown_tags: tuple[str, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def parsed(self) -> int:
        """How many sentences have a parse."""
        return len(self.trees) - len(self.unparsed)

    def row(self) -> dict[str, Any]:
        """What `treegauge parse --json` prints."""
        return {
            "parser": self.parser,
            "sentences": len(self.trees),
            "parsed": self.parsed,
            "unparsed": [vars(sentence) for sentence in self.unparsed],
            "unknown_tags": list(self.unknown_tags),
            **self.facts,
        }


class ParserError(DataError):
    """A parser failed half way: at which sentence (from 1, None if that is not known), and what it parsed before."""

    def __init__(self, message: str, parses: Parses, sentence: int | None = None) -> None:
        super().__init__(message)
        self.parses = parses
        self.sentence = sentence


class Model:
    """What a parser has learned."""

    def parse(self, treebank: Treebank, progress: Progress | None = None) -> Parses:
        """Trees for the words and tags of a treebank; trees that it has are not looked at, and are no part of the
        result (`words_only` in `trees` takes them away). A parser that fails half way raises a `ParserError`."""
        raise NotImplementedError

    @property
    def predicts_tags(self) -> bool:
        """Whether the words of the trees have tags of the model's choice; else they keep those that they had."""
        return False

    def save(self, path: str | os.PathLike[str]) -> None:
        """Keep the model in a file that `Parser.load` reads; its name has one of the endings `Parser.saved`."""
        raise CallError("this model cannot be saved")

    def undo(self, treebank: Treebank) -> Treebank:
        """Trees of this model without what training itself added to the trees."""
        return treebank


@dataclass(frozen=True, kw_only=True)
class Parser(Configured):
    """Base of all parsers. The fields of a parser are its options.

    makes   what kind of trees it gives
    saved   endings of the files that `load` reads, models saved earlier
    learns  whether it can be trained here; one that cannot takes the name of a model in place of a treebank
    """

    makes: ClassVar[Kind] = "constituents"
    saved: ClassVar[tuple[str, ...]] = ()
    learns: ClassVar[bool] = True

    @classmethod
    def missing(cls) -> str | None:
        """What it needs to run here and how to get it, in one sentence; None if it has all."""
        return None

    @classmethod
    def install(cls, source: str | os.PathLike[str] | None = None) -> str:
        """Get what is missing, from a file where one is given; says what was done."""
        missing = cls.missing()
        if missing is not None:
            raise CallError(f"{cls.name} cannot run here, and treegauge does not install it by itself: {missing}")
        return f"{cls.name} can run here; there is nothing to install"

    def check(self) -> None:
        """Refuse where something is missing."""
        missing = self.missing()
        if missing is not None:
            raise MissingParserError(f"{self.name} cannot run here: {missing}")

    def train(self, treebank: Treebank, progress: Progress | None = None) -> Model:
        """Learn from the trees of a treebank."""
        raise NotImplementedError

    def load(self, path: str | os.PathLike[str]) -> Model:
        """A model from a file."""
        raise CallError(f"{self.name} has no saved models; give it a treebank to learn from")

    def is_saved(self, path: str | os.PathLike[str]) -> bool:
        """Whether a file is a saved model, by its name; any other is a treebank. A model of another parser is an
        error."""
        name = bare_name(os.fspath(path))
        if not self.learns or name.endswith(self.saved or ("\0",)):
            return True
        others = [own for own, kind in PARSERS.items() if kind.saved and name.endswith(kind.saved)]
        if others:
            raise CallError(f"'{os.fspath(path)}' is a model of {' or '.join(others)}, not of {self.name}")
        return False

    def check_save(self, path: str | os.PathLike[str]) -> None:
        """Refuse a name under which a model could not be found again, before there is one."""
        if not self.saved:
            raise CallError(f"models of {self.name} cannot be saved")
        if not bare_name(os.fspath(path)).endswith(self.saved):
            raise CallError(
                f"'{os.fspath(path)}' is no name for a model of {self.name}; it ends in {' or '.join(self.saved)}"
            )


PARSERS: Registry[type[Parser]] = Registry("parser", "treegauge.parsers", "treegauge.parsers.adapters")
Class = TypeVar("Class", bound=type[Parser])


def parser(name: str) -> Callable[[Class], Class]:
    """Make a class known as a parser."""
    return registering(PARSERS, name)


def find_parser(spec: str) -> Parser:
    """The parser that a specification calls for: `pcfg`, `pcfg(max_length=40)`."""
    return configured(PARSERS, spec)
