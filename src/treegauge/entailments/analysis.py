"""`Analysis`: one dependency tree in which content words depend on content words, the same for both schemes.

Function words are part of the phrase or verb chain that they belong to, and a copula is a verb. `contraction.py` brings
the trees of both schemes into this form, and the sentences are generated from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

ROOT, NO_HEAD = -1, -2
FIXED, ADJECTIVE, NOUN = 1, 2, 3  # how a word is included with the head of its phrase: always, as adjective, as noun
_NOT_TARGETS = frozenset({"CC", "EX", "IN", "LS", "MD", "POS", "RP", "TO", "UH", "WRB"})
_NOMINAL = frozenset({"NN", "PR", "WP", "CD", "DT", "EX", "FW", "WD", "PD", "$", "#"})
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})


def is_verb(tag: str) -> bool:
    """Whether a tag is that of a verb or modal."""
    return tag[:1] == "V" or tag == "MD"


def is_noun(tag: str) -> bool:
    """Whether a tag is that of a noun or of a word in place of one: pronouns, numbers, determiners."""
    return tag[:2] in _NOMINAL


@dataclass(slots=True)
class Analysis:
    """A sentence. Lists have one item per token; a token that is not a content word has the head NO_HEAD.

    head        the content word it depends on, ROOT, or NO_HEAD
    role        subject, object, open (a complement clause that shares its subject), predicative, adverbial, apposition,
                modifier, name, expletive; `aside` for all other words
    verbal      whether it is a verb
    marks       the prepositions or complementisers before the phrase
    chain       of a verb: auxiliaries, negation, `to`, verbs and particles, in order
    dependents  the content words that depend on it, without further conjuncts
    first       the first conjunct of a further conjunct; else the word itself
    conjuncts   the further conjuncts of a first one
    included    FIXED, ADJECTIVE or NOUN for a word that is included in the phrase of its head, else 0
    denied      first conjuncts of neither ... nor: nothing is entailed of them or their further conjuncts
    unknown     the labels that the scheme does not have; nothing is entailed of their words
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
    included: list[int] = field(default_factory=list)
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
        """Whether it is in the place of a noun: by its tag, or as a subject or object (Not all those oppose it)."""
        if is_noun(self.tags[token]):
            return True
        return self.role[token] in ("subject", "object") and not self.verbal[token]

    def is_target(self, token: int) -> bool:
        """Whether this word gets sentences: a content word that is not only included in the phrase of its head."""
        head = self.head[token]
        if head < 0 or self.tags[token] in _NOT_TARGETS or self.role[token] in ("aside", "expletive"):
            return False
        if self.first[token] in self.denied:
            return False
        inclusion = self.included[self.first[token]]
        if not inclusion:
            return True
        if self.included[head] == ADJECTIVE:
            return False
        if inclusion == FIXED:
            return self.tags[token][:2] == "NN" and self.is_nominal(head)
        return inclusion != ADJECTIVE or (self.first[token] != token and self.tags[token][:2] == "NN")
