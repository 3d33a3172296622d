"""Participles that are a part of a preposition (depending on), where Universal Dependencies has a clause."""

from __future__ import annotations

from .analysis import Analysis
from .wording import wording


def lower_participles(found: Analysis) -> None:
    """Make an adverbial participle, from which nothing but a noun with a preposition hangs, a preposition of that noun;
    Penn trees have a prepositional phrase there."""
    heads, roles = found.head, found.role
    for token, form in enumerate(found.forms):
        if roles[token] != "adverbial" or form.lower() not in wording().participles or not found.verbal[token]:
            continue
        below = [other for other, head in enumerate(heads) if head == token and roles[other] != "aside"]
        if len(below) != 1 or roles[below[0]] != "adverbial" or below[0] < token:
            continue
        noun = below[0]
        if any(head == noun and roles[other] == "preposition" for other, head in enumerate(heads)):
            heads[noun], found.labels[noun] = heads[token], found.labels[token]
            heads[token], roles[token], found.verbal[token] = noun, "preposition", False
