"""The parses that trees are compared with: by our own parsers, trained on other sentences, or given by the user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core.errors import DataError
from ...core.types import Int64s, Mask
from ...measures.shared.words import same_words, words_only
from ...parsers.held_out import held_out
from ...transforms.base import apply
from ...treebank import Treebank
from .items import SuspectItems

_FOLDS = 4
_Parsers = tuple[tuple[str, tuple[str, ...]], ...]  # parsers, with transforms of their training trees
# Five training passes, half of the usual ones: a parser is only one voice of three, and time matters more.
_OF_WORDS: _Parsers = tuple((f"{name}(iterations=5)", ()) for name in ("arc-standard", "arc-eager", "swap-lazy"))
_OF_NODES: _Parsers = (
    ("pcfg", ()),
    ("pcfg", ("parent-annotation",)),
    ("pcfg(words=true)", ("parent-annotation",)),
)


@dataclass(frozen=True, eq=False)
class ParsedItems:
    """The output of one parser, for the sentences that can be compared.

    trees     its trees
    token     for each of their tokens, the row of the same token of the items
    sentence  which sentences of the items they are
    """

    trees: Treebank
    token: Int64s
    sentence: Mask


def parse_in_folds(items: SuspectItems, seed: int) -> list[ParsedItems]:
    """Let our own parsers parse all sentences in folds; no parser has seen the sentences that it parses."""
    numbers = np.arange(len(items.treebank))
    trees = items.treebank.replace(sentences=items.treebank.sentences.replace(number=numbers))
    parsers = _OF_WORDS
    if items.kind == "nodes":
        trees, parsers = apply(trees, "prepare"), _OF_NODES
    parses = [_in_folds(items, trees, name, transforms, seed) for name, transforms in parsers]
    parses = [parsed for parsed in parses if parsed.sentence.any()]
    if not parses:
        raise DataError(
            f"{items.treebank.where(0)}: no parser that learned from the other trees has a parse for any sentence; the"
            " treebank is too small for the evidence 'disagreement'"
        )
    return parses


def _in_folds(items: SuspectItems, trees: Treebank, parser: str, transforms: Sequence[str], seed: int) -> ParsedItems:
    folds = min(_FOLDS, len(trees))
    held = held_out(trees, range(len(trees)), parser, folds=folds, seed=seed, transforms=transforms)
    parsed = held.parsed
    if items.kind == "nodes":
        parsed = apply(parsed, ["remove-root", *(["remove-parent-annotation"] if transforms else [])])
    with_parse = np.flatnonzero(~held.without_parse)
    number = trees.sentences.numbers("number")[with_parse].astype(np.int64)
    return _compared(items, parsed.select(with_parse), number)


def given_parses(items: SuspectItems, parses: Sequence[Treebank]) -> list[ParsedItems]:
    """The output of parsers of others; sentences without a parse, or with other words, are not compared."""
    return [_given(items, parse, number) for number, parse in enumerate(parses, 1)]


def _given(items: SuspectItems, parse: Treebank, number: int) -> ParsedItems:
    trees = words_only(parse)
    if len(trees) != len(items.treebank):
        raise DataError(
            f"parse {number} has {len(trees):,} sentences, and the treebank has {len(items.treebank):,}; a parse needs"
            " the same sentences in the same order"
        )
    counts = (trees.nodes if items.kind == "nodes" else trees.tokens).counts
    has_trees = trees.has_constituents if items.kind == "nodes" else trees.has_dependencies
    sentence = np.flatnonzero(counts > 0)
    parsed = _compared(items, trees.select(sentence), sentence) if has_trees else None
    if parsed is None or not parsed.sentence.any():
        kind = "constituency" if items.kind == "nodes" else "dependency"
        raise DataError(f"parse {number} has no {kind} trees of the treebank's sentences")
    return parsed


def _compared(items: SuspectItems, trees: Treebank, number: Int64s) -> ParsedItems:
    """Trees of some sentences of the items, as far as they have the same words."""
    same = np.flatnonzero(same_words(items.treebank.select(number), trees))
    trees, number = trees.select(same), number[same]
    sentence = np.zeros(len(items.treebank), bool)
    sentence[number] = True
    shift = items.treebank.tokens.offsets[number] - trees.tokens.offsets[:-1]
    return ParsedItems(trees, np.arange(len(trees.tokens)) + np.repeat(shift, trees.tokens.counts), sentence)
