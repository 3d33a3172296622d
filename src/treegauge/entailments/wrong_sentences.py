"""Which sentences of a wrong parse can be questions with the answer no: people would say them, and they are not true.

A wrong parse makes sentences that nobody would say (the book revolves Fred). In those that are kept, verbs, predicates
and nouns have the company that they have in gold, and only who does what to whom differs. What depends on how the text
is read is left out: where a phrase with a preposition is attached, what is said of the same thing by an apposition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .analysis import Analysis, is_noun
from .deep.clauses import Clauses
from .deep.relations import COMPLEMENT, INDIRECT, IS, OBJECT, PREDICATIVE, SUBJECT, DeepTree, Relation
from .generation import Entailment

_ARGUMENTS = frozenset((SUBJECT, OBJECT, INDIRECT, COMPLEMENT, PREDICATIVE, IS))
_CLAUSES = frozenset(("after", "as", "because", "before", "if", "since", "than", "until", "when", "while"))
_FINITE = {"VBZ": "singular", "VBP": "plural"}


def can_be_denied(entailment: Entailment, own: DeepTree, clauses: Clauses, gold: DeepTree) -> bool:
    """Whether a sentence of a parse (`own`, with its clauses) is one that people would say, and wrong by gold however
    the text is read."""
    said = _relations_said(entailment, own, clauses)
    heads = {one.head for one in said}
    return (
        all(_arguments(gold, head) == _arguments(own, head) for head in heads)
        and not any(count > 1 for count in Counter((one.head, one.role) for one in said).values())
        and all(_can_be_said(one, own, gold) for one in said)
        and any(_is_wrong(one, gold) for one in said)
    )


def _relations_said(entailment: Entailment, own: DeepTree, clauses: Clauses) -> list[Relation]:
    """The relations of a sentence's verb, or of what is said to be something, to the words that it names."""
    forms = {word.lower() for word in entailment.text.removesuffix(".").split()}
    focus = {word for token in entailment.tokens for word in clauses.antecedents(token) or [token]}
    heads = {one.head for one in own.relations if one.head in own.verbs or one.role == IS} & focus
    return [
        one
        for one in own.relations
        if one.head in heads
        and (one.token in focus or (one.role in _ARGUMENTS and own.tree.forms[one.token].lower() in forms))
    ]


def _arguments(tree: DeepTree, head: int) -> set[str]:
    return {one.role for one in tree.relations if one.head == head and one.role in _ARGUMENTS}


def _can_be_said(relation: Relation, own: DeepTree, gold: DeepTree) -> bool:
    """Whether a noun is the same phrase in gold, is not compared or the start of a clause, and agrees with its verb or
    with the noun that is said of it."""
    _, role, noun, _ = relation
    if role in _CLAUSES:
        return False
    if not own.tree.is_nominal(noun):
        return role not in _ARGUMENTS or noun in own.verbs
    if _phrase(gold.tree, noun) != _phrase(own.tree, noun):
        return False
    if role in _ARGUMENTS and not is_noun(gold.tree.tags[noun]):
        return False
    return _agrees(relation, gold.tree)


def _agrees(relation: Relation, tree: Analysis) -> bool:
    head, role, noun, _ = relation
    number = _number(tree.tags[noun])
    if role == IS:
        return _number(tree.tags[head]) in ("", number)
    if role != SUBJECT or not number or tree.conjuncts[noun] or tree.first[noun] != noun:
        return True
    finite = next((_FINITE[tree.tags[word]] for word in tree.chain[head] if tree.tags[word] in _FINITE), number)
    return finite == number


def _number(tag: str) -> str:
    """The number of a noun; of other words it is not known."""
    return "" if tag[:2] != "NN" else "plural" if tag.endswith("S") else "singular"


def _is_wrong(relation: Relation, gold: DeepTree) -> bool:
    """Whether gold has nothing between two words that people may take for the relation."""
    head, role, noun, _ = relation
    if role not in _ARGUMENTS:
        return not _on_one_path(gold.tree, head, noun)
    known = {one.role for one in gold.relations if {one.head, one.token} == {head, noun}}
    return role not in known and IS not in known


def _on_one_path(tree: Analysis, one: int, other: int) -> bool:
    """Whether one of two words depends on the other, perhaps through further words."""
    return other in _above(tree, one) or one in _above(tree, other)


def _above(tree: Analysis, word: int) -> Iterator[int]:
    seen: set[int] = set()
    while (word := tree.head[word]) >= 0 and word not in seen:
        seen.add(word)
        yield word


def _phrase(tree: Analysis, noun: int) -> tuple[int, set[int]]:
    """Whether a noun is part of a larger one, and the words before it that depend on it."""
    before: set[int] = set()
    for word in range(noun - 1, -1, -1):
        if tree.head[word] in before | {noun}:
            before.add(word)
    return tree.included[tree.first[noun]], before
