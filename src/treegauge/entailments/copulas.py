"""Make copulas of Universal Dependencies, which depend on their predicative there, the verbs of their clauses."""

from __future__ import annotations

from .analysis import Analysis
from .sentence_wording import wording

_CLAUSAL = frozenset({"subject", "expletive", "auxiliary", "complementiser", "negation", "infinitive"})


def raise_copulas(analysis: Analysis) -> None:
    """Make every copula the verb of its clause; dependents of the predicative that belong to the clause move to it."""
    head, role = analysis.head, analysis.role
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
        analysis.labels[verb], analysis.labels[predicative] = analysis.labels[predicative], analysis.labels[verb]
        for token in below.get(predicative, ()):
            if token != verb and head[token] == predicative and _belongs_to_clause(analysis, token, verb):
                head[token] = verb


def _belongs_to_clause(analysis: Analysis, token: int, verb: int) -> bool:
    """Whether a dependent of a predicative belongs to the clause of the copula that was raised above it."""
    role, predicative = analysis.role[token], analysis.head[token]
    clausal = role in ("conjunct", "adverbial") and any(
        head == token and analysis.role[other] in ("subject", "copula") for other, head in enumerate(analysis.head)
    )
    if role == "conjunct":  # of the clause, if it is one itself
        return clausal or (analysis.verbal[token] and not analysis.verbal[predicative])
    if analysis.verbal[predicative]:  # the plan is that they leave early
        return token < verb
    if role in _CLAUSAL or analysis.forms[token].lower() in wording().negations:
        return True
    # After a copula, an adverb before an adjective is its degree and a phrase after it its complement (much tougher on
    # the insiders).
    adjective = analysis.tags[predicative][:1] in ("J", "R")
    return role == "adverbial" and (token < verb or clausal or not adjective)
