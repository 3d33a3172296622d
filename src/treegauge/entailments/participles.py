"""Participles that are part of a preposition (depending on), where Universal Dependencies has a clause."""

from __future__ import annotations

from .analysis import Analysis
from .sentence_wording import wording


def lower_participles(analysis: Analysis) -> None:
    """Make an adverbial participle whose only dependent is a noun with a preposition a preposition of that noun; Penn
    trees have a prepositional phrase there."""
    heads, roles = analysis.head, analysis.role
    for token, form in enumerate(analysis.forms):
        if roles[token] != "adverbial" or form.lower() not in wording().participles or not analysis.verbal[token]:
            continue
        below = [other for other, head in enumerate(heads) if head == token and roles[other] != "aside"]
        if len(below) != 1 or roles[below[0]] != "adverbial" or below[0] < token:
            continue
        noun = below[0]
        if any(head == noun and roles[other] == "preposition" for other, head in enumerate(heads)):
            heads[noun], analysis.labels[noun] = heads[token], analysis.labels[token]
            heads[token], roles[token], analysis.verbal[token] = noun, "preposition", False
