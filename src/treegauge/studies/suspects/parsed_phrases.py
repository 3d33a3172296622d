"""What parsers say about each phrase: whether it is one, its label, what it is in, and phrases that are missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core.types import Int64s, Mask
from ...transforms.flatten import virtual_roots
from ...treebank.strings import concatenate_text
from .disagreement import NONE, Votes, majority
from .items import SuspectItems
from .leaving_out import numbered
from .parses import ParsedItems

_SEED = 5
_LONG = 6  # words of a phrase that are shown
_PRIME = 1_000_003


@dataclass(frozen=True, eq=False)
class _Phrases:
    """The phrases of one treebank in a form that can be compared with those of others.

    words        a number for the words of each phrase, wherever they are
    label        a code
    place        a number for what it is in: the label of the parent and its first word; 0 at the top
    left, right  its first word, as a row of the items, and its last
    root         virtual roots, which are not compared
    """

    words: Int64s
    label: Int64s
    place: Int64s
    left: Int64s
    right: Int64s
    root: Mask

    @property
    def named(self) -> Int64s:
        """A number for the words and the label of each phrase."""
        return self.words * _PRIME + self.label


def phrase_votes(items: SuspectItems, parses: Sequence[ParsedItems]) -> dict[str, Votes]:
    """Phrases that parsers do not have, call otherwise or put elsewhere, and where parsers have another phrase."""
    trees = [items, *(SuspectItems(parsed.trees, "nodes", np.arange(len(parsed.trees.nodes))) for parsed in parses)]
    labels = concatenate_text([tree.label for tree in trees])
    codes = np.split(labels.codes.astype(np.int64), np.cumsum([len(tree) for tree in trees])[:-1])
    rows = [np.arange(len(items.treebank.tokens)), *(parsed.token for parsed in parses)]
    weight = np.random.default_rng(_SEED).integers(2**62, size=len(rows[0]))
    own, *others = (_phrases(tree, code, row, weight) for tree, code, row in zip(trees, codes, rows, strict=True))
    absent, names, places = zip(
        *(_answers(own, other, parsed.sentence[items.sentence]) for other, parsed in zip(others, parses, strict=True)),
        strict=True,
    )
    label, form = [*labels.values, "(none)"], items.treebank.tokens.text("form")

    def in_words(place: int) -> str:
        code, first = divmod(place - 1, len(form) + 1)
        return f"put it into {label[code]} from '{form[first]}' on" if place else "put it at the top"

    return {
        "another phrase": _missing(items, own, others, label),
        "another place": majority(places, in_words),
        "another label": majority(names, lambda code: f"call it {label[code]}"),
        "no phrase": majority(absent, lambda _: "have no phrase of these words"),
    }


def _phrases(tree: SuspectItems, label: Int64s, row: Int64s, weight: Int64s) -> _Phrases:
    words = np.zeros(len(tree), np.int64)
    token, node = np.flatnonzero(tree.token_parent >= 0), tree.token_parent[tree.token_parent >= 0]
    while len(token):
        np.add.at(words, node, weight[row[token]])
        node = tree.above[node]
        token, node = token[node >= 0], node[node >= 0]
    root = virtual_roots(tree.treebank)
    left, right = row[tree.left], row[tree.right - 1]
    top = (tree.above < 0) | root[tree.above]
    place = np.where(top, 0, 1 + label[tree.above] * (len(weight) + 1) + left[tree.above])
    return _Phrases(words, label, place, left, right, root)


def _answers(own: _Phrases, other: _Phrases, compared: Mask) -> tuple[Int64s, Int64s, Int64s]:
    """What one parser says about each phrase: 0 if it is not one, another label, and another place."""
    same_words, same_name = _found(other.words, own.words), _found(other.named, own.named)
    compared = compared & ~own.root
    absent = np.where(compared & (same_words < 0), 0, NONE)
    renamed = compared & (same_words >= 0) & (same_name < 0)
    moved = compared & (same_name >= 0) & (other.place[same_name] != own.place)
    return absent, np.where(renamed, other.label[same_words], NONE), np.where(moved, other.place[same_name], NONE)


def _found(there: Int64s, wanted: Int64s) -> Int64s:
    """The last row of each wanted number, which is the lowest of nodes over the same words; NONE if there is none."""
    order = np.argsort(there, kind="stable")
    place = np.searchsorted(there[order], wanted, side="right") - 1
    row = order[np.maximum(place, 0)]
    return np.where((place >= 0) & (there[row] == wanted), row, NONE)


def _missing(items: SuspectItems, own: _Phrases, others: Sequence[_Phrases], label: Sequence[str]) -> Votes:
    """The most frequent phrase that the tree does not have, for the lowest node above all its words."""
    columns = np.concatenate([np.stack((other.left, other.right, other.label, other.named)) for other in others], 1)
    words = np.concatenate([other.words for other in others])
    left, right, code, name = columns[:, _found(own.words, words) == NONE]
    number = numbered(name)
    count = np.bincount(number)[number] if len(number) else number
    over = items.lowest_over(left, right)
    order = np.argsort(count, kind="stable")
    order = order[over[order] >= 0]
    most, answer = np.zeros(len(items), np.int64), np.full(len(items), NONE, np.int64)
    most[over[order]], answer[over[order]] = count[order], order  # the last one is the most frequent
    form = items.treebank.tokens.text("form")

    def said(phrase: int) -> str:
        words = [form[place] or "" for place in range(int(left[phrase]), int(right[phrase]) + 1)]
        shown = " ".join(words) if len(words) <= _LONG else f"{words[0]} {words[1]} … {words[-1]}"
        return f"have {label[int(code[phrase])]} over '{shown}' in it"

    return Votes(most, answer, said)
