"""The plain twin of prefix probabilities: slow, by the definition, in fractions where the masses are whole.

The word before the end of a prefix is in exactly one child of a node: the children before it derive the words before it
exactly, and those after it derive anything. Where it is in the first child, that child begins at the same place, so the
labels at one place are the unknowns of a linear system.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import plain

from treegauge import Grammar

Number = Any  # fractions, or floats


def rules_with_probability(grammar: Grammar, exact: bool) -> list[tuple[int, list[int], Number]]:
    """The left-hand side, the right-hand side and the probability of every rule."""
    total = [Fraction(0)] * grammar.nonterminals
    for label, weight in zip(grammar.lhs.tolist(), grammar.weight.tolist(), strict=True):
        total[label] += Fraction(weight)
    rules = []
    for number, label in enumerate(grammar.lhs.tolist()):
        rhs = grammar.rhs[grammar.offsets[number] : grammar.offsets[number + 1]].tolist()
        probability = Fraction(grammar.weight[number]) / total[label] if total[label] else Fraction(0)
        rules.append((label, rhs, probability if exact else float(probability)))
    return rules


def masses(grammar: Grammar, rounds: int = 20_000) -> list[float] | None:
    """The probability that each label derives a finite string, by going through the equations again and again; None if
    that takes too long."""
    rules, mass = rules_with_probability(grammar, exact=False), [0.0] * grammar.nonterminals
    for _ in range(rounds):
        new = [0.0] * grammar.nonterminals
        for label, rhs, probability in rules:
            new[label] += probability * float(np.prod([mass[s] for s in rhs if s < grammar.nonterminals]))
        if max(abs(a - b) for a, b in zip(new, mass, strict=True)) < 1e-16:
            return new
        mass = new
    return None


def prefix_probability(grammar: Grammar, tags: Sequence[str], mass: Sequence[Number]) -> Number:
    """The sum over all sentences that begin with the tags; there is at least one."""
    n, labels = len(tags), grammar.nonterminals
    exact = all(isinstance(value, int) for value in mass)
    rules, chart = rules_with_probability(grammar, exact), plain.inside_dense(grammar, tags, exact=True)
    names = list(grammar.symbols)
    prefix: list[list[Number]] = [[]] * n

    def inside(symbol: int, begin: int, end: int) -> Number:
        if symbol >= labels:
            return int(end == begin + 1 and tags[begin] == names[symbol])
        value = chart[symbol, begin, end]
        return value if exact else float(value)

    def begins(symbol: int, place: int) -> Number:
        """The symbol begins at the place, and has the last tag in it."""
        return inside(symbol, place, n) if symbol >= labels else prefix[place][symbol]

    for place in range(n - 1, -1, -1):
        matrix = [[Fraction(0) if exact else 0.0] * labels for _ in range(labels)]
        constant = [Fraction(0) if exact else 0.0] * labels
        for label, rhs, probability in rules:
            after: list[Number] = [1]
            for symbol in reversed(rhs[1:]):
                after.insert(0, after[0] * (mass[symbol] if symbol < labels else 1))
            before = {place: probability}  # the ends of the children so far
            for number, symbol in enumerate(rhs):
                for at, value in before.items():
                    if number == 0 and symbol < labels:
                        matrix[label][symbol] += value * after[0]
                    elif at < n:
                        constant[label] += value * begins(symbol, at) * after[number]
                before = {
                    end: sum(value * inside(symbol, at, end) for at, value in before.items() if at < end)
                    for end in range(place + 1, n + 1)
                }
        prefix[place] = solved(matrix, constant)
    return prefix[0][grammar.start]


def solved(matrix: list[list[Number]], constant: list[Number]) -> list[Number]:
    """x = matrix x + constant, by elimination: the least solution, where a label that only leads to itself has none."""
    size = len(constant)
    rows = [[int(a == b) - matrix[a][b] for b in range(size)] + [constant[a]] for a in range(size)]
    for a in range(size):
        if rows[a][a] == 0:
            rows[a] = [int(a == b) for b in range(size)] + [0]
        rows[a] = [value / rows[a][a] for value in rows[a]]
        for b in range(size):
            if b != a and rows[b][a] != 0:
                rows[b] = [value - rows[b][a] * other for value, other in zip(rows[b], rows[a], strict=True)]
    return [row[-1] for row in rows]
