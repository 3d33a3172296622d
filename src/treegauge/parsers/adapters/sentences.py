"""What all adapters share: sentences go to a parser, its heads and relations come back, and what was parsed before it
failed is kept."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from ...core.errors import CallError
from ...core.types import Integers, Progress
from ...treebank import Text, Treebank
from ..base import ParserError, Parses
from ..trees import with_dependencies, without_words, words_only

Arcs = tuple[Sequence[int], Sequence[str]]  # heads of the words of a sentence, from 0, -1 for a root; relations
NO_VALUE = frozenset(["_", ""])


def missing_package(module: str, extra: str) -> str | None:
    """What `Parser.missing` says where a package is not installed."""
    try:
        found = importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # the package around it is not there either
        found = False
    if found:
        return None
    return f"the package '{module}' is not installed; install it with: pip install 'treegauge[{extra}]'"


def with_both_tags(treebank: Treebank) -> Treebank:
    """The sentences with universal tags and others. Parsers look at either column, and one that is empty throughout
    would tell them nothing: it gets the tags of the other."""
    tokens = treebank.tokens
    universal, own = (_given(tokens.text(name)) for name in ("upos", "tag"))
    return treebank.replace(tokens=tokens.replace(upos=universal or own, tag=own or universal))


def _given(column: Text) -> Text | None:
    """A column, if any word has a value there."""
    return None if column.mask(NO_VALUE, missing=True).all() else column


def parse_blocks(
    spec: str,
    treebank: Treebank,
    parse: Callable[[Treebank], Sequence[Arcs]],
    *,
    block: int = 1,
    progress: Progress | None = None,
    facts: Mapping[str, Any] | None = None,
) -> Parses:
    """Let a parser work on some sentences at a time. Where it fails on several, they are parsed one by one, so that
    the error can say which one it was."""
    words = with_both_tags(words_only(treebank))
    full = np.flatnonzero(words.tokens.counts)  # no parser takes a sentence without words
    arcs: list[Arcs] = []
    failure = None
    for begin in range(0, len(full), block):
        own = full[begin : begin + block]
        try:
            arcs += _same_number(parse(words[own]), len(own))
        except CallError:
            raise
        except Exception as error:  # whatever another program may raise
            alone, failure = _one_by_one(words, own, parse) if len(own) > 1 else ([], _told(error))
            arcs += alone
        if failure is not None:
            break
        if progress is not None:
            progress(len(arcs), len(full))
    return finished(spec, treebank, arcs, failure, facts)


def _one_by_one(
    words: Treebank, sentences: Integers, parse: Callable[[Treebank], Sequence[Arcs]]
) -> tuple[list[Arcs], str | None]:
    arcs: list[Arcs] = []
    for sentence in sentences.tolist():
        try:
            arcs += _same_number(parse(words[[sentence]]), 1)
        except Exception as error:
            return arcs, _told(error)
    return arcs, None


def _same_number(arcs: Sequence[Arcs], sentences: int) -> Sequence[Arcs]:
    if len(arcs) != sentences:
        raise ValueError(f"it gave {len(arcs)} sentences for {sentences}")
    return arcs


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def finished(
    spec: str,
    treebank: Treebank,
    arcs: Sequence[Arcs],
    failure: str | None = None,
    facts: Mapping[str, Any] | None = None,
) -> Parses:
    """The parses, from the arcs of the sentences that have words, in order. Too few, or some that are no tree, mean
    that the parser failed: `failure` says why, and the error keeps the sentences before."""
    full = np.flatnonzero(treebank.tokens.counts).tolist()
    counts = treebank.tokens.counts[full].tolist()
    checked: list[Arcs] = []
    for own, words in zip(arcs, counts, strict=False):
        problem = _problem(own, words)
        if problem is not None:
            failure = problem
            break
        checked.append(own)
    if len(checked) == len(full):
        return _parses(spec, treebank, checked, facts)
    failed = full[len(checked)]
    name = spec.split("(", maxsplit=1)[0]
    raise ParserError(
        f"{name} failed at sentence {failed + 1} ({treebank.where(failed)}): {failure or 'it stopped there'}",
        _parses(spec, treebank[:failed], checked, facts),
        failed + 1,
    )


def _problem(arcs: Arcs, words: int) -> str | None:
    """Why arcs are no tree over so many words."""
    from ...models.transitions.kernels import find_cycle

    head = np.asarray(arcs[0], np.int32)
    if len(head) != words or len(arcs[1]) != words:
        return f"it gave {len(head)} words for {words}"
    if ((head < -1) | (head >= words)).any():
        return "it gave a word no head, or one outside the sentence"
    if find_cycle(np.array([0, words]), head) >= 0:
        return "it gave heads that go round in a circle"
    return None


def _parses(spec: str, treebank: Treebank, arcs: Sequence[Arcs], facts: Mapping[str, Any] | None) -> Parses:
    head = np.fromiter(chain.from_iterable(heads for heads, _ in arcs), np.int32, len(treebank.tokens))
    deprel = Text.of(chain.from_iterable(relations for _, relations in arcs))
    trees = with_dependencies(treebank, head, deprel)
    return Parses(spec, trees, without_words(treebank), facts=dict(facts or {}))
