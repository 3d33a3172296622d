"""Functions that Penn trees leave to be seen from the structure: objects, object predicatives, logical subjects,
extraposed clauses, particles, parentheticals, adverbials. And clefts and small clauses, which are taken apart."""

from __future__ import annotations

import re

from ..constituents import Constituent

COPULAS = frozenset(
    ("am", "'s", "is", "are", "was", "were", "be", "being", "been", "become", "became", "becoming", "becomes")
)
_QUOTED_SMALL_CLAUSE = re.compile(r"ha(ve|s|d|ving)|intend(s|ed|ing)?")
_NO_OBJECT = frozenset({"as", "with", "for", "since", "because"})
_CLAUSAL = frozenset({"VP", "S", "SINV", "SQ", "SBARQ", "FRAG"})


def is_copula(word: Constituent) -> bool:
    return not word.hollow and word.form.lower() in COPULAS


def _takes_objects(verb: Constituent) -> bool:
    return not is_copula(verb) and verb.form.lower() != "going"


def take_apart(top: Constituent) -> None:
    """Clefts: the clause goes to the predicative. Small clauses: the subject becomes an object of the verb, the rest an
    object predicative (OPRD)."""
    phrases = top.phrases()
    for phrase in phrases:
        if phrase.function == "CLF":
            phrase.function = None
            _cleft(phrase)
    for phrase in phrases:
        if phrase.label == "VP" and phrase.head is not None and not phrase.head.is_phrase:
            _small_clauses(phrase, phrase.head)


def _cleft(clause: Constituent) -> None:
    for phrase in clause.children:
        if phrase.label != "VP":
            continue
        relative = [child for child in phrase.children if child.label == "SBAR" and child.function is None]
        predicative = [child for child in phrase.children if child.function == "PRD" and child.is_phrase]
        if relative and predicative and phrase.head is not relative[-1]:
            predicative[-1].add(relative[-1])


def _small_clauses(phrase: Constituent, verb: Constituent) -> None:
    if not _takes_objects(verb):
        return
    for clause in [child for child in phrase.children if child.label == "S" and child.function is None]:
        if clause is phrase.head or clause.referring or clause.head is None or clause.head.is_empty:
            continue
        if not verb.hollow and not _QUOTED_SMALL_CLAUSE.fullmatch(verb.form.lower()) and _is_quoted(clause, phrase):
            continue
        _split(clause, phrase)


def _is_quoted(clause: Constituent, phrase: Constituent) -> bool:
    """He said `` they come '', he said: they come."""
    if clause.first().label == "``":
        return True
    place = phrase.children.index(clause)
    return place > 0 and phrase.children[place - 1].label in ("``", "''", ":", "!")


def _split(clause: Constituent, phrase: Constituent) -> None:
    subject = next((child for child in clause.children if child.is_phrase and child.function == "SBJ"), None)
    if subject is not None:
        if clause.head is subject:
            clause.head = clause.children[-1]
        if clause.head is not subject:
            phrase.add(subject, phrase.children.index(clause))
            subject.function = "OBJ"
    assert clause.head is not None
    function = (clause.head.function or "PRD").split("-")
    clause.function = "-".join("OPRD" if tag == "PRD" else tag for tag in function)


def infer_functions(top: Constituent) -> None:
    """Give functions to phrases that have none, from their place in the tree."""
    phrases = top.phrases()
    for phrase in phrases:
        if phrase.label == "NP" and phrase.function == "BNF":
            phrase.function = None  # an indirect object
        if phrase.label == "UCP":
            for child in phrase.children:
                child.function = None
        if phrase.referring and any(one.link == "*EXP*" for one in phrase.referring):
            phrase.function = "EXTR"
        parent = phrase.parent
        if phrase.function is None and parent is not None:
            _infer(phrase, parent)
    for phrase in phrases:
        for one in list(phrase.referring or ()):
            if one.link in ("*EXP*", "*PPA*", "*"):
                one.forget()


def _infer(phrase: Constituent, parent: Constituent) -> None:
    if parent.label == "VP" and _may_be_object(phrase) and _takes_objects(parent.word):
        _objects(phrase, parent)
    if phrase.label in ("PRN", "PRT"):
        phrase.function = phrase.label
    for child in phrase.children:
        if child.function == "LGS":
            phrase.function, child.function = "LGS", None
            break
    adverbial = parent.label in _CLAUSAL and phrase.label in ("PP", "ADVP", "SBAR")
    if adverbial and phrase.function is None and not phrase.referring:
        phrase.function = "ADV"


def _objects(phrase: Constituent, parent: Constituent) -> None:
    """One or more objects of a verb; if the first is no noun phrase, clauses after it are adverbials."""
    place = next(number for number, child in enumerate(parent.children) if child is phrase)
    others = [child for child in parent.children[place + 1 :] if _may_be_object(child)]
    phrase.function = "OBJ"
    for other in others:
        other.function = "OBJ" if phrase.label == "NP" or other.label == "NP" else "ADV"


def _may_be_object(phrase: Constituent) -> bool:
    if not phrase.is_phrase or phrase.function is not None:
        return False
    if any(one.link in ("*ICH*", "*EXP*", "*RNR*") for one in phrase.referring or ()):
        return False
    label = phrase.label
    if label in ("NP", "S", "SQ", "SINV", "SBARQ"):
        return True
    if label == "UCP":
        return any(_may_be_object(child) for child in phrase.children)
    if label == "INTJ":
        before = _leaf_before(phrase)
        return before is not None and (before.label == "``" or before.label.startswith("VB"))
    if label == "FRAG":
        return _quoted_fragment(phrase)
    return label == "SBAR" and not _adverbial_clause(phrase)


def _quoted_fragment(phrase: Constituent) -> bool:
    """He says `` ... '', he says why."""
    only = phrase.children[0]
    if len(phrase.children) == 1 and (only.antecedent is not None or only.label.startswith("W")):
        return True
    before = _leaf_before(phrase)
    return before is not None and before.form == "``"


def _adverbial_clause(phrase: Constituent) -> bool:
    """A clause with such a subordinator, or one that goes with so (so late that ...)."""
    if not phrase.word.hollow and phrase.word.form.lower() in _NO_OBJECT:
        return True
    first = phrase.first()
    if phrase.parent is None or not (first.hollow or first.form.lower() == "that"):
        return False
    return any(
        child.label == "ADVP" and child.function in (None, "ADV") and child.first().form.lower() == "so"
        for child in phrase.parent.children
    )


def _leaf_before(phrase: Constituent) -> Constituent | None:
    """The word or empty element before a phrase."""
    here: Constituent = phrase
    while here.parent is not None and here.parent.children[0] is here:
        here = here.parent
    if here.parent is None:
        return None
    found = here.parent.children[here.parent.children.index(here) - 1]
    while found.is_phrase:
        found = found.children[-1]
    return found
