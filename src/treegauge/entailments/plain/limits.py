"""Clauses after a noun without which less, or something else, would be said: those who left, any plan that helps."""

from __future__ import annotations

from ..analysis import Analysis
from ..deep.clauses import Clauses, is_possessor
from ..deep.words import clause_words
from .words import plain_words

LONGEST = 9  # words of a clause that is said with its noun
_ONLY = frozenset({"first", "last", "next", "only", "best", "worst"})
_DETERMINED = frozenset({"DT", "PRP$", "CD", "PDT", "POS", "WP$"})
_OPENS = frozenset({",", "--", "-LRB-", "(", ";", ":", "–", "—"})


def is_universal(tree: Analysis, noun: int) -> bool:
    """Whether a noun stands for all of a kind: every stock, anything."""
    words = [tree.forms[noun].lower(), *(tree.forms[other].lower() for other in tree.dependents[noun])]
    return not plain_words().universal.isdisjoint(words)


def is_picked(tree: Analysis, noun: int) -> bool:
    """Whether a noun stands only for what the clause after it says: those who ..., the first person who ..."""
    if tree.forms[noun].lower() in ("that", "those", "one", "ones"):
        return True
    words = [other for other in tree.dependents[noun] if other < noun]
    if any(tree.tags[other] == "JJS" or tree.forms[other].lower() in _ONLY for other in words):
        return True
    if any(tree.tags[below] == "RBS" for other in words for below in tree.dependents[other]):
        return True  # the most effective weapon
    return tree.forms[noun].lower() in plain_words().empty


def is_bare(tree: Analysis, noun: int) -> bool:
    """Whether a common noun has no determiner: programs."""
    words = [other for other in tree.dependents[noun] if other < noun]
    owned = any(is_possessor(tree, other) for other in words)
    return (
        tree.tags[noun] in ("NNS", "NN") and not owned and not any(tree.tags[other] in _DETERMINED for other in words)
    )


def can_be_noun(tree: Analysis, adjective: int) -> bool:
    """Whether an adjective stands for people or things: the rich, many of them."""
    determined = any(tree.tags[other] in _DETERMINED for other in tree.dependents[adjective] if other < adjective)
    return determined or tree.forms[adjective].lower() in clause_words().partitives


def limiting_clause(clauses: Clauses, noun: int) -> int:
    """The clause after a noun, without a comma, that limits what the noun stands for; or -1."""
    tree = clauses.tree
    for other in tree.dependents[noun]:
        if other > noun and clauses.is_verb(other):
            start = clauses.start(other)
            if start > noun and tree.forms[start - 1] not in _OPENS:
                return other
    return -1


def clause_tokens(clauses: Clauses, verb: int, last: int) -> list[int]:
    """The words of a clause that begins right after a token, if they are few and next to each other."""
    tree, words = clauses.tree, [verb]
    for word in words:
        further = [*tree.dependents[word], *tree.conjuncts[word], *tree.chain[word], *tree.marks[word]]
        words += [other for other in further if other not in words]
    if min(words) != last + 1 or max(words) > last + LONGEST or max(words) < verb:
        return []
    return [*range(min(words), max(words) + 1)]
