"""The change in the dependency tree that corresponds to an error in the phrases of the same sentence.

The word of a phrase is the one whose head is outside the phrase; if there are several, or none, heads are unchanged.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...annotation.schemes import Scheme
from ...core.types import Int64s, Mask
from ...treebank import Treebank
from ...treebank.strings import Text
from .places import NO_CHANGE, Changes


def with_heads(treebank: Treebank, scheme: Scheme, kind: str, changes: Changes) -> Changes:
    """Errors in phrases, with the new heads and relations if the treebank has dependency trees."""
    if not treebank.has_dependencies or not len(changes):
        return changes
    word = _top_words(treebank, changes.left, changes.right)
    if kind.startswith("label"):
        return relabel_words(treebank, scheme, kind, changes, word)
    if kind == "attach1":
        nodes, start = treebank.nodes, treebank.tokens.offsets[:-1][changes.sentence]
        inside = (nodes.numbers("left")[changes.source] + start, nodes.numbers("right")[changes.source] + start)
        return raise_words(treebank, changes, word, inside)
    if kind == "attach2":
        return attach_words(treebank, changes, word, _top_words(treebank, *_extent(treebank, changes.target)))
    single = np.where(changes.token >= 0, changes.token, _extent(treebank, changes.node)[0])
    return take_words(treebank, changes, word, single)


def _extent(treebank: Treebank, node: Int64s) -> tuple[Int64s, Int64s]:
    """The first token row of nodes, and one past the last."""
    nodes = treebank.nodes
    start = treebank.tokens.offsets[:-1][nodes.sentence[node]]
    return nodes.numbers("left")[node] + start, nodes.numbers("right")[node] + start


def _top_words(treebank: Treebank, left: Int64s, right: Int64s) -> Int64s:
    """The word of each span whose head is outside the span; -1 if there is none or more than one."""
    tokens = treebank.tokens
    width = right - left
    which = np.repeat(np.arange(len(left)), width)
    row = np.arange(width.sum()) + np.repeat(left - np.concatenate(([0], np.cumsum(width)[:-1])), width)
    head = tokens.numbers("head")[row]
    above = np.where(head >= 0, head + tokens.start[row], -1)
    outside = (above < left[which]) | (above >= right[which])
    number = np.bincount(which[outside], minlength=len(left))
    word = np.full(len(left), -1, np.int64)
    word[which[outside]] = row[outside]
    word[number != 1] = -1
    return word


def raise_words(treebank: Treebank, changes: Changes, word: Int64s, inside: tuple[Int64s, Int64s]) -> Changes:
    """Attach each word to the head of its head, if its head is inside the phrase that it leaves."""
    tokens = treebank.tokens
    head = tokens.numbers("head")
    first = head[word]
    above = first + tokens.start[word]
    fits = (word >= 0) & (first >= 0) & (above >= inside[0]) & (above < inside[1])
    second = np.where(fits, head[np.where(fits, above, 0)], -1)
    return _one(changes, np.where(second >= 0, word, -1), second)


def attach_words(treebank: Treebank, changes: Changes, word: Int64s, to: Int64s) -> Changes:
    """Attach each word to another."""
    fits = (word >= 0) & (to >= 0) & (treebank.tokens.numbers("head")[word] >= 0)
    return _one(changes, np.where(fits, word, -1), to - treebank.tokens.start[to])


def take_words(treebank: Treebank, changes: Changes, word: Int64s, taken: Int64s) -> Changes:
    """The word on the left becomes a dependent of the word of the PP; if it was above it, the two change places."""
    tokens = treebank.tokens
    head, start = tokens.numbers("head"), tokens.start
    fits = (word >= 0) & (head[taken] > NO_CHANGE) & (head[word] >= 0)
    swap = fits & _above(treebank, taken, word)
    dependent = np.stack((np.where(fits, taken, -1), np.where(swap, word, -1)), 1)
    heads = np.stack((np.where(fits, word - start[word], NO_CHANGE), np.where(swap, head[taken], NO_CHANGE)), 1)
    relation = tokens.text("deprel")
    relations = (_where(relation.take(word), swap), _where(relation.take(taken), swap))
    return replace(changes, dependent=dependent, head=heads, relation=relations)


def _where(text: Text, there: Mask) -> Text:
    """A column with values only where the mask holds."""
    return Text(np.where(there, text.codes, -1).astype(np.int32), text.values)


def _above(treebank: Treebank, upper: Int64s, lower: Int64s) -> Mask:
    """Whether one word is above another."""
    tokens = treebank.tokens
    head, start = tokens.numbers("head"), tokens.start
    at, is_above = lower.copy(), np.zeros(len(lower), bool)
    for _ in range(int(tokens.counts.max(initial=0))):
        up = head[at]
        at = np.where((at >= 0) & (up >= 0), up + start[at], -1)
        is_above |= (at == upper) & (at >= 0)
        if (at < 0).all():
            break
    return is_above


def relabel_words(treebank: Treebank, scheme: Scheme, kind: str, changes: Changes, word: Int64s) -> Changes:
    """Each word gets the wrong relation that the scheme gives; the relation of a root is kept."""
    tokens = treebank.tokens
    head = tokens.numbers("head")
    old = tokens.text("deprel").take(word)
    new = old.map(lambda value: scheme.changed_relation(value, kind))
    differs = (new.codes >= 0) & (new.in_terms_of(old) != old.codes)
    fits = (word >= 0) & (head[word] >= 0) & differs
    changed = _one(changes, np.where(fits, word, -1), np.full(len(word), NO_CHANGE))
    return replace(changed, relation=(_where(new, fits), changed.relation[1]))


def _one(changes: Changes, word: Int64s, head: Int64s) -> Changes:
    """One word per place gets a new head; its relation is kept."""
    nothing = np.full(len(word), NO_CHANGE)
    return replace(
        changes,
        dependent=np.stack((word, np.full(len(word), -1)), 1),
        head=np.stack((np.where(word >= 0, head, NO_CHANGE), nothing), 1),
    )
