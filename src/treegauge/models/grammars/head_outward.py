"""Rules that are generated from the head outwards: the head child, then the children on each side of it.

Collins 1997, Three generative, lexicalised models for statistical parsing, without his words and distances. The head
is hidden: the probability of a rule is the sum over all of its children that could be the head. So trees need no heads,
and the probabilities of all trees add up to one, which they would not if the head had to be the child that head rules
choose. Head rules are used in training only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...annotation.head_rules import head_children
from ...core.types import Floats, Int32s, Mask
from ...treebank import Treebank
from .generating import Automata, log2_generated
from .histories import Context, Histories, Label, RuleEvent

_BEFORE, _AFTER = 1, 2  # the children before the head, and those after it


@dataclass(frozen=True, eq=False)
class HeadAutomata:
    """Of each annotated label (a row) and each child as its head (a column): the probability of the head, and the
    states from which the children before it (the nearest first) and those after it are generated; -1 where the
    probability is 0. `backwards` says of each state of the grammar whether it is of children before the head."""

    probability: Floats
    before: Int32s
    after: Int32s
    backwards: Mask


@dataclass(frozen=True, eq=False)
class HeadSides:
    """Histories are those of `MarkovGrammar`, but of a side of the head: a label of its own, numbered after all labels.
    The first child of a history is the head, whose number is negative."""

    labels: int
    order: int

    def label(self, label: Label, side: int) -> Label:
        """The label of a side."""
        return (label[0] + side * self.labels, *label[1:])

    def without(self, label: Label) -> Label:
        """The label of the phrase."""
        return (label[0] % self.labels, *label[1:])

    def is_before(self, label: Label) -> bool:
        """Whether it is that of the children before the head."""
        return label[0] // self.labels == _BEFORE

    def start(self, head: int) -> Context:
        """The history of the first child on a side."""
        return (-2 - head,)[: self.order]

    def events(
        self, label: Label, children: tuple[int, ...], head: int, stop: int, times: float
    ) -> Iterator[RuleEvent]:
        """What is generated for a rule whose head is the child number `head`."""
        yield label, (), children[head], times
        for side, others in ((_BEFORE, children[:head][::-1]), (_AFTER, children[head + 1 :])):
            past = (-2 - children[head], *others)
            for place, event in enumerate((*others, stop), 1):
                yield self.label(label, side), past[max(0, place - self.order) : place], event, times

    def starts(self, labels: Iterable[Label], heads: Floats) -> Iterator[tuple[Label, Context]]:
        """The histories in which each side of each label begins, for each possible head."""
        for label, row in zip(labels, heads, strict=True):
            for side in (_BEFORE, _AFTER):
                for head in np.flatnonzero(row > 0).tolist():
                    yield self.label(label, side), self.start(head)


def head_places(treebank: Treebank, rules: str, first: NDArray[np.int64]) -> Int32s:
    """The place of the head of each node among its children, by head rules; the first child if they choose none."""
    tokens, nodes = treebank.tokens, treebank.nodes
    chosen = head_children(treebank, rules).astype(np.int64)
    words = tokens.counts[nodes.sentence]
    is_word = chosen < words
    node_left, start = nodes.numbers("left"), nodes.start
    below = np.where(is_word, 0, np.clip(chosen - words, 0, None)) + start
    left = np.where(is_word, chosen, node_left[below])
    # A child is before the head if it begins before it.
    place = np.zeros(len(nodes), np.int64)
    for rows, begins in ((nodes, node_left), (tokens, np.arange(len(tokens)) - tokens.start)):
        parent = rows.numbers("parent")
        child = np.flatnonzero(parent >= 0)
        above = parent[child] + nodes.offsets[rows.sentence[child]]
        place += np.bincount(above, begins[child] < left[above], len(nodes)).astype(np.int64)
    return np.where((chosen >= 0) & (place < np.diff(first)), place, 0).astype(np.int32)


def head_probabilities(labels: Iterable[Label], histories: Histories) -> Floats:
    """The probability of each child to be the head of each annotated label."""
    return np.array([histories.first(label, ())[:-1] for label in labels])


def head_automata(probability: Floats, states: Int32s, backwards: Mask) -> HeadAutomata:
    """The states in which the sides begin, given in the order of `HeadSides.starts`."""
    before, after = (np.full(probability.shape, -1, np.int32) for _ in range(2))
    at = 0
    for label, row in enumerate(probability):
        heads = np.flatnonzero(row > 0)
        for column in (before, after):
            column[label, heads] = states[at : at + len(heads)]
            at += len(heads)
    return HeadAutomata(probability, before, after, backwards)


def log2_headed_rules(
    automata: Automata, heads: HeadAutomata, lineage: Int32s, first: NDArray[np.int64], children: Int32s
) -> Floats:
    """log2 of the probability of the children of each node: each child in turn is taken as the head."""
    node = np.repeat(np.arange(len(lineage)), np.diff(first))
    place, owner = np.arange(len(children)), lineage[node]
    known = np.flatnonzero((owner >= 0) & (children < heads.probability.shape[1]))
    node, place, owner, symbol = node[known], place[known], owner[known], children[known]
    possible = np.flatnonzero(heads.probability[owner, symbol] > 0)
    node, place, owner, symbol = node[possible], place[possible], owner[possible], symbol[possible]
    logs = np.log2(heads.probability[owner, symbol])
    logs += log2_generated(automata, heads.before[owner, symbol], children, place - 1, first[node] - 1, -1)
    logs += log2_generated(automata, heads.after[owner, symbol], children, place + 1, first[node + 1], 1)
    total = np.full(len(lineage), -np.inf)
    np.logaddexp2.at(total, node, logs)
    return total
