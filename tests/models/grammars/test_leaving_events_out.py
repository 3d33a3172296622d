"""Constants of Witten-Bell by leave-one-out, against a twin that counts all other events anew for each event."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from treegauge.models.grammars.histories import BEGIN, count_histories, left_to_right
from treegauge.models.grammars.leaving_events_out import CONSTANTS, LeftOutEvents, best_constant

STOP = 3
RULES = [
    ((0,), (1, 2), 5.0),
    ((0,), (1, 1, 2), 2.0),
    ((0,), (2,), 1.0),
    ((0,), (2, 0), 1.0),
    ((1,), (0, 2), 3.0),
    ((1,), (2,), 4.0),
    ((1,), (2, 2, 2), 1.0),
]
Event = tuple[int, tuple[int, ...], int]
Constants = dict[tuple[int, int], float]


def constants_of(rules: Sequence[tuple[tuple[int, ...], tuple[int, ...], float]], h: int) -> Constants:
    events = (event for label, right, times in rules for event in left_to_right(label, right, h, STOP, times))
    return count_histories(events, STOP, "witten-bell-loo").constants


def every_event() -> list[Event]:
    return [
        (label[0], (BEGIN, *right)[:place], event)
        for label, right, times in RULES
        for _ in range(int(times))
        for place, event in enumerate((*right, STOP), 1)
    ]


def left_out(event: Event, size: int, constants: Constants) -> float:
    """The probability of an event after the last `size` children, from all the other events."""
    others = every_event()
    others.remove(event)
    label, past, symbol = event

    def probability(symbol: int, size: int) -> float:
        if size < 0:
            return 1 / (STOP + 1)
        context = past[len(past) - size :]
        seen = Counter(z for a, before, z in others if a == label and before[len(before) - size :] == context)
        lower = probability(symbol, size - 1)
        if context == (BEGIN,):
            lower = 0.0 if symbol == STOP else lower / (1 - probability(STOP, size - 1))
        if not seen:
            return lower
        weight = constants[size, 1] * len(seen)
        return (seen[symbol] + weight * lower) / (seen.total() + weight)

    return probability(symbol, size)


def likelihood(size: int, constants: Constants) -> float:
    return sum(math.log2(left_out(event, size, constants)) for event in every_event() if len(event[1]) >= size)


def test_the_constants_are_the_best_ones_when_every_event_is_left_out_in_turn() -> None:
    chosen = constants_of(RULES, 2)
    assert set(chosen) == {(0, 1), (1, 1), (2, 1)}
    for size in range(3):
        best = likelihood(size, chosen)
        for factor in (0.25, 2**-0.25, 2**0.25, 4):
            assert likelihood(size, {**chosen, (size, 1): chosen[size, 1] * factor}) < best


def test_without_a_choice_the_constant_is_one() -> None:
    once = np.zeros(3)
    only = LeftOutEvents(once, once, once, once, np.ones(3), np.full(3, 0.5), np.full(3, 0.5))
    assert best_constant(only) == 1.0
    assert CONSTANTS[0] == 1.0


@pytest.mark.parametrize("h", [0, 1, 2])
def test_where_the_parent_says_nothing_the_label_without_it_decides(h: int) -> None:
    rules = [(label, right, times) for a, right, times in RULES for label in (a, (*a, 0))]
    chosen = constants_of(rules, h)
    assert set(chosen) == {(size, labels) for size in range(h + 1) for labels in (1, 2)}
    assert chosen[0, 2] == CONSTANTS.max() > chosen[0, 1]
