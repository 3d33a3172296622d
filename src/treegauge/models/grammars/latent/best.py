"""Charts of logarithms: the best tree with its substates (Viterbi), and sums where powers of two are not enough."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import log2

from ....core.compiled import borrowed, kernel
from ....core.types import Array
from .inside import span_number

NONE = -np.inf
TIE = 1e-9  # bits: rounding does not decide


@kernel
def join_logs(one: float, other: float, best: bool) -> float:
    """The greater of two logarithms, or the logarithm of the sum."""
    if other > one:
        one, other = other, one
    return one if best or other == NONE else one + log2(1.0 + 2.0 ** (other - one))


@kernel
def fill_logs(network: Any, words: Any, first: int, n: int, best: bool) -> Any:
    """For every substate over every span the logarithm of its best tree, or of the sum of its trees: of those whose
    first rule is not unary, and of all."""
    network, words = borrowed(network), borrowed(words)
    states, symbols = network.state[-1], len(network.state) - 1
    low, top = np.full((n * (n + 1) // 2, states), NONE), np.full((n * (n + 1) // 2, states), NONE)
    there, total = np.zeros((n * (n + 1) // 2, symbols), np.bool_), np.empty(network.widest * network.widest)
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            at = span_number(n, i, i + length)
            if length == 1:
                for entry in range(words.first[first + i], words.first[first + i + 1]):
                    begin = network.state[words.tag[entry]]
                    for place in range(network.state[words.tag[entry] + 1] - begin):
                        low[at, begin + place] = log2(words.weight[words.at[entry] + place])
            for left in range(symbols if length > 1 else 0):
                for pair in range(network.pairs.left[left], network.pairs.left[left + 1]):
                    if _join_splits(network, top, there, n, i, i + length, left, pair, best, total):
                        _join_blocks(network, left, pair, total, best, low[at])
            _join_chains(network, low[at], top[at], best)
            for symbol in range(symbols):
                for state in range(network.state[symbol], network.state[symbol + 1]):
                    there[at, symbol] = there[at, symbol] or top[at, state] > NONE
    return low, top


@kernel
def _join_splits(
    network: Any, top: Array, there: Array, n: int, i: int, j: int, left: int, pair: int, best: bool, total: Array
) -> bool:
    """Two children over all split points; whether there are any."""
    right, found = network.pairs.right[pair], False
    a, b = network.state[left], network.state[right]
    height, width = network.state[left + 1] - a, network.state[right + 1] - b
    for k in range(i + 1, j):
        above, below = span_number(n, i, k), span_number(n, k, j)
        if there[above, left] and there[below, right]:
            if not found:
                found = True
                for place in range(height * width):
                    total[place] = NONE
            for row in range(height):
                for column in range(width):
                    place = row * width + column
                    value = top[above, a + row] + top[below, b + column]
                    if value > NONE:
                        total[place] = join_logs(total[place], value, best)
    return found


@kernel
def _join_blocks(network: Any, left: int, pair: int, total: Array, best: bool, low: Array) -> None:
    """The parents of a pair of children."""
    pairs, right = network.pairs, network.pairs.right[pair]
    size = (network.state[left + 1] - network.state[left]) * (network.state[right + 1] - network.state[right])
    for block in range(pairs.first[pair], pairs.first[pair + 1]):
        at = pairs.at[block]
        for state in range(network.state[pairs.parent[block]], network.state[pairs.parent[block] + 1]):
            for place in range(size):
                value = network.log_pairs[at + place] + total[place]
                if value > NONE:
                    low[state] = join_logs(low[state], value, best)
            at += size


@kernel
def _join_chains(network: Any, low: Array, top: Array, best: bool) -> None:
    """Chains of unary rules: the best ones, or their sums."""
    top[:] = low
    chains = network.chains
    for parent in range(len(network.state) - 1):
        for block in range(chains.first[parent], chains.first[parent + 1]):
            child, at = chains.child[block], chains.at[block]
            for state in range(network.state[parent], network.state[parent + 1]):
                for below in range(network.state[child], network.state[child + 1]):
                    log = (
                        network.log_chain[network.place[state], network.place[below]]
                        if best
                        else (network.log_chains[at])
                    )
                    if log + low[below] > NONE:
                        top[state] = join_logs(top[state], log + low[below], best)
                    at += 1


@kernel
def best_of_start(network: Any, top: Array, n: int, best: bool) -> Any:
    """The logarithm for the whole sentence, and the best substate of the start symbol."""
    total, chosen = NONE, -1
    for state in range(network.state[network.start], network.state[network.start + 1]):
        value = top[span_number(n, 0, n), state]
        if value > NONE and (chosen < 0 or value > top[span_number(n, 0, n), chosen] + TIE):
            chosen = state
        total = join_logs(total, value, best) if value > NONE else total
    return total, chosen
