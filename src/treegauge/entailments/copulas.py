"""Copulas of Universal Dependencies, which hang from their predicative there, made the verbs of their clauses."""

from __future__ import annotations

from .analysis import Analysis
from .wording import wording

_CLAUSAL = frozenset({"subject", "expletive", "auxiliary", "complementiser", "negation", "infinitive"})


def raise_copulas(found: Analysis) -> None:
    """Make a copula the verb of its clause, with what hung from the predicative as a part of the clause."""
    head, role = found.head, found.role
    below: dict[int, list[int]] = {}
    for token, above in enumerate(head):
        below.setdefault(above, []).append(token)
    for verb in [token for token, kind in enumerate(role) if kind == "copula"]:
        predicative = head[verb]
        if predicative < 0 or head[predicative] == verb or role[predicative] == "predicative":
            role[verb] = "auxiliary"
            continue
        head[verb], role[verb] = head[predicative], role[predicative]
        head[predicative], role[predicative] = verb, "predicative"
        found.labels[verb], found.labels[predicative] = found.labels[predicative], found.labels[verb]
        for token in below.get(predicative, ()):
            if token != verb and head[token] == predicative and _belongs_to_clause(found, token, verb):
                head[token] = verb


def _belongs_to_clause(found: Analysis, token: int, verb: int) -> bool:
    """Whether a dependent of a predicative belongs to the clause of the copula that was raised above it."""
    role, predicative = found.role[token], found.head[token]
    clausal = role in ("conjunct", "adverbial") and any(
        head == token and found.role[other] in ("subject", "copula") for other, head in enumerate(found.head)
    )
    if role == "conjunct":  # of the clause, if it is one itself
        return clausal or (found.verbal[token] and not found.verbal[predicative])
    if found.verbal[predicative]:  # the plan is that they leave early
        return token < verb
    if role in _CLAUSAL or found.forms[token].lower() in wording().negations:
        return True
    # Behind a copula, an adverb before an adjective is its degree and a phrase after it its complement (much tougher on
    # the insiders).
    adjective = found.tags[predicative][:1] in ("J", "R")
    return role == "adverbial" and (token < verb or clausal or not adjective)
