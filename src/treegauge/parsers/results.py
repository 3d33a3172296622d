"""What a parser returns: `Predictions` by its model, which `attaching` turns into `Parses` for the caller."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TypedDict

from ..core.errors import CallError, DataError
from ..core.types import Integers
from ..treebank import Rows, Text, Treebank, concatenate

Facts = Mapping[str, float]  # what is known about a model, such as its number of rules


@dataclass(frozen=True, eq=False)
class Dependencies:
    """A dependency tree for every sentence.

    heads      one per word: its head, counted from 0 in the sentence; -1 for a root
    relations  one per word, where the parser predicts them
    """

    heads: Integers
    relations: Text | None = None


@dataclass(frozen=True, eq=False)
class Constituents:
    """A constituency tree for every sentence.

    nodes      the phrases, with the columns `label` and `parent` (from 0 in the sentence; -1 at the top)
    parents    one per word: the phrase directly above it, counted from 0 in the sentence; -1 for none
    functions  one per word: the label of the edge above it, where the parser predicts them
    """

    nodes: Rows
    parents: Integers
    functions: Text | None = None

    @classmethod
    def of(cls, trees: Treebank) -> Constituents:
        """The phrases of a treebank, for parsers that build one."""
        if not trees.has_constituents:
            raise CallError("there are no phrases in these trees")
        functions = trees.tokens.text("function") if "function" in trees.tokens else None
        return cls(trees.nodes, trees.tokens.numbers("parent"), functions)


@dataclass(frozen=True)
class Failure:
    """The sentence at which a parser failed, counted from 0, and the reason."""

    sentence: int
    reason: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Predictions:
    """What a model predicts for some sentences. The sentences themselves are not part of it.

    dependencies  or `constituents`, or both: the trees
    tags          the tags of the words, where the parser predicts them
    unparsed      the sentences without a parse, counted from 0, and why; those without words need not be named
    unknown_tags  tags that the parser has not seen in training
    facts         what is known about the model, such as its number of rules
    failure       where the parser failed; the predictions are then for the sentences before
    """

    dependencies: Dependencies | None = None
    constituents: Constituents | None = None
    tags: Text | None = None
    unparsed: Mapping[int, str] = field(default_factory=dict)
    unknown_tags: tuple[str, ...] = ()
    facts: Facts = field(default_factory=dict)
    failure: Failure | None = None


@dataclass(frozen=True)
class Unparsed:
    """A sentence without a parse, and why; sentences are numbered from 1."""

    sentence: int
    where: str
    reason: str

    def row(self) -> UnparsedRow:
        """A sentence of `treegauge parse --json`."""
        return {"sentence": self.sentence, "where": self.where, "reason": self.reason}


class UnparsedRow(TypedDict):
    """A sentence without a parse, as `treegauge parse --json` prints it."""

    sentence: int
    where: str
    reason: str


class ParsesRow(TypedDict):
    """What `treegauge parse --json` prints; the facts of the parser come after these keys."""

    parser: str
    sentences: int
    parsed: int
    unparsed: list[UnparsedRow]
    unknown_tags: list[str]


@dataclass(frozen=True, eq=False)
class Parses:
    """The parses of the sentences of a treebank.

    parser          the parser and its options
    trees           all sentences; those without a parse have the parser's stated fall-back
    unparsed        the sentences without a parse
    unknown_tags    tags that the parser has not seen in training
    facts           what is known about the model, such as its number of rules
    predicted_tags  whether the parser predicted the tags; if not, they are those of the sentences
    """

    parser: str
    trees: Treebank
    unparsed: tuple[Unparsed, ...] = field(repr=False, default=())
    unknown_tags: tuple[str, ...] = ()
    facts: Facts = field(default_factory=dict)
    predicted_tags: bool = False

    @property
    def parsed(self) -> int:
        """How many sentences have a parse."""
        return len(self.trees) - len(self.unparsed)

    def row(self) -> ParsesRow:
        """What `treegauge parse --json` prints."""
        return {
            "parser": self.parser,
            "sentences": len(self.trees),
            "parsed": self.parsed,
            "unparsed": [sentence.row() for sentence in self.unparsed],
            "unknown_tags": list(self.unknown_tags),
            **self.facts,  # type: ignore[typeddict-item]
        }


def join_parses(parts: Sequence[Parses], summed: Collection[str] = ()) -> Parses:
    """The parses of blocks of sentences as one; facts are those of the model, except those to be added up."""
    starts = [0, *accumulate(len(part.trees) for part in parts)]
    return replace(
        parts[0],
        trees=concatenate([part.trees for part in parts]),
        unparsed=tuple(
            replace(sentence, sentence=sentence.sentence + start)
            for part, start in zip(parts, starts, strict=False)
            for sentence in part.unparsed
        ),
        unknown_tags=tuple(sorted({tag for part in parts for tag in part.unknown_tags})),
        facts={
            name: sum(part.facts[name] for part in parts) if name in summed else fact
            for name, fact in parts[0].facts.items()
        },
    )


class ParserError(DataError):
    """A parser failed part of the way.

    parses    the sentences that it parsed before
    sentence  the one at which it failed, from 1; None if that is not known
    """

    def __init__(self, message: str, parses: Parses, sentence: int | None = None) -> None:
        super().__init__(message)
        self.parses = parses
        self.sentence = sentence
