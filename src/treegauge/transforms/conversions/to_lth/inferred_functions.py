"""Functions that Penn trees do not mark but the structure shows: objects, logical subjects, extraposed clauses,
particles, parentheticals, adverbials."""

from __future__ import annotations

from collections.abc import Callable

from ..constituents import Constituent
from .small_clauses import verb_kind
from .word_lists import WORD_LISTS

_CLAUSAL = frozenset({"VP", "S", "SINV", "SQ", "SBARQ", "FRAG"})
_ADVERBIALS = frozenset({"PP", "ADVP", "SBAR"})
_NAMED_ALIKE = frozenset({"PRN", "PRT"})  # phrases whose label is also their function
_ELSEWHERE = frozenset({"*ICH*", "*EXP*", "*RNR*"})  # references to phrases whose function is elsewhere
_ONLY_FUNCTIONS = frozenset({"*EXP*", "*PPA*", "*"})  # references that move nothing


def infer_functions(phrases: list[Constituent], references: list[Constituent]) -> None:
    """Give functions to phrases that have none, by their place in the tree. Heads must be set."""
    for phrase in phrases:
        if phrase.label == "UCP":
            for child in phrase.children:
                child.function = None
        elif phrase.function == "BNF" and phrase.label == "NP":
            phrase.function = None  # an indirect object
    for reference in references:
        if reference.link == "*EXP*" and reference.antecedent is not None:
            reference.antecedent.function = "EXTR"
    for phrase in phrases:
        if phrase.label == "VP" and len(phrase.children) > 1:
            _mark_objects(phrase)
    for phrase in phrases:
        if phrase.function == "LGS" and phrase.parent is not None:
            _hand_up(phrase, phrase.parent)
        elif phrase.function is None and phrase.label in _NAMED_ALIKE:
            phrase.function = phrase.label
    for phrase in phrases:
        parent = phrase.parent
        adverbial = phrase.function is None and phrase.label in _ADVERBIALS and not phrase.referring
        if adverbial and parent is not None and parent.label in _CLAUSAL:
            phrase.function = "ADV"
    for reference in references:
        if reference.link in _ONLY_FUNCTIONS:
            reference.forget()


def _mark_objects(phrase: Constituent) -> None:
    """Mark the objects of a verb; if the first is not a noun phrase, clauses after it are adverbials."""
    objects = [child for child in phrase.children if child.is_phrase and may_be_object(child)]
    if objects and not verb_kind(phrase.word):
        nominal = objects[0].label == "NP"
        for place, child in enumerate(objects):
            child.function = "OBJ" if place == 0 or nominal or child.label == "NP" else "ADV"


def _hand_up(logical: Constituent, preposition: Constituent) -> None:
    """Move the mark of a logical subject to its preposition: by (NP-LGS us)."""
    if preposition.function is None and preposition.label not in _CLAUSAL:
        preposition.function, logical.function = "LGS", None


def may_be_object(phrase: Constituent) -> bool:
    """Whether a phrase without a function can be an object of the verb before it."""
    test = _TESTS.get(phrase.label)
    if test is None or phrase.function is not None:
        return False
    if phrase.referring and any(reference.link in _ELSEWHERE for reference in phrase.referring):
        return False
    return test(phrase)


def _always(_phrase: Constituent) -> bool:
    return True


def _any_conjunct(phrase: Constituent) -> bool:
    return any(child.is_phrase and may_be_object(child) for child in phrase.children)


def _exclaimed(phrase: Constituent) -> bool:
    """Whether an interjection is said: he said no; he said `` Ouch ! ''"""
    before = _leaf_before(phrase)
    return before is not None and (before.label == "``" or before.label.startswith("VB"))


def _fragment(phrase: Constituent) -> bool:
    """Whether a fragment is said: he says `` ... '', he says why."""
    only = phrase.children[0]
    if len(phrase.children) == 1 and (only.antecedent is not None or only.label.startswith("W")):
        return True
    before = _leaf_before(phrase)
    return before is not None and before.label == "``"


def _content_clause(phrase: Constituent) -> bool:
    """Whether a clause is a content clause: its subordinator is not adverbial and does not belong to `so` (so late that
    ...)."""
    word = phrase.word
    if not word.hollow and word.form in WORD_LISTS["adverbial"]:
        return False
    first = phrase.first()
    if phrase.parent is None or not (first.hollow or first.form.lower() == "that"):
        return True
    adverbs = [child for child in phrase.parent.children if child.label == "ADVP" and child.function is None]
    return not any(adverb.first().form.lower() == "so" for adverb in adverbs)


_TESTS: dict[str, Callable[[Constituent], bool]] = {
    **dict.fromkeys(("NP", "S", "SQ", "SINV", "SBARQ"), _always),
    "UCP": _any_conjunct,
    "INTJ": _exclaimed,
    "FRAG": _fragment,
    "SBAR": _content_clause,
}


def _leaf_before(phrase: Constituent) -> Constituent | None:
    """The word or empty element before a phrase."""
    here = phrase
    while here.parent is not None and here.parent.children[0] is here:
        here = here.parent
    if here.parent is None:
        return None
    leaf = here.parent.children[here.parent.children.index(here) - 1]
    while leaf.is_phrase:
        leaf = leaf.children[-1]
    return leaf
