"""Places for errors in constituency trees. Phrases with gaps, and sentences with a node that has no words, are not
changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ...annotation.schemes import Scheme
from ...core.types import Int64s, Mask
from ...treebank import Rows, Treebank
from ...treebank.shape import child_counts, node_sizes
from .counterparts import with_heads
from .kinds import ERROR_KINDS
from .places import Changes, no_changes

_NOWHERE = np.zeros(0, np.int64)


def phrase_places(treebank: Treebank, scheme: Scheme, kinds: Iterable[str]) -> dict[str, Changes]:
    """The places for some kinds of errors."""
    phrases = _phrases(treebank, scheme)
    finders = {kind: ERROR_KINDS.get(kind).in_phrases for kind in kinds}
    return {kind: phrases.changes(kind, _NOWHERE) if find is None else find(phrases) for kind, find in finders.items()}


@dataclass(frozen=True, eq=False)
class Phrases:
    """The nodes of a treebank as rows of the whole treebank: parents, spans in token rows, and which can be changed."""

    treebank: Treebank
    scheme: Scheme
    parent: Int64s
    left: Int64s
    right: Int64s
    token_parent: Int64s
    whole: Mask

    def category(self, *names: str) -> Mask:
        """Nodes in one piece that are of these categories."""
        return self.scheme.mask(self.treebank, *names) & self.whole

    def changes(self, kind: str, phrase: Int64s) -> Changes:
        """Errors in these phrases that do not change anything yet."""
        sentence = self.treebank.nodes.sentence[phrase].astype(np.int64)
        return replace(no_changes(kind, sentence, self.left[phrase], self.right[phrase]), phrase=phrase)

    def moves(self, kind: str, phrase: Int64s, **what: Any) -> Changes:
        """Errors that move a token or a node."""
        return replace(self.changes(kind, phrase), **what)


def _phrases(treebank: Treebank, scheme: Scheme) -> Phrases:
    nodes, tokens = treebank.nodes, treebank.tokens
    start = np.repeat(tokens.offsets[:-1], nodes.counts)
    left, right = nodes.numbers("left") + start, nodes.numbers("right") + start
    size = node_sizes(treebank)
    hollow = np.bincount(nodes.sentence, size == 0, minlength=len(treebank)) > 0
    whole = (size == right - left) & ~hollow[nodes.sentence]
    return Phrases(treebank, scheme, _above(nodes, nodes), left, right, _above(tokens, nodes), whole)


def _above(rows: Rows, nodes: Rows) -> Int64s:
    """The node above each row, as a row of the whole treebank."""
    parent = rows.numbers("parent")
    return np.where(parent >= 0, parent + np.repeat(nodes.offsets[:-1], rows.counts), -1).astype(np.int64)


def _one_level_higher(phrases: Phrases) -> Changes:
    """A PP at the edge of an NP that has other children: attach it to the parent of the NP."""
    noun_phrase = phrases.category("noun_phrase")
    phrase = np.flatnonzero(phrases.category("prepositional_phrase") & (phrases.parent >= 0))
    above = phrases.parent[phrase]
    edge = (phrases.right[phrase] == phrases.right[above]) | (phrases.left[phrase] == phrases.left[above])
    fits = noun_phrase[above] & edge & (child_counts(phrases.treebank)[above] > 1) & (phrases.parent[above] >= 0)
    phrase, above = phrase[fits], above[fits]
    return phrases.moves("attach1", phrase, node=phrase, source=above, target=phrases.parent[above])


def _to_the_noun(phrases: Phrases) -> Changes:
    """A PP in a clause, a VP or the middle field: attach it to the NP on its left that ends in a noun."""
    around = phrases.scheme.mask(phrases.treebank, "clause", "verb_phrase", "middle_field")
    phrase = np.flatnonzero(phrases.category("prepositional_phrase") & (phrases.parent >= 0))
    phrase = phrase[around[phrases.parent[phrase]]]
    _, node = _left_sister(phrases, phrase)
    noun = phrases.scheme.tokens(phrases.treebank, "noun", "name")
    fits = node >= 0
    fits[fits] &= phrases.category("noun_phrase")[node[fits]] & noun[phrases.right[node[fits]] - 1]
    phrase, node = phrase[fits], node[fits]
    return phrases.moves("attach2", phrase, node=phrase, source=phrases.parent[phrase], target=node)


def _take_in(phrases: Phrases, kind: str, word: str) -> Changes:
    """A PP with a word of a class on its left, alone or as a phrase of one word: take the word into the PP."""
    phrase = np.flatnonzero(phrases.category("prepositional_phrase") & (phrases.parent >= 0))
    token, node = _left_sister(phrases, phrase)
    single = node >= 0
    single[single] = phrases.right[node[single]] - phrases.left[node[single]] == 1
    there = (token >= 0) | single
    phrase, token, node = phrase[there], token[there], node[there]
    word_row = np.where(token >= 0, token, phrases.left[node])
    fits = phrases.scheme.tokens(phrases.treebank, word)[word_row]
    phrase, token, node = phrase[fits], token[fits], node[fits]
    return phrases.moves(kind, phrase, token=token, node=node, source=phrases.parent[phrase], target=phrase)


def _left_sister(phrases: Phrases, phrase: Int64s) -> tuple[Int64s, Int64s]:
    """The left sister of each phrase: a token, or a node; -1 if none."""
    above, before = phrases.parent[phrase], phrases.left[phrase] - 1
    first = phrases.treebank.tokens.offsets[phrases.treebank.nodes.sentence[phrase]]
    inside = before >= first
    token = np.where(inside & (phrases.token_parent[np.maximum(before, 0)] == above), before, -1)
    # A node is identified by its parent and its end: of sisters in one piece, only one ends there.
    width = len(phrases.treebank.tokens) + 1
    rows = np.flatnonzero(phrases.whole & (phrases.parent >= 0))
    keys = phrases.parent[rows] * width + phrases.right[rows]
    order = np.argsort(keys)
    rows, keys = rows[order], keys[order]
    wanted = above * width + phrases.left[phrase]
    at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
    node = np.where(keys[at] == wanted, rows[at], -1) if len(rows) else np.full(len(phrase), -1)
    return token.astype(np.int64), node.astype(np.int64)


def _relabelled(phrases: Phrases, kind: str, old: str, new: str) -> Changes:
    """All phrases of a category, with the label of another; gaps do not matter here."""
    label = phrases.treebank.nodes.text("label")
    chosen = np.flatnonzero(phrases.scheme.mask(phrases.treebank, old))
    if not len(chosen):
        return phrases.changes(kind, chosen)
    renamed = label.take(chosen).map(lambda value: phrases.scheme.renamed(value, new))
    return replace(phrases.changes(kind, chosen), label=renamed)


_FINDERS: dict[str, Callable[[Phrases], Changes]] = {
    "attach1": _one_level_higher,
    "attach2": _to_the_noun,
    "label1": lambda phrases: _relabelled(phrases, "label1", "prepositional_phrase", "noun_phrase"),
    "label2": lambda phrases: _relabelled(phrases, "label2", "verb_phrase", "prepositional_phrase"),
    "span1": lambda phrases: _take_in(phrases, "span1", "adverb"),
    "span2": lambda phrases: _take_in(phrases, "span2", "noun"),
}


def _find(kind: str, phrases: Phrases) -> Changes:
    return with_heads(phrases.treebank, phrases.scheme, kind, _FINDERS[kind](phrases))


IN_PHRASES: dict[str, Callable[[Phrases], Changes]] = {kind: partial(_find, kind) for kind in _FINDERS}
