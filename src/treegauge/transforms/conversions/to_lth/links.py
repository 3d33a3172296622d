"""References of empty elements: moved phrases return to their traces, gapped phrases move to the conjunction before
them."""

from __future__ import annotations

from ..constituents import Constituent
from ..coordination import CONJUNCTIONS

_MOVED = frozenset({"*T*", "*ICH*", "*RNR*"})
GAPPED = "<gapped>"


def resolve_links(references: list[Constituent]) -> None:
    """Move phrases to their traces, then the remnants of clauses without a verb below a conjunction."""
    for trace in references:
        if trace.link in _MOVED and trace.antecedent is not None:
            _move_back(trace, trace.antecedent)
            trace.forget()
    for clause in sorted(gapped_clauses(references), key=_depth):
        _attach_remnants(clause)


def gapped_clauses(references: list[Constituent]) -> list[Constituent]:
    """The clauses without a verb, each once: those above phrases that refer to a full clause."""
    above = [reference.parent for reference in references if reference.link == "=" and reference.parent is not None]
    return list({id(clause): clause for clause in above}.values())


def _depth(phrase: Constituent) -> int:
    depth = 0
    while phrase.parent is not None:
        phrase, depth = phrase.parent, depth + 1
    return depth


def _move_back(trace: Constituent, moved: Constituent) -> None:
    """Put a moved phrase next to its trace, and in its place where the trace is a head."""
    here = trace.parent
    if here is None or (trace.within(moved) and not _exchange(trace, moved)):
        return
    if moved.parent is not None and moved.parent.head is moved:
        return  # a phrase must not lose its head
    if trace.link == "*T*" and moved.function == "SBJ":
        return  # an index that was given twice: something we-1 want to watch *T*-1
    here.add(moved)
    instead: dict[int, Constituent] = {id(trace): moved}
    while here is not None and here.head is not None and id(here.head) in instead:
        here.head = instead[id(here.head)]
        instead = {id(here): here}
        here = here.parent


def _exchange(trace: Constituent, clause: Constituent) -> bool:
    """Put a parenthetical that has the trace of the clause around it (They, he said *T*, left) in the place of the
    clause, which will move below it."""
    aside = trace
    while aside.label != "PRN":
        if aside is clause or aside.parent is None:
            return False
        aside = aside.parent
    within, above = aside.parent, clause.parent
    if aside is clause or within is None or above is None or trace.parent is None or within.head is aside:
        return False
    within.children.remove(aside)
    above.children = [aside if child is clause else child for child in above.children]
    within.joined = above.joined = None
    aside.parent, clause.parent = above, None
    if above.head is clause:
        above.head = aside
    aside.label, aside.function = trace.parent.label, trace.parent.function
    return True


def _attach_remnants(clause: Constituent) -> None:
    """Attach the remnants of a clause without a verb (and Mary *gap* apples) to the conjunction before it, or to the
    smallest phrase above it and the full clause."""
    for child in clause.children:
        full = child.antecedent
        if child.link == "=" and full is not None and (full.is_empty or full.parent is clause):
            child.forget()
    remnants = [child for child in clause.children if child.link == "="]
    if not remnants or clause.parent is None or clause.parent.head is clause:
        return
    full = remnants[0].antecedent
    common: Constituent | None = clause.parent
    while common is not None and full is not None and not full.within(common):
        common = common.parent
    if common is None or full is None:
        return
    goal = _conjunction_between(common, full, clause) or common
    clause.head = None
    for child in remnants:
        child.function = GAPPED
    for child in list(clause.children):
        goal.add(child)
    clause.parent.children.remove(clause)
    clause.parent.joined = None


def _conjunction_between(common: Constituent, full: Constituent, clause: Constituent) -> Constituent | None:
    """The first conjunction after the full clause and before the other, as a phrase with the marks that follow it."""
    children = common.children
    begin = next((place for place, child in enumerate(children) if full.within(child)), len(children))
    end = next((place for place, child in enumerate(children) if clause.within(child)), begin)
    place = next((place for place in range(begin + 1, end) if children[place].label in CONJUNCTIONS), None)
    if place is None:
        return None
    marks = [child for child in children[place + 1 : end] if child.punctuation]
    goal = children[place]
    if not goal.is_phrase:
        goal = common.bracket(place, place + 1, "CONJP")
        goal.head = goal.children[0]
    for mark in marks:
        goal.add(mark)
    return goal
