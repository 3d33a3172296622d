"""The construction of each node of a constituency tree: which decision of a parser it stands for.

Every node belongs to the first construction that fits:

Unary choice           it has one child
Coordination           it is a coordination, a conjunction is among its children after another child, or a child is
                       labelled as a part of a coordination (`conjunct` in phrase_kinds.toml)
PP attachment          a prepositional phrase is its child, or ends a noun phrase that is its child
Clause attachment      the same for clauses; not the body of a subordinate clause (`framing_clause`)
Modifier attachment    a child is an adjective phrase, an adverb phrase or an adverb
Noun compound          two nouns or names next to each other are its children
NP internal structure  it is another noun phrase
Label choice           all others: a head and its arguments
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..core.types import Int64s, Mask
from ..treebank import Strings, Text, Treebank
from .phrase_kinds import PhraseKind, PhraseKinds

NODE_CONSTRUCTIONS = (
    "Unary choice",
    "Coordination",
    "PP attachment",
    "Clause attachment",
    "Modifier attachment",
    "Noun compound",
    "NP internal structure",
    "Label choice",
)


def node_constructions(treebank: Treebank, kinds: PhraseKinds) -> Text:
    """The construction of each node, by the labels and tags of a scheme."""
    family = _Family.of(treebank)
    label = treebank.nodes.text("label")
    noun_phrase = _of_kind(kinds, label, "noun_phrase")
    clause = _of_kind(kinds, label, "clause")
    body = clause & family.parent_is(label.mask(kinds.labels("framing_clause")))
    conditions = [
        family.children == 1,
        _coordinated(treebank, kinds, family),
        _attached(family, _of_kind(kinds, label, "prepositional_phrase"), noun_phrase),
        _attached(family, clause & ~body, noun_phrase),
        family.having(_of_kind(kinds, label, "modifier")) | family.having_word(kinds.words(treebank, "adverb")),
        _compound(family, kinds.words(treebank, "noun"), np.asarray(treebank.tokens.sentence, np.int64)),
        noun_phrase,
    ]
    codes = np.select(conditions, range(len(conditions)), len(conditions)).astype(np.int32)
    return Text(codes, Strings.of(NODE_CONSTRUCTIONS))


@dataclass(frozen=True)
class _Family:
    """Parents as rows of the whole treebank, -1 where there is none; and how many children each node has."""

    node_parent: Int64s
    word_parent: Int64s
    left: Int64s
    right: Int64s
    place: Int64s
    children: Int64s

    @classmethod
    def of(cls, treebank: Treebank) -> _Family:
        nodes, tokens = treebank.nodes, treebank.tokens
        parent, above = nodes.numbers("parent"), tokens.numbers("parent")
        first = nodes.offsets[:-1]
        node_parent = np.where(parent >= 0, parent + nodes.start, -1).astype(np.int64)
        word_parent = np.where(above >= 0, above + first[tokens.sentence], -1).astype(np.int64)
        size = len(nodes)
        children = np.bincount(node_parent[node_parent >= 0], minlength=size)
        children += np.bincount(word_parent[word_parent >= 0], minlength=size)
        left, right = (nodes.numbers(name).astype(np.int64) for name in ("left", "right"))
        place = np.arange(len(tokens)) - tokens.start
        return cls(node_parent, word_parent, left, right, place, children)

    def having(self, wanted: Mask) -> Mask:
        """The nodes that have a wanted node as a child."""
        return _flagged(self.node_parent[wanted], len(self.left))

    def having_word(self, wanted: Mask) -> Mask:
        """The nodes that have a wanted word as a child."""
        return _flagged(self.word_parent[wanted], len(self.left))

    def parent_is(self, wanted: Mask) -> Mask:
        """The nodes whose parent is wanted."""
        return np.append(wanted, False)[self.node_parent]


def _flagged(rows: Int64s, size: int) -> Mask:
    flags = np.zeros(size + 1, bool)
    flags[rows] = True  # -1, no parent, is the last
    return flags[:-1]


def _of_kind(kinds: PhraseKinds, label: Text, kind: PhraseKind) -> Mask:
    return label.mask(lambda value: kinds.kind(value) == kind)


def _coordinated(treebank: Treebank, kinds: PhraseKinds, family: _Family) -> Mask:
    label = treebank.nodes.text("label")
    conjunction = kinds.words(treebank, "conjunction")
    first = np.append(family.left, -1)[family.word_parent] == family.place
    part = family.having(label.mask(kinds.labels("conjunct")))
    return _of_kind(kinds, label, "coordination") | family.having_word(conjunction & ~first) | part


def _attached(family: _Family, phrase: Mask, noun_phrase: Mask) -> Mask:
    """A phrase is a child, or the last child of a noun phrase that is a child."""
    ends = phrase & (np.append(family.right, -1)[family.node_parent] == family.right)
    return family.having(phrase) | family.having(noun_phrase & family.having(ends))


def _compound(family: _Family, noun: Mask, sentence: Int64s) -> Mask:
    parent = family.word_parent
    pair = noun[:-1] & noun[1:] & (parent[:-1] == parent[1:]) & (sentence[:-1] == sentence[1:])
    return _flagged(parent[:-1][pair], len(family.left))
