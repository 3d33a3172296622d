"""Brackets that the other tree does not have, even with other words: what they attach, or what else they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...annotation.phrase_kinds import PhraseKind
from .units import (
    COORDINATION,
    MODIFIER,
    NP_INTERNAL,
    SINGLE_WORD,
    STRUCTURE,
    UNARY,
    Bracket,
    MovedUnit,
    Sentence,
)

_HEADS: dict[PhraseKind, tuple[PhraseKind, ...]] = {"clause": ("verb_phrase",)}  # besides phrases of the same kind
_MODIFIERS = ("prepositional_phrase", "clause", "verb_phrase")  # after a noun
_IN_BASE: tuple[PhraseKind | None, ...] = (None, "modifier", "other")  # children within a base noun phrase


@dataclass(frozen=True)
class Brackets:
    """All brackets of a tree and of the other tree, larger ones first."""

    same_tree: Sequence[Bracket]
    other_tree: Sequence[Bracket]

    @classmethod
    def of(cls, shared: Sequence[Bracket], wrong: Sequence[Bracket], wrong_in_other: Sequence[Bracket]) -> Brackets:
        return cls(_larger_first([*shared, *wrong]), _larger_first([*shared, *wrong_in_other]))

    def with_words(self, words: int) -> Bracket | None:
        """The phrase of exactly these words, in the same tree or else in the other."""
        both = (*self.same_tree, *self.other_tree)
        return next((bracket for bracket in both if bracket.words == words), None)

    def around_object(self, gold: Bracket, test: Bracket) -> Bracket | None:
        """If one of two noun phrases is within a modifier of the other, as in *the offer to [$ 63]* for *[$ 63]*, that
        modifier: what differs between them is its preposition and the head that it is attached to."""
        larger, smaller, tree = gold, test, self.same_tree
        if larger.words & smaller.words == larger.words:
            larger, smaller, tree = test, gold, self.other_tree
        if larger.kind != "noun_phrase" or larger.words & smaller.words != smaller.words:
            return None
        for bracket in tree:
            inside = bracket.words & larger.words == bracket.words != larger.words
            if inside and bracket.words & smaller.words == smaller.words:
                return bracket if bracket.kind in _MODIFIERS and bracket.words != smaller.words else None
        return None


def _larger_first(brackets: Sequence[Bracket]) -> list[Bracket]:
    return sorted(brackets, key=lambda bracket: -bracket.words.bit_count())


def explain_alone(sentence: Sentence, bracket: Bracket, brackets: Brackets) -> str | Sequence[MovedUnit]:
    """The units that may be the reason for a bracket, or the class if it does not depend on a unit."""
    if bracket.doubled:
        return UNARY
    if bracket.words.bit_count() == 1:
        return SINGLE_WORD
    units = sentence.units(bracket.words)
    if len(units) == 1:
        return UNARY
    if bracket.kind == "coordination" or bracket.conjunctions or bracket.followed:
        return COORDINATION
    adjuncts = [unit for unit in sentence.units(bracket.adjoined) if unit.phrase is not None]
    if adjuncts and bracket.kind != "noun_phrase":  # in VP over MD and VP, the word is the head
        return adjuncts
    unit = _attached(bracket, units)
    if unit is not None and bracket.kind in ("clause", "verb_phrase") and unit.phrase in ("noun_phrase", "verb_phrase"):
        return [bracket.as_unit(), unit]  # the phrase itself, unless its argument is attached elsewhere for certain
    if unit is not None:
        return [unit]
    if bracket.kind == "noun_phrase":
        return _in_noun_phrase(sentence, bracket, brackets)
    return _structure(bracket, units)


def _attached(bracket: Bracket, units: Sequence[MovedUnit]) -> MovedUnit | None:
    """The unit that is attached to the others by a bracket: a modifier, or else an argument."""
    head = _head(bracket, units)
    further = {unit.phrase: unit for unit in reversed(units) if unit is not head}
    for kind in ("prepositional_phrase", "clause"):
        if kind in further:
            return further[kind]
    if bracket.kind == "prepositional_phrase":
        return bracket.as_unit()
    words_only = all(unit.phrase is None for unit in units)
    if words_only and "noun_phrase" in (bracket.kind, bracket.within):
        return None
    if bracket.kind == "modifier":
        return bracket.as_unit()
    if "modifier" in further:
        return further["modifier"]
    if bracket.kind == "noun_phrase":
        return None
    return further.get("noun_phrase") or further.get("verb_phrase")


def _head(bracket: Bracket, units: Sequence[MovedUnit]) -> MovedUnit:
    """The unit that the others are attached to: one of the same kind as the bracket, or a word, or the first."""
    for kind in (bracket.kind, *_HEADS.get(bracket.kind, ()), None):
        for unit in units:
            if unit.phrase == kind and unit.kind not in (COORDINATION, MODIFIER):
                return unit
    return units[0]


def _in_noun_phrase(sentence: Sentence, bracket: Bracket, brackets: Brackets) -> str | Sequence[MovedUnit]:
    """A noun phrase that attaches no phrase of both trees. If it is not a base noun phrase, a phrase that is
    added to it is attached elsewhere, or it attaches one that only the other tree has, or only its own."""
    inner = [inside for inside in brackets.same_tree if inside.words != bracket.words]
    children = sentence.split(bracket.words, inner)
    if _is_base(bracket, children):
        return NP_INTERNAL
    adjuncts = [unit for unit in sentence.units(bracket.adjoined) if unit.phrase not in (None, "noun_phrase")]
    if adjuncts:
        return adjuncts
    for units in (sentence.split(bracket.words, brackets.other_tree), children):
        unit = _attached(bracket, units) if len(units) > 1 else None
        if unit is not None:
            return [unit]
    further = [child for child in children[1:] if child.phrase in ("verb_phrase", "noun_phrase")]
    return [further[-1]] if further else STRUCTURE


def _is_base(bracket: Bracket, children: Sequence[MovedUnit]) -> bool:
    """Whether a noun phrase consists of words, and of phrases that are part of a noun phrase with a word as its head:
    modifiers, names, numbers, possessors."""
    nouns = [child for child in children if child.phrase == "noun_phrase"]
    headed = any(child.phrase is None and child.kind not in (COORDINATION, MODIFIER) for child in children)
    same = any(child.label == bracket.label for child in nouns)
    return (headed or not same) and all(child in nouns or child.phrase in _IN_BASE for child in children)


def _structure(bracket: Bracket, units: Sequence[MovedUnit]) -> str:
    """The class of a bracket that attaches nothing in particular and is not a noun phrase."""
    words_only = all(unit.phrase is None for unit in units)
    if bracket.within == "noun_phrase" and words_only and bracket.kind in _IN_BASE:
        return NP_INTERNAL
    return COORDINATION if all(unit.phrase == bracket.kind for unit in units) else STRUCTURE
