"""What all adapters share: they give sentences to a parser and take its heads and relations, up to the sentence at
which it fails."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from itertools import chain, takewhile

import numpy as np

from ...core.errors import CallError
from ...core.types import Integers, Progress
from ...core.wording import counted
from ...treebank import Text, Treebank
from ..results import Dependencies, Facts, Failure, Predictions

# The heads of the words of a sentence, from 0, -1 for a root; and the relations.
HeadsAndRelations = tuple[Sequence[int], Sequence[str]]
NO_VALUE = frozenset(["_", ""])


def missing_package(module: str, extra: str) -> str | None:
    """What `Parser.missing` returns: how to install a package; None if it is installed."""
    try:
        installed = importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # the package around it is not there either
        installed = False
    if installed:
        return None
    return f"the package '{module}' is not installed; install it with: pip install 'treegauge[{extra}]'"


def with_both_tags(treebank: Treebank) -> Treebank:
    """The sentences with universal and treebank-specific tags. Parsers use either column, so a column that is empty
    throughout gets the tags of the other."""
    tokens = treebank.tokens
    universal, specific = (_if_given(tokens.text(name)) for name in ("upos", "tag"))
    return treebank.replace(tokens=tokens.replace(upos=universal or specific, tag=specific or universal))


def _if_given(column: Text) -> Text | None:
    """A column, if any word has a value there."""
    return None if column.mask(NO_VALUE, missing=True).all() else column


def parse_blocks(
    sentences: Treebank,
    parse: Callable[[Treebank], Sequence[HeadsAndRelations]],
    *,
    block: int = 1,
    progress: Progress | None = None,
    facts: Facts | None = None,
) -> Predictions:
    """Let a parser work on some sentences at a time. If it fails on a block, the sentences of the block are parsed one
    by one, so that the error can name the one that caused it."""
    words = with_both_tags(sentences)
    full = np.flatnonzero(words.tokens.counts)  # no parser takes a sentence without words
    arcs: list[HeadsAndRelations] = []
    failure = None
    for begin in range(0, len(full), block):
        numbers = full[begin : begin + block]
        try:
            arcs += _same_number(parse(words[numbers]), len(numbers))
        except CallError:
            raise
        except Exception as error:  # whatever another program may raise
            alone, failure = _one_by_one(words, numbers, parse) if len(numbers) > 1 else ([], _message(error))
            arcs += alone
        if failure is not None:
            break
        if progress is not None:
            progress(len(arcs), len(full))
    return predict_arcs(sentences, arcs, failure, facts)


def _one_by_one(
    words: Treebank, sentences: Integers, parse: Callable[[Treebank], Sequence[HeadsAndRelations]]
) -> tuple[list[HeadsAndRelations], str | None]:
    arcs: list[HeadsAndRelations] = []
    for sentence in sentences.tolist():
        try:
            arcs += _same_number(parse(words[[sentence]]), 1)
        except Exception as error:
            return arcs, _message(error)
    return arcs, None


def _same_number(arcs: Sequence[HeadsAndRelations], sentences: int) -> Sequence[HeadsAndRelations]:
    if len(arcs) != sentences:
        raise ValueError(f"it returned {counted(len(arcs), 'sentence')} for {sentences:,}")
    return arcs


def _message(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def predict_arcs(
    sentences: Treebank, arcs: Sequence[HeadsAndRelations], failure: str | None = None, facts: Facts | None = None
) -> Predictions:
    """The predictions, from the arcs of the sentences that have words, in order. If there are too few, the parser
    failed at the next sentence: `failure` says why."""
    full = np.flatnonzero(sentences.tokens.counts)
    counts = sentences.tokens.counts[full].tolist()
    fitting = [pair for pair, _ in takewhile(_fits, zip(arcs, counts, strict=False))]
    if len(fitting) < min(len(arcs), len(full)):
        failure = f"it returned {counted(len(arcs[len(fitting)][0]), 'word')} for {counts[len(fitting)]}"
    failed = None
    if len(fitting) < len(full):
        failed = Failure(int(full[len(fitting)]), failure or "it stopped there")
    heads = np.fromiter(chain.from_iterable(heads for heads, _ in fitting), np.int32)
    relations = Text.of(chain.from_iterable(relations for _, relations in fitting))
    return Predictions(dependencies=Dependencies(heads, relations), facts=facts or {}, failure=failed)


def _fits(pair: tuple[HeadsAndRelations, int]) -> bool:
    (heads, relations), words = pair
    return len(heads) == len(relations) == words
