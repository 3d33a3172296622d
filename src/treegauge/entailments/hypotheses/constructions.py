"""The constructions that a pair is about, whatever the answer is: those of the words of the hypothesis in the text."""

from __future__ import annotations

from collections.abc import Sequence

from ..deep.clauses import Clauses
from ..deep.relations import ADVERB, COMPLEMENT, COMPOUND, INDIRECT, IS, OBJECT, PREDICATIVE, SUBJECT, DeepTree
from .claims import ANY, ANY_ROLE, HAPPENS, NEAR, Meaning
from .words import Word

CONSTRUCTIONS = (
    "active",
    "passive",
    "relative clause",
    "coordination",
    "infinitive",
    "participle",
    "apposition",
    "predicative",
    "embedded clause",
    "preposition",
    "noun phrase",
    "negation",
)
_NO_PREPOSITION = frozenset(
    {SUBJECT, OBJECT, INDIRECT, COMPLEMENT, PREDICATIVE, IS, ADVERB, COMPOUND, ANY_ROLE, NEAR, HAPPENS}
)


def constructions_in(reading: Meaning, words: Sequence[Word], deep: DeepTree) -> tuple[str, ...]:
    """The constructions of a hypothesis and of its words in the text, in a fixed order."""
    clauses = Clauses(deep.tree)
    present = _of_claims(reading)
    for place in {place for claim in reading.claims for one in claim.alternatives for place in (one.head, one.token)}:
        if place != ANY:
            for token in words[place].tokens:
                present |= _of_token(clauses, token, deep)
    if any(reading.verbs.values()) or reading.denied:
        present.add("negation")
    return tuple(name for name in CONSTRUCTIONS if name in present) or ("active",)


def _of_claims(reading: Meaning) -> set[str]:
    present: set[str] = set()
    for claim in reading.claims:
        first = claim.alternatives[0]
        if first.role == IS:
            present.add("predicative")
        elif first.role == COMPLEMENT:
            present.add("embedded clause")
        elif first.role in (ANY_ROLE, "of") and first.token != ANY:
            present.add("noun phrase")
        elif first.role not in _NO_PREPOSITION:
            present.add("preposition")
        elif first.role == OBJECT and len(claim.alternatives) <= 2:
            present.add("passive")
        elif first.role == SUBJECT:
            present.add("active")
    return present


def _of_token(clauses: Clauses, token: int, deep: DeepTree) -> set[str]:
    tree = clauses.tree
    present: set[str] = set()
    if tree.first[token] != token or tree.conjuncts[token]:
        present.add("coordination")
    if tree.role[token] == "apposition" and token not in deep.verbs:
        present.add("apposition")
    if token not in deep.verbs or not tree.chain[token]:
        return present
    if next(iter(clauses.relative_clauses(token)), None) is not None and clauses.is_finite(token):
        present.add("relative clause")
    if clauses.first_tag(token) == "TO":
        present.add("infinitive")
    elif clauses.first_tag(token) in ("VBG", "VBN"):
        present.add("participle")
    return present
