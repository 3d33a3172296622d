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
from .status import depends_on_condition, is_command
from .verb_forms import SINGULAR, be, in_full, person_of, verb_words
from .words import plain_words

_DEEPEST = 4  # infinitives within infinitives that a sentence has
_OBJECT_PRONOUNS = frozenset({"me", "you", "him", "her", "it", "us", "them"})
_AFTER_BE = frozenset({"predicative", "adverbial", "open", "object"})
_ONLY = frozenset({"first", "last", "next", "only", "best", "worst"})
_DETERMINED = frozenset({"DT", "PRP$", "CD", "PDT", "NNP", "NNPS", "POS", "WP$"})
_NO_SUBJECT = frozenset({"EX", "WDT", "WP", "WRB"})


@dataclass(frozen=True)
class PlainClauses:
    """Builds the sentences of the verbs of one sentence, as lists of words."""

    clauses: Clauses
    deep: DeepTree
    phrases: PlainPhrases

    @property
    def tree(self) -> Analysis:
        """The sentence."""
        return self.clauses.tree

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
            word = tree.head[word]
        return False

    def subject_of(self, verb: int) -> int:
        """The subject of a verb that a sentence can begin with, or -1."""
        tree = self.tree
        for token in self.clauses.subjects(verb):
            if tree.tags[token] not in _NO_SUBJECT and tree.is_nominal(token) and not self.clauses.is_verb(token):
                return token
        return -1

    def is_sayable(self, verb: int) -> bool:
        """Whether a verb can have a sentence of its own: infinitives are said with the verb above them."""
        tree = self.tree
        if is_form_of_be(tree.forms[verb]) and not any(
            tree.role[other] in _AFTER_BE for other in tree.dependents[verb]
        ):
            return False  # than I am
        if any(self._is_clause(other) or self._needs_clause(other) for other in tree.of_role(verb, "predicative")):
            return False  # the question is whether it works
        if self._is_part_of_phrase(verb) or sum(tree.tags[part] == "MD" for part in tree.chain[verb]) > 1:
            return False
        if self.clauses.is_finite(verb):
            return tree.tags[verb] != "MD" and not self.is_command(verb)  # they should
        attached = (
            tree.included[verb] or tree.marks[verb] or tree.role[verb] in ("predicative", "open", "object", "subject")
        )
        return not attached and self.clauses.first_tag(verb) != "TO" and self.subject_of(verb) >= 0

    def _needs_clause(self, adjective: int) -> bool:
        """Whether an adjective has a question after it, without which it is not complete: dependent on how it is."""
        tree = self.tree
        after = [other for other in tree.dependents[adjective] if other > adjective and tree.marks[other]]
        finite = any(self.clauses.is_verb(other) and self.clauses.is_finite(other) for other in after)
        return tree.tags[adjective][:2] == "JJ" and finite and not self._is_it(adjective)

    def _is_it(self, adjective: int) -> bool:
        """Whether an adjective is said of `it`: it is unlikely that they agree."""
        subject = self.tree.first_of_role(self.tree.head[adjective], "subject")
        return subject >= 0 and self.tree.forms[subject].lower() == "it"

    def _is_clause(self, token: int) -> bool:
        """Whether a word is a verb with tense, or with a word for a question: whether it works, how to do it."""
        marked = any(self.tree.tags[mark][:1] == "W" for mark in self.tree.marks[token])
        return self.clauses.is_verb(token) and (marked or self.clauses.is_finite(token))

    def _is_part_of_phrase(self, verb: int) -> bool:
        """Whether a clause says nothing without the phrase that it belongs to: it compares (than it tastes), it limits
        what is said of all (every stock they had), or it gives a name (one feature, called In the Dumpster)."""
        tree, clauses = self.tree, self.clauses
        if any(tree.forms[mark].lower() in ("than", "like") for mark in tree.marks[verb]):
            return True
        if not clauses.is_finite(verb) and is_form_of_any(tree.forms[verb], plain_words().naming):
            return True
        if self._is_impersonal(verb) or self._is_stranded(verb):
            return True
        subjects = [token for token in clauses.subjects(verb) if clauses.is_verb(token) is False]
        limited = [tree.head[verb]] if clauses.modifies_noun(verb) else []
        unclear = any(map(self._is_defined_by_clause, limited)) and not self._is_after_comma(verb)
        if unclear or any(self.phrases.gerund_after(noun) == verb for noun in limited):
            return True
        return any(map(self.phrases.is_universal, limited)) or any(map(self.phrases.is_restricted, subjects))

    def _is_after_comma(self, verb: int) -> bool:
        start = self.clauses.start(verb)
        return start > 0 and self.tree.forms[start - 1] in (",", "--", "-LRB-", "(")

    def _is_defined_by_clause(self, noun: int) -> bool:
        """Whether a noun with a clause after it stands only for what the clause says: those who ..., programs that ...,
        the first person who ..."""
        tree = self.tree
        if tree.forms[noun].lower() in ("that", "those", "one", "ones"):
            return True
        words = [other for other in tree.dependents[noun] if other < noun]
        if any(tree.tags[other] == "JJS" or tree.forms[other].lower() in _ONLY for other in words):
            return True
        if tree.forms[noun].lower() in ("case", "degree", "event", "extent"):
            return True
        if tree.role[noun] == "predicative" and any(tree.forms[other].lower() in ("a", "an") for other in words):
            return True  # it is a wiki that runs on this software
        return tree.tags[noun] in ("NNS", "NN") and not any(tree.tags[other] in _DETERMINED for other in words)

    def _is_impersonal(self, verb: int) -> bool:
        """Whether it is not said who does it, or what `it` is: pictures were taken using a camera, it is easy to see."""
        tree, clauses = self.tree, self.clauses
        above = tree.head[verb]
        if tree.role[verb] == "adverbial" and clauses.first_tag(verb) == "VBG" and above >= 0:
            return clauses.is_verb(above) and clauses.is_passive(above)
        subject = tree.first_of_role(verb, "subject")
        if subject < 0 or tree.forms[subject].lower() != "it" or not tree.of_role(verb, "predicative"):
            return False
        return any(clauses.first_tag(other) == "TO" for other in tree.dependents[verb] if clauses.is_verb(other))

    def _is_stranded(self, verb: int) -> bool:
        """Whether a clause has a preposition without its noun: amenities I had paid for."""
        return any(owner == verb and role not in ("subject", "object") for owner, role in self.clauses.gaps)

    def is_object(self, token: int) -> bool:
        """Whether an object can be said: not a question, nor all of a kind with what limits it."""
        tree = self.tree
        if not tree.is_nominal(token) or tree.tags[token] in ("WDT", "WP"):
            return False
        return not self.phrases.is_asked(token) and not self.phrases.is_restricted(token)

    def is_command(self, verb: int) -> bool:
        """Whether it is a command."""
        return is_command(self.clauses, verb)

    def beginning(self, verb: int, subject: int = -1) -> list[str]:
        """Subject and verb group; somebody or something if there is no subject."""
        chosen = subject if subject >= 0 else self.subject_of(verb)
        if (there := self.tree.first_of_role(verb, "expletive")) >= 0 and self.tree.tags[there] == "EX":
            noun = self.tree.first_of_role(verb, "predicative")
            first, person = ["there"], person_of(self.clauses, noun) if noun >= 0 else SINGULAR
        elif chosen >= 0:
            first, person = self.phrases.noun(chosen, subject=True), person_of(self.clauses, chosen)
        else:
            thing = self.clauses.is_passive(verb) or self.clauses.subjects(verb)
            first, person = ["something" if thing else "somebody"], SINGULAR
        words = verb_words(self.clauses, verb, person, self.is_past(verb))
        return first + self._with_limits(verb, words)

    def _with_limits(self, verb: int, words: list[str]) -> list[str]:
        """A verb group with never, often and the like, without which the sentence would say the opposite or more."""
        tree = self.tree
        adverbs = [tree.forms[other].lower() for other in tree.dependents[verb] if tree.tags[other][:2] == "RB"]
        negative = [word for word in adverbs if word in clause_words().negative | plain_words().limiting]
        place = 1 if len(words) > 1 else 0
        return [*words[:place], *negative, *words[place:]]

    def noun(self, token: int) -> list[str]:
        """A noun phrase with the infinitive that follows it at once: the need to string lights."""
        return self.phrases.noun(token) + self._infinitive_after(token)

    def _infinitive_after(self, token: int) -> list[str]:
        tree = self.tree
        for other in tree.dependents[token]:
            if self.clauses.is_verb(other) and self.clauses.first_tag(other) == "TO" and tree.chain[other]:
                start = min(tree.chain[other])
                if start == token + 1 and tree.role[other] == "modifier" and not self._has_gap(other):
                    return self.infinitive(other, full=True)
        return []

    def _has_gap(self, verb: int) -> bool:
        return any(owner == verb for owner, _ in self.clauses.gaps)

    def prepositional(self, token: int) -> list[str]:
        """A prepositional phrase with the infinitive that follows it at once: in an attempt to leave."""
        phrase = self.phrases.prepositional(token)
        return phrase + self._infinitive_after(token) if self.tree.is_nominal(token) else phrase

    def core(self, verb: int, subject: int = -1) -> list[str]:
        """A sentence with subject and verb, and somebody or something for its objects."""
        return self.said(verb, self.rest(verb), subject)

    def said(self, verb: int, rest: list[str], subject: int = -1) -> list[str]:
        """Subject and verb with what follows them; a pronoun comes before a particle: look it up."""
        words, tree = self.beginning(verb, subject), self.tree
        chain = tree.chain[verb]
        if rest and rest[0] in _OBJECT_PRONOUNS and chain and tree.tags[chain[-1]] == "RP":
            return [*words[:-1], rest[0], words[-1], *rest[1:]]
        return words + rest

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
            elif several or ((full or self._is_light(verb)) and self.is_object(token)):
                words += self.phrases.noun(token)  # tempts them to return, gave her a book
            elif is_form_of(tree.forms[token], "circumstances") and tree.head[token] == verb:
                words += self.phrases.noun(token)
            else:
                words += self.phrases.placeholder(token, negated)
        for token in tree.dependents[verb]:
            if tree.role[token] == "predicative" and not self.clauses.is_verb(token):
                words += phrase if token == shown and phrase is not None else self.predicative(token)
            elif self._completes(token):
                words += phrase if token == shown and phrase is not None else self.infinitive(token)
            elif self._is_extraposed(token, verb):
                words += ["that", *self.said(token, self.rest(token, full=True))]
            elif tree.role[token] == "object" and self.clauses.is_verb(token) and not objects:
                words += phrase if token == shown and phrase is not None else ["something"]
        words += [tree.forms[other].lower() for other in tree.of_role(verb, "adverbial") if other != shown and self._is_particle(other, verb)]
        for other in tree.of_role(verb, "adverbial"):
            if self.phrases.is_role(other) and other > verb and tree.first[other] not in (shown, -1):
                words += self.phrases.prepositional(other)  # refers to it as the Far East
        needed = is_form_of_any(tree.forms[verb], plain_words().needs_phrase)
        if not words or needed:
            words += self.phrases.complement_after(verb, anywhere=needed, but=tree.first[shown] if shown >= 0 else -1)
        elif phrase is None and is_form_of(tree.forms[verb], "copulas"):
            words += self._after_predicative(verb)
        return words

    def _after_predicative(self, verb: int) -> list[str]:
        """The phrase right after an adjective that belongs to its copula: closed on Mondays."""
        tree = self.tree
        adjective = tree.first_of_role(verb, "predicative")
        if adjective < 0 or tree.tags[adjective][:2] != "JJ":
            return []
        for other in tree.of_role(verb, "adverbial"):
            if tree.marks[other] and min(tree.marks[other]) == adjective + 1 and tree.is_nominal(other):
                return self.phrases.prepositional(other)
        return []

    def _is_light(self, verb: int) -> bool:
        """Whether a verb is said with its object: took aim."""
        return is_form_of_any(self.tree.forms[verb], plain_words().light)

    def _is_particle(self, token: int, verb: int) -> bool:
        """Whether an adverb belongs to the meaning of its verb: hold them back."""
        tree = self.tree
        is_adverb = not tree.marks[token] and not tree.dependents[token] and token > verb
        if is_adverb and tree.tags[token] in ("RBR", "JJ") and not tree.conjuncts[token] and tree.forms[token].lower() not in plain_words().connecting:
            return True  # broke it open, liked it better
        return is_adverb and tree.tags[token] in ("RB", "RP") and tree.forms[token].lower() in plain_words().particles

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
        return is_it and marked and self.clauses.is_verb(clause) and self.subject_of(clause) >= 0

    def infinitive(self, verb: int, *, full: bool = False) -> list[str]:
        """An infinitive or participle that completes another verb, with what it needs, and those that complete it."""
        tree, words = self.tree, list[str]()
        for _ in range(_DEEPEST):
            words += [in_full(tree, part) for part in tree.chain[verb] or [verb]]
            inner = next((other for other in tree.dependents[verb] if self._completes(other)), -1)
            words += self.rest(verb, inner, [] if inner >= 0 else None, full=full)
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
                return words + self.infinitive(other)
            if other > token and self.clauses.is_verb(other) and self.clauses.first_tag(other) == "VBG":
                marks = [tree.forms[mark].lower() for mark in tree.marks[other]]
                return words + marks + self.infinitive(other, full=True)  # guilty of selling short loaves
        return words

    def with_object(self, verb: int, token: int, extra: list[str] | None = None) -> list[str]:
        """A sentence about an object."""
        return self.said(verb, self.rest(verb, token, (self.noun(token) if extra is None else self.phrases.noun(token) + extra)))

    def with_adverbial(self, verb: int, token: int, extra: list[str] | None = None) -> list[str]:
        """A sentence about an adverb or a prepositional phrase."""
        phrase = self.prepositional(token) if extra is None else self.phrases.prepositional(token) + extra
        words = self.beginning(verb)
        if len(phrase) == 1 and phrase[0].lower() in plain_words().limiting:
            return words + self.rest(verb)
        if len(phrase) == 1 and phrase[0].lower() in plain_words().before_verb:
            group = len(verb_words(self.clauses, verb, SINGULAR, False))
            place = len(words) - group + (1 if group > 1 else 0)
            return [*words[:place], phrase[0].lower(), *words[place:], *self.rest(verb, token, [])]
        return words + self.rest(verb, token, []) + phrase

    def with_clause(self, verb: int, inner: int) -> list[str]:
        """A sentence about a clause that is said, known or thought."""
        marks = [self.tree.forms[mark].lower() for mark in self.tree.marks[inner]]
        if (self.subject_of(inner) < 0 and self.tree.first_of_role(inner, "expletive") < 0) or not self.is_sayable(inner) or depends_on_condition(self.clauses, inner):
            return []
        said = self.said(inner, self.rest(inner, full=True))
        return self.beginning(verb) + self.rest(verb, inner, [*(marks or ["that"]), *said])

    def appositions(self, noun: int, other: int) -> Iterator[list[str]]:
        """What an apposition says: Brian Lane is special counsel."""
        phrases, tree = self.phrases, self.tree
        if phrases.name_after(noun) == other:
            article = [] if tree.tags[noun] == "NNS" or any(map(tree.included.__getitem__, tree.dependents[noun])) else ["a"]
            words = phrases.words(phrases.builder.noun_phrase(noun, adjectives=True, nouns=True))
            yield [*phrases.noun(other), be(person_of(self.clauses, other), False), *article, *words]
            return
        bare = tree.tags[other] == "NN" and not any(tree.included[word] == FIXED for word in tree.dependents[other])
        article = ["the"] if bare and phrases.of_phrase(other) >= 0 else []  # the chairman of the company
        yield [*phrases.noun(noun), be(person_of(self.clauses, noun), False), *article, *phrases.noun(other)]
