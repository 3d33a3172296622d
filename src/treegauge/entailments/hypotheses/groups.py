"""Read the verb groups of a hypothesis: auxiliaries, negations, adverbs and the verb."""

from __future__ import annotations

from dataclasses import dataclass

from ..inflection import is_participle
from .claims import NEAR, Meaning
from .sentence import AUXILIARIES, Hypothesis


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """A verb with its auxiliaries: the numbers of the verb and of the word after it; whether it is passive, negated, a
    copula."""

    verb: int
    end: int
    passive: bool = False
    negated: bool = False
    copula: bool = False


@dataclass(frozen=True)
class GroupReader:
    """Reads verb groups, and adds what their adverbs say to a reading."""

    sentence: Hypothesis
    reading: Meaning

    def verb_group(self, start: int) -> VerbGroup:
        """The auxiliaries, negations and adverbs from a place on, and the verb after them."""
        place, negated, last = start, False, -1
        adverbs: list[int] = []
        while place < len(self.sentence.words):
            kind = self.sentence.kind(place)
            if kind in AUXILIARIES:
                last = place
            elif kind == "negations" or self.sentence.is_no_longer(place):
                negated = True
            elif kind == "indefinite_adverbs" or self.sentence.is_adverb_after(place, last):
                adverbs.append(place)
            else:
                break
            place += 1
        group = self._main_verb(last, place, negated)
        for adverb in adverbs if not group.copula else ():
            if self.sentence.kind(adverb) == "content":
                self.reading.add((group.verb, NEAR, adverb))
        return group

    def _main_verb(self, last: int, place: int, negated: bool) -> VerbGroup:
        """The verb after an auxiliary, if there is one; else the auxiliary itself is the verb."""
        word = self.sentence.words[place] if place < len(self.sentence.words) else None
        if last < 0:
            verb = min(place, len(self.sentence) - 1)  # adverbs only: the last of them
            return VerbGroup(verb, place + 1, negated=negated)
        kind = self.sentence.kind(last)
        if (
            word is not None
            and word.kind == "content"
            and not (kind == "be" and self.sentence.kind(place + 1) == "content" and not word.is_verbal)
        ):
            if kind == "be":
                if word.form.lower().endswith("ing") and word.is_verbal:
                    return VerbGroup(place, place + 1, negated=negated)
                if is_participle(word.form) and (word.is_verbal or not word.tags):
                    return VerbGroup(place, place + 1, passive=True, negated=negated)
                return VerbGroup(last, place, negated=negated, copula=True)
            if kind in ("modals", "do") or (kind == "have" and is_participle(word.form) and word.is_verbal):
                return VerbGroup(place, place + 1, negated=negated)
        if kind == "be":
            return VerbGroup(last, place, negated=negated, copula=True)
        return VerbGroup(last, place, negated=negated)
