"""How probable it is that an automaton generates the children of nodes, all nodes child by child at the same time."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ...core.types import Floats, Int32s, Int64s


class Automata(Protocol):
    """The probability of each child, and of the stop (the last), in each state; and the state after each child."""

    @property
    def follow(self) -> Floats: ...
    @property
    def next(self) -> Int32s: ...


def log2_generated(
    automata: Automata, state: Int32s, children: Int32s, place: Int64s, end: Int64s, step: int
) -> Floats:
    """log2 of the probability of some of the children and the stop, from each state: those from `place` on, in steps of
    1 or -1, without `end`."""
    with np.errstate(divide="ignore"):
        follow = np.log2(automata.follow)
    logs, state, place = np.zeros(len(state)), state.copy(), place.copy()
    going = np.arange(len(state))
    while len(going):
        there = place[going] != end[going]
        stopped, going = going[~there], going[there]
        logs[stopped] += follow[state[stopped], -1]
        symbol = children[place[going]]
        known = symbol < follow.shape[1] - 1
        logs[going[~known]] = -np.inf
        going, symbol = going[known], symbol[known]
        logs[going] += follow[state[going], symbol]
        state[going] = automata.next[state[going], symbol]
        place[going] += step
        logs[going[state[going] < 0]] = -np.inf
        going = going[state[going] >= 0]
    return logs
