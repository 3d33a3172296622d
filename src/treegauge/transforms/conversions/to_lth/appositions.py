"""Appositions: phrases after the first noun phrase of a noun phrase."""

from __future__ import annotations

from ..constituents import Constituent
from ..coordination import NOMINAL_PHRASES, SEPARATORS, is_coordination

_APPOSED = frozenset({"NP", "ADJP", "VP"})


def mark_appositions(phrase: Constituent) -> None:
    """Give functions to the children of a noun phrase after its first noun phrase: APPO to other noun phrases,
    adjective phrases and reduced relative clauses; DEP to a measure (5 cents a share)."""
    children = phrase.children
    if len(children) < 2:
        return
    host = next((place for place, child in enumerate(children) if _is_host(child)), None)
    if host is None and not _is_place_in_place(children):
        return
    if is_coordination(phrase):
        return
    if host is None or _is_place_in_place(children):
        children[2].function = "APPO"
        return
    apart = False  # whether there was a comma or colon
    for child in children[host + 1 :]:
        if child.label in SEPARATORS:
            apart = True
        elif child.function is None and (child.label in _APPOSED or (apart and _is_place(child, phrase))):
            child.function = "DEP" if not apart and _is_measure(child) else "APPO"


def _is_host(child: Constituent) -> bool:
    """Whether a child is a noun phrase without a function that is not a possessor."""
    if not child.is_phrase or child.function is not None or child.label not in NOMINAL_PHRASES:
        return False
    last = child.children[-1]
    return last.label != "POS" and last.form != "'s"


def _is_place_in_place(children: list[Constituent]) -> bool:
    """Whether a phrase is like `Hartford , Conn. ,`."""
    if len(children) != 4 or children[1].label != "," or children[3].label != ",":
        return False
    return children[0].label[:3] == children[2].label[:3] == "NNP"


def _is_place(child: Constituent, phrase: Constituent) -> bool:
    """Whether a child is a name inside a name: (NAC Litchfield , Conn. ,)."""
    return phrase.label == "NAC" and child.label[:3] == "NNP"


def _is_measure(child: Constituent) -> bool:
    return child.label == "NP" and len(child.children) == 2 and child.first().form == "a"
