"""What a hypothesis says by its parse, instead of by rules."""

from __future__ import annotations

from collections.abc import Sequence

from ..deep.relations import ADVERB, COMPLEMENT, INDIRECT, IS, OBJECT, PREDICATIVE, DeepTree, Relation
from .claims import ANY, HAPPENS, NEAR, Meaning
from .words import Word

_FUNCTION_TAGS = frozenset({"DT", "PDT", "EX", "MD", "POS", "CC", "."})
_OBJECTS = (OBJECT, INDIRECT, PREDICATIVE)
_DERIVED = frozenset({"chain"})


def reading_of_tree(deep: DeepTree, words: Sequence[Word]) -> Meaning:
    """What a hypothesis says, from its deep relations; `words` are its tokens, with their places in the text."""
    reading = Meaning()
    reading.verbs = {verb: verb in deep.negated for verb in deep.verbs if words[verb].kind == "content"}
    reading.denied = set(deep.denied)
    for relation in deep.relations:
        if relation.how not in _DERIVED and not _is_grammar(deep, words, relation):
            reading.add(*_alternatives(relation, words))
    for verb in reading.verbs:
        if not any(verb in (one.head, one.token) for claim in reading.claims for one in claim.alternatives):
            reading.add((verb, HAPPENS, ANY))
    return reading


def _is_grammar(deep: DeepTree, words: Sequence[Word], relation: Relation) -> bool:
    """Whether a relation says nothing about the world: determiners, copulas, a noun and the clause that modifies it."""
    tags = deep.tree.tags
    if tags[relation.token] in _FUNCTION_TAGS or tags[relation.head] in _FUNCTION_TAGS:
        return True
    if words[relation.head].kind == "be" or words[relation.token].kind in ("be", "negations", "indefinite_adverbs"):
        return True
    return relation.role == COMPLEMENT and relation.head not in deep.verbs


def _alternatives(relation: Relation, words: Sequence[Word]) -> list[tuple[int, str, int]]:
    head = ANY if words[relation.head].kind == "indefinite" else relation.head
    token = ANY if words[relation.token].kind == "indefinite" else relation.token
    if relation.role == OBJECT:
        return [(head, role, token) for role in (*_OBJECTS, COMPLEMENT if token == ANY else ADVERB)]
    if relation.role == IS:
        return [(head, IS, token), (token, IS, head)]
    if relation.role == ADVERB:
        return [(head, ADVERB, token), (head, NEAR, token)]
    return [(head, relation.role, token)] if head != ANY else []
