"""Which children of a coordinated phrase are conjuncts after the first one. What follows them without a conjunction
(buy or lease about 40 jets) belongs to all of them."""

from __future__ import annotations

from ..constituents import Constituent
from ..coordination import CONJUNCTIONS, SEPARATORS, is_coordination

_ADVERBS = frozenset({"RB", "RBR", "RBS", "WRB", "ADVP", "WHADVP"})
_VERBS = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD"})
_VERBAL = _VERBS | {"VP", "S", "SBAR", "TO"}


def is_conjunct(phrase: Constituent, parent: Constituent) -> bool:
    """Whether a child is a conjunct after the first one."""
    return is_coordination(parent) and any(child is phrase for child in _later_conjuncts(parent))


def _later_conjuncts(parent: Constituent) -> list[Constituent]:
    """The conjuncts after the head: each has a conjunction between itself and the one before, or a comma where a
    conjunction follows or there is none."""
    children, conjuncts = parent.children, list[Constituent]()
    place = next((number for number, child in enumerate(children) if child is parent.head), len(children))
    last = max((number for number, child in enumerate(children) if child.label in CONJUNCTIONS), default=len(children))
    linked = _ends_in_separator(children[place]) if place < len(children) else False
    for number, child in enumerate(children[place + 1 :], place + 1):
        if linked and child.label in _ADVERBS and _is_before_conjunct(children[number + 1 :]):
            continue
        if child.label in CONJUNCTIONS:
            linked = True
        elif child.punctuation and not child.is_phrase:
            linked = linked or (child.label in SEPARATORS and number < last)
        elif linked and _can_be_conjunct(child, parent):
            conjuncts.append(child)
            linked = _ends_in_separator(child) and number < last
    return conjuncts


def _is_before_conjunct(after: list[Constituent]) -> bool:
    """Whether an adverb after a conjunction belongs to the phrase after it: and then left."""
    follows = next((child for child in after if not child.punctuation), None)
    return follows is not None and follows.label not in CONJUNCTIONS and follows.label not in _ADVERBS


def _can_be_conjunct(child: Constituent, parent: Constituent) -> bool:
    """Adverbs are not conjuncts of other words, and only verbs are conjuncts of a verb."""
    head = parent.head
    assert head is not None
    if child.function == "VOC":
        return False
    if head.label in _VERBS:
        return child.label in _VERBAL
    return child.is_phrase or child.label not in _ADVERBS or head.label in _ADVERBS


def _ends_in_separator(child: Constituent) -> bool:
    return child.is_phrase and child.last().label in SEPARATORS
