"""Punctuation in UD belongs to the phrase that it sets off: a comma is in the phrase that it separates from the
head."""

from __future__ import annotations

from ..constituents import Constituent
from ..coordination import is_coordination

_OPENING = frozenset({"``", "(", "-LRB-"})
_CLOSING = frozenset({"''", ")", "-RRB-"})


def set_off_punctuation(top: Constituent) -> None:
    """Move marks into the phrases that they set off. Heads must be set."""
    for phrase in reversed(top.phrases()):  # from the bottom up, so that no mark moves twice
        if any(child.punctuation for child in phrase.children) and not is_coordination(phrase):
            _set_off(phrase)


def _set_off(phrase: Constituent) -> None:
    old = list(phrase.children)
    at = next(place for place, child in enumerate(old) if child is phrase.head)
    for place, mark in enumerate(old):
        if not mark.punctuation or mark is phrase.head:
            continue
        before = next((child for child in reversed(old[:place]) if not child.punctuation), None)
        after = next((child for child in old[place + 1 :] if not child.punctuation), None)
        outer = before if place < at or (after is None and mark.label == ",") else after
        goal = _goal(mark, outer, before, after)
        if goal is not None and goal.is_phrase and goal is not phrase.head and not goal.hollow:
            goal.add(mark)


def _goal(
    mark: Constituent, outer: Constituent | None, before: Constituent | None, after: Constituent | None
) -> Constituent | None:
    """The phrase that a mark sets off. A bracket or quote opens the phrase after it or closes the phrase before it."""
    if mark.label in _OPENING:
        return after
    return before if mark.label in _CLOSING else outer


def attach_hyphens(tags: list[str], heads: list[int]) -> None:
    """Attach a hyphen inside a word to the part before it. Changes the heads."""
    for place, tag in enumerate(tags):
        if tag == "HYPH" and place > 0 and place not in heads and heads[place] >= 0:
            heads[place] = place - 1
