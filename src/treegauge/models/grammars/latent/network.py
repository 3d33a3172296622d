"""The arrays that charts are filled with: everything that can be prepared once for a grammar. Plain arrays only, so
that any engine can work on them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....core.types import Floats, Int32s, Int64s
from .chains import best_chains, chain_blocks, unary_state_matrix
from .grammar import LatentGrammar, RuleBlocks

HIDDEN, LABEL, TAG = 0, 1, 2
Int8s = NDArray[np.int8]


class ChildPairs(NamedTuple):
    """Binary rules by their children: those with the left child B are the pairs left[B] to left[B + 1]; pair p has the
    right child right[p], and the blocks first[p] to first[p + 1], each with a parent and where its weights begin (`at`:
    one row per substate of the parent, each a matrix of the left and the right child). `weight` has those of all."""

    left: Int64s
    right: Int32s
    first: Int64s
    parent: Int32s
    at: Int64s
    weight: Floats


class Unaries(NamedTuple):
    """Blocks of one parent and one child, by their parents: those of A are first[A] to first[A + 1]; block r has the
    child child[r], and its weights begin at at[r], one row per substate of the parent."""

    first: Int64s
    child: Int32s
    at: Int64s
    weight: Floats


class LatentNetwork(NamedTuple):
    """A grammar as arrays. The substates of symbol s are state[s] to state[s + 1]; `widest` is the largest number of
    them. `chains` has the sums of all chains of unary rules of one or more.

    `kind` is what a node of the symbol is in a tree: HIDDEN, LABEL or TAG. `log_pairs` and `log_chains` are logarithms
    of the weights of `pairs` and `chains`. `place` has for each substate its row in the square matrices of logarithms
    log_unary (single rules) and log_chain (the best chain), -1 if it is in no unary rule; `owner` and `state_at` have
    the symbol and the substate of each row. There is at most 2^slack times as much around a child as around its
    parents.
    """

    start: int
    state: Int64s
    widest: int
    pairs: ChildPairs
    unary: Unaries
    chains: Unaries
    kind: Int8s
    log_pairs: Floats
    log_chains: Floats
    place: Int32s
    state_at: Int32s
    owner: Int32s
    log_unary: Floats
    log_chain: Floats
    slack: int


def build_latent_network(grammar: LatentGrammar) -> LatentNetwork:
    """The arrays of a grammar."""
    used = np.unique(grammar.unary.symbols).astype(np.int64)
    state = grammar.offsets
    states = np.concatenate([np.zeros(0, np.int64), *(np.arange(state[s], state[s + 1]) for s in used.tolist())])
    place = np.full(grammar.states, -1, np.int32)
    place[states] = np.arange(len(states))
    owner = np.repeat(np.arange(len(grammar.symbols)), grammar.substates)[states].astype(np.int32)
    with np.errstate(divide="ignore"):
        log_unary = np.log2(unary_state_matrix(grammar.unary, grammar.substates, state)[np.ix_(states, states)])
        chains = chain_blocks(grammar.unary, grammar.substates, state, used)
        log_pairs, log_chains = np.log2(grammar.binary.weight), np.log2(chains.weight)
    count = len(grammar.symbols)
    return LatentNetwork(
        grammar.start,
        state,
        int(grammar.substates.max()),
        _pairs(grammar.binary, count),
        _unaries(grammar.unary, count),
        _unaries(chains, count),
        _kinds(grammar),
        log_pairs,
        log_chains,
        place,
        states.astype(np.int32),
        owner,
        log_unary,
        best_chains(log_unary),
        _slack(grammar, chains),
    )


def _slack(grammar: LatentGrammar, chains: RuleBlocks) -> int:
    """log2 of the largest sum of the weights over a child, and over chains above it."""
    offsets, over, above = grammar.offsets, np.zeros(grammar.states), np.ones(grammar.states)
    for (_, left, right), block in grammar.binary.items(grammar.substates):
        over[offsets[left] : offsets[left + 1]] += block.sum((0, 2))
        over[offsets[right] : offsets[right + 1]] += block.sum((0, 1))
    for (_, child), block in chains.items(grammar.substates):
        above[offsets[child] : offsets[child + 1]] += block.sum(0)
    most = float(over.max() * above.max())
    return max(0, int(np.ceil(np.log2(most)))) if most > 0 else 0


def _kinds(grammar: LatentGrammar) -> Int8s:
    kind = np.where(grammar.hidden, HIDDEN, LABEL).astype(np.int8)
    kind[grammar.nonterminals :] = TAG
    return kind


def _pairs(binary: RuleBlocks, symbols: int) -> ChildPairs:
    parent, left, right = binary.symbols.T
    order = np.lexsort((parent, right, left))
    key = left[order].astype(np.int64) * symbols + right[order]
    keys, first = np.unique(key, return_index=True)
    return ChildPairs(
        np.searchsorted(keys, np.arange(symbols + 1) * symbols).astype(np.int64),
        (keys % symbols).astype(np.int32),
        np.append(first, len(key)).astype(np.int64),
        parent[order].astype(np.int32),
        binary.first[:-1][order],
        binary.weight,
    )


def _unaries(unary: RuleBlocks, symbols: int) -> Unaries:
    first = np.searchsorted(unary.symbols[:, 0], np.arange(symbols + 1)).astype(np.int64)
    return Unaries(first, unary.symbols[:, 1].astype(np.int32), unary.first[:-1].copy(), unary.weight)
