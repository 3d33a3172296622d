"""What conjuncts share, and conjuncts that look like nouns before a noun (apples and red pears)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..analysis import Analysis
from .relations import COMPOUND, Relation

_SEPARATORS = frozenset({"CC", ","})
_STARTS = ("JJ", "DT", "PR", "CD", "VB")  # tags of words that begin a further conjunct, but no noun before a noun


def shared_phrases(tree: Analysis, relations: Sequence[Relation]) -> Iterator[Relation]:
    """A phrase after several conjuncts that depends on the first one belongs to all: was cut and covered with moss."""
    for head, role, token, how in relations:
        if how in ("prepositional phrase", "adverb", "passive") and tree.head[token] == head:
            yield from (Relation(other, role, token, how) for other in tree.conjuncts[head] if other < token)


def is_denied_conjunct(tree: Analysis, token: int) -> bool:
    """Whether a further conjunct is only named to be denied: by IL-2, but not IL-4."""
    if tree.first[token] == token:
        return False
    start = min([token, *tree.dependents[token]])
    return tree.forms[start - 1].lower() == "not" and not tree.verbal[token]


def flat_conjuncts(tree: Analysis, relations: Sequence[Relation]) -> Iterator[Relation]:
    """What holds for the last noun of a flat phrase, for the others that it is coordinated with; so do its owners."""
    others: dict[int, list[int]] = {}
    for noun, role, token, _ in relations:
        if role == COMPOUND and _is_conjunct(tree, token, noun):
            others.setdefault(noun, []).append(token)
    for head, role, token, _ in relations:
        if role != COMPOUND:
            yield from (Relation(head, role, other, "coordination") for other in others.get(token, ()) if other != head)
        if role == "of" and token < head:
            yield from (Relation(other, role, token, "genitive") for other in others.get(head, ()) if token < other)


def _is_conjunct(tree: Analysis, token: int, noun: int) -> bool:
    """Whether a noun before another one is a conjunct: a conjunction follows, and it is a plural, or an adjective comes
    next."""
    after = token + 2
    if after >= noun or tree.tags[token + 1] not in _SEPARATORS:
        return False
    if tree.forms[after].lower() == "not":
        return True  # educators, not students
    if "CC" not in tree.tags[token:noun]:
        return False
    return tree.tags[token] == "NNS" or tree.tags[after][:2] in _STARTS
