"""What a parser is: it learns a model from a treebank, and the model gives the sentences of another one trees."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from ..errors import CallError
from ..formats.sources import bare_name
from ..options import Configured, configured, registering
from ..registry import Registry
from ..treebank import Treebank

Progress = Callable[[int, int], None]


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


class Model:
    """What a parser has learned."""

    def parse(self, treebank: Treebank, progress: Progress | None = None) -> Parses:
        """Trees for the words and tags of a treebank; trees that it has are not looked at, and are no part of the
        result."""
        raise NotImplementedError

    @property
    def predicts_tags(self) -> bool:
        """Whether the words of the trees have tags of the model's choice; else they keep those that they had."""
        return False

    def undo(self, treebank: Treebank) -> Treebank:
        """Trees of this model without what training itself added to the trees."""
        return treebank


@dataclass(frozen=True, kw_only=True)
class Parser(Configured):
    """Base of all parsers. The fields of a parser are its options.

    saved   endings of the files that `load` reads, models saved earlier
    """

    saved: ClassVar[tuple[str, ...]] = ()

    def train(self, treebank: Treebank) -> Model:
        """Learn from the trees of a treebank."""
        raise NotImplementedError

    def load(self, path: str | os.PathLike[str]) -> Model:
        """A model from a file."""
        raise CallError(f"{self.name} has no saved models; give it a treebank to learn from")

    def is_saved(self, path: str | os.PathLike[str]) -> bool:
        """Whether a file is a saved model, by its name; any other is a treebank."""
        return bare_name(os.fspath(path)).endswith(self.saved or ("\0",))


PARSERS: Registry[type[Parser]] = Registry("parser", "treegauge.parsers")
Class = TypeVar("Class", bound=type[Parser])


def parser(name: str) -> Callable[[Class], Class]:
    """Make a class known as a parser."""
    return registering(PARSERS, name)


def find_parser(spec: str) -> Parser:
    """The parser that a specification calls for: `pcfg`, `pcfg(max_length=40)`."""
    return configured(PARSERS, spec)
