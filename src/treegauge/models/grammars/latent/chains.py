"""Chains of unary rules: their sums and their best, and how to undo what the Berkeley parser writes in their place."""

from __future__ import annotations

import numpy as np

from ....core.errors import DataError
from ....core.types import Floats, Int32s, Int64s, Mask
from .grammar import RuleBlocks, SymbolTuple, dense_blocks

_NEAR = 1e-9  # relative: weights that are products of others up to rounding
_ROUNDS = 60  # of doubling the length of chains


def sum_of_chains(unary: Floats) -> Floats:
    """U + U² + U³ + ... by doubling, without a subtraction, so that every entry has all its digits."""
    total, power = unary.copy(), unary.copy()
    for _ in range(_ROUNDS):
        more = power @ total
        if not (more > 1e-18 * total).any():
            return total
        total += more
        power = power @ power
        if not np.isfinite(total).all():
            break
    raise DataError("the unary rules of the grammar have chains whose weights do not have a finite sum")


def best_chains(log_unary: Floats) -> Floats:
    """The logarithm of the best chain of one rule or more between any two substates."""
    best = log_unary.copy()
    for middle in range(len(best)):
        np.maximum(best, best[:, middle, None] + best[None, middle, :], out=best)
    return best


def without_chains(rules: dict[SymbolTuple, Floats]) -> dict[SymbolTuple, Floats]:
    """The rules that the unary rules of a text grammar are made of.

    The Berkeley parser writes, for any two labels, the better of a rule and of chains over other labels (of which it
    has summed some), and a rule from each substate to itself with weight 1. What lies between the best chain of two and
    the sum of all chains is such a chain, and is left out: the sums here go over chains themselves. In a file without
    rules from a label to itself, nothing has to be undone.
    """
    if not any(parent == child for parent, child in rules):
        return rules
    labels = sorted({label for key in rules for label in key})
    sizes = {label: rules[label, label].shape[0] for label in labels if (label, label) in rules}
    for (parent, child), block in rules.items():
        sizes[parent], sizes[child] = block.shape
    begin = dict(zip(labels, np.cumsum([0, *(sizes[label] for label in labels)]).tolist(), strict=False))
    owner = np.repeat(np.arange(len(labels)), [sizes[label] for label in labels])
    written = np.zeros((len(owner), len(owner)))
    for (parent, child), block in rules.items():
        if parent != child:
            written[begin[parent] :, begin[child] :][: block.shape[0], : block.shape[1]] = block
    direct = np.where(_made_of_others(written, owner), 0.0, written)
    return {
        (parent, child): direct[begin[parent] :, begin[child] :][: block.shape[0], : block.shape[1]]
        for (parent, child), block in rules.items()
        if parent != child
    }


def _made_of_others(written: Floats, owner: Int64s) -> Mask:
    """Which weights are those of chains. The sums are over rules that are not chains themselves, which are known only
    then: this is repeated until nothing changes."""
    least = np.zeros_like(written)
    for middle in range(len(written)):
        outer = written[:, middle, None] * written[None, middle, :]
        np.maximum(least, outer, out=least)
    least[owner[:, None] == owner[None, :]] = np.inf
    candidate = (written > 0) & (least > 0) & (written >= least * (1 - _NEAR))
    made = candidate.copy()
    for _ in range(_ROUNDS):
        rest = np.where(made, 0.0, written)
        most = sum_of_chains(rest) - rest
        again = candidate & (written <= most * (1 + _NEAR))
        if (again == made).all():
            return made
        made = again
    return made


def unary_state_matrix(unary: RuleBlocks, substates: Int32s, offsets: Int64s) -> Floats:
    """The unary rules between all substates, as one matrix."""
    matrix = np.zeros((int(offsets[-1]), int(offsets[-1])))
    for (parent, child), block in unary.items(substates):
        matrix[offsets[parent] : offsets[parent + 1], offsets[child] : offsets[child + 1]] = block
    return matrix


def chain_blocks(unary: RuleBlocks, substates: Int32s, offsets: Int64s, used: Int64s) -> RuleBlocks:
    """The sums of chains in blocks; `used` are the symbols that have or are in a unary rule."""
    places = np.concatenate([np.zeros(0, np.int64), *(np.arange(offsets[s], offsets[s + 1]) for s in used.tolist())])
    sums = sum_of_chains(unary_state_matrix(unary, substates, offsets)[np.ix_(places, places)])
    begin = np.concatenate((np.zeros(1, np.int64), np.cumsum(substates[used], dtype=np.int64)))
    found: dict[SymbolTuple, Floats] = {}
    for row, parent in enumerate(used.tolist()):
        for column, child in enumerate(used.tolist()):
            found[parent, child] = sums[begin[row] : begin[row + 1], begin[column] : begin[column + 1]]
    return dense_blocks(found, 2)
