"""The rules of a grammar as one network that reads right-hand sides from left to right.

Rules share states: a prefix that several rules have is one state (a trie over all left-hand sides); where a prefix
belongs to one rule only, the rest of that rule is a state shared with all rules of the same rest and left-hand side.
Each rule has its weight on exactly one edge, so that a weight can be changed in one place. Rules of one nonterminal are
not part of the network: chains of them are summed by themselves (closure.py).
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....core.types import Floats, Int32s
from ..grammar import Grammar
from ..markov import MarkovGrammar
from ..rule_edges import rule_edges

RuleGrammar = Grammar | MarkovGrammar  # what networks are made of


class Network(NamedTuple):
    """Edges grouped by the state they leave: over tags, over labels to the end of a rule, over labels to other states.
    States are numbered so that edges lead upwards, unless the network is `cyclic`; 0 is where rules begin.

    An edge reads `symbol` and leads to the state `target`, or, where `target` is negative, completes the left-hand side
    ~target. `slot` is the rule whose weight it carries, or -1 (weight one). `by_label` are the edges that read a
    nonterminal, grouped by it; unary rules are given by their number, grouped by the child. From a state, everything
    is also possible that is possible from the state `back` (-1: none; no states at all: none has one), with the weights
    `back_weight`.
    """

    first: NDArray[np.int64]
    source: Int32s
    symbol: Int32s
    target: Int32s
    slot: Int32s
    label_first: NDArray[np.int64]
    by_label: Int32s
    unary_first: NDArray[np.int64]
    unary: Int32s
    lhs: Int32s
    nonterminals: int
    symbols: int
    start: int
    cyclic: bool
    back: Int32s
    back_weight: Floats


class WeightedNetwork(NamedTuple):
    """A network, and for each slot its weight in sums and its logarithm in maxima."""

    network: Network
    weight: Floats


def build_network(grammar: Grammar) -> Network:
    """The network of all rules, without their weights."""
    count, offsets = grammar.nonterminals, grammar.offsets.tolist()
    rhs = grammar.rhs.tolist()
    rules = [tuple(rhs[begin:end]) for begin, end in pairwise(offsets)]
    unary = [r for r, symbols in enumerate(rules) if len(symbols) == 1 and symbols[0] < count]
    others = sorted(set(range(len(rules))).difference(unary), key=lambda r: (rules[r], r))
    edges = _edges(rules, others, grammar.lhs.tolist())
    child = np.array([rules[r][0] for r in unary], np.int64)
    columns = np.array(edges, np.int32).reshape(-1, 4).T.copy()
    return _sorted(grammar, columns, grammar.lhs, np.array(unary, np.int32), child, cyclic=False)


def build_markov_network(grammar: MarkovGrammar, *, sharing: bool) -> WeightedNetwork:
    """The network of a grammar whose children are generated one by one: its states are histories."""
    edges = rule_edges(grammar, sharing=sharing)
    columns = np.stack((edges.source, edges.symbol, edges.target, edges.slot))
    network = _sorted(grammar, columns, edges.lhs, edges.unary, edges.unary_child, cyclic=True)
    return WeightedNetwork(network._replace(back=edges.back, back_weight=edges.back_weight), edges.weight)


def _sorted(
    grammar: RuleGrammar, edges: Int32s, lhs: Int32s, unary: Int32s, child: NDArray[Any], *, cyclic: bool
) -> Network:
    """The network of edges (rows: source, symbol, target, slot) and of unary rules with their children."""
    source, symbol, target, slot = edges
    count = grammar.nonterminals
    kind = np.where(symbol >= count, 0, np.where(target < 0, 1, 2))
    order = np.lexsort((target, symbol, kind, source))
    source, symbol, target, slot = source[order], symbol[order], target[order], slot[order]
    by_label = np.argsort(symbol, kind="stable").astype(np.int32)
    states = int(max(source.max(initial=0), target.max(initial=0))) + 1
    return Network(
        np.searchsorted(source, np.arange(states + 1)),
        source,
        symbol,
        target,
        slot,
        np.searchsorted(symbol[by_label], np.arange(count + 1)),
        by_label,
        np.searchsorted(np.sort(child), np.arange(count + 1)),
        unary[np.argsort(child, kind="stable")],
        lhs.astype(np.int32),
        count,
        len(grammar.symbols),
        grammar.start,
        cyclic,
        np.zeros(0, np.int32),
        np.zeros((0, 2)),
    )


def _edges(rules: list[tuple[int, ...]], order: list[int], lhs: list[int]) -> list[tuple[int, int, int, int]]:
    """Edges as source, symbol, target and slot, from rules in lexicographic order."""
    shared = _shared_prefixes(rules, order)
    states, rests = _number(rules, order, lhs, shared)
    edges: dict[tuple[int, int, int], int] = {}
    for r in order:
        symbols, state, waiting = rules[r], 0, r
        for place, symbol in enumerate(symbols[:-1], 1):
            if place <= shared[r]:
                target = states[symbols[:place]]
                edges[state, symbol, target] = -1
            else:
                target = rests[symbols[place:], lhs[r]]
                edges[state, symbol, target] = waiting
                waiting = -1
            state = target
        edges[state, symbols[-1], ~lhs[r]] = waiting
    return [(*edge, slot) for edge, slot in edges.items()]


def _shared_prefixes(rules: list[tuple[int, ...]], order: list[int]) -> dict[int, int]:
    """The length of the longest prefix that each rule shares with another one."""
    shared: dict[int, int] = defaultdict(int)
    for one, other in pairwise(order):
        common = 0
        for a, b in zip(rules[one], rules[other], strict=False):
            if a != b:
                break
            common += 1
        shared[one] = max(shared[one], common)
        shared[other] = common
    return shared


Rests = dict[tuple[tuple[int, ...], int], int]


def _number(
    rules: list[tuple[int, ...]], order: list[int], lhs: list[int], shared: dict[int, int]
) -> tuple[dict[tuple[int, ...], int], Rests]:
    """Numbers for shared prefixes (a prefix comes before longer ones) and, after all of them, for the rests of
    rules with their left-hand sides (longer ones first)."""
    states: dict[tuple[int, ...], int] = {}
    rests: Rests = {}
    for r in order:
        symbols = rules[r]
        for place in range(1, len(symbols)):
            if place <= shared[r]:
                states.setdefault(symbols[:place], len(states) + 1)
            else:
                rests[symbols[place:], lhs[r]] = 0
    for number, rest in enumerate(sorted(rests, key=lambda rest: (-len(rest[0]), rest)), len(states) + 1):
        rests[rest] = number
    return states, rests
