"""Brackets as sets of words, and the units that they consist of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...annotation.phrase_kinds import PhraseKind

COORDINATION, STRUCTURE, NP_INTERNAL = "Coordination", "Other structure", "NP internal structure"
SINGLE_WORD, UNARY, DIFFERENT_LABEL = "Single-word phrase", "Unary", "Different label"
MODIFIER, WORD, OTHER = "Modifier attachment", "Word attachment", "Other attachment"
ATTACHMENTS: dict[PhraseKind, str] = {
    "coordination": OTHER,
    "prepositional_phrase": "PP attachment",
    "clause": "Clause attachment",
    "modifier": MODIFIER,
    "noun_phrase": "NP attachment",
    "verb_phrase": "VP attachment",
    "other": OTHER,
}


class Bracket(NamedTuple):
    """A bracket of one tree.

    words         its yield
    label         the label of the tree; `compared` is another one that counts as equal (EVALB: ADVP and PRT)
    conjunctions  the conjunctions among its children, after another child
    followed      whether the next child of its parent is a conjunction
    within        the kind of its parent
    doubled       whether another bracket of the tree has the same words
    adjoined      what is added to it by its parent, if that has the same label
    """

    words: int
    label: str
    kind: PhraseKind
    missing: bool
    conjunctions: int = 0
    followed: bool = False
    within: PhraseKind = "other"
    doubled: bool = False
    adjoined: int = 0
    compared: str | None = None

    @property
    def key(self) -> str:
        """The label that brackets are paired by."""
        return self.label if self.compared is None else self.compared

    def as_unit(self) -> MovedUnit:
        """The bracket as what is attached elsewhere."""
        return MovedUnit(self.words, self.label, ATTACHMENTS[self.kind], self.kind)


class MovedUnit(NamedTuple):
    """A phrase that both trees have, or a word."""

    words: int
    label: str | None
    kind: str  # the class of errors if it is attached elsewhere
    phrase: PhraseKind | None  # None: a word


@dataclass(frozen=True)
class Sentence:
    """What both trees of a sentence have: brackets from the top down; and the kinds of its words.

    nominal  the words that are part of a noun phrase in gold: it, or a modifier in it, is their parent
    """

    shared: Sequence[Bracket]
    labels: Sequence[str | None]
    conjunctions: int = 0
    adverbs: int = 0
    nominal: int = -1
    _cached: dict[int, list[MovedUnit]] = field(default_factory=dict)

    def units(self, words: int) -> list[MovedUnit]:
        """The largest units within a set of words, from left to right."""
        if words not in self._cached:
            self._cached[words] = self.split(words, self.shared)
        return self._cached[words]

    def split(self, words: int, brackets: Sequence[Bracket]) -> list[MovedUnit]:
        """The first of some brackets within a set of words, and single words, from left to right."""
        return sorted(self._split(words, brackets), key=lambda unit: unit.words & -unit.words)

    def _split(self, words: int, brackets: Sequence[Bracket]) -> Iterator[MovedUnit]:
        for bracket in brackets:
            if bracket.words & words == bracket.words:
                yield bracket.as_unit()
                words ^= bracket.words
        while words:
            word = words & -words
            words ^= word
            kind = COORDINATION if word & self.conjunctions else MODIFIER if word & self.adverbs else WORD
            yield MovedUnit(word, self.labels[word.bit_length() - 1], kind, None)
