"""The transition systems: what each transition does, and when it may be made."""

from __future__ import annotations

import pytest

from treegauge import CallError, DataError, UnknownNameError
from treegauge.models.transitions.systems import SYSTEMS, Configuration, Transition, find_system, replay

SHIFT, LEFT_ARC, RIGHT_ARC, REDUCE, SWAP = Transition
NAMES = {"SH": SHIFT, "LA": LEFT_ARC, "RA": RIGHT_ARC, "RE": REDUCE, "SW": SWAP}


def after(system: str, words: int, transitions: str) -> Configuration:
    configuration = Configuration.initial(SYSTEMS[system], words)
    for name in transitions.split():
        configuration.make(NAMES[name])
    return configuration


@pytest.mark.parametrize("transition", Transition)
def test_short_names_are_those_of_maltparser(transition: Transition) -> None:
    assert NAMES[transition.short] is transition


@pytest.mark.parametrize(
    ("system", "transitions", "stack", "buffer", "head"),
    [
        ("arc-standard", "SH LA", [0], [2, 3], [None, 2, None, None]),
        ("arc-standard", "SH RA", [0], [1, 3], [None, None, 1, None]),
        ("arc-standard", "RA", [0], [2, 3], [None, 0, None, None]),
        ("arc-eager", "SH LA", [0], [2, 3], [None, 2, None, None]),
        ("arc-eager", "SH RA", [0, 1, 2], [3], [None, None, 1, None]),
        ("arc-eager", "SH RA RE", [0, 1], [3], [None, None, 1, None]),
        ("swap-eager", "SH SH LA", [0, 2], [3], [None, 2, None, None]),
        ("swap-eager", "SH SH RA", [0, 1], [3], [None, None, 1, None]),
        ("swap-eager", "SH SH SW", [0, 2], [1, 3], [None, None, None, None]),
        ("swap-lazy", "SH SH SW SH", [0, 2, 1], [3], [None, None, None, None]),
    ],
)
def test_a_transition_changes_the_configuration(
    system: str, transitions: str, stack: list[int], buffer: list[int], head: list[int | None]
) -> None:
    found = after(system, 3, transitions)
    assert (found.stack, found.buffer[::-1], found.head) == (stack, buffer, head)


@pytest.mark.parametrize(
    ("system", "transitions", "refused"),
    [
        ("arc-standard", "", LEFT_ARC),  # the root has no head
        ("arc-standard", "SH", REDUCE),  # not of this system
        ("arc-standard", "SH SH", SHIFT),  # nothing to read
        ("arc-standard", "SH SH", RIGHT_ARC),
        ("arc-eager", "", REDUCE),  # the root stays
        ("arc-eager", "SH", REDUCE),  # 1 has no head
        ("arc-eager", "RA", LEFT_ARC),  # 1 has a head
        ("arc-eager", "SH", SWAP),
        ("swap-eager", "", LEFT_ARC),  # two words are needed
        ("swap-eager", "", RIGHT_ARC),
        ("swap-eager", "SH", LEFT_ARC),  # the root has no head
        ("swap-eager", "SH", SWAP),  # the root stays at the bottom
        ("swap-lazy", "SH SH SW SH", SWAP),  # 2 and 1 were swapped before
        ("swap-lazy", "SH SH", REDUCE),
    ],
)
def test_a_transition_that_is_not_defined_is_refused(system: str, transitions: str, refused: Transition) -> None:
    configuration = after(system, 2, transitions)
    with pytest.raises(CallError, match=f"{system} cannot apply {refused.short} to the stack"):
        configuration.make(refused)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_derivation_that_stops_too_early_is_an_error(system: str) -> None:
    with pytest.raises(DataError, match="ends before the sentence does"):
        replay(SYSTEMS[system], 2, [SHIFT])


def test_what_is_left_on_the_stack_is_no_end_where_arcs_are_made_there() -> None:
    assert replay(SYSTEMS["arc-eager"], 1, [SHIFT]).head == [None, None]
    with pytest.raises(DataError, match="swap-lazy"):
        replay(SYSTEMS["swap-lazy"], 1, [SHIFT])


@pytest.mark.parametrize(
    ("wrong", "hint"), [("arc-eagre", "did you mean 'arc-eager'"), ("covington", "known: arc-eager")]
)
def test_an_unknown_system_gets_a_hint(wrong: str, hint: str) -> None:
    with pytest.raises(UnknownNameError, match=hint):
        find_system(wrong)
