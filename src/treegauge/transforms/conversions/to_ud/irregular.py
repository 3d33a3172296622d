"""Irregular trees: clauses without a verb, words that a speaker corrected, words written apart."""

from __future__ import annotations

from ..constituents import Constituent
from ..to_lth.links import gapped_clauses
from .fixed import attach_to_first

ORPHAN = "<orphan>"
EDITED = "EDITED"
_WRITTEN_APART = "GW"


def promote_remnants(references: list[Constituent]) -> None:
    """In the remnants of a clause without a verb (and Mary tea), make the subject or else the first phrase the head,
    and the others orphans. Heads must be set."""
    for clause in gapped_clauses(references):
        remnants = [child for child in clause.children if child.link == "="]
        for child in remnants:
            child.forget()
        if any(child.label == "VP" for child in clause.children):
            continue
        subject = next((child for child in remnants if "SBJ" in (child.function or "").split("-")), remnants[0])
        clause.head = subject
        for child in remnants:
            if child is not subject:
                child.function = ORPHAN


def attach_repairs(phrases: list[Constituent]) -> None:
    """Attach corrected words to the phrase after them, which was said instead. Heads must be set."""
    for phrase in phrases:
        parent = phrase.parent
        if phrase.label != EDITED or parent is None or parent.head is phrase:
            continue
        place = next(number for number, child in enumerate(parent.children) if child is phrase)
        after = [child for child in parent.children[place + 1 :] if not child.punctuation and child.label != EDITED]
        if after and after[0].is_phrase and after[0].label != "INTJ":
            after[0].add(phrase, 0)


def join_written_apart(tags: list[str], heads: list[int], relations: list[str]) -> None:
    """Attach the parts of a word that was written apart (all but the last are tagged GW) to the first part. Changes
    heads and relations."""
    start = 0
    while start < len(tags):
        end = start
        while end < len(tags) and tags[end] == _WRITTEN_APART:
            end += 1
        if start < end < len(tags):
            attach_to_first(start, end + 1, heads, relations, "goeswith")
        start = end + 1


def keep_asides(references: list[Constituent]) -> None:
    """Leave a parenthetical inside what is said (They, he said, left) where it is: it is an aside (parataxis), and the
    clause around it is not moved below its verb."""
    for trace in references:
        clause = trace.antecedent
        if clause is not None and trace.link == "*T*" and trace.within(clause) and _is_aside(trace, clause):
            trace.forget()


def _is_aside(trace: Constituent, clause: Constituent) -> bool:
    above: Constituent | None = trace
    while above is not None and above is not clause:
        if above.label == "PRN":
            return True
        above = above.parent
    return False
