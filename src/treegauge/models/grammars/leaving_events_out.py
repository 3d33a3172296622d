"""Witten-Bell constants chosen on the training trees: how much weight shorter histories get, by leave-one-out.

Ney, Essen & Kneser 1994, On structuring probabilistic dependences in stochastic language modelling, for discounts by
the leave-one-out likelihood. An event is a child or the stop, after a history. It is left out of its history and of all
shorter ones, and each constant is the one under which the events that are left out are most probable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ...core.types import Floats

HistoryKind = tuple[int, int]  # how many children a history has, and how many labels
EventCounts = Mapping[tuple[tuple[int, ...], tuple[int, ...]], Mapping[int, float]]
# From 1 outwards, so that 1 is chosen where nothing depends on the constant.
CONSTANTS = np.exp2(np.array(sorted(range(-20, 21), key=abs)) / 4)


class LeftOutEvents(NamedTuple):
    """Events of one kind of history, each left out of all counts.

    seen, stop, total, kinds  after its history: how often it, the stop and all events were seen, and how many kinds
    times                     how often the event occurs
    lower, lower_stop         the probabilities of the event and of the stop after the shorter history
    """

    seen: Floats
    stop: Floats
    total: Floats
    kinds: Floats
    times: Floats
    lower: Floats
    lower_stop: Floats

    def probability(self, constant: float) -> tuple[Floats, Floats]:
        """Of each event, and of the stop."""
        weight = constant * self.kinds
        known = self.total > 0  # else the event was the only one after its history
        whole = np.where(known, self.total + weight, 1.0)
        shares = ((self.seen, self.lower), (self.stop, self.lower_stop))
        event, stop = (np.where(known, (seen + weight * lower) / whole, lower) for seen, lower in shares)
        return event, stop


def witten_bell_constants(
    counts: EventCounts, stop: int, floor: float, begin: tuple[int, ...]
) -> dict[HistoryKind, float]:
    """The constant of each kind of history. `stop` is the number of the stop, `floor` the probability of everything
    where nothing is known, and `begin` the history of the first child, which is never the stop."""
    chosen: dict[HistoryKind, float] = {}
    known: dict[tuple[tuple[int, ...], tuple[int, ...], int], tuple[float, float]] = {}
    for kind in sorted({(len(context), len(label)) for label, context in counts}, key=lambda kind: kind[::-1]):
        keys = [key for key in counts if (len(key[1]), len(key[0])) == kind]
        events = [(*key, event) for key in keys for event in counts[key]]
        below = [_lower(*event, known, floor, begin) for event in events]
        left_out = _left_out(counts, keys, stop, below)
        chosen[kind] = best_constant(left_out)
        known.update(zip(events, zip(*left_out.probability(chosen[kind]), strict=True), strict=True))
    return chosen


def best_constant(events: LeftOutEvents) -> float:
    """The constant with the greatest likelihood of the events."""
    likelihood = [events.times @ np.log(events.probability(constant)[0]) for constant in CONSTANTS]
    return float(CONSTANTS[np.argmax(np.round(likelihood, 9))])


def _lower(
    label: tuple[int, ...],
    context: tuple[int, ...],
    event: int,
    known: Mapping[tuple[tuple[int, ...], tuple[int, ...], int], tuple[float, float]],
    floor: float,
    begin: tuple[int, ...],
) -> tuple[float, float]:
    """The probabilities of an event and of the stop after the shorter history, without the event."""
    if not context:
        return known[label[:-1], (), event] if len(label) > 1 else (floor, floor)
    value, stop = known[label, context[1:], event]
    return (value / (1 - stop), 0.0) if context == begin else (value, stop)


def _left_out(
    counts: EventCounts,
    keys: list[tuple[tuple[int, ...], tuple[int, ...]]],
    stop: int,
    below: list[tuple[float, float]],
) -> LeftOutEvents:
    rows = []
    for key in keys:
        table = counts[key]
        total, stops = sum(table.values()), table.get(stop, 0.0)
        for event, times in table.items():
            rows.append((times - 1, stops - (event == stop), total - 1, len(table) - (times == 1), times))
    return LeftOutEvents(*np.array(rows, np.float64).T, *np.array(below, np.float64).T)
