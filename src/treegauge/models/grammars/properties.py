"""Properties of a grammar: its size, and whether its probabilities are proper and consistent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.errors import DataError
from ...core.types import Mask
from .grammar import Grammar

CLOSE = 1e-10  # a growth this near to 1 counts as 1: sums of rounded probabilities are not closer


@dataclass(frozen=True)
class Properties:
    """A grammar in figures. A rule of probability zero counts as a rule, and is never used.

    occurrences     the number of occurrences of all rules (the sum of the weights)
    ratio           rules / occurrences
    unary, binary   rules with one symbol and with two symbols on the right, tags or labels
    longest         symbols in the longest right-hand side
    proper          the probabilities of every left-hand side sum to one
    consistent      a tree drawn from the grammar is finite with probability one
    growth          spectral radius of the mean matrix: the rate at which a tree grows from level to level; below 1 the
                    grammar is consistent and a tree has a finite expected size
    critical        growth is 1: trees may still be finite, but their expected size is not
    useless         labels and tags (in quotes) that are in no tree
    unary_cycles    groups of labels that derive each other by unary rules
    """

    rules: int
    nonterminals: int
    tags: int
    occurrences: float
    ratio: float
    unary: int
    binary: int
    longest: int
    proper: bool
    consistent: bool
    growth: float
    critical: bool
    useless: tuple[str, ...]
    unary_cycles: tuple[tuple[str, ...], ...]


def properties(grammar: Grammar) -> Properties:
    """Count a grammar and check its probabilities.

    Booth & Thompson 1973, Applying probability measures to abstract languages; Etessami & Yannakakis 2009, Recursive
    Markov chains, for grammars whose growth is 1. A maximum-likelihood treebank grammar is always consistent (Chi &
    Geman 1998, Estimation of probabilistic context-free grammars).
    """
    lengths = np.diff(grammar.offsets)
    sums = np.bincount(grammar.lhs, grammar.probability, grammar.nonterminals)
    occurrences = float(grammar.weight.sum())
    growth = growth_rate(grammar)
    ends = not (reachable(grammar) & ~productive(grammar)).any()
    return Properties(
        rules=len(grammar),
        nonterminals=grammar.nonterminals,
        tags=len(grammar.symbols) - grammar.nonterminals,
        occurrences=occurrences,
        ratio=len(grammar) / occurrences if occurrences else float("inf"),
        unary=int((lengths == 1).sum()),
        binary=int((lengths == 2).sum()),
        longest=int(lengths.max(initial=0)),
        proper=bool((np.abs(sums - 1) <= 1e-12).all()),
        consistent=bool(ends and growth <= 1 + CLOSE),
        growth=growth,
        critical=abs(growth - 1) <= CLOSE,
        useless=tuple(grammar.spelled(symbol) for symbol in np.flatnonzero(useless_symbols(grammar)).tolist()),
        unary_cycles=_unary_cycles(grammar),
    )


def check_consistent(grammar: Grammar) -> None:
    """Raise an error if a tree drawn from the grammar may be infinite or has no finite expected size."""
    endless = reachable(grammar) & ~productive(grammar)
    if endless.any():
        name = grammar.name(int(np.argmax(endless)))
        raise DataError(
            f"the grammar is not consistent: '{name}' derives no words by rules with a probability above zero"
        )
    growth = growth_rate(grammar)
    if growth > 1 + CLOSE:
        raise DataError(f"the grammar is not consistent: a tree grows by {growth:.6g} from level to level, not below 1")
    if growth >= 1 - CLOSE:
        raise DataError("the grammar is critical (a tree grows by 1 from level to level): no expected size is finite")


def mean_matrix(grammar: Grammar) -> Any:
    """M[A, B], the mean number of children B of a node A, over the labels; sparse, without zeros."""
    from scipy.sparse import csr_array

    rule = np.repeat(np.arange(len(grammar)), np.diff(grammar.offsets))
    used = (grammar.rhs < grammar.nonterminals) & (grammar.probability[rule] > 0)
    rule = rule[used]
    shape = grammar.nonterminals, grammar.nonterminals
    return csr_array((grammar.probability[rule], (grammar.lhs[rule], grammar.rhs[used])), shape)


def reachable(grammar: Grammar) -> Mask:
    """Labels that can be in a tree, finished or not."""
    from scipy.sparse.csgraph import breadth_first_order

    reached = np.zeros(grammar.nonterminals, bool)
    reached[breadth_first_order(mean_matrix(grammar), grammar.start, return_predecessors=False)] = True
    return reached


def productive(grammar: Grammar) -> Mask:
    """Labels that derive words by rules with a probability above zero."""
    rule = np.repeat(np.arange(len(grammar)), np.diff(grammar.offsets))
    known = np.arange(len(grammar.symbols)) >= grammar.nonterminals
    before = -1
    while known.sum() > before:
        before = int(known.sum())
        open_children = np.bincount(rule, ~known[grammar.rhs], len(grammar))
        known[grammar.lhs[(open_children == 0) & (grammar.probability > 0)]] = True
    return known[: grammar.nonterminals]


def growth_rate(grammar: Grammar) -> float:
    """The spectral radius of the mean matrix over the labels that the start reaches: the largest radius of its strongly
    connected parts, computed part by part because a matrix with several parts is ill-conditioned."""
    there = np.flatnonzero(reachable(grammar))
    matrix = mean_matrix(grammar)[there][:, there]
    return max((_radius(matrix[part][:, part]) for part in _components(matrix)), default=0.0)


def growing_parts(matrix: Any) -> Mask:
    """The members of strongly connected parts of a mean matrix that grow by more than 1."""
    growing = np.zeros(matrix.shape[0], bool)
    for part in _components(matrix):
        growing[part] = _radius(matrix[part][:, part]) > 1 + CLOSE
    return growing


def _components(matrix: Any) -> list[NDArray[np.intp]]:
    """Strongly connected parts that have a cycle."""
    from scipy.sparse.csgraph import connected_components

    count, part = connected_components(matrix, directed=True, connection="strong")
    order = np.argsort(part, kind="stable")
    parts = np.split(order, np.cumsum(np.bincount(part, minlength=count))[:-1]) if count else []
    loops = matrix.diagonal() > 0
    return [members for members in parts if len(members) > 1 or loops[members[0]]]


def _radius(matrix: Any) -> float:
    """The Perron root of an irreducible matrix by Noda's iteration: inverse iteration, shifted by the upper one of the
    two bounds of Collatz and Wielandt, which close in on the root."""
    from scipy.sparse import eye_array

    if matrix.shape[0] == 1:
        return float(matrix.sum())
    vector = np.ones(matrix.shape[0])
    for _ in range(300):  # power iteration costs little, and is often enough
        vector += matrix @ vector
        vector /= vector.max()
    low, high = 0.0, np.inf
    for _ in range(100):
        ratio = (matrix @ vector) / vector
        low, high = max(low, float(ratio.min())), min(high, float(ratio.max()))
        if high - low <= 1e-13 * high:
            break
        # A little above the bound, so that the matrix is regular even when the bound has reached the root.
        vector = solve(high * (1 + 1e-12) * eye_array(len(vector)) - matrix, vector)
        vector /= vector.max()
    return (low + high) / 2


def solve(matrix: Any, right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Solve a system whose matrix is an M-matrix (dominant diagonal, nothing positive elsewhere). Pivots are kept on
    the
    diagonal, so that nothing cancels and the solution for a positive right side is positive."""
    from scipy.sparse import csc_array
    from scipy.sparse.linalg import splu

    factors = splu(
        csc_array(matrix), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True}
    )
    solution: NDArray[np.float64] = factors.solve(right)
    return solution


def useless_symbols(grammar: Grammar) -> Mask:
    """Symbols that are in no finished tree: the start does not reach them by usable rules."""
    rule = np.repeat(np.arange(len(grammar)), np.diff(grammar.offsets))
    usable = usable_rules(grammar)
    used = np.zeros(len(grammar.symbols), bool)
    used[grammar.start] = usable[grammar.lhs == grammar.start].any()
    before = -1
    while used.sum() > before:
        before = int(used.sum())
        used[grammar.rhs[(usable & used[grammar.lhs])[rule]]] = True
    return ~used


def usable_rules(grammar: Grammar) -> Mask:
    """Rules with a probability above zero all of whose children derive words."""
    rule = np.repeat(np.arange(len(grammar)), np.diff(grammar.offsets))
    ends = np.append(productive(grammar), np.ones(len(grammar.symbols) - grammar.nonterminals, bool))
    usable: Mask = (np.bincount(rule, ~ends[grammar.rhs], len(grammar)) == 0) & (grammar.probability > 0)
    return usable


def _unary_cycles(grammar: Grammar) -> tuple[tuple[str, ...], ...]:
    parts = sorted(_components(unary_matrix(grammar)), key=lambda members: int(members[0]))
    return tuple(tuple(grammar.name(label) for label in members.tolist()) for members in parts)


def unary_matrix(grammar: Grammar) -> Any:
    """U[A, B], the probability of the rule A -> B, over the labels; sparse, without zeros."""
    from scipy.sparse import csr_array

    single = np.flatnonzero((np.diff(grammar.offsets) == 1) & (grammar.probability > 0))
    child = grammar.rhs[grammar.offsets[single]]
    single, child = single[child < grammar.nonterminals], child[child < grammar.nonterminals]
    shape = grammar.nonterminals, grammar.nonterminals
    return csr_array((grammar.probability[single], (grammar.lhs[single], child)), shape)
