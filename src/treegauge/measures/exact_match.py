"""Exact match: the share of sentences with exactly the gold tree."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..core.types import Counts, Mask
from ..core.wording import counted
from ..treebank import Rows, Strings, Text, Treebank
from ..treebank.edit import drop_nodes
from ..treebank.shape import node_sizes
from .shared.base import Confusion, Measure, Scores, measure, ratio
from .shared.items import TAG, ComparedItems
from .shared.parts import CountedItems, PartRows, divided
from .shared.words import plain_labels, same_forms, same_words, words_only


@measure("exact-match")
@dataclass(frozen=True, kw_only=True)
class ExactMatch(Measure):
    """The share of sentences with exactly the gold tree, and of words with the gold tag.

    Black, Garside & Leech (1993), Statistically-driven computer grammars of English; surveyed in Carroll, Briscoe &
    Sanfilippo (1998), Parser evaluation: a survey and a new proposal, LREC.
    Unlike EVALB's complete match, which leaves out what its parameters delete, it compares the whole tree.

    Constituency trees are equal when they have the same nodes (label and words below; unary chains in the same order),
    dependency trees when all heads and relations are the same; if both files have both kinds, constituents are
    compared. Empty elements and nodes without a word are left out. Tags are the tags of the table (XPOS in CoNLL-U), or
    UPOS where the gold file has no tags at all; words without a gold tag do not count in the tag accuracy.

    labelled    labels or relations count
    functions   the functions of nodes and words (edge labels, tags such as NP-SBJ) count, in constituency trees;
                otherwise labels are compared without them, and all usual root labels are equal
    tags        a tree with a wrong tag is not an exact match
    """

    counts: ClassVar[tuple[str, ...]] = ("exact", "sentences", "right_tags", "tags")
    main: ClassVar[tuple[str, ...]] = ("exact_match",)
    of_gold: ClassVar[tuple[str, ...] | None] = ("sentences", "tags")
    breakdowns: ClassVar[tuple[str, ...]] = ("label",)
    meanings: ClassVar[Mapping[str, str]] = {"label": "the tag of the word in gold"}
    binary: ClassVar[tuple[str, ...]] = ("exact_match",)
    has_confusion: ClassVar[bool] = True

    labelled: bool = True
    functions: bool = False
    tags: bool = False

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return (gold.has_constituents and test.has_constituents) or (gold.has_dependencies and test.has_dependencies)

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        gold, test, same = _comparable(gold, test)
        chosen = np.flatnonzero(same)
        gold, test = (gold, test) if same.all() else (gold.select(chosen), test.select(chosen))
        given, right = _tags(gold, test)
        exact = _same_phrases(gold, test, self) if _phrases(gold, test) else _same_arcs(gold, test, self)
        if self.tags:
            exact &= _all_same(gold.tokens, right | ~given)
        rows = np.full((len(same), len(self.counts)), np.nan)
        sentence = gold.tokens.sentence
        right_tags, tags = (np.bincount(sentence[mask], minlength=len(gold)) for mask in (right & given, given))
        rows[chosen] = np.stack((exact, np.ones(len(gold)), right_tags, tags), axis=1)
        return rows

    def choices(self, gold: Treebank, test: Treebank) -> Hashable:
        """The column of tags."""
        gold, _, same = _comparable(gold, test)
        return _tag_column(gold if same.all() else gold.select(np.flatnonzero(same)))

    def score(self, total: Counts) -> Scores:
        return {
            "exact_match": ratio(total[..., 0], total[..., 1]),
            "tag_accuracy": ratio(total[..., 2], total[..., 3]),
        }

    def counted(self, total: Counts) -> str:
        words = counted(round(float(total[3])), "word")
        return f"{words} with a tag in gold, with punctuation"

    def part_rows(self, gold: Treebank, test: Treebank, by: str) -> dict[str, PartRows]:
        """By the gold tag of the word. Only counts of words can be divided: the columns of sentences are NaN."""
        self._check_by(by)
        tags = self.confusion(gold, test)
        right = same_forms(tags.gold, tags.test)
        words = CountedItems(tags.gold.codes, tags.sentence)
        right_words = CountedItems(tags.gold.codes[right], tags.sentence[right])
        return divided(list(tags.gold.values), self.counts, {"tags": words, "right_tags": right_words}, len(gold))

    def confusion(self, gold: Treebank, test: Treebank) -> Confusion:
        """The tags of every word that has one in the gold file."""
        gold, test, same = _comparable(gold, test)
        number = np.arange(len(gold)) if same.all() else np.flatnonzero(same)
        gold, test = (gold, test) if same.all() else (gold.select(number), test.select(number))
        name = _tag_column(gold)
        given = gold.tokens.text(name).codes >= 0
        first, second = (treebank.tokens.text(name).take(given) for treebank in (gold, test))
        rows = np.flatnonzero(given)
        kind = Text(np.where(same_forms(first, second), -1, 0).astype(np.int32), Strings.of([TAG]))
        sentence = number[gold.tokens.sentence[given]]
        return Confusion.of(ComparedItems("tokens", gold, test, sentence, rows, rows, first, second, kind))


def _phrases(gold: Treebank, test: Treebank) -> bool:
    return gold.has_constituents and test.has_constituents


def _comparable(gold: Treebank, test: Treebank) -> tuple[Treebank, Treebank, Mask]:
    """Both without empty elements, and the sentences that have the same words."""
    gold, test = words_only(gold), words_only(test)
    return gold, test, same_words(gold, test)


def _tag_column(gold: Treebank) -> str:
    return "tag" if (gold.tokens.text("tag").codes >= 0).any() else "upos"


def _tags(gold: Treebank, test: Treebank) -> tuple[Mask, Mask]:
    """The words that have a gold tag, and those that have the same on both sides."""
    name = _tag_column(gold)
    first, second = (side.tokens.text(name) for side in (gold, test))
    return first.codes >= 0, same_forms(first, second)


def _same_phrases(gold: Treebank, test: Treebank, options: ExactMatch) -> Mask:
    """Which sentences have the same constituents. Nodes with words have only one preorder: equal trees are equal
    arrays."""
    gold, test = (drop_nodes(treebank, node_sizes(treebank) == 0) for treebank in (gold, test))
    if not options.functions:
        gold, test = plain_labels(gold, test)
    equal: Mask = gold.nodes.counts == test.nodes.counts
    chosen = np.flatnonzero(equal)
    gold, test = (gold, test) if equal.all() else (gold.select(chosen), test.select(chosen))
    nodes = gold.nodes.numbers("parent") == test.nodes.numbers("parent")
    tokens = gold.tokens.numbers("parent") == test.tokens.numbers("parent")
    if options.labelled:
        nodes &= _same(gold.nodes.text("label"), test.nodes.text("label"))
    if options.functions:
        nodes &= _same(gold.nodes.text("function"), test.nodes.text("function"))
        tokens &= _same(gold.tokens.text("function"), test.tokens.text("function"))
    equal[chosen] = _all_same(gold.nodes, nodes) & _all_same(gold.tokens, tokens)
    return equal


def _same_arcs(gold: Treebank, test: Treebank, options: ExactMatch) -> Mask:
    """Which sentences have the same dependencies."""
    arcs = gold.tokens.numbers("head") == test.tokens.numbers("head")
    if options.labelled:
        arcs &= _same(gold.tokens.text("deprel"), test.tokens.text("deprel"))
    return _all_same(gold.tokens, arcs)


def _same(gold: Text, test: Text) -> Mask:
    same: Mask = test.in_terms_of(gold) == gold.codes
    return same


def _all_same(rows: Rows, same: Mask) -> Mask:
    """The sentences in which the mask holds for all rows."""
    return np.asarray(np.bincount(rows.sentence[~same], minlength=len(rows.offsets) - 1) == 0)
