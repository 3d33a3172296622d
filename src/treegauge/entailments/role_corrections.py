"""Roles that the label of a word alone does not determine."""

from __future__ import annotations

from ..transforms.conversions.penn_tags import PUNCTUATION
from .analysis import Analysis
from .sentence_wording import wording

_DOUBTFUL = frozenset({"subject", "preposition", "complementiser", "fixed", "modifier"})
_CLAUSE_ROLES = frozenset({"adverbial", "subject", "expletive"})


def correct_roles(analysis: Analysis) -> None:
    """Correct roles that a label alone does not determine."""
    tags, roles = analysis.tags, analysis.role
    for token, tag in enumerate(tags):
        role = roles[token]
        if tag in PUNCTUATION:
            roles[token] = "aside"
        elif role in _DOUBTFUL:
            head = analysis.head[token]
            if role == "subject":
                roles[token] = "expletive" if tag == "EX" else role
            elif role == "preposition":
                roles[token] = "name" if tag == "POS" else role
            elif role == "complementiser":
                roles[token] = "infinitive" if tag == "TO" else role
            elif role == "fixed" and head >= 0 and roles[head] not in ("preposition", "complementiser"):
                roles[token] = "name"  # more than 60
            elif analysis.labels[token] in ("amod", "compound") and head >= 0 and tag[:3] == tags[head][:3] == "NNP":
                roles[token] = "name"


def correct_clause_roles(analysis: Analysis) -> None:
    """Correct the roles of negations, of the noun after `there is`, which is its predicative, and of `it`, which is the
    subject where a clause follows (it is unlikely that they agree)."""
    negations, roles, heads = wording().negations, analysis.role, analysis.head
    expletive: dict[int, str] = {}
    if "expletive" in roles:
        expletive = {heads[token]: analysis.tags[token] for token, role in enumerate(roles) if role == "expletive"}
    for token, role in enumerate(roles):
        if role not in _CLAUSE_ROLES or heads[token] < 0 or not analysis.verbal[heads[token]]:
            continue
        if role == "adverbial":
            if analysis.forms[token].lower() in negations:
                roles[token] = "negation"
        elif role == "subject":
            if heads[token] in expletive:
                roles[token] = "predicative" if expletive[heads[token]] == "EX" else "adverbial"
        elif analysis.tags[token] != "EX":
            roles[token] = "subject"
