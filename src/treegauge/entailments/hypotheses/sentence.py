"""`Hypothesis`: the words of a hypothesis, and what may begin at each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..deep.words import is_form_of
from ..inflection import base_forms, has_tense
from .words import Word

AUXILIARIES = frozenset({"be", "have", "do", "modals"})
_NO_VERB_AFTER = frozenset({"determiners", "possessives", "genitive", "prepositions", "clause_marks"})
PHRASES = frozenset({"determiners", "possessives", "pronouns", "indefinite", "content"})
CURRENCIES = frozenset("$£#€¥")
_ABOUT = frozenset(
    {
        "about",
        "almost",
        "around",
        "nearly",
        "over",
        "more than",
        "less than",
        "at least",
        "at most",
        "up to",
        "as many as",
        "as much as",
        "no more than",
        "no less than",
        "no fewer than",
        "fewer than",
    }
)
AFTER_GERUND = frozenset({"determiners", "possessives", "pronouns", "indefinite", "prepositions"})


@dataclass(frozen=True)
class Hypothesis:
    """The words of a hypothesis."""

    words: Sequence[Word]

    def __len__(self) -> int:
        return len(self.words)

    def until(self, end: int) -> Hypothesis:
        """The words before a place."""
        return Hypothesis(self.words[:end])

    def kind(self, place: int) -> str:
        """The kind of the word at a place; empty behind the last."""
        return self.words[place].kind if 0 <= place < len(self.words) else ""

    def find_verb(self, start: int, auxiliary: bool = False) -> int:
        """The place of the first verb with tense, or -1. If there is none, a word in the place of one is the verb, if
        possible one that is a verb in the text."""
        places = [place for place in range(start, len(self.words)) if self._may_be_verb(place, start, auxiliary)]
        sure = [place for place in places if self.kind(place) in AUXILIARIES or self.words[place].may_have_tense]
        verbal = [place for place in places if self.words[place].is_verbal]
        if not places and not auxiliary and self._is_demonstrative(start) and self.words[start + 1].is_verbal:
            return start + 1  # this puzzled me
        return next(iter(sure or ([] if auxiliary else verbal or places)), -1)

    def _is_demonstrative(self, place: int) -> bool:
        return place + 1 < len(self.words) and self.words[place].form.lower() in ("this", "these", "that", "those")

    def _may_be_verb(self, place: int, start: int, auxiliary: bool) -> bool:
        word, kind = self.words[place], self.kind(place)
        if kind in AUXILIARIES:
            return place > start or word.form.lower() not in ("'s", "’s")
        if auxiliary or kind != "content" or place == start or self.kind(place - 1) in _NO_VERB_AFTER:
            return False
        return has_tense(word.form) and (word.is_verbal or word.form.lower().endswith(("s", "ed")))

    def with_adverbs(self, verb: int, start: int) -> int:
        """The place where the verb group begins, with adverbs and negations before the verb (no longer possessed)."""
        while verb > start + 1 and (
            self.kind(verb - 1) in ("negations", "indefinite_adverbs") or self.is_adverb_here(verb - 1)
        ):
            verb -= 1
        return verb

    def is_gerund(self, place: int) -> bool:
        word = self.words[place]
        return word.kind == "content" and word.is_verbal and word.form.lower().endswith("ing")

    def is_clause_of_gerund(self, place: int) -> bool:
        """Whether a gerund with complements is here: heard my mother whispering something."""
        return self.is_gerund(place) and self.is_participle(place) and self.kind(place + 1) in AFTER_GERUND

    def before_number(self, place: int) -> int:
        """How many words here only modify the number after them: about, more than, as many as."""
        for length in (1, 2, 3):
            after = place + length
            words = " ".join(word.form.lower() for word in self.words[place:after])
            if words in _ABOUT and after < len(self.words) and self.is_amount(after):
                return length
        return 0

    def is_amount(self, place: int) -> bool:
        """Whether a number begins here, or an article: about a month."""
        return self.is_number(place) or self.words[place].form.lower() in ("a", "an")

    def is_number(self, place: int) -> bool:
        word = self.words[place]
        return "CD" in word.tags or word.form in CURRENCIES or any(map(str.isdigit, word.form))

    def starts_phrase(self, place: int) -> bool:
        """Whether a noun phrase may begin here."""
        return self.kind(place) in PHRASES or self.before_number(place) > 0

    def is_focus(self, place: int, stop: int) -> bool:
        """Whether an adverb is before a noun phrase here: only a swell."""
        return self.kind(place) == "content" and self.words[place].is_adverb and place + 1 < stop

    def is_alone(self, place: int, stop: int) -> bool:
        """Whether a determiner is a noun phrase by itself: this puzzled me."""
        if self.kind(place) != "determiners" or self.words[place].form.lower() == "such":
            return False
        return place + 1 == stop or not self.starts_phrase(place + 1)

    def is_no_longer(self, place: int) -> bool:
        """Whether `no` is a negation here: no longer, no more."""
        after = self.words[place + 1].form.lower() if place + 1 < len(self.words) else ""
        return self.words[place].form.lower() == "no" and after in ("longer", "more")

    def is_adverb_here(self, place: int) -> bool:
        word = self.words[place]
        return word.kind == "content" and (word.is_adverb or word.form.lower() == "longer" or self.is_no_longer(place))

    def is_adverb_after(self, place: int, auxiliary: int) -> bool:
        """Whether there is an adverb here that is not all that a copula before it has (spending was down)."""
        alone = self.kind(auxiliary) == "be" and self.kind(place + 1) in ("", "prepositions")
        return self.is_adverb_here(place) and not alone

    def is_to(self, place: int) -> bool:
        """Whether an infinitive with `to` begins here."""
        if not (0 <= place < len(self.words)) or self.words[place].form.lower() != "to":
            return False
        after = self.words[place + 1] if place + 1 < len(self.words) else None
        if after is None or after.kind not in ("content", "be", "have", "do"):
            return False
        return after.kind != "content" or (after.is_verbal and after.form.lower() in base_forms(after.form))

    def is_participle(self, place: int) -> bool:
        """Whether a clause with a participle begins here: remembered ordering it, rose helped by it."""
        word = self.words[place]
        if word.kind != "content" or not word.is_verbal:
            return False
        if self.is_gerund(place) and self.kind(place + 1) == "content" and not self.words[place + 1].is_verbal:
            return not word.is_modifier  # stopped using asbestos, but not: paid moving expenses
        return self.kind(place + 1) in AFTER_GERUND | {""} and (self.is_gerund(place) or word.is_participle)

    def is_bare_infinitive(self, place: int, verb: int) -> bool:
        """Whether an infinitive without `to` begins here: helps explain it."""
        word = self.words[place]
        if word.kind != "content" or not word.is_verbal or not is_form_of(self.words[verb].form, "bare_infinitive"):
            return False
        return word.form.lower() in base_forms(word.form)

    def is_rate(self, place: int) -> bool:
        """Whether a phrase says what an amount is for: 11,000 barrels a day."""
        before = [word.tags for word in self.words[max(place - 2, 0) : place]]
        return self.words[place].form.lower() in ("a", "an", "each") and any("CD" in tags for tags in before)

    def is_compared(self, place: int) -> bool:
        """Whether `as` before an adjective is here: is as important as."""
        after = self.words[place + 1] if place + 1 < len(self.words) else None
        is_as = place < len(self.words) and self.words[place].form.lower() == "as"
        return is_as and after is not None and bool(after.tags) and after.tags <= {"JJ", "RB"}

    def is_determiner(self, place: int) -> bool:
        """Whether `that` is before a noun here, not before a clause: gave it that look."""
        is_that = self.words[place].form.lower() == "that" and self.kind(place) == "clause_marks"
        return is_that and self.find_verb(place + 1) < 0 and self.kind(place + 1) == "content"

    def is_said_of(self, place: int) -> bool:
        """Whether an adjective or participle follows an object: found the baker guilty, get the things done."""
        if self.kind(place) != "content" or self.words[place].is_adverb or self.kind(place + 1) == "content":
            return False
        return not is_form_of(self.words[place].form, "copulas")

    def is_measured(self, place: int) -> bool:
        """Whether an adjective follows a measure: 61 years old."""
        return (
            self.kind(place) == "content"
            and self.words[place].tags <= {"JJ", "JJR", "RB", "RBR"}
            and bool(self.words[place].tags)
        )

    def starts_clause(self, place: int) -> bool:
        """Whether a clause without complementiser begins here: said the rate was higher."""
        if self.words[place].form.lower() == "there" and self.kind(place + 1) == "be":
            return True
        found = self.find_verb(place)
        if found <= place or not (self.kind(found) in AUXILIARIES or self.words[found].may_have_tense):
            return False
        return all(
            self.kind(between) in PHRASES | {"genitive", "prepositions", "conjunctions"}
            for between in range(place, found)
        )
