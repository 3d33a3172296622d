"""The automata of rules that are generated from the head outwards, as the edges of a network that reads the children
from left to right.

The children before the head are generated from the head to the first child, but are read from the first one on: the
steps of their automaton are taken backwards. They begin wherever it can stop, and end at the state in which it begins
for some head, which is read next. A tag or label can be read as the head or not, so there are several ways to read a
rule; their weights add up to its probability.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...core.types import Floats, Int64s, Mask
from .head_outward import HeadAutomata
from .rule_edges import RuleEdges, ways_back

if TYPE_CHECKING:
    from .markov import MarkovGrammar


class _Edges(NamedTuple):
    """Edges that lead to other states, or to the end of a rule (~label)."""

    source: Int64s
    symbol: Int64s
    target: Int64s
    lhs: Int64s
    weight: Floats  # two columns: in sums, and in maxima

    def chosen(self, which: Int64s | Mask) -> _Edges:
        """Some of them."""
        return _Edges(self.source[which], self.symbol[which], self.target[which], self.lhs[which], self.weight[which])

    def times(self, factor: Floats) -> _Edges:
        """With weights times a factor; those of weight zero are left out."""
        return self._replace(weight=self.weight * factor[:, None]).chosen(factor > 0)


def headed_edges(grammar: MarkovGrammar, heads: HeadAutomata, *, sharing: bool) -> RuleEdges:
    """All edges. With `sharing`, states of children after the head have edges only for what was seen after them, as in
    `rule_edges`."""
    steps, backwards = _steps(grammar, sharing), heads.backwards
    read, alone = _heads(grammar, heads)
    parts = [*_onwards(grammar, steps.chosen(~backwards[steps.source]))]
    parts += [*_reversed(grammar, steps.chosen(backwards[steps.source])), *read, alone]
    source, symbol, target, lhs = (
        np.concatenate(columns).astype(np.int32) for columns in zip(*(part[:4] for part in parts), strict=True)
    )
    weight = np.concatenate([part.weight for part in parts])
    weight[:, 1] = np.log2(weight[:, 1])
    slot = np.arange(len(lhs), dtype=np.int32)
    end = len(lhs) - len(alone.lhs)
    back, back_weight = ways_back(grammar, sharing)
    inside = source[:end], symbol[:end], target[:end], slot[:end]
    return RuleEdges(*inside, lhs, slot[end:], symbol[end:], weight, back, back_weight)


def _steps(grammar: MarkovGrammar, sharing: bool) -> _Edges:
    """The steps of all automata. States are numbered from 0."""
    own = grammar.seen if sharing else grammar.follow
    source, child = np.nonzero((own[:, :-1] > 0) & (grammar.child[grammar.owner] >= 0))
    lhs = grammar.owner[source].astype(np.int64)
    weight = np.stack((own[source, child], grammar.follow[source, child]), 1)
    symbol, target = grammar.child[lhs, child].astype(np.int64), grammar.next[source, child].astype(np.int64)
    return _Edges(source, symbol, target, lhs, weight)


def _onwards(grammar: MarkovGrammar, steps: _Edges) -> list[_Edges]:
    """After the head: a step, perhaps to the last child."""
    goes_on = np.asarray((grammar.follow[steps.target, :-1] > 0).any(1))
    steps = steps._replace(source=steps.source + 1)
    last = steps._replace(target=~steps.lhs).times(grammar.follow[steps.target, -1])
    return [steps._replace(target=steps.target + 1).chosen(goes_on), last]


def _reversed(grammar: MarkovGrammar, steps: _Edges) -> list[_Edges]:
    """Before the head: a step backwards, perhaps over the first child."""
    back = steps._replace(source=steps.target + 1, target=steps.source + 1)
    first = back._replace(source=np.zeros_like(steps.source)).times(grammar.follow[steps.target, -1])
    return [back, first]


def _heads(grammar: MarkovGrammar, heads: HeadAutomata) -> tuple[list[_Edges], _Edges]:
    """Edges that read a head: after other children or as the first one, as the last one or not. And the rules of one
    label, which are not in the network."""
    lhs, child = np.nonzero((heads.probability > 0) & (grammar.child >= 0))
    before, after = heads.before[lhs, child].astype(np.int64), heads.after[lhs, child].astype(np.int64)
    symbol, probability = grammar.child[lhs, child].astype(np.int64), heads.probability[lhs, child]
    weight = np.stack((probability, probability), 1)
    none_before, none_after = grammar.follow[before, -1], grammar.follow[after, -1]
    goes_on = np.asarray((grammar.follow[after, :-1] > 0).any(1))
    is_label = np.asarray(symbol < grammar.nonterminals)
    later = _Edges(before + 1, symbol, after + 1, lhs, weight)
    first = later._replace(source=np.zeros_like(lhs))
    whole = first._replace(target=~lhs)
    read = [
        later.chosen(goes_on),
        later._replace(target=~lhs).times(none_after),
        first.times(none_before * goes_on),
        whole.times(none_before * none_after * ~is_label),
    ]
    return read, whole.times(none_before * none_after * is_label)
