"""Surprise: how many bits each item costs, given what the other sentences of the treebank have in its place."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...core.types import Floats, Int64s
from .evidence import Evidence
from .items import SuspectItems
from .leaving_out import numbered, surprise
from .sequences import children, neighbours, sequence_numbers

_LEAST = 3.0  # bits for which a reason is given: less than one item in eight
_LONG = 8  # words; longer distances and phrases are not told apart


def surprise_evidence(items: SuspectItems) -> Evidence:
    """Bits of all items."""
    columns = (_node_bits if items.kind == "nodes" else _word_bits)(items)
    return Evidence("surprise", columns, lambda item: _reason(items, columns, item))


def _node_bits(items: SuspectItems) -> dict[str, Floats]:
    size, sentence = len(items), items.sentence
    owner, symbol, child = children(items)
    rule = sequence_numbers(owner, symbol, size)
    label = items.label.codes.astype(np.int64)
    before, after = np.full(size, -1), np.full(size, -1)
    is_node = child >= 0
    for column, neighbour in zip((before, after), neighbours(owner, symbol), strict=True):
        column[child[is_node]] = neighbour[is_node]
    above = np.where(items.above >= 0, label[items.above], -1)
    tag, form = items.tag.codes.astype(np.int64), _lower_forms(items)
    first, last = items.left, items.right - 1
    outer_left, outer_right = _outside(items, tag)
    length = np.minimum(items.right - items.left, _LONG)
    # The parent's other children: a rule is unusual by the place of this child in it.
    around = numbered(np.maximum(above, -1) + 1, before + 1, after + 1)
    return {
        "label, given the children": surprise(label, [numbered(tag[first]), rule], sentence),
        "children, given the label": surprise(rule, [label], sentence),
        "label, given the sisters": surprise(label, [above + 1, numbered(above + 1, before + 1), around], sentence),
        "label, given the tags at its edges": surprise(
            label, [tag[first], numbered(tag[first], tag[last], length)], sentence
        ),
        "label, given its first word": surprise(label, [tag[first], numbered(form[first], length)], sentence),
        "parent, given the label and first word": surprise(
            above + 1, [label, numbered(label, before + 1), numbered(label, before + 1, form[first])], sentence
        ),
        "parent, given the label and the tags outside": surprise(
            above + 1, [label, numbered(label, outer_left), numbered(label, outer_left, outer_right)], sentence
        ),
        "sister before, given the label and parent": surprise(
            before + 1, [numbered(label, above + 1), numbered(label, above + 1, form[first])], sentence
        ),
        "sister after, given the label and parent": surprise(
            after + 1, [numbered(label, above + 1), numbered(label, above + 1, tag[last])], sentence
        ),
        "end, given the label and the tags there": surprise(
            outer_right, [numbered(label), numbered(label, tag[last])], sentence
        ),
    }


def _outside(items: SuspectItems, tag: Int64s) -> tuple[Int64s, Int64s]:
    """The tags just before and after each item; 0 at the edge of the sentence."""
    tokens = items.treebank.tokens
    start, end = tokens.offsets[items.sentence], tokens.offsets[items.sentence + 1]
    before = np.where(items.left > start, tag[np.maximum(items.left - 1, 0)] + 2, 0)
    after = np.where(items.right < end, tag[np.minimum(items.right, len(tag) - 1)] + 2, 0)
    return before, after


def _lower_forms(items: SuspectItems) -> Int64s:
    return items.treebank.tokens.text("form").map(str.lower).codes.astype(np.int64)


def _word_bits(items: SuspectItems) -> dict[str, Floats]:
    sentence, head = items.sentence, items.above
    relation, tag, form = items.label.codes.astype(np.int64), items.tag.codes.astype(np.int64), _lower_forms(items)
    fine = items.treebank.tokens.text("tag").codes.astype(np.int64)
    head_tag, head_form = (np.where(head >= 0, column[head] + 2, 0) for column in (tag, form))
    head_relation = np.where(head >= 0, relation[head] + 2, 0)
    distance = np.where(head >= 0, np.clip(head - np.arange(len(head)), -_LONG, _LONG), 0)
    near = np.sign(distance) * (1 + (np.abs(distance) > 1) + (np.abs(distance) > 3))
    below = _dependents(items, relation)
    outer_left, outer_right = _outside(items, tag)
    pair = numbered(tag + 1, head_tag, np.sign(distance))
    where = numbered(tag + 1, relation + 1)
    between = _between(items)
    sisters = _same_sisters(head, relation)
    return {
        "relation, given the tags of word and head": surprise(
            relation, [tag, pair, numbered(pair, near), numbered(pair, near, head_relation)], sentence
        ),
        "relation, given the word": surprise(
            relation, [tag, numbered(form, tag), numbered(form, tag, head_tag, np.sign(distance))], sentence
        ),
        "relation, given both words": surprise(relation, [pair, numbered(form, head_form)], sentence),
        "relation, given the dependents": surprise(relation, [tag, numbered(tag, below)], sentence),
        "relation, given the dependents and the head": surprise(
            relation, [pair, numbered(pair, below), numbered(pair, below, near)], sentence
        ),
        "relation, given the words next to it": surprise(
            relation, [fine + 1, numbered(fine + 1, outer_right), numbered(fine + 1, outer_left, outer_right)], sentence
        ),
        "head's tag, given the relation": surprise(
            head_tag, [where, numbered(where, np.sign(distance)), numbered(where, outer_right, outer_left)], sentence
        ),
        "head's tag, given the word": surprise(head_tag, [where, numbered(where, form)], sentence),
        "head's relation, given the relation": surprise(
            head_relation, [where, numbered(where, head_tag, np.sign(distance))], sentence
        ),
        "distance to the head": surprise(
            distance, [where, numbered(where, head_tag), numbered(where, head_tag, outer_left, outer_right)], sentence
        ),
        "distance to the head, given the tags around": surprise(
            distance, [where, numbered(where, outer_right), numbered(where, outer_left, outer_right)], sentence
        ),
        "distance to the head, given the word": surprise(distance, [where, numbered(where, form)], sentence),
        "words between it and its head": surprise(between, [where, numbered(where, near)], sentence),
        "sisters with the same relation": surprise(sisters, [relation + 1, numbered(relation + 1, head_tag)], sentence),
    }


def _dependents(items: SuspectItems, relation: Int64s) -> Int64s:
    """A number for the set of relations of the dependents of each word."""
    word = np.flatnonzero(items.above >= 0)
    keys = np.unique(items.above[word] * (int(relation.max(initial=0)) + 2) + relation[word] + 1)
    owner, symbol = np.divmod(keys, int(relation.max(initial=0)) + 2)
    return sequence_numbers(owner, symbol, len(items))


def _same_sisters(head: Int64s, relation: Int64s) -> Int64s:
    """How many words have the same head and relation, up to 3."""
    key = numbered(head + 1, relation + 1)
    return np.where(head >= 0, np.minimum(np.bincount(key)[key], 3), 0)


def _between(items: SuspectItems) -> Int64s:
    """How many verbs, and how many punctuation marks, are between each word and its head: none, one or more."""
    word, head = np.arange(len(items)), items.above
    low, high = np.minimum(word, head) + 1, np.maximum(word, head)
    inside = (head >= 0) & (high > low)
    low, high = np.where(inside, low, 0), np.where(inside, high, 0)
    number = np.zeros(len(items), np.int64)
    for tags in ({"VERB", "AUX"}, {"PUNCT"}):
        before = np.concatenate(([0], np.cumsum(items.tag.mask(tags))))
        number = 3 * number + np.minimum(before[high] - before[low], 2)
    return number


def _reason(items: SuspectItems, columns: Mapping[str, Floats], item: int) -> str | None:
    best = max(columns, key=lambda name: columns[name][item])
    bits = float(columns[best][item])
    if bits < _LEAST:
        return None
    label = items.label[item] or "(none)"
    return f"{label} is unusual: {bits:.1f} bits for its {best}"
