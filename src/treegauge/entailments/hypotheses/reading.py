"""Read a hypothesis by rules: a simple sentence with subject, verb, complements and perhaps a clause within.

Where the rules cannot decide what a phrase belongs to, a claim has several alternatives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..deep.relations import ADVERB, COMPLEMENT, COMPOUND, INDIRECT, IS, OBJECT, PREDICATIVE, SUBJECT
from ..deep.words import is_form_of
from ..inflection import is_participle
from .claims import ANY, ANY_ROLE, BEFORE, HAPPENS, NEAR, WITHIN, Meaning
from .groups import GroupReader, VerbGroup
from .phrases import PhraseReader
from .sentence import AFTER_GERUND, AUXILIARIES, PHRASES, Hypothesis
from .words import Word

_NEGATIVE = frozenset({"no", "nothing", "nobody", "none", "neither"})
_PARTICLES = frozenset({"about", "across", "around", "by", "down", "in", "off", "on", "out", "over", "through", "up"})
_AFTER_TIMES = frozenset({"ago", "earlier", "later"})
_LIKE_OBJECT = (OBJECT, INDIRECT, PREDICATIVE, ADVERB)


def read_hypothesis(words: Sequence[Word]) -> Meaning:
    """What a hypothesis says."""
    sentence = Hypothesis(words)
    if sentence.find_verb(0) < 0:  # X's captivating
        sentence = Hypothesis([replace(word, kind="be") if word.kind == "genitive" else word for word in words])
    reader = HypothesisReader(sentence, Meaning())
    if words:
        reader.clause(0)
    return reader.reading


@dataclass(frozen=True)
class HypothesisReader:
    """Reads the clauses of one hypothesis, and adds what they say to a reading."""

    sentence: Hypothesis
    reading: Meaning

    @property
    def phrases(self) -> PhraseReader:
        """The reader of its noun phrases."""
        return PhraseReader(self.sentence, self.reading)

    @property
    def groups(self) -> GroupReader:
        """The reader of its verb groups."""
        return GroupReader(self.sentence, self.reading)

    def clause(self, start: int) -> int:
        """Read a clause from a place on; returns its predicate, or `ANY` where there is none."""
        if self.sentence.kind(start) == "clause_marks" and self.sentence.find_verb(start + 1) > start:
            return self._clause_with_mark(start)
        place = self.sentence.with_adverbs(self.sentence.find_verb(start), start)
        if place < 0:
            heads, end = self.phrases.noun_phrase(start, len(self.sentence))
            self.phrases.attach_phrases(end, heads)
            return heads[0] if heads else ANY
        outer = self._after_relative(start, place)
        if outer > place:
            return self.predicate(outer, self._with_relative(start, place, outer))
        return self.predicate(place, self.subject(start, place))

    def _after_relative(self, start: int, place: int) -> int:
        """The verb after a relative clause that the subject has, where `place` is the verb of that clause, or -1."""
        _, end = PhraseReader(self.sentence, Meaning()).noun_phrase(start, place)
        pronoun = self.sentence.kind(end) == "clause_marks" and end > start
        zero = start < end < place and self.sentence.kind(end) in ("pronouns", "determiners")
        if not (pronoun or zero) or self.sentence.words[end].form.lower() == "such":
            return -1
        return self.sentence.find_verb(GroupReader(self.sentence, Meaning()).verb_group(place).end)

    def _with_relative(self, start: int, place: int, outer: int) -> list[int]:
        """A subject with a relative clause: the last thing they needed."""
        heads, end = self.phrases.noun_phrase(start, place)
        end += self.sentence.kind(end) == "clause_marks"
        inner = HypothesisReader(self.sentence.until(outer), self.reading)
        if end == place:  # who left
            inner.predicate(place, heads)
            return heads
        verb = inner.predicate(place, inner.subject(end, place))
        for head in heads:
            self.reading.add(*((verb, role, head) for role in (*_LIKE_OBJECT, ANY_ROLE) if head != ANY))
        return heads

    def _clause_with_mark(self, start: int) -> int:
        """A clause with a complementiser; at the beginning it may be the subject (That he left was the trouble)."""
        outer = self._outer_verb(start) if start == 0 else -1
        if outer < 0:
            return self._after_mark(start)
        verb = HypothesisReader(self.sentence.until(outer), self.reading)._after_mark(start)
        self.reading.clauses.add(verb)
        return self.predicate(outer, [verb])

    def _after_mark(self, start: int) -> int:
        wh = self.sentence.words[start].form.lower() in ("what", "which", "how", "who", "whom", "whose")
        return self.clause_after_wh(start) if wh else self.clause(start + 1)

    def clause_after_wh(self, start: int) -> int:
        """A clause after what, which, how much and the like; the words after them may be its object (how much
        credibility you gain)."""
        place = self.sentence.find_verb(start + 1)
        if place < 0:
            return ANY
        fronted, end = self.phrases.noun_phrase(start + 1, place)
        if end >= place or self.sentence.kind(end) not in PHRASES:
            return self.predicate(place, self.subject(start + 1, place))
        verb = self.predicate(place, self.subject(end, place))
        for head in fronted:
            self.reading.add(*((verb, role, head) for role in _LIKE_OBJECT), (head, ANY_ROLE, verb))
        return verb

    def _outer_verb(self, start: int) -> int:
        """The place of the verb whose subject is the clause at the beginning, or -1."""
        inner = self.sentence.with_adverbs(self.sentence.find_verb(start + 1), start)
        after = GroupReader(self.sentence, Meaning()).verb_group(inner).end
        place = self.sentence.find_verb(after)
        if place < 0 or not (self.sentence.kind(place) in AUXILIARIES or self.sentence.words[place].may_have_tense):
            return -1
        return place

    def subject(self, start: int, verb: int) -> list[int]:
        """The subject before a verb, with its prepositional phrases."""
        if self.sentence.words[start].form.lower() == "there" and start + 1 == verb:
            return []
        if self.sentence.is_gerund(start) and verb > start + 1 and self.sentence.kind(start + 1) in AFTER_GERUND:
            HypothesisReader(self.sentence.until(verb), self.reading).complements(start, start + 1, [], False)
            self.reading.clauses.add(start)
            return [start]
        heads, end = self.phrases.noun_phrase(start, verb)
        self.phrases.attach_phrases(end, heads, verb)
        if self.sentence.is_gerund(start) and heads and heads[0] > start:  # playing chess
            self.reading.names.setdefault(heads[0], []).append(start)
        return heads

    def predicate(self, start: int, subjects: list[int]) -> int:
        """Read a verb group and what follows it; returns the verb or the predicative."""
        group = self.groups.verb_group(start)
        if group.copula:
            return self._copula(group, subjects)
        verb = group.verb
        if self.sentence.kind(verb) == "have" and not self.sentence.words[verb].tokens:
            return self.phrases.owned(group.end, subjects, group.negated)
        self.reading.verbs[verb] = group.negated ^ any(self._is_negative(subject) for subject in subjects)
        role = OBJECT if group.passive else SUBJECT
        known = [subject for subject in subjects if subject != ANY]
        for subject in known:
            also = [(verb, INDIRECT, subject)] if group.passive else []
            if group.passive and is_form_of(self.sentence.words[verb].form, "without_object"):
                also.append((verb, SUBJECT, subject))  # years are gone by
            if subject in self.reading.clauses:  # it was announced that they had acquired it
                also.append((verb, COMPLEMENT, subject))
            self.reading.add((verb, role, subject), *also)
        while self.reading.loose:
            preposition, noun = self.reading.loose.pop()
            self.reading.add((verb, f"{WITHIN}{role} {preposition}", noun))
        before = len(self.reading.claims)
        self.complements(verb, group.end, subjects, group.passive)
        if not known and len(self.reading.claims) == before:
            self.reading.add((verb, HAPPENS, ANY))
        return verb

    def _is_negative(self, place: int) -> bool:
        return place != ANY and (place in self.reading.denied or self.sentence.words[place].form.lower() in _NEGATIVE)

    def _copula(self, group: VerbGroup, subjects: list[int]) -> int:
        """Read a predicative: an adjective or a noun, a prepositional phrase; after `there`, a noun."""
        place = group.end
        if self.sentence.is_compared(place):
            place += 1
        if not subjects:  # there is
            heads, end = self.phrases.noun_phrase(place, len(self.sentence))
            for head in heads:
                self.reading.add((head, HAPPENS, ANY))
            self.reading.denied |= {head for head in heads if group.negated and head != ANY}
            self._rest(group.verb, heads, end, subjects)
            return heads[0] if heads else ANY
        if self.sentence.is_to(place):
            inner = self.groups.verb_group(place + 1)
            also = [(inner.verb, HAPPENS, ANY)] if all(subject == ANY for subject in subjects) else []
            known = [(inner.verb, OBJECT if inner.passive else SUBJECT, one) for one in subjects if one != ANY]
            self.reading.add((group.verb, COMPLEMENT, inner.verb), *known, *also)
            self.reading.verbs[inner.verb] = group.negated or inner.negated
            self.complements(inner.verb, inner.end, subjects, inner.passive)
            return inner.verb
        if self.sentence.kind(place) == "prepositions" and self.sentence.kind(place + 1) in PHRASES:
            before = len(self.reading.claims)
            self.complements(group.verb, place, subjects, False, beside=subjects)
            self._bearers(group.verb, subjects, before)
            return group.verb
        heads, end = self.phrases.noun_phrase(place, len(self.sentence))
        if heads and self.sentence.kind(place) == "content" and heads[0] > place:  # due Nov. 30
            self.reading.names[heads[0]] = [*self.reading.names.get(heads[0], ()), place]
        if not heads:
            heads, end = ([place], place + 1) if place < len(self.sentence) else ([], place)
        if heads and self.sentence.is_measured(end):
            heads, end = [end], end + 1
        for head in (one for one in heads if one != ANY):
            if group.negated or any(self._is_negative(subject) for subject in subjects):
                self.reading.denied.add(head)
            for subject in (one for one in subjects if one != ANY):
                there = [(group.verb, ADVERB, head)] * self.sentence.words[head].is_adverb  # Mary was there
                self.reading.add(*self._is_alternatives(head, subject), *there)
                self.reading.add(*there and [*self._is_alternatives(head, subject), (group.verb, SUBJECT, subject)])
            if all(subject == ANY for subject in subjects):
                self.reading.add((head, IS, ANY), (group.verb, PREDICATIVE, head))
        if ANY in heads:
            for subject in (one for one in subjects if one != ANY):
                self.reading.add((group.verb, SUBJECT, subject))
        self._rest(group.verb, heads, end, subjects)
        return heads[0] if heads else group.verb

    def _bearers(self, verb: int, subjects: Sequence[int], before: int) -> None:
        """A phrase after a copula is said of its subject: the phrase belongs to the subject, or the verb has it."""
        phrases = {one for claim in self.reading.claims[before:] for one in claim.alternatives}
        for subject in (one for one in subjects if one != ANY):
            own = [one for one in phrases if one.head == subject]
            if own:
                self.reading.add((verb, SUBJECT, subject), *sorted(own))

    def _is_alternatives(self, head: int, subject: int) -> list[tuple[int, str, int]]:
        alternatives = [(head, IS, subject), (subject, IS, head)]
        if self.sentence.kind(head - 1) == "be" and self.sentence.words[head].is_same:
            alternatives.append((subject, COMPOUND, head))  # the voice is male
        if is_participle(self.sentence.words[head].form) and not self.sentence.words[head].is_verbal:
            alternatives.append((head, OBJECT, subject))
        if subject in self.reading.clauses:  # it is a question of how much you gain
            alternatives += [(head, "of", subject), (head, COMPLEMENT, subject)]
        return alternatives

    def _rest(self, verb: int, heads: Sequence[int], place: int, subjects: Sequence[int]) -> None:
        """What follows a predicative."""
        known = [head for head in heads if head != ANY] or [verb]
        if place < len(self.sentence):
            self.complements(known[-1], place, list(subjects), False, beside=(*subjects, verb))

    def complements(
        self, verb: int, start: int, subjects: list[int], passive: bool, beside: Sequence[int] = ()
    ) -> None:
        """Read what follows a verb. A phrase belongs to it, to the noun before, or to one of those `beside`."""
        place, nouns = start, [word for word in beside if word != ANY]
        while place < len(self.sentence):
            kind = self.sentence.kind(place)
            if self.sentence.is_to(place):
                self._infinitive(verb, place, nouns, subjects)
                return
            if self.sentence.is_bare_infinitive(place, verb):
                self._infinitive(verb, place - 1, nouns, subjects)
                return
            if self.sentence.is_participle(place):
                self.reading.add((verb, ANY_ROLE, place), *((noun, ANY_ROLE, place) for noun in nouns))
                self.complements(place, place + 1, [], not self.sentence.is_gerund(place), beside=(verb,))
                return
            if kind == "negations" and verb in self.reading.verbs:
                self.reading.verbs[verb] = True
            if self.sentence.before_number(place):
                place = self._object(verb, place, nouns)  # plunged about 18 %
            elif self.sentence.is_determiner(place):
                place += 1
            elif kind == "prepositions" or (kind == "clause_marks" and self.sentence.find_verb(place + 1) < 0):
                place = self._prepositional(verb, place, nouns, passive)
            elif kind == "clause_marks" and self.sentence.find_verb(place + 1) > 0:
                self._inner_clause(verb, place)
                return
            elif kind in PHRASES and not self.sentence.words[place].is_adverb:
                if self.sentence.starts_clause(place):
                    self.reading.add((verb, COMPLEMENT, self.clause(place)))
                    return
                place = self._object(verb, place, nouns)
            elif kind == "content":
                self.reading.add((verb, NEAR, place), *((noun, NEAR, place) for noun in nouns))
                place += 1
            elif kind == "conjunctions" and place + 1 < len(self.sentence) and self.sentence.words[place + 1].is_verbal:
                self.predicate(place + 1, subjects)
                return
            else:
                place += 1

    def _inner_clause(self, verb: int, place: int) -> None:
        mark = self.sentence.words[place].form.lower()
        inner = self._after_mark(place)
        if inner != ANY:
            self.reading.add((verb, COMPLEMENT, inner), (verb, mark, inner), (verb, ADVERB, inner))

    def _infinitive(self, verb: int, place: int, nouns: Sequence[int], subjects: list[int]) -> None:
        group = self.groups.verb_group(place + 1)
        inner = group.verb
        indefinite = [] if nouns or self.sentence.kind(place - 1) != "indefinite" else [(inner, HAPPENS, ANY)]
        owners = [(noun, COMPLEMENT, inner) for noun in nouns]
        self.reading.add((verb, COMPLEMENT, inner), (verb, ANY_ROLE, inner), *owners, *indefinite)
        controllers = [word for word in (*subjects, *nouns) if word != ANY]
        within = any(self.sentence.kind(before) == "prepositions" for before in range(verb + 1, place))
        if verb in self.reading.verbs and not indefinite and ANY not in subjects and not within:
            self.reading.add(*((inner, OBJECT if group.passive else SUBJECT, word) for word in controllers))
        self.complements(inner, group.end, subjects, group.passive, beside=(verb,))

    def _prepositional(self, verb: int, place: int, nouns: list[int], passive: bool) -> int:
        """A preposition with its noun or gerund, or alone as a particle."""
        preposition = self.sentence.words[place].form.lower()
        after = place + 1
        if (
            self.sentence.kind(after) == "content"
            and self.sentence.words[after].is_verbal
            and not self.sentence.words[after].is_modifier
            and self.sentence.words[after].form.lower().endswith("ing")
        ):
            heads = [*nouns, verb]
            self.reading.add(*((head, preposition, after) for head in heads), (verb, COMPLEMENT, after))
            self.complements(after, after + 1, [], False)
            return len(self.sentence)
        if after < len(self.sentence) and self.sentence.kind(after) in PHRASES and self.sentence.starts_clause(after):
            clause = self.clause(after)
            roles = (preposition, ADVERB, COMPLEMENT)
            self.reading.add(*((verb, role, clause) for role in roles if clause != ANY))
            return len(self.sentence)
        if self.sentence.kind(after) == "prepositions" and not self.sentence.starts_phrase(after):
            return after  # out of, according to: the last one has the noun
        if not self.sentence.starts_phrase(after):
            self.reading.add((verb, NEAR, place), *((noun, NEAR, place) for noun in nouns))
            return after
        inner, end = self.phrases.noun_phrase(after, len(self.sentence))
        for noun in inner:
            alternatives = [(head, preposition, noun) for head in (verb, *nouns)]
            if preposition == "by" and passive:
                alternatives.append((verb, SUBJECT, noun))
            if preposition in ("to", "for"):
                alternatives.append((verb, INDIRECT, noun))
            if self.sentence.kind(place - 1) == "indefinite":
                alternatives.append((verb, f"{WITHIN}{OBJECT} {preposition}", noun))
            if preposition in _PARTICLES and place == verb + 1:
                alternatives.append((verb, OBJECT, noun))
            self.reading.add(*alternatives)
        nouns += [noun for noun in inner if noun != ANY]
        return max(end, after)

    def _object(self, verb: int, place: int, nouns: list[int]) -> int:
        """A noun phrase after a verb, and an adjective or participle that is said of it."""
        heads, end = self.phrases.noun_phrase(place, len(self.sentence))
        if heads and end < len(self.sentence) and self.sentence.words[end].form.lower() in _AFTER_TIMES:
            self.reading.add((verb, ADVERB, end), (verb, NEAR, end), *((verb, ADVERB, head) for head in heads))
            return end + 1
        for head in heads:
            roles = (OBJECT, INDIRECT, PREDICATIVE, COMPLEMENT) if head == ANY else _LIKE_OBJECT
            fronted = (
                [(verb, BEFORE, ANY)] if head == ANY and is_form_of(self.sentence.words[verb].form, "saying") else []
            )
            times = [(noun, ADVERB, head) for noun in nouns if head != ANY]  # was safe this time
            rates = [(noun, ANY_ROLE, head) for noun in nouns if head != ANY and self.sentence.is_rate(place)]
            self.reading.add(*((verb, role, head) for role in roles), *fronted, *times, *rates)
        nouns += [head for head in heads if head != ANY]
        if heads and self.sentence.is_said_of(end) and not self.sentence.is_clause_of_gerund(end):
            self.reading.add((verb, NEAR, end), *((head, ANY_ROLE, end) for head in heads if head != ANY))
            nouns.append(end)  # guilty of it
            end += 1
        return max(end, place + 1)
