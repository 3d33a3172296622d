"""`Analysis`: one dependency tree as content words that hang from content words, whatever scheme it came in.

Function words are a part of the phrase or verb chain they belong to, and a copula is a verb; `contraction.py` brings
the trees of both schemes to this shape, and the sentences are made from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

ROOT, NO_HEAD = -1, -2
FIXED, ADJECTIVE, NOUN = 1, 2, 3  # how a word rides along with the head of its phrase: always, as adjective, as noun
_NOT_TARGETS = frozenset({"CC", "EX", "IN", "LS", "MD", "POS", "RP", "TO", "UH", "WRB"})
_NOMINAL = frozenset({"NN", "PR", "WP", "CD", "DT", "EX", "FW", "WD", "PD", "$", "#"})
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})


def is_verb(tag: str) -> bool:
    return tag[:1] == "V" or tag == "MD"


def is_noun(tag: str) -> bool:
    """Nouns and all that can stand for one: pronouns, numbers, determiners."""
    return tag[:2] in _NOMINAL


@dataclass(slots=True)
class Analysis:
    """A sentence. Lists have an item a token; a token that is no content word has the head NONE.

    head        the content word it hangs from, ROOT, or NONE
    role        subject, object, open (a complement clause that shares its subject), predicative, adverbial, apposition,
                modifier, name, expletive; `aside` for what is no relation
    verbal      whether it is a verb
    marks       the prepositions or complementisers before the phrase
    chain       of a verb: auxiliaries, negation, `to`, verbs and particles, in order
    dependents  the content words that hang from it, without further conjuncts
    first       the first conjunct, where it is a further one; else itself
    conjuncts   the further conjuncts of a first one
    rides       FIXED, ADJECTIVE or NOUN for what is told with its head, else 0
    denied      first conjuncts of which nothing is true, nor of the others (neither ... nor)
    unknown     the labels that the scheme does not have; nothing is told of their words
    """

    forms: Sequence[str]
    tags: Sequence[str]
    labels: list[str]
    head: list[int]
    role: list[str]
    verbal: list[bool]
    marks: list[Sequence[int]] = field(default_factory=list)
    chain: list[Sequence[int]] = field(default_factory=list)
    dependents: list[Sequence[int]] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    conjuncts: list[Sequence[int]] = field(default_factory=list)
    rides: list[int] = field(default_factory=list)
    denied: set[int] = field(default_factory=set)
    unknown: list[str] = field(default_factory=list)

    def of_role(self, token: int, role: str) -> list[int]:
        """The dependents in a role."""
        return [other for other in self.dependents[token] if self.role[other] == role]

    def first_of_role(self, token: int, role: str) -> int:
        """The first dependent in a role, or -1."""
        for other in self.dependents[token]:
            if self.role[other] == role:
                return other
        return -1

    def is_finite(self, verb: int) -> bool:
        """Whether the chain of a verb has tense."""
        return any(self.tags[token] in _FINITE for token in self.chain[verb][:2])

    def is_nominal(self, token: int) -> bool:
        """Whether it stands for a noun: by its tag, or because it is a subject or object (Not all those oppose it)."""
        if is_noun(self.tags[token]):
            return True
        return self.role[token] in ("subject", "object") and not self.verbal[token]

    def is_target(self, token: int) -> bool:
        """Whether the scan stops at this word: a content word that is not only told with its head."""
        head = self.head[token]
        if head < 0 or self.tags[token] in _NOT_TARGETS or self.role[token] in ("aside", "expletive"):
            return False
        if self.first[token] in self.denied:
            return False
        rides = self.rides[self.first[token]]
        if not rides:
            return True
        if self.rides[head] == ADJECTIVE:
            return False
        if rides == FIXED:
            return self.tags[token][:2] == "NN" and self.is_nominal(head)
        return rides != ADJECTIVE or (self.first[token] != token and self.tags[token][:2] == "NN")
