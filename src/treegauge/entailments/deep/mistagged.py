"""Verbs that a parser may have taken for the past tense although they are participles, or the other way round."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis import Analysis
from ..inflection import has_tense, is_participle
from .clauses import Clauses
from .relations import OBJECT, SUBJECT, Relation
from .words import is_form_of

_AMOUNTS = frozenset({"CD", "$", "#"})


def other_voice(clauses: Clauses) -> Iterator[Relation]:
    """The relations that verbs have if their tags are wrong, in addition to those by their tags."""
    for verb, tag in enumerate(clauses.tree.tags):
        if tag == "VBD" and (agents := _agents(clauses, verb)):
            yield from (Relation(verb, OBJECT, token, "passive") for token in clauses.subjects(verb))
            yield from (Relation(verb, SUBJECT, token, "passive") for token in agents)
        elif tag == "VBN" and _has_own_subject(clauses, verb):
            yield from (Relation(verb, SUBJECT, token, "subject") for token in clauses.subjects(verb))


def _agents(clauses: Clauses, verb: int) -> list[int]:
    """The nouns after `by` right after a verb that has no object: complaints filed by the company."""
    tree = clauses.tree
    if (
        [*tree.chain[verb]] not in ([], [verb])
        or [*tree.forms[verb + 1 : verb + 2]] != ["by"]
        or not is_participle(tree.forms[verb])
    ):
        return []
    if is_form_of(tree.forms[verb], "without_object") or clauses.objects(verb):
        return []
    phrases = [token for token in tree.of_role(verb, "adverbial") if verb + 1 in tree.marks[token]]
    return [token for token in phrases if not clauses.is_verb(token) and not _is_amount(tree, token)]


def _is_amount(tree: Analysis, token: int) -> bool:
    """Whether a noun is an amount: rose by 5 %."""
    return any(tree.tags[word] in _AMOUNTS for word in (token, *tree.dependents[token]))


def _has_own_subject(clauses: Clauses, verb: int) -> bool:
    """Whether a participle without auxiliary that may be a past tense has a subject, or shares that of another one:
    blood coursed from it and spilled."""
    tree = clauses.tree
    first = tree.first[verb]
    if tree.tags[first] != "VBN" or tree.first_of_role(first, "subject") < 0 or not has_tense(tree.forms[verb]):
        return False
    return not any(tree.verbal[part] for word in (verb, first) for part in tree.chain[word] if part < word)
