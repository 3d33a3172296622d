"""Plain twins of grammar inference: slow, by the definitions, exact where asked.

A tree is its leftmost derivation: the numbers of its rules in preorder.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np
from plain_charts import (
    BEST_LOGS,
    COUNT,
    EXACT,
    EXACT_BEST,
    LOGS,
    UNKNOWN,
    Array,
    Chart,
    Rule,
    fill,
    is_unary,
    live_rules,
    log2,
    multiply,
    rules_of,
    terminals,
)

from treegauge import Grammar, Tree, Treebank, induce
from treegauge.models.grammars.grammar import name_of
from treegauge.treebank.views import Node

Derivation = tuple[int, ...]


def inside_dense(grammar: Grammar, tags: Sequence[str], *, exact: bool = False) -> Array:
    """I[A, i, k] of every nonterminal over every span: fractions, or logarithms to base 2."""
    chart = fill(grammar, tags, EXACT if exact else LOGS)
    return np.stack([chart.inside[symbol] for symbol in range(grammar.nonterminals)])


def sentence_probability(grammar: Grammar, tags: Sequence[str]) -> Fraction:
    """The sum over all trees; an empty sentence has none."""
    found: Fraction = fill(grammar, tags, EXACT).inside[grammar.start][0, len(tags)]
    return found


def log2_sentence(grammar: Grammar, tags: Sequence[str]) -> float:
    """The same in logarithms, for sentences too long for fractions."""
    return float(fill(grammar, tags, LOGS).inside[grammar.start][0, len(tags)])


def number_of_trees(grammar: Grammar, tags: Sequence[str]) -> int:
    found: int = fill(grammar, tags, COUNT).inside[grammar.start][0, len(tags)]
    return found


def viterbi_plain(grammar: Grammar, tags: Sequence[str], *, exact: bool = True) -> tuple[Any, Derivation | None]:
    """The probability of a best tree (a fraction, or a logarithm to base 2) and the tree, None where there is none."""
    chart = fill(grammar, tags, EXACT_BEST if exact else BEST_LOGS)
    value = chart.inside[grammar.start][0, len(tags)]
    return value, None if value == chart.algebra.zero else _traced(grammar, chart, len(tags))


def _traced(grammar: Grammar, chart: Chart, length: int) -> Derivation:
    rules, found, waiting = live_rules(grammar), [], [(grammar.start, 0, length)]
    while waiting:
        symbol, i, k = waiting.pop()
        if symbol < grammar.nonterminals:
            rule, spans = _best_step(grammar, chart, [rule for rule in rules if rule.lhs == symbol], (symbol, i, k))
            found.append(rule.number)
            waiting.extend(reversed(spans))
    return tuple(found)


def _best_step(
    grammar: Grammar, chart: Chart, rules: list[Rule], item: tuple[int, int, int]
) -> tuple[Rule, list[tuple[int, int, int]]]:
    """The rule at the top of a best tree, and its children. Unary rules come last, so that no cycle is entered."""
    (symbol, i, k), algebra = item, chart.algebra
    for rule in sorted(rules, key=lambda rule: is_unary(grammar, rule)):
        inner = chart.prefix[rule.number][-1][i, k]
        if (
            inner != algebra.zero
            and algebra.times(algebra.weigh(rule.probability), inner) == chart.inside[symbol][i, k]
        ):
            return rule, _children(chart, rule, i, k)
    raise AssertionError("no rule has the value of the chart")


def _children(chart: Chart, rule: Rule, i: int, k: int) -> list[tuple[int, int, int]]:
    prefix, spans, end = chart.prefix[rule.number], [], k
    for d in range(len(rule.rhs), 1, -1):
        last = chart.inside[rule.rhs[d - 1]]
        split = next(
            j for j in range(i + 1, end) if chart.algebra.times(prefix[d - 1][i, j], last[j, end]) == prefix[d][i, end]
        )
        spans.append((rule.rhs[d - 1], split, end))
        end = split
    return [(rule.rhs[0], i, end), *reversed(spans)]


def all_trees(grammar: Grammar, tags: Sequence[str]) -> Iterator[Derivation]:
    """Every tree, from the top, the leftmost symbol first; no chart. Only for grammars without unary cycles."""
    by_lhs: dict[int, list[Rule]] = {}
    for rule in live_rules(grammar):
        by_lhs.setdefault(rule.lhs, []).append(rule)
    words = terminals(grammar, tags)
    waiting: list[tuple[tuple[int, ...], int, Derivation]] = [((grammar.start,), 0, ())]
    while waiting:
        symbols, position, derivation = waiting.pop()
        while symbols and position < len(words) and symbols[0] == words[position]:
            symbols, position = symbols[1:], position + 1
        if not symbols and position == len(words):
            yield derivation
        elif symbols and symbols[0] < grammar.nonterminals:
            for rule in by_lhs.get(symbols[0], []):
                if len(rule.rhs) + len(symbols) - 1 <= len(words) - position:
                    waiting.append((rule.rhs + symbols[1:], position, (*derivation, rule.number)))


def tree_probability(grammar: Grammar, tree: Derivation) -> Fraction:
    probability = {rule.number: rule.probability for rule in rules_of(grammar)}
    return reduce(multiply, (probability[number] for number in tree), Fraction(1))


def tree_entropy(grammar: Grammar, tags: Sequence[str]) -> float:
    """H(T|w) in bits (Hwa 2004), from all trees one by one."""
    probabilities = [tree_probability(grammar, tree) for tree in all_trees(grammar, tags)]
    total = sum(probabilities, Fraction(0))
    return -math.fsum(float(value / total) * log2(value / total) for value in probabilities)


def derivation_of(grammar: Grammar, tree: Tree) -> Derivation | None:
    """The rules of a tree of the table in preorder, None where the grammar lacks one or there is another root."""
    number = {grammar.rule(rule.number): rule.number for rule in live_rules(grammar)}
    start = grammar.name(grammar.start)
    if [root.label if isinstance(root, Node) else None for root in tree.roots] != [start]:
        return None
    found = []
    for node in tree.nodes:
        rule = (node.label or "", tuple(_spelled(child) for child in node.children))
        if rule not in number:
            return None
        found.append(number[rule])
    return tuple(found)


def _spelled(child: Any) -> str:
    return name_of(child.label or "") if isinstance(child, Node) else json.dumps(child.tag, ensure_ascii=False)


def brackets_of(grammar: Grammar, tree: Derivation) -> list[tuple[str, int, int]]:
    """Label, first tag and one past the last of every phrase of a derivation, in preorder."""
    rules, position = rules_of(grammar), 0
    opened: list[int] = []
    numbers, waiting = iter(tree), [grammar.start]
    ends: list[list[Any]] = []
    while waiting:
        symbol = waiting.pop()
        if symbol == UNKNOWN:
            ends[opened.pop()][2] = position
        elif symbol < grammar.nonterminals:
            opened.append(len(ends))
            ends.append([grammar.name(symbol), position, 0])
            waiting += [UNKNOWN, *reversed(rules[next(numbers)].rhs)]
        else:
            position += 1
    return [(label, left, right) for label, left, right in ends]


def without(treebank: Treebank, sentence: int) -> Grammar | None:
    """Leave one out by the definition: the grammar of all the other sentences; None where there is no other. The trees
    must have their common root already."""
    others = np.array([number for number in range(len(treebank)) if number != sentence])
    return induce(treebank.select(others)) if len(others) else None
