"""The automata of a grammar whose children are generated one by one, as the edges of one network."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...core.types import Floats, Int32s

if TYPE_CHECKING:
    from .markov import MarkovGrammar


class RuleEdges(NamedTuple):
    """The edges of a network as in `Network`, but in any order; each has a slot of its own. `lhs` is the label of each
    slot, `weight` its two weights, in sums and the logarithm in maxima, and `unary` has the slots of rules of one
    label, with their children. State 0 is that of all beginnings.

    `back` is the state of the shorter history (-1: none), and `back_weight` are the two weights of going there.
    """

    source: Int32s
    symbol: Int32s
    target: Int32s
    slot: Int32s
    lhs: Int32s
    unary: Int32s
    unary_child: Int32s
    weight: Floats
    back: Int32s
    back_weight: Floats


def rule_edges(grammar: MarkovGrammar, *, sharing: bool) -> RuleEdges:
    """All edges. An edge to the end of a rule has the probability of the stop after it too.

    sharing  states with the same shorter history share its edges: a state has edges only for what was seen after its
             own history, and goes back for everything. So a sum has two ways to what was seen, whose weights add up to
             its probability, and a maximum takes the first one, which has the whole probability.
    """
    if grammar.heads is not None:
        from .headed_edges import headed_edges

        return headed_edges(grammar, grammar.heads, sharing=sharing)
    labels, follow = grammar.nonterminals, grammar.follow
    own = grammar.seen if sharing else follow
    source, symbol = np.nonzero((own[:, :-1] > 0) & (grammar.child[grammar.owner] >= 0))
    target, lhs = grammar.next[source, symbol], grammar.owner[source]
    read = grammar.child[lhs, symbol]
    begins = np.zeros(len(follow), bool)
    begins[grammar.first] = True
    stop = follow[target, -1]
    alone = begins[source] & (read < labels)  # a rule of one label: not in the network
    ended, unary = np.flatnonzero((stop > 0) & ~alone), np.flatnonzero(alone & (stop > 0))
    inner = np.flatnonzero((follow[target, :-1] > 0).any(1))
    at = np.where(begins[source], 0, source + 1)
    final = np.concatenate((np.ones(len(inner)), stop[ended], stop[unary]))
    chosen = np.concatenate((inner, ended, unary))
    weight = np.stack((own[source, symbol][chosen] * final, np.log2(follow[source, symbol][chosen] * final)), 1)
    columns = [
        np.concatenate((at[inner], at[ended])),
        np.concatenate((read[inner], read[ended])),
        np.concatenate((target[inner] + 1, ~lhs[ended])),
        np.arange(len(inner) + len(ended)),
        lhs[chosen],
        len(inner) + len(ended) + np.arange(len(unary)),
        read[unary],
    ]
    a, b, c, d, e, f, g = (column.astype(np.int32) for column in columns)
    return RuleEdges(a, b, c, d, e, f, g, weight, *ways_back(grammar, sharing))


def ways_back(grammar: MarkovGrammar, sharing: bool) -> tuple[Int32s, Floats]:
    """For each state of the network the one of the shorter history, and the two weights of going there."""
    if not sharing or (grammar.back < 0).all():
        return np.zeros(0, np.int32), np.zeros((0, 2))
    back = np.where(grammar.back < 0, -1, grammar.back + 1)
    share = np.append(0.0, np.where(grammar.back < 0, 0.0, grammar.share))
    with np.errstate(divide="ignore"):
        return np.append(-1, back).astype(np.int32), np.stack((share, np.log2(share)), 1)
