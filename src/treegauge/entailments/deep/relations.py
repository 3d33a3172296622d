"""`Relation` and `DeepTree`: the deep relations of a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..analysis import Analysis

SUBJECT, OBJECT, INDIRECT, COMPLEMENT, PREDICATIVE, IS = (
    "subject",
    "object",
    "indirect",
    "complement",
    "predicative",
    "is",
)
ADVERB, COMPOUND = "adverb", "compound"


class Relation(NamedTuple):
    """A relation between two words of a sentence.

    head  the word that the relation belongs to: a verb, or the predicate of `is`
    role  subject     who does it, also of a passive (by ...)
          object      to whom it is done, also the subject of a passive
          indirect    the recipient
          complement  the verb of a clause that is said, wanted ...
          predicative after a verb: became rich
          is          the noun that the head, an adjective, a noun or a participle, is said of
          adverb      an adverb, or a noun in place of one
          compound    a noun before a noun, or part of a name
          or a preposition
    token  the other word
    how   the construction that says so, for explanations
    """

    head: int
    role: str
    token: int
    how: str = ""


@dataclass(frozen=True, slots=True)
class DeepTree:
    """The relations of a sentence.

    relations  all of them, by head and role
    verbs      the words that are verbs
    negated    verbs with a negation
    denied     nouns and predicatives of which the opposite is said: no weapon
    """

    tree: Analysis
    relations: Sequence[Relation]
    verbs: frozenset[int]
    negated: frozenset[int]
    denied: frozenset[int]
    known: Mapping[tuple[int, str, int], Relation] = field(compare=False)  # the relations by head, role and token

    def find(self, head: int, role: str, token: int) -> Relation | None:
        """The relation between two words, or None."""
        return self.known.get((head, role, token))

    def between(self, one: int, other: int) -> Relation | None:
        """Some relation between two words, in whatever direction."""
        return next((found for found in self.relations if {found.head, found.token} == {one, other}), None)

    def of(self, head: int, role: str) -> list[Relation]:
        """The relations of a word in a role."""
        return [one for one in self.relations if one.head == head and one.role == role]


def deep_tree(
    tree: Analysis,
    relations: Iterable[Relation],
    *,
    verbs: Iterable[int],
    negated: Iterable[int],
    denied: Iterable[int],
) -> DeepTree:
    """A tree with each relation once."""
    once: dict[tuple[int, str, int], Relation] = {}
    for relation in relations:
        if relation.head != relation.token:
            once.setdefault(relation[:3], relation)
    return DeepTree(tree, tuple(once.values()), frozenset(verbs), frozenset(negated), frozenset(denied), once)
