"""Latent-variable grammars rule by rule, in dictionaries and plain Python: what latent/ is compared with.

A rule is between states, pairs of a name and a number. Sums over chains of unary rules are repeated until they do not
change; trees are listed by taking every rule at every place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from treegauge.models.grammars.latent.grammar import LatentGrammar

State = tuple[str, int]
Node = tuple[Any, ...]  # a name and its children; a tag has a number of a word


class Rules(NamedTuple):
    start: str
    unary: dict[tuple[State, State], float]
    binary: dict[tuple[State, State, State], float]
    words: list[dict[State, float]]  # of the words of a sentence


def rules_of(grammar: LatentGrammar, words: list[dict[str, list[float]]]) -> Rules:
    """The rules of a grammar, and the weights of the tags of each word."""
    found: list[dict[Any, float]] = []
    for blocks in (grammar.unary, grammar.binary):
        rules = {}
        for key, block in blocks.items(grammar.substates):
            for place in zip(*block.nonzero(), strict=True):
                states = [(grammar.name(symbol), int(number)) for symbol, number in zip(key, place, strict=True)]
                rules[tuple(states)] = float(block[place])
        found.append(rules)
    weights = [{(tag, i): w for tag, row in word.items() for i, w in enumerate(row)} for word in words]
    return Rules(grammar.name(grammar.start), found[0], found[1], weights)


def inside(rules: Rules) -> dict[tuple[int, int], dict[State, float]]:
    """For each span the sums over all trees."""
    n = len(rules.words)
    chart: dict[tuple[int, int], dict[State, float]] = {}
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            low: dict[State, float] = defaultdict(float)
            if length == 1:
                low.update(rules.words[i])
            for k in range(i + 1, i + length):
                for (parent, left, right), weight in rules.binary.items():
                    low[parent] += weight * chart[i, k].get(left, 0.0) * chart[k, i + length].get(right, 0.0)
            chart[i, i + length] = closed(rules, low)
    return chart


def closed(rules: Rules, low: dict[State, float]) -> dict[State, float]:
    """Sums over chains of unary rules, of more and more rules."""
    total, layer = dict(low), dict(low)
    for _ in range(3000):
        above: dict[State, float] = defaultdict(float)
        for (parent, child), weight in rules.unary.items():
            above[parent] += weight * layer.get(child, 0.0)
        for state, value in above.items():
            total[state] = total.get(state, 0.0) + value
        if not any(value > 1e-17 * total[state] for state, value in above.items()):
            break
        layer = above
    return total


def sentence_sum(rules: Rules) -> float:
    top = inside(rules)[0, len(rules.words)]
    return sum(value for (name, _), value in top.items() if name == rules.start)


def tree_states(rules: Rules, tree: Node) -> dict[State, float]:
    """The sums over the substates of a binarised tree below each of its root."""
    name, *children = tree
    if isinstance(children[0], int):
        return {state: value for state, value in rules.words[children[0]].items() if state[0] == name}
    below = [tree_states(rules, child) for child in children]
    found: dict[State, float] = defaultdict(float)
    for states, weight in (rules.unary if len(below) == 1 else rules.binary).items():
        if states[0][0] == name:
            value = weight
            for numbers, state in zip(below, states[1:], strict=True):
                value *= numbers.get(state, 0.0)
            found[states[0]] += value
    return found


def tree_sum(rules: Rules, tree: Node) -> float:
    return sum(tree_states(rules, tree).values()) if tree[0] == rules.start else 0.0


def trees(rules: Rules, longest_chain: int = 3) -> Iterator[Node]:
    """All binarised trees of a sentence, with no more than so many unary rules one above the other."""
    names = {state[0] for key in rules.binary for state in key} | {state[0] for key in rules.unary for state in key}
    binary = {tuple(name for name, _ in key) for key in rules.binary}
    unary = {tuple(name for name, _ in key) for key in rules.unary}

    @cache
    def over(name: str, i: int, j: int, chain: int) -> tuple[Node, ...]:
        listed: list[Node] = []
        if j == i + 1 and any(state[0] == name for state in rules.words[i]):
            listed.append((name, i))
        for parent, left, right in sorted(binary):
            if parent == name:
                for k in range(i + 1, j):
                    for first in over(left, i, k, 0):
                        listed += [(name, first, second) for second in over(right, k, j, 0)]
        if chain < longest_chain:
            for parent, child in sorted(unary):
                if parent == name:
                    listed += [(name, below) for below in over(child, i, j, chain + 1)]
        return tuple(listed)

    assert rules.start in names
    return iter(over(rules.start, 0, len(rules.words), 0))


def nodes_of(tree: Node) -> Iterator[tuple[str, int, int]]:
    """The name and the span of every node."""
    yield tree[0], *span(tree)
    for child in tree[1:]:
        if not isinstance(child, int):
            yield from nodes_of(child)


def span(tree: Node) -> tuple[int, int]:
    leaves = list(words_of(tree))
    return min(leaves), max(leaves) + 1


def words_of(tree: Node) -> Iterator[int]:
    for child in tree[1:]:
        if isinstance(child, int):
            yield child
        else:
            yield from words_of(child)


def best_annotation(rules: Rules, tree: Node) -> float:
    """The weight of the best substates of a tree."""

    def below(node: Node) -> dict[State, float]:
        name, *children = node
        if isinstance(children[0], int):
            return {state: value for state, value in rules.words[children[0]].items() if state[0] == name}
        parts = [below(child) for child in children]
        found: dict[State, float] = {}
        for states, weight in (rules.unary if len(parts) == 1 else rules.binary).items():
            if states[0][0] == name:
                value = weight
                for numbers, state in zip(parts, states[1:], strict=True):
                    value *= numbers.get(state, 0.0)
                found[states[0]] = max(found.get(states[0], 0.0), value)
        return found

    return max(below(tree).values(), default=0.0)


def local_rules(tree: Node) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """The rules of a tree with their spans, a chain of unary rules as one rule from its top to its bottom."""
    bottom = tree
    while len(bottom) == 2 and not isinstance(bottom[1], int):
        bottom = bottom[1]
    i, j = span(tree)
    if bottom is not tree:
        yield ("chain", tree[0], bottom[0]), (i, j)
    if len(bottom) == 2:
        yield ("word", bottom[0]), (i, j)
        return
    yield ("binary", bottom[0], bottom[1][0], bottom[2][0]), (i, span(bottom[1])[1], j)
    for child in bottom[1:]:
        yield from local_rules(child)
