"""What is no plain tree of words: clauses without a verb, words that a speaker took back, words written apart."""

from __future__ import annotations

from ..constituents import Constituent
from .fixed import attach_to_first

ORPHAN = "<orphan>"
EDITED = "EDITED"
_WRITTEN_APART = "GW"


def promote_remnants(references: list[Constituent]) -> None:
    """Of what is left of a clause without a verb (and Mary tea), the subject or else the first is the head, and the
    others are orphans. Heads must be set."""
    clauses = {id(one.parent): one.parent for one in references if one.link == "=" and one.parent is not None}
    for clause in clauses.values():
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
    """Words taken back hang from what was said instead: the phrase after them. Heads must be set."""
    for phrase in phrases:
        parent = phrase.parent
        if phrase.label != EDITED or parent is None or parent.head is phrase:
            continue
        place = next(number for number, child in enumerate(parent.children) if child is phrase)
        after = [child for child in parent.children[place + 1 :] if not child.punctuation and child.label != EDITED]
        if after and after[0].is_phrase and after[0].label != "INTJ":
            after[0].add(phrase, 0)


def join_written_apart(tags: list[str], heads: list[int], relations: list[str]) -> None:
    """Hang the parts of a word that was written apart (tagged GW up to the last) from the first. Changes heads and
    relations."""
    start = 0
    while start < len(tags):
        end = start
        while end < len(tags) and tags[end] == _WRITTEN_APART:
            end += 1
        if start < end < len(tags):
            attach_to_first(start, end + 1, heads, relations, "goeswith")
        start = end + 1
