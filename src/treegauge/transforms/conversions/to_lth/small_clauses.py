"""Clefts and small clauses, which are taken apart, and the kind of verb of a clause."""

from __future__ import annotations

from ..constituents import Constituent
from .word_lists import WORD_LISTS

_VERBAL = frozenset({"VP", "S", "SQ", "SINV"})
_BEFORE_SPEECH = frozenset({"``", "''", ":", "!"})


def verb_kind(verb: Constituent) -> str:
    """`copula`, `going` (which takes an infinitive as an auxiliary does), or an empty string for all other words."""
    if verb.hollow:
        return ""
    return "copula" if verb.form in WORD_LISTS["copulas"] else "going" if verb.form.lower() == "going" else ""


def main_verb(phrase: Constituent) -> Constituent | None:
    """The word that makes a clause finite or not: the first verb, modal or `to` of its verb phrases."""
    here: Constituent | None = phrase
    while here is not None:
        for child in here.children:
            if not child.is_phrase and (child.label[:2] == "VB" or child.label in ("MD", "TO")):
                return child
        below = [child for child in here.children if child.label in _VERBAL]
        here = next((child for child in below if child.label == "VP"), below[0] if below else None)
    return None


def take_apart(phrases: list[Constituent]) -> None:
    """Take clauses apart. In clefts, the clause moves to the predicative. In small clauses, the subject becomes an
    object of the verb, and the rest an object predicative (OPRD). Heads must be set."""
    for phrase in phrases:
        if phrase.function == "CLF":
            phrase.function = None
            for child in phrase.children:
                if child.label == "VP":
                    _cleft(child)
    for phrase in phrases:
        verb = phrase.head
        if phrase.label == "VP" and verb is not None and not verb.is_phrase and len(phrase.children) > 1:
            for clause in [child for child in phrase.children if child.label == "S" and child.function is None]:
                if _is_small_clause(clause, phrase, verb):
                    _split(clause, phrase)


def _cleft(phrase: Constituent) -> None:
    """Move the last clause to the last predicative: it was Mary who left."""
    clauses = [child for child in phrase.children if child.label == "SBAR" and child.function is None]
    predicatives = [child for child in phrase.children if child.function == "PRD" and child.is_phrase]
    if clauses and predicatives and phrase.head is not clauses[-1]:
        predicatives[-1].add(clauses[-1])


def _is_small_clause(clause: Constituent, phrase: Constituent, verb: Constituent) -> bool:
    """Whether a clause below a verb is about the verb's object: it does not follow a copula, nothing was moved out of
    it, and it is not direct speech (He said `` they come '', he said: Come! But: he had `` a team '' in place)."""
    if clause is verb or clause.referring or clause.head is None or clause.head.is_empty or verb_kind(verb):
        return False
    first = main_verb(clause)
    if verb.hollow or (clause.head.label not in _VERBAL if first is None else first.label == "TO"):
        return True
    place = phrase.children.index(clause)
    return clause.first().label != "``" and (place == 0 or phrase.children[place - 1].label not in _BEFORE_SPEECH)


def _split(clause: Constituent, phrase: Constituent) -> None:
    """Make the subject of a small clause an object, and the clause an object predicative with the function of its
    head."""
    subject = next((child for child in clause.children if child.is_phrase and child.function == "SBJ"), None)
    if clause.head is subject:
        clause.head = clause.children[-1]
    assert clause.head is not None
    if subject is not None and subject is not clause.head:
        subject.function = "OBJ"
        phrase.add(subject, phrase.children.index(clause))
    functions = (clause.head.function or "PRD").split("-")
    clause.function = "-".join("OPRD" if function == "PRD" else function for function in functions)
