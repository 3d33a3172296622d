"""Read the noun phrases of a hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..deep.relations import COMPLEMENT, COMPOUND
from .claims import ANY, ANY_ROLE, NEAR, Meaning
from .sentence import PHRASES, Hypothesis

_BEFORE_DETERMINERS = frozenset({"all", "both", "double", "half", "many", "quite", "such", "twice", "what"})
_TIMES = frozenset({"each", "every", "last", "next", "today", "tomorrow", "tonight", "yesterday"})
_DAYS = frozenset({"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"})
_NEGATIVE = frozenset({"no", "nothing", "nobody", "none", "neither"})


@dataclass(frozen=True)
class PhraseReader:
    """Reads noun phrases, and adds what they say to a reading."""

    sentence: Hypothesis
    reading: Meaning

    def noun_phrase(self, start: int, stop: int) -> tuple[list[int], int]:
        """The heads of a noun phrase, several if it is coordinated, and the place after it."""
        heads, place = self._simple_phrase(start, stop)
        while (
            heads
            and self.sentence.kind(place) == "conjunctions"
            and place + 1 < stop
            and self.sentence.kind(place + 1) in PHRASES
        ):
            further, after = self._simple_phrase(place + 1, stop)
            if not further:
                break
            heads, place = heads + further, after
        return self._without_modifiers(heads), place

    def _without_modifiers(self, heads: list[int]) -> list[int]:
        """Heads without those that are only before the last one: the Trade and Industry Ministry."""
        *others, last = heads or [ANY]
        if last == ANY:
            return heads
        modifiers = [head for head in others if head != ANY and self.sentence.words[head].is_modifier]
        for head in modifiers:
            self.reading.add((last, ANY_ROLE, head), *((last, ANY_ROLE, other) for other in others if other != head))
            self.reading.give_owners(head, last)
        return [head for head in heads if head not in modifiers]

    def _simple_phrase(self, start: int, stop: int) -> tuple[list[int], int]:
        parts: list[int] = []
        owners: list[int] = []
        place, denied = start, False
        while place < stop and (self.sentence.starts_phrase(place) or self.sentence.kind(place) == "genitive"):
            word, kind = self.sentence.words[place], self.sentence.kind(place)
            if skipped := self.sentence.before_number(place):
                if parts:
                    break  # with the company more than 20 years
                place += skipped
                continue
            if kind == "indefinite" and self.sentence.kind(place + 1) == "genitive":
                place += 2  # somebody's cousins
                continue
            if not parts and self.sentence.is_focus(place, stop):
                place += 1
                continue
            if kind in ("pronouns", "indefinite") or self.sentence.is_alone(place, stop):
                if parts:
                    break
                head = ANY if kind == "indefinite" or not word.tokens else place
                return [head], place + 1
            if kind in ("determiners", "possessives") and parts and not self._is_before_determiner(parts[-1]):
                break  # gave the students a book
            if parts and self._begins_time(place, parts):
                break  # build nests every spring
            if kind == "possessives":
                owners += [place] if word.tokens else []
            elif kind == "genitive" and parts:
                self._modifiers(parts, owners)  # my father's house
                owners, parts = [parts[-1]], []
            elif kind == "content" and word.form.lower() == "no":
                denied = True
            elif kind == "content":
                if parts and (self._ends_phrase(place, parts) and self.sentence.kind(place + 1) != "content"):
                    break
                parts.append(place)
            place += 1
        if not parts:
            return ([owners[-1]] if owners else []), max(place, start + bool(owners))
        if (
            len(parts) > 1
            and self.sentence.words[parts[-1]].tags == {"CD"}
            and self.sentence.words[parts[0]].tags != {"CD"}
        ):
            self.reading.names[parts[-1]] = parts[:-1] if len(parts) > 2 else [parts[-2]]  # platform four, May 1, 1990
        self._modifiers(parts, owners)
        if denied or self.sentence.words[parts[-1]].form.lower() in _NEGATIVE:
            self.reading.denied.add(parts[-1])
        return [parts[-1]], place

    def _begins_time(self, place: int, parts: Sequence[int]) -> bool:
        """Whether a time begins after the words of a phrase: the name of a day only if no adjective is before it."""
        word, before = self.sentence.words[place].form.lower(), self.sentence.words[parts[-1]]
        is_noun = bool(before.tags) and all(tag[:2] in ("NN", "CD") for tag in before.tags)
        return word in _TIMES or (word in _DAYS and is_noun)

    def _is_before_determiner(self, place: int) -> bool:
        """Whether a determiner may follow a word in the same phrase: all the people."""
        return self.sentence.words[place].form.lower() in _BEFORE_DETERMINERS

    def _ends_phrase(self, place: int, parts: Sequence[int]) -> bool:
        """Whether a word is not part of the noun phrase before it: an adverb, or a participle after a noun."""
        word, noun = self.sentence.words[place], self.sentence.words[parts[-1]]
        if word.is_adverb:
            return True
        nominal = any(tag[:2] == "NN" for tag in noun.tags)
        return nominal and bool(word.tags) and all(tag in ("VBN", "VBG", "VBD", "JJ", "JJR", "RB") for tag in word.tags)

    def _modifiers(self, parts: Sequence[int], owners: Sequence[int]) -> None:
        head = parts[-1]
        named = all(
            "NNP" in self.sentence.words[part].tags or "NNPS" in self.sentence.words[part].tags for part in parts
        )
        for part, after in pairwise(parts) if named else ():
            self.reading.add((after, NEAR, part))  # of two indices, the one with this name
        if named or any(self.sentence.words[part].form in "$#%£" for part in parts):  # its head depends on the scheme
            self.reading.names[head] = list(parts[:-1])
            return
        for part in parts[:-1]:
            self.reading.add((head, ANY_ROLE, part), (parts[parts.index(part) + 1], NEAR, part))
        for owner in owners:
            self.reading.add((head, "of", owner), (head, COMPOUND, owner))

    def owned(self, start: int, owners: Sequence[int], negated: bool) -> int:
        """Read what somebody has, where the text has a genitive instead of the verb: the city's names."""
        heads, end = self.noun_phrase(start, len(self.sentence))
        known = [head for head in heads if head != ANY]
        for head in known:
            self.reading.add(*((head, "of", owner) for owner in owners if owner != ANY))
        self.attach_phrases(end, known)
        self.reading.denied |= {*known} if negated else set()
        return known[0] if known else ANY

    def attach_phrases(self, start: int, heads: Sequence[int], end: int | None = None) -> None:
        """The prepositional phrases after a noun."""
        place, stop = start, len(self.sentence.words) if end is None else end
        nouns = [head for head in heads if head != ANY]
        while place < stop:
            if self.sentence.kind(place) == "prepositions" and place + 1 < stop:
                inner, after = self.noun_phrase(place + 1, stop)
                self._attach(nouns, self.sentence.words[place].form.lower(), inner)
                nouns += [head for head in inner if head != ANY]
                place = max(after, place + 1)
            else:
                place += 1

    def _attach(self, heads: Sequence[int], preposition: str, nouns: Sequence[int]) -> None:
        for noun in nouns:
            is_clause = preposition == "to" and noun != ANY and self.sentence.words[noun].is_verbal
            roles = (preposition, COMPLEMENT) if is_clause else (preposition,)  # its attempt to introduce a basket
            self.reading.add(*((head, role, noun) for head in heads for role in roles))
            if not heads and noun != ANY:
                self.reading.loose.append((preposition, noun))
