"""Places for errors in dependency trees without phrases.

A prepositional phrase is a noun with a preposition (UD: the relation `case`), or, where the scheme has no such
relation, a preposition with dependents. Only subtrees in one piece are changed, so that a projective tree
remains projective.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from ...annotation.schemes import Scheme
from ...core.types import Int64s, Mask
from ...treebank import Treebank
from .counterparts import attach_words, raise_words, relabel_words, take_words
from .kinds import ERROR_KINDS
from .places import Changes, no_changes

_NOWHERE = np.zeros(0, np.int64)


@dataclass(frozen=True, eq=False)
class Arcs:
    """The tokens of a treebank: the row of the head of each (-1: none), and the first and last row of its subtree."""

    treebank: Treebank
    scheme: Scheme
    head: Int64s
    first: Int64s
    last: Int64s
    whole: Mask
    prepositional: Mask

    def tokens(self, *classes: str) -> Mask:
        return self.scheme.tokens(self.treebank, *classes)


def arc_places(treebank: Treebank, scheme: Scheme, kinds: Iterable[str]) -> dict[str, Changes]:
    """The places for some kinds of errors."""
    arcs = _arcs(treebank, scheme)
    finders = {kind: ERROR_KINDS.get(kind).in_arcs for kind in kinds}
    places = {kind: _changes(arcs, kind, _NOWHERE) if find is None else find(arcs) for kind, find in finders.items()}
    return {kind: changes.take(changes.dependent[:, 0] >= 0) for kind, changes in places.items()}


def _arcs(treebank: Treebank, scheme: Scheme) -> Arcs:
    from .kernels import subtrees

    tokens = treebank.tokens
    head = tokens.numbers("head")
    first, last, size = subtrees(tokens.offsets, head)
    above = np.where(head >= 0, head + tokens.start, -1).astype(np.int64)
    preposition = scheme.tokens(treebank, "preposition")
    if scheme.relations["case"]:
        marker = preposition & scheme.relation_mask(treebank, "case") & (above >= 0)
        marked = np.zeros(len(tokens), bool)
        marked[above[marker]] = True
        prepositional = marked & scheme.tokens(treebank, "noun", "name", "pronoun")
    else:
        prepositional = preposition & (size > 1)
    return Arcs(treebank, scheme, above, first, last, size == last - first + 1, prepositional)


def _changes(arcs: Arcs, kind: str, word: Int64s) -> Changes:
    sentence = arcs.treebank.tokens.sentence[word].astype(np.int64)
    return no_changes(kind, sentence, arcs.first[word], arcs.last[word] + 1)


def _relabelled(arcs: Arcs, kind: str, words: Mask) -> Changes:
    word = np.flatnonzero(words)
    return relabel_words(arcs.treebank, arcs.scheme, kind, _changes(arcs, kind, word), word)


def _verbs(arcs: Arcs) -> Mask:
    return arcs.tokens("verb") & arcs.scheme.relation_mask(arcs.treebank, "verb_phrase")


def _one_level_higher(arcs: Arcs) -> Changes:
    """A PP at the edge of the noun that it depends on: attach it to the head of that noun."""
    word = np.flatnonzero(arcs.prepositional & arcs.whole & (arcs.head >= 0))
    noun = arcs.head[word]
    edge = (arcs.last[word] == arcs.last[noun]) | (arcs.first[word] == arcs.first[noun])
    word = word[arcs.tokens("noun", "name", "pronoun")[noun] & arcs.whole[noun] & edge & (arcs.head[noun] >= 0)]
    everywhere = np.zeros(len(word), np.int64), np.full(len(word), len(arcs.head))
    return raise_words(arcs.treebank, _changes(arcs, "attach1", word), word, everywhere)


def _to_the_noun(arcs: Arcs) -> Changes:
    """A PP that depends on a verb: attach it to the noun that depends on the same verb and ends, in a noun, just before
    it."""
    word = np.flatnonzero(arcs.prepositional & arcs.whole & (arcs.head >= 0))
    word = word[arcs.tokens("verb")[arcs.head[word]]]
    noun = arcs.tokens("noun", "name")
    sister = _sister_before(arcs, word)
    fits = sister >= 0
    fits[fits] = (noun & ~arcs.prepositional)[sister[fits]] & noun[arcs.last[sister[fits]]]
    word, sister = word[fits], sister[fits]
    return attach_words(arcs.treebank, _changes(arcs, "attach2", word), word, sister)


def _sister_before(arcs: Arcs, word: Int64s) -> Int64s:
    """The word with the same head whose subtree ends just before a subtree; -1 if there is none."""
    tokens = arcs.treebank.tokens
    before = arcs.first[word] - 1
    at = np.where(before >= tokens.start[word], before, -1)
    goal = arcs.head[word]
    for _ in range(int(tokens.counts.max(initial=0))):
        climbing = (at >= 0) & (arcs.head[at] != goal)
        if not climbing.any():
            break
        at = np.where(climbing, arcs.head[at], at)
    fits = (at >= 0) & (arcs.head[at] == goal)
    fits[fits] &= arcs.whole[at[fits]] & (arcs.last[at[fits]] == before[fits])
    return np.where(fits, at, -1)


def _take_in(arcs: Arcs, kind: str, word_class: str) -> Changes:
    """A PP with a word of a class just before it, which has the same head and no dependents, or has the PP as its last
    dependent: take the word into the PP."""
    word = np.flatnonzero(arcs.prepositional & arcs.whole & (arcs.head >= 0))
    before = arcs.first[word] - 1
    word = word[before >= arcs.treebank.tokens.start[word]]
    before = arcs.first[word] - 1
    alone = (arcs.head[before] == arcs.head[word]) & (arcs.first[before] == before) & (arcs.last[before] == before)
    above = (arcs.head[word] == before) & (arcs.last[before] == arcs.last[word]) & arcs.whole[before]
    fits = arcs.tokens(word_class)[before] & (alone | above)
    word, before = word[fits], before[fits]
    return take_words(arcs.treebank, _changes(arcs, kind, word), word, before)


IN_ARCS: dict[str, Callable[[Arcs], Changes]] = {
    "attach1": _one_level_higher,
    "attach2": _to_the_noun,
    "label1": lambda arcs: _relabelled(arcs, "label1", arcs.prepositional),
    "label2": lambda arcs: _relabelled(arcs, "label2", _verbs(arcs)),
    "span1": lambda arcs: _take_in(arcs, "span1", "adverb"),
    "span2": lambda arcs: _take_in(arcs, "span2", "noun"),
}
