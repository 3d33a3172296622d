"""`Claim`: what a hypothesis says, as relations between its words of which one must hold in the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..inflection import same_word
from .words import Word

ANY = -1  # in place of a word: any phrase
# Roles in brackets are no relations of a text; before and near without brackets are prepositions.
ANY_ROLE = "(any)"  # some relation between two words, in whatever direction
NEAR = "(near)"  # the same, or next to each other
BEFORE = "(before)"  # some word before a verb of speech: "Wonderful", he said
HAPPENS = "(happens)"  # of a verb alone
WITHIN = "(of a phrase) "  # before a role and a preposition: something about it, what has this role has the phrase


class ClaimedRelation(NamedTuple):
    """A relation between two words of a hypothesis, by their numbers; `token` may be `ANY`."""

    head: int
    role: str
    token: int


@dataclass(frozen=True)
class Claim:
    """One of several relations must hold."""

    alternatives: tuple[ClaimedRelation, ...]

    def relates(self, first: set[int], second: set[int]) -> bool:
        """Whether it is about a relation between two of these words of the hypothesis."""
        ends = [{one.head, one.token} for one in self.alternatives]
        return any(pair & first and pair & second for pair in ends)


@dataclass
class Meaning:
    """What a hypothesis says.

    claims    what must hold
    verbs     its verbs, and whether each is negated
    denied    its nouns with `no`
    clauses   verbs of clauses that are subjects
    loose     prepositions and nouns after a subject that may be any phrase: somebody in Paris
    names     the other words of a name, by its last word: each may be its head in the text
    """

    claims: list[Claim] = field(default_factory=list)
    verbs: dict[int, bool] = field(default_factory=dict)
    denied: set[int] = field(default_factory=set)
    clauses: set[int] = field(default_factory=set)
    loose: list[tuple[str, int]] = field(default_factory=list)
    names: dict[int, list[int]] = field(default_factory=dict)

    def add(self, *alternatives: tuple[int, str, int]) -> None:
        """Add a claim."""
        kept = [
            ClaimedRelation(own, role, other)
            for head, role, token in alternatives
            if head != ANY
            for own in (head, *self.names.get(head, ()))
            for other in (token, *self.names.get(token, ()))
            if own != other
        ]
        if kept:
            self.claims.append(Claim(tuple(dict.fromkeys(kept))))

    def give_owners(self, modifier: int, noun: int) -> None:
        """Say of a noun what was said of its modifier: its owner (the city's huge and successful team)."""
        for place, claim in enumerate(self.claims):
            first = claim.alternatives[0]
            if (first.head, first.role) == (modifier, "of"):
                moved = tuple(one._replace(head=noun) for one in claim.alternatives if one.token != noun)
                self.claims[place] = Claim(moved)

    def about(self, words: Sequence[Word], first: str, second: str) -> Meaning:
        """Only the claims about two words of the pair; all if there are none, or no words are given."""
        places = [_places(words, word) for word in (first, second)]
        chosen = [claim for claim in self.claims if claim.relates(*places)]
        return replace(self, claims=chosen) if all(places) and chosen else self


def _places(words: Sequence[Word], text: str) -> set[int]:
    """The places of the words of a text in a hypothesis."""
    return {place for place, word in enumerate(words) if any(same_word(word.form, own) for own in text.split())}
