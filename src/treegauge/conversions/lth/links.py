"""References of empty elements: moved phrases go back to their traces, gapped ones to the conjunction before them."""

from __future__ import annotations

from ..constituents import Constituent
from ..coordination import CONJUNCTIONS

_MOVED = frozenset({"*T*", "*ICH*", "*RNR*"})
GAPPED = "<gapped>"


def resolve_links(top: Constituent) -> None:
    """Put moved phrases where their traces are, and gapped ones below the conjunction."""
    for leaf in [leaf for leaf in top.leaves() if leaf.hollow and leaf.antecedent is not None]:
        if leaf.link in _MOVED:
            _move_back(leaf)
    for phrase in top.phrases():
        if any(child.link == "=" for child in phrase.children):
            _attach_gapped(phrase)


def _move_back(trace: Constituent) -> None:
    moved = trace.antecedent
    assert moved is not None
    if trace.within(moved) and not _exchange(trace, moved):
        trace.forget()
        return
    if trace.parent is None or (moved.parent is not None and moved.parent.head is moved):
        trace.forget()  # a phrase loses its head to nobody
        return
    trace.parent.add(moved)
    above: Constituent | None = trace.parent
    below = moved
    while above is not None and (above.head is trace or above.head is below) and above.head is not moved:
        above.head = below
        below, above = above, above.parent
    trace.forget()


def _exchange(trace: Constituent, clause: Constituent) -> bool:
    """A parenthetical with the trace of the clause that it stands in (They, he said *T*, left): it takes the place of
    the clause, which will go below it."""
    here: Constituent | None = trace
    while here is not None and here is not clause and here.label != "PRN":
        here = here.parent
    if here is None or here is clause or here.parent is None or clause.parent is None or trace.parent is None:
        return False
    if here.parent.head is here:
        return False
    here.parent.children.remove(here)
    parent = clause.parent
    place = next(number for number, child in enumerate(parent.children) if child is clause)
    parent.children[place], here.parent, clause.parent = here, parent, None
    if parent.head is clause:
        parent.head = here
    here.label, here.function = trace.parent.label, trace.parent.function
    return True


def _attach_gapped(phrase: Constituent) -> None:
    """The remnants of a clause without a verb (and Mary *gap* apples) hang from the conjunction, or from what both
    clauses have in common."""
    for child in phrase.children:
        target = child.antecedent
        if child.link == "=" and target is not None and (target.is_empty or target.parent is phrase):
            child.forget()
    gapped = [child for child in phrase.children if child.link == "="]
    if not gapped or phrase.parent is None or phrase.parent.head is phrase:
        return
    target = gapped[0].antecedent
    assert target is not None
    common = phrase.parent
    while not target.within(common):
        if common.parent is None:
            return
        common = common.parent
    place = _conjunction_before(common, target, phrase)
    goal = common if place is None else _conjunction_phrase(common, place, phrase)
    for child in list(phrase.children):
        if child.link == "=":
            child.function = GAPPED
        phrase.head = None
        goal.add(child)
    phrase.parent.children.remove(phrase)


def _conjunction_before(common: Constituent, target: Constituent, phrase: Constituent) -> int | None:
    """Where a conjunction stands between the full clause and the gapped one."""
    seen = False
    for place, child in enumerate(common.children):
        if target.within(child):
            seen = True
        elif phrase.within(child):
            return None
        elif seen and child.label in CONJUNCTIONS:
            return place
    return None


def _conjunction_phrase(common: Constituent, place: int, phrase: Constituent) -> Constituent:
    """The conjunction as a phrase, with the punctuation that follows it."""
    goal = common.children[place]
    if not goal.is_phrase:
        goal = common.bracket(place, place + 1, "CONJP")
        goal.head = goal.children[0]
    for child in common.children[place + 1 :]:
        if phrase.within(child):
            break
        if child.punctuation:
            goal.add(child)
    return goal
