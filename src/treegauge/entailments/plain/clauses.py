"""Plain sentences of a verb, one about each word that depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..analysis import FIXED, Analysis
from ..deep.clauses import Clauses
from ..deep.relations import DeepTree
from ..deep.words import clause_words, is_form_of
from ..inflection import is_form_of_any, is_form_of_be
from .phrases import PlainPhrases
from .sayable import Sayable
from .status import depends_on_condition
from .verb_forms import PLURAL, SINGULAR, be, in_full, is_amount, is_slip, person_of, tree_subject, verb_words
from .words import plain_words

_DEEPEST = 4  # infinitives within infinitives that a sentence has
_OBJECT_PRONOUNS = frozenset({"me", "you", "him", "her", "it", "us", "them"})


@dataclass(frozen=True)
class PlainClauses:
    """Builds the sentences of the verbs of one sentence, as lists of words."""

    clauses: Clauses
    deep: DeepTree
    phrases: PlainPhrases
    full: bool = False  # whether objects are said with adverbials

    @property
    def tree(self) -> Analysis:
        """The sentence."""
        return self.clauses.tree

    @property
    def sayable(self) -> Sayable:
        """What can be said."""
        return Sayable(self.clauses, self.phrases)

    def is_past(self, verb: int) -> bool:
        """Whether the clause of a verb, or the first one above it that has tense, is about the past."""
        tree = self.tree
        word = verb
        for _ in tree.head:
            if word < 0:
                return False
            if self.clauses.is_verb(word) and self.clauses.is_finite(word):
                perfect = tree.tags[word] == "VBN" and not self.clauses.is_passive(word)
                return perfect or any(tree.tags[part] == "VBD" for part in tree.chain[word])
            word = tree.head[word] if tree.first[word] == word else tree.first[word]
        return False

    def beginning(self, verb: int, subject: int = -1) -> list[str]:
        """Subject and verb group; somebody or something if there is no subject."""
        chosen = subject if subject >= 0 else self.sayable.subject_of(verb)
        if (there := self.tree.first_of_role(verb, "expletive")) >= 0 and self.tree.tags[there] == "EX":
            noun = self.tree.first_of_role(verb, "predicative")
            first, person = ["there"], person_of(self.clauses, noun) if noun >= 0 else SINGULAR
        elif chosen >= 0:
            first, person = self.phrases.noun(chosen, subject=True), person_of(self.clauses, chosen)
        else:
            thing = self.clauses.is_passive(verb) or self.clauses.subjects(verb)
            first, person = ["something" if thing else "somebody"], SINGULAR
        own = chosen >= 0 and tree_subject(self.tree, verb) == chosen and not is_slip(self.clauses, verb, chosen)
        if chosen >= 0 and is_amount(self.tree, chosen) and self.clauses.first_tag(verb) == "VBP":
            person = PLURAL  # 62 % who approve
        words = verb_words(self.clauses, verb, person, self.is_past(verb), as_written=own)
        return first + self._with_limits(verb, words)

    def _with_limits(self, verb: int, words: list[str]) -> list[str]:
        """A verb group with never, often and the like, without which the sentence would say the opposite or more."""
        tree = self.tree
        before = [
            other
            for other in tree.dependents[verb]
            if other < verb or other not in tree.of_role(verb, "adverbial") or self._is_after_be(other, verb)
        ]
        adverbs = [tree.forms[other].lower() for other in before if tree.tags[other][:2] == "RB"]
        negative = [word for word in adverbs if word in clause_words().negative | plain_words().limiting]
        place = 1 if len(words) > 1 or is_form_of_be(tree.forms[verb]) else 0
        words = [*words[:place], *negative, *words[place:]]
        manner = tree.forms[verb - 1].lower()
        if self.full and self._is_manner(verb - 1, verb) and manner not in words and tree.forms[verb] in words:
            end = words.index(tree.forms[verb])
            return [*words[:end], manner, *words[end:]]
        return words

    def _is_manner(self, adverb: int, verb: int) -> bool:
        """Whether a word is an adverb right before a passive participle, which may mean little without it: highly
        regarded."""
        tree, left_out = self.tree, plain_words().connecting | plain_words().before_verb | clause_words().negative
        is_adverb = adverb >= 0 and tree.tags[adverb] == "RB" and tree.head[adverb] == verb
        return is_adverb and self.clauses.is_passive(verb) and tree.forms[adverb].lower() not in left_out

    def _is_after_be(self, adverb: int, verb: int) -> bool:
        """Whether an adverb is right after a copula: is usually a goal."""
        return adverb == verb + 1 and is_form_of_be(self.tree.forms[verb])

    def noun(self, token: int) -> list[str]:
        """A noun phrase with the infinitive that follows it at once: the need to string lights."""
        return self.phrases.noun(token) + self._infinitive_after(token)

    def _infinitive_after(self, token: int) -> list[str]:
        tree, owners = self.tree, {owner for owner, _ in self.clauses.gaps}
        for other in tree.dependents[token]:
            if self.clauses.is_verb(other) and self.clauses.first_tag(other) == "TO" and tree.chain[other]:
                start = min(tree.chain[other])
                if start == token + 1 and tree.role[other] == "modifier" and other not in owners:
                    return self.infinitive(other, full=True)
        return []

    def prepositional(self, token: int) -> list[str]:
        """A prepositional phrase with the infinitive that follows it at once: in an attempt to leave."""
        phrase = self.phrases.prepositional(token)
        return phrase + self._infinitive_after(token) if self.tree.is_nominal(token) else phrase

    def core(self, verb: int, subject: int = -1) -> list[str]:
        """A sentence with subject and verb, and somebody or something for its objects. If objects are said in full,
        they are so with further subjects: Romania joins the union."""
        full = self.full and subject >= 0 and self.tree.first[subject] != subject
        return self.said(verb, self.rest(verb, full=full), subject) if not self.needs_clause(verb) else []

    def needs_clause(self, verb: int) -> bool:
        """Whether a verb has a clause after it and does not have `something` in place of one: hope, tell them."""
        tree, clauses = self.tree, self.clauses
        clausal = any(clauses.is_verb(other) and clauses.is_finite(other) for other in tree.of_role(verb, "object"))
        said = is_form_of(tree.forms[verb], "saying") or is_form_of_any(
            tree.forms[verb], plain_words().saying_something
        )
        return clausal and not said

    def said(self, verb: int, rest: list[str], subject: int = -1) -> list[str]:
        """Subject and verb with what follows them; a pronoun comes before a particle (look it up), and so
        does what the text has there."""
        words, tree = self.beginning(verb, subject), self.tree
        if not rest and is_form_of_any(tree.forms[verb], {"lie"}):
            return []
        return self.with_particle(verb, words, rest)

    def with_particle(self, verb: int, words: list[str], rest: list[str]) -> list[str]:
        """A verb group and what follows it, with the particle of the verb in its place."""
        tree = self.tree
        particle = tree.chain[verb][-1] if tree.chain[verb] else verb
        if tree.tags[particle] != "RP" or not rest:
            return words + rest
        between = [form.lower() for form in tree.forms[verb + 1 : particle]]
        size = len(between) if between == [word.lower() for word in rest[: len(between)]] else 0  # turned thumbs down
        if not size and rest[0] in _OBJECT_PRONOUNS and (rest[0] != "her" or len(rest) == 1):
            size = 1
        return [*words[:-1], *rest[:size], words[-1], *rest[size:]]

    def rest(self, verb: int, shown: int = -1, phrase: list[str] | None = None, *, full: bool = False) -> list[str]:
        """What a verb needs after it: objects, predicatives and infinitives; `shown` has this phrase. If `full`, all
        objects are said."""
        tree, words = self.tree, list[str]()
        passive, negated = self.clauses.is_passive(verb), self._says_less(verb)
        objects = [token for token in self.clauses.objects(verb) if tree.first[token] == token]
        several = len(objects) > 1 or bool(tree.of_role(verb, "open"))
        if passive:  # was given medical treatment
            objects, several = [token for token in objects if tree.head[token] == verb], True
        for token in objects:
            if token == shown and phrase is not None:
                words += phrase
            elif several or ((full or self._is_said_with_object(verb)) and self.sayable.object(token)):
                words += self.phrases.noun(token)  # tempts them to return, gave her a book
            elif is_form_of(tree.forms[token], "circumstances") and tree.head[token] == verb:
                words += self.phrases.noun(token)
            else:
                words += self.phrases.placeholder(token, negated)
        particles = self._particles(verb, shown)
        early = [token for token in particles if token < tree.first_of_role(verb, "predicative")]
        words += [tree.forms[token].lower() for token in early]  # walked away satisfied
        for token in tree.dependents[verb]:
            if tree.role[token] == "predicative" and not self.clauses.is_verb(token):
                words += phrase if token == shown and phrase is not None else self.predicative(token)
            elif self._completes(token):
                words += phrase if token == shown and phrase is not None else self.infinitive(token)
            elif self._is_extraposed(token, verb):
                words += ["that", *self.said(token, self.rest(token, full=True))]
            elif tree.role[token] == "object" and self.clauses.is_verb(token) and not objects:
                words += phrase if token == shown and phrase is not None else ["something"]
        words += [tree.forms[token].lower() for token in particles if token not in early]
        words += self._taken_as(verb, shown) + (self._gerund_about(verb) if objects else [])
        words = words or self._infinitive_of(verb, shown)
        needed = is_form_of_any(tree.forms[verb], plain_words().needs_phrase)
        if not words or needed:
            words += self.phrases.complement_after(verb, anywhere=needed, but=tree.first[shown] if shown >= 0 else -1)
        elif phrase is None and is_form_of(tree.forms[verb], "copulas"):
            words += self._after_predicative(verb)
        return words

    def _particles(self, verb: int, shown: int) -> list[int]:
        """Adverbs after a verb without which it means something else."""
        first = self.tree.first[shown] if shown >= 0 else -1
        adverbials = self.tree.of_role(verb, "adverbial")
        return [other for other in adverbials if self.tree.first[other] != first and self._is_particle(other, verb)]

    def _taken_as(self, verb: int, shown: int) -> list[str]:
        """Phrases with `as` after a verb: refers to it as the Far East."""
        tree, first = self.tree, self.tree.first[shown] if shown >= 0 else -1
        roles = [other for other in tree.of_role(verb, "adverbial") if self.phrases.is_role(other)]
        phrases = (self.phrases.prepositional(other) for other in roles if tree.first[other] != first and other > verb)
        return [word for phrase in phrases for word in phrase]

    def _after_predicative(self, verb: int) -> list[str]:
        """The phrase right after an adjective that belongs to its copula: closed on Mondays."""
        tree = self.tree
        adjective = tree.first_of_role(verb, "predicative")
        if adjective < 0 or tree.tags[adjective] not in ("JJ", "NN", "NNS"):
            return []
        for other in tree.of_role(verb, "adverbial"):
            if tree.marks[other] and min(tree.marks[other]) == adjective + 1 and tree.is_nominal(other):
                return self.phrases.prepositional(other) if not self.phrases.is_role(other) else []
        return []

    def _infinitive_of(self, verb: int, shown: int) -> list[str]:
        """The infinitive right after a verb that has nothing else: they stop to chat."""
        tree = self.tree
        last = max((*tree.chain[verb], verb))
        for other in tree.of_role(verb, "adverbial"):
            if self.clauses.is_verb(other) and self.clauses.first_tag(other) == "TO" and other != shown:
                return self.infinitive(other, full=True) if min(tree.chain[other]) == last + 1 else []
        return []

    def _gerund_about(self, verb: int) -> list[str]:
        """A gerund about the object, without which less is said: prevented them from leaving."""
        tree = self.tree
        for other in tree.of_role(verb, "adverbial"):
            marks = [tree.forms[mark].lower() for mark in tree.marks[other]]
            about = marks in (["from"], ["into"]) and self.clauses.first_tag(other) == "VBG"
            if about and self.clauses.is_verb(other) and other > verb:
                return marks + self.infinitive(other, full=True)
        return []

    def _is_said_with_object(self, verb: int) -> bool:
        """Whether a verb is said with its object: took aim, reminds the world."""
        form = self.tree.forms[verb]
        return is_form_of_any(form, plain_words().light) or any(
            is_form_of(form, kind) for kind in ("told", "object_control", "two_objects")
        )

    def _is_particle(self, token: int, verb: int) -> bool:
        """Whether an adverb belongs to the meaning of its verb: hold them back."""
        tree = self.tree
        form, tag = tree.forms[token].lower(), tree.tags[token]
        if tree.marks[token] or tree.dependents[token] or token < verb:
            return False
        if tag in ("RBR", "JJ"):
            return not tree.conjuncts[token] and form not in plain_words().connecting  # broke it open, liked it better
        return tag in ("RB", "RP", "IN") and form in plain_words().particles

    def _says_less(self, verb: int) -> bool:
        """Whether `something` in place of an object would say more than the text: after a negation, few or only."""
        tree = self.tree
        if verb in self.deep.negated or not self.deep.denied.isdisjoint(self.clauses.objects(verb)):
            return True
        subject = tree.first_of_role(verb, "subject")
        words = [tree.forms[other].lower() for other in tree.dependents[subject]] if subject >= 0 else []
        words += [tree.forms[subject].lower()] if subject >= 0 else []
        return not plain_words().few.isdisjoint(words)

    def _is_extraposed(self, clause: int, verb: int) -> bool:
        """Whether a clause belongs to `it` before a copula: it is unlikely that they agree."""
        tree = self.tree
        subject = tree.first_of_role(verb, "subject")
        marked = any(tree.forms[mark].lower() == "that" for mark in tree.marks[clause])
        is_it = subject >= 0 and tree.forms[subject].lower() == "it"
        return is_it and marked and self.clauses.is_verb(clause) and self.sayable.subject_of(clause) >= 0

    def infinitive(self, verb: int, *, full: bool = False) -> list[str]:
        """An infinitive or participle that completes another verb, with what it needs, and those that complete it."""
        tree, words = self.tree, list[str]()
        for _ in range(_DEEPEST):
            chain = [in_full(tree, part) for part in tree.chain[verb] or [verb]]
            manner = [tree.forms[verb - 1].lower()] if self.full and self._is_manner(verb - 1, verb) else []
            words += [*chain[:-1], *manner, chain[-1]]
            inner = next((other for other in tree.dependents[verb] if self._completes(other)), -1)
            words = self.with_particle(verb, words, self.rest(verb, inner, [] if inner >= 0 else None, full=full))
            if inner < 0:
                break
            verb = inner
        return words

    def _completes(self, token: int) -> bool:
        return self.tree.role[token] in ("open", "predicative") and self.clauses.is_verb(token)

    def predicative(self, token: int) -> list[str]:
        """An adjective, noun or phrase after a copula, with the phrase that follows an adjective."""
        tree = self.tree
        if tree.is_nominal(token):
            return self.prepositional(token)
        words = self.phrases.prepositional(token)
        for other in tree.dependents[token]:
            if other > token and tree.marks[other] and tree.is_nominal(other):
                return words + self.phrases.prepositional(other)
            if other > token and self.clauses.is_verb(other) and self.clauses.first_tag(other) == "TO":
                return words + self.infinitive(other, full=True)
            if other > token and self.clauses.is_verb(other) and self.clauses.first_tag(other) == "VBG":
                marks = [tree.forms[mark].lower() for mark in tree.marks[other]]
                return words + marks + self.infinitive(other, full=True)  # guilty of selling short loaves
        return words

    def with_adverbial(self, verb: int, token: int) -> list[str]:
        """A sentence about an adverb or a prepositional phrase."""
        clause = any(self.clauses.is_verb(other) for other in self.tree.of_role(verb, "object"))
        marks = [self.tree.forms[mark].lower() for mark in self.tree.marks[token]]
        clause = clause and (self.needs_clause(verb) or marks not in (["in"], ["on"], ["at"]))  # said something in May
        late = [other for other in self.tree.of_role(verb, "open") if token < min(self.tree.chain[other] or [other])]
        if clause or (late and token > verb) or (self.tree.is_nominal(token) and self.phrases.is_restricted(token)):
            return []
        phrase, words = self.prepositional(token), self.beginning(verb)
        if len(phrase) == 1 and phrase[0].lower() in plain_words().limiting:
            return words + self.rest(verb, full=self.full)
        if len(phrase) == 1 and phrase[0].lower() in plain_words().before_verb:
            group = len(verb_words(self.clauses, verb, SINGULAR, False))
            place = len(words) - group + (1 if group > 1 else 0)
            return [*words[:place], phrase[0].lower(), *words[place:], *self.rest(verb, token, [], full=self.full)]
        if (
            token == max((*self.tree.chain[verb], verb)) + 1
            and self.tree.tags[token] == "RB"
            and not self.clauses.objects(verb)
        ):
            return words + phrase + self.phrases.phrase_after_adverb(verb, token) + self.rest(verb, token, [])
        after = [] if self.tree.marks[token] else self.phrases.phrase_after_adverb(verb, token)
        rest = self.rest(verb, token, [], full=self.full)
        said_before = rest[-len(phrase) :] == phrase  # changed from one to the other
        return self.said(verb, rest + ([] if said_before else phrase + after))

    def with_clause(self, verb: int, inner: int) -> list[str]:
        """A sentence about a clause that is said, known or thought."""
        marks = [self.tree.forms[mark].lower() for mark in self.tree.marks[inner]]
        begins = self.sayable.subject_of(inner) >= 0 or self.tree.first_of_role(inner, "expletive") >= 0
        if not begins or not self.sayable.clause(inner) or depends_on_condition(self.clauses, inner):
            return []
        said = self.said(inner, self.rest(inner, full=True))
        return self.beginning(verb) + self.rest(verb, inner, [*(marks or ["that"]), *said])

    def appositions(self, noun: int, other: int) -> Iterator[list[str]]:
        """What an apposition says: Brian Lane is special counsel."""
        phrases, tree = self.phrases, self.tree
        if phrases.tokens.name_after(noun) == other:
            alone = not any(tree.included[word] for word in tree.dependents[noun])
            article = ["a"] if alone and tree.tags[noun] != "NNS" else []
            words = phrases.words(phrases.tokens.simple(noun))
            yield [*phrases.noun(other), be(person_of(self.clauses, other), False), *article, *words]
            return
        bare = tree.tags[other] == "NN" and not any(tree.included[word] == FIXED for word in tree.dependents[other])
        article = ["the"] if bare and phrases.of_phrase(other) >= 0 else []  # the chairman of the company
        yield [*phrases.noun(noun), be(person_of(self.clauses, noun), False), *article, *phrases.noun(other)]
