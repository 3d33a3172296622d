"""Which clauses and objects can be said in a sentence of their own: those that are complete without the rest."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis import Analysis
from ..deep.clauses import Clauses
from ..deep.words import is_form_of
from ..inflection import is_form_of_any, is_form_of_be
from .limits import can_be_noun, is_bare, is_picked, limiting_clause
from .phrases import PlainPhrases
from .status import is_command
from .words import is_person, plain_words

_AFTER_BE = frozenset({"predicative", "adverbial", "open", "object"})
_NO_SUBJECT = frozenset({"EX", "WDT", "WP", "WRB"})


@dataclass(frozen=True)
class Sayable:
    """What can be said of one sentence."""

    clauses: Clauses
    phrases: PlainPhrases

    @property
    def tree(self) -> Analysis:
        """The sentence."""
        return self.clauses.tree

    def subject_of(self, verb: int) -> int:
        """The subject of a verb that a sentence can begin with, or -1."""
        tree = self.tree
        for token in self.clauses.subjects(verb):
            adjective = tree.tags[token] == "JJ" and not can_be_noun(tree, token)
            if adjective or tree.tags[token] in _NO_SUBJECT or self.clauses.is_verb(token):
                continue
            if tree.is_nominal(token):
                return token
        return -1

    def clause(self, verb: int) -> bool:
        """Whether a verb can have a sentence of its own: infinitives are said with the verb above them."""
        tree = self.tree
        if is_form_of_be(tree.forms[verb]) and not any(
            tree.role[other] in _AFTER_BE for other in tree.dependents[verb]
        ):
            return False  # than I am
        if self._is_elliptic(verb) or self._is_cleft(verb) or self._is_about_number(verb) or self._is_unnamed(verb):
            return False
        if any(self._is_clause(other) or self._needs_more(other) for other in tree.of_role(verb, "predicative")):
            return False  # the question is whether it works
        if self._is_part_of_phrase(verb) or sum(tree.tags[part] == "MD" for part in tree.chain[verb]) > 1:
            return False
        if self.clauses.is_finite(verb):
            return tree.tags[verb] != "MD" and not is_command(self.clauses, verb)  # they should
        attached = (
            tree.included[verb] or tree.marks[verb] or tree.role[verb] in ("predicative", "open", "object", "subject")
        )
        return not attached and self.clauses.first_tag(verb) != "TO" and self.subject_of(verb) >= 0

    def _needs_more(self, predicative: int) -> bool:
        """Whether a predicative is not said without the clause after it: afraid that it is, the only one that works."""
        nominal = self.tree.is_nominal(predicative)
        return self._needs_clause(predicative) or (nominal and self.phrases.is_restricted(predicative))

    def _is_elliptic(self, verb: int) -> bool:
        """Whether a verb stands for another one: they always have."""
        tree = self.tree
        auxiliary = is_form_of_any(tree.forms[verb], {"have", "do"}) and self.clauses.is_finite(verb)
        others = [other for other in tree.dependents[verb] if tree.role[other] not in ("subject", "aside")]
        after = [other for other in others if tree.tags[other][:2] != "RB"]
        return auxiliary and not after and not self.clauses.objects(verb)

    def _is_cleft(self, verb: int) -> bool:
        """Whether `it` and a noun only introduce a clause: it was the gardener who found it."""
        tree = self.tree
        subject = tree.first_of_role(verb, "subject")
        if subject < 0 or tree.forms[subject].lower() not in ("it", "that") or not is_form_of_be(tree.forms[verb]):
            return False
        nouns = [other for other in tree.of_role(verb, "predicative") if tree.is_nominal(other)]
        if nouns and any(self._is_without_subject(other) for other in tree.dependents[verb] if other > nouns[0]):
            return True
        return any(limiting_clause(self.clauses, noun) >= 0 and not self._is_new(noun) for noun in nouns)

    def _is_without_subject(self, clause: int) -> bool:
        """Whether a clause with tense begins with `that` in place of its subject: that keeps it alive."""
        tree, clauses = self.tree, self.clauses
        if not clauses.is_verb(clause) or not clauses.is_finite(clause):
            return False
        return tree.forms[clauses.start(clause)].lower() in ("that", "who", "which") and (
            tree.tags[tree.first_of_role(clause, "subject")] in ("WDT", "WP") or not tree.of_role(clause, "subject")
        )

    def _is_unnamed(self, verb: int) -> bool:
        """Whether a verb is only a sign (a = b), or is about `what`: seeing what you are doing."""
        tree = self.tree
        asked = any(tree.forms[other].lower() in ("what", "whatever") for other in tree.of_role(verb, "object"))
        above = tree.head[verb]
        titled = above >= 0 and tree.tags[verb] == "VB" and ":" in tree.forms[above:verb]  # Video Tip: take a look
        return titled or asked or not any(character.isalpha() for character in tree.forms[verb])

    def _is_new(self, noun: int) -> bool:
        tree = self.tree
        return any(tree.forms[other].lower() in ("a", "an") for other in tree.dependents[noun] if other < noun)

    def _is_about_number(self, verb: int) -> bool:
        """Whether the subject is a number whose noun is elsewhere: of these, 12 were insertions."""
        tree = self.tree
        subject = tree.first_of_role(verb, "subject")
        return subject >= 0 and tree.tags[subject] == "CD" and not tree.dependents[subject]

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
        if self._is_impersonal(verb) or self._is_stranded(verb) or self._is_about_time(verb):
            return True
        subjects = [token for token in clauses.subjects(verb) if not clauses.is_verb(token)]
        limited = [tree.head[verb]] if clauses.modifies_noun(verb) else []
        unclear = any(map(self._is_defined_by_clause, limited)) and not self._is_after_comma(verb)
        if unclear or any(self.phrases.tokens.gerund_after(noun) == verb for noun in limited):
            return True
        return any(map(self.phrases.is_universal, limited)) or any(map(self.phrases.is_restricted, subjects))

    def _is_after_comma(self, verb: int) -> bool:
        start = self.clauses.start(verb)
        return start > 0 and self.tree.forms[start - 1] in (",", "--", "-LRB-", "(")

    def _is_defined_by_clause(self, noun: int) -> bool:
        """Whether a noun with a clause after it stands only for what the clause says: those who ..., programs that ...,
        the first person who ..."""
        tree = self.tree
        if is_picked(tree, noun) or is_bare(tree, noun):
            return True
        if tree.role[noun] != "predicative":
            return False
        new = any(tree.forms[other].lower() in ("a", "an") for other in tree.dependents[noun] if other < noun)
        subject = tree.first_of_role(tree.head[noun], "subject")
        return new or subject < 0 or tree.forms[subject].lower() != "it"  # it is a wiki that runs on this software

    def _is_about_time(self, verb: int) -> bool:
        """Whether a relative clause is about a time, so that it rather belongs to the clause before it: delivered by
        January, which would be a strain."""
        tree = self.tree
        nouns = [token for token, how in self.clauses.subjects(verb).items() if how == "relative clause"]
        dated = [token for token in nouns if tree.marks[token]]
        return any(
            is_form_of(tree.forms[token], "circumstances")
            or tree.forms[token].lower() in plain_words().times
            or tree.tags[token] == "CD"
            for token in dated
        )

    def _is_impersonal(self, verb: int) -> bool:
        """Whether it is not said who does it, or what `it` is: pictures taken using a camera, it is easy to see."""
        tree, clauses = self.tree, self.clauses
        above = tree.head[verb]
        if tree.role[verb] == "adverbial" and tree.forms[verb].lower() in ("put", "stated", "said"):
            return not clauses.is_finite(verb)  # put simply
        if tree.role[verb] == "adverbial" and clauses.first_tag(verb) == "VBG" and above >= 0:
            copula = is_form_of_be(tree.forms[above]) and not any(
                is_person(tree, token) for token in clauses.subjects(above)
            )
            return clauses.is_verb(above) and (copula or clauses.is_passive(above))
        subject = tree.first_of_role(verb, "subject")
        if subject < 0 or tree.forms[subject].lower() != "it" or not tree.of_role(verb, "predicative"):
            return False
        return any(clauses.first_tag(other) == "TO" for other in tree.dependents[verb] if clauses.is_verb(other))

    def _is_stranded(self, verb: int) -> bool:
        """Whether a clause has a preposition without its noun: amenities I had paid for."""
        return any(owner == verb and role not in ("subject", "object") for owner, role in self.clauses.gaps)

    def object(self, token: int) -> bool:
        """Whether an object can be said: not a question, nor all of a kind with what limits it."""
        tree = self.tree
        if not tree.is_nominal(token) or tree.tags[token] in ("WDT", "WP"):
            return False
        if self._lacks_infinitive(token) or any(
            tree.tags[other] == "WP$" and tree.tags[tree.head[tree.head[token]]][:2] == "JJ"
            for other in tree.dependents[token]
        ):
            return False  # the older's name
        return not self.phrases.is_asked(token) and not self.phrases.is_restricted(token)

    def _lacks_infinitive(self, noun: int) -> bool:
        """Whether the infinitive of a noun is not right after it: the right under some conditions to increase it."""
        tree = self.tree
        for other in tree.dependents[noun]:
            if self.clauses.is_verb(other) and self.clauses.first_tag(other) == "TO" and tree.chain[other]:
                return other > noun and min(tree.chain[other]) > noun + 1
        return False
