"""The mass of each label: the probability that it derives a finite string. It is 1 in a consistent grammar."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.types import Floats, Int64s, Mask
from ..grammar import Grammar
from ..inference import RuleGrammar
from ..inference.network import WeightedNetwork
from ..properties import CLOSE, growing_parts, growth_rate, productive, reachable, solve

_CLOSE_ENOUGH = 1e-13  # a change of an unknown in a step of Newton's method: the next one would be its square
_ROUNDS = 200  # of Newton's method; it needs few, but more the nearer the growth is to 1


class Equations(NamedTuple):
    """The masses as equations: unknown[row] is the sum of weight * unknown[one] * unknown[other] over its terms; the
    last unknown is 1. The first ones are the masses of labels, the others those of parts of rules."""

    row: Int64s
    one: Int64s
    other: Int64s
    weight: Floats
    size: int

    def values(self, unknown: Floats) -> Floats:
        product = self.weight * unknown[self.one] * unknown[self.other]
        values: Floats = np.bincount(self.row, product, self.size).astype(np.float64)
        return values

    def slopes(self, unknown: Floats) -> Any:
        """The matrix of derivatives."""
        from scipy.sparse import csr_array

        row, column = np.tile(self.row, 2), np.append(self.one, self.other)
        slope = np.append(self.weight * unknown[self.other], self.weight * unknown[self.one])
        inner = (column < self.size) & (slope > 0)
        return csr_array((slope[inner], (row[inner], column[inner])), (self.size, self.size))


def label_masses(grammar: RuleGrammar, weighted: WeightedNetwork) -> Floats:
    """The mass of each label; 0 if it derives no finite string.

    It is the least solution of the equations of the grammar, by Newton's method from zero (Etessami & Yannakakis 2009,
    Recursive Markov chains). Where a label leads to nothing that grows without end, it is known to be 1.
    """
    if not isinstance(grammar, Grammar):
        return _least_solution(_of_states(weighted), grammar.nonterminals)[: grammar.nonterminals]
    ends = productive(grammar)
    if growth_rate(grammar) <= 1 + CLOSE and not (reachable(grammar) & ~ends).any():
        return ends.astype(np.float64)
    return _least_solution(_of_rules(grammar), grammar.nonterminals)[: grammar.nonterminals]


def _of_rules(grammar: Grammar) -> Equations:
    """Each rest of a rule is an unknown: its first symbol times the rest after it."""
    labels, positions = grammar.nonterminals, np.arange(len(grammar.rhs))
    rule = np.repeat(np.arange(len(grammar)), np.diff(grammar.offsets))
    size = labels + len(positions)
    begins, ends = positions == grammar.offsets[rule], positions + 1 == grammar.offsets[rule + 1]
    return Equations(
        row=np.where(begins, grammar.lhs[rule], labels + positions),
        one=np.where(grammar.rhs < labels, grammar.rhs, size).astype(np.int64),
        other=np.where(ends, size, labels + positions + 1),
        weight=np.where(begins, grammar.probability[rule], 1.0),
        size=size,
    )


def _of_states(weighted: WeightedNetwork) -> Equations:
    """Each state of a network whose states belong to one label each is an unknown."""
    network, labels = weighted.network, weighted.network.nonterminals
    size = labels + len(network.first) - 1
    child = np.repeat(np.arange(labels), np.diff(network.unary_first))
    own = np.where(network.source > 0, labels + network.source, network.lhs[network.slot])
    return Equations(
        row=np.append(own, network.lhs[network.unary]).astype(np.int64),
        one=np.append(np.where(network.symbol < labels, network.symbol, size), child).astype(np.int64),
        other=np.append(np.where(network.target < 0, size, labels + network.target), np.full(len(child), size)).astype(
            np.int64
        ),
        weight=weighted.weight[np.append(network.slot, network.unary), 0],
        size=size,
    )


def _with_whole_labels(equations: Equations, labels: int) -> Floats:
    """The unknowns where all labels have the mass 1: the others follow from a linear system."""
    from scipy.sparse import eye_array

    unknown = np.concatenate((np.ones(labels), np.zeros(equations.size - labels), np.ones(1)))
    steps = equations.slopes(unknown)[labels:, labels:]
    unknown[labels:-1] = solve(eye_array(steps.shape[0]) - steps, equations.values(unknown)[labels:])
    return unknown


def _least_solution(equations: Equations, labels: int) -> Floats:
    from scipy.sparse import eye_array

    whole, ends = _with_whole_labels(equations, labels), _ending(equations)
    slopes = equations.slopes(whole)
    below = ~ends | growing_parts(slopes)  # then all that leads there
    while (more := below | (slopes @ below.astype(np.float64) > 0)).sum() > below.sum():
        below = more
    unknown, there = np.where(np.append(below, False), 0.0, whole), np.flatnonzero(below & ends)
    for _ in range(_ROUNDS if len(there) else 0):
        slopes = equations.slopes(unknown)[there][:, there]
        change = solve(eye_array(len(there)) - slopes, (equations.values(unknown) - unknown[:-1])[there])
        unknown[there] += change
        if (np.abs(change) <= _CLOSE_ENOUGH * unknown[there]).all():
            break
    least: Floats = np.minimum(unknown[:-1], 1.0)
    return least


def _ending(equations: Equations) -> Mask:
    """Which unknowns are not zero."""
    some = np.append(np.zeros(equations.size), 1.0)
    while (more := np.append(equations.values(some) > 0, True)).sum() > some.sum():
        some = more.astype(np.float64)
    return some[:-1] > 0
