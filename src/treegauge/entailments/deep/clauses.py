"""The subjects and objects of verbs: those that a verb has, and those that it shares with other clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...transforms.conversions.penn_tags import PUNCTUATION
from ..analysis import NO_HEAD, Analysis
from ..inflection import base_forms, is_participle
from .agreement import is_superlative, may_agree, number_of_noun, number_of_verb
from .coordination import is_denied_conjunct
from .shared_objects import shared_objects
from .words import RELATIVE, clause_words, is_form_of, is_pronoun

_NOT_FINITE = frozenset({"VBG", "VBN", "TO"})
_CLAUSES = frozenset({"object", "open", "predicative"})  # roles of clauses that continue a relative clause
_LOOSE = frozenset({"adverbial", "modifier", "object", "aside"})  # roles of relative clauses that depend on a verb
_NO_TIMES = frozenset({"place", "way", "reason", "manner", "extent", "degree"})
Fillers = dict[int, str]  # tokens, and the construction that gives them


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses of a sentence."""

    tree: Analysis
    gaps: dict[tuple[int, str], Fillers] = field(default_factory=dict)  # what relative clauses add, by verb and role
    _subjects: dict[int, Fillers] = field(default_factory=dict)

    def is_verb(self, token: int) -> bool:
        """Whether it is a verb, by its tag or because it has a subject."""
        tree = self.tree
        return tree.verbal[token] or tree.first_of_role(token, "subject") >= 0

    def first_tag(self, verb: int) -> str:
        """The tag of the first verb of a chain, or of `to`."""
        tree = self.tree
        return next(
            (tree.tags[part] for part in tree.chain[verb] if tree.verbal[part] or tree.tags[part] == "TO"),
            tree.tags[verb],
        )

    def is_finite(self, verb: int) -> bool:
        """Whether the clause of a verb has tense."""
        return self.first_tag(verb) not in _NOT_FINITE and self.tree.is_finite(verb)

    def is_passive(self, verb: int) -> bool:
        """Whether a verb is passive: a participle after be or get, or alone."""
        tree = self.tree
        if tree.tags[verb] not in ("VBN", "VBD"):
            return False
        before = [part for part in tree.chain[verb] if part < verb and tree.verbal[part]]
        if not before and tree.tags[verb] == "VBD":
            return self._is_reduced_relative(verb)
        if not before:
            return not self._is_active_participle(verb)
        last = base_forms(tree.forms[before[-1]])
        return bool(last & {"be", "get"}) or (
            tree.forms[before[-1]].lower() in ("'s", "’s") and tree.tags[verb] == "VBN"
        )

    def _is_active_participle(self, verb: int) -> bool:
        """Whether a participle without auxiliary is a past tense that was tagged wrongly: it has subject and object,
        or a relative pronoun for its subject (the questions that matched)."""
        tree = self.tree
        subject = tree.first_of_role(verb, "subject")
        if subject >= 0 and is_pronoun(tree.forms[subject], tree.tags[subject]) and tree.first[verb] == verb:
            return True
        further = tree.first[verb] != verb and tree.tags[tree.first[verb]] == "VBD"  # retrieved and cultured them
        return (further or tree.first_of_role(verb, "subject") >= 0) and tree.first_of_role(verb, "object") >= 0

    def _is_reduced_relative(self, verb: int) -> bool:
        """Whether a past tense is a participle that was tagged wrongly: the bill worked out by Congress. A clause with
        tense that modifies a noun has a subject, if only a pronoun."""
        tree = self.tree
        if tree.first[verb] != verb or tree.marks[verb] or not is_participle(tree.forms[verb]):
            return False
        own = any(tree.role[other] in ("subject", "object") for other in tree.dependents[verb])
        return not own and self.modifies_noun(verb) and not is_form_of(tree.forms[verb], "without_object")

    def with_conjuncts(self, token: int) -> list[int]:
        """A word and its further conjuncts."""
        tree = self.tree
        return [token, *(other for other in tree.conjuncts[token] if not is_denied_conjunct(tree, other))]

    def own(self, verb: int, role: str) -> list[int]:
        """The dependents of a verb in a role, with their conjuncts."""
        return [word for other in self.tree.of_role(verb, role) for word in self.with_conjuncts(other)]

    def subjects(self, verb: int) -> Fillers:
        """The surface subjects of a verb: its own, or those that it shares; relative pronouns are resolved."""
        if verb not in self._subjects:
            for word in reversed(
                self._above(verb)
            ):  # from the top, since a clause may share the subject of those above
                if word == verb or (word not in self._subjects and self.is_verb(word)):
                    self._subjects[word] = {}  # a clause that is its own controller has none
                    subjects = [other for other in self.own(word, "subject") if not self.is_said(other)]
                    own = self.resolved(subjects, "subject")
                    self._subjects[word] = own or self._shared_subjects(word)
        return self._subjects[verb]

    def _above(self, verb: int) -> list[int]:
        """A verb and the words above it, up to the root; for a further conjunct, those above the first one."""
        tree, words = self.tree, [verb]
        for word in words:
            above = tree.first[word] if tree.first[word] != word else tree.head[word]
            if above >= 0 and above not in self._subjects and len(words) <= len(tree.head):
                words.append(above)
        return words

    def resolved(self, tokens: list[int], how: str) -> Fillers:
        """The words, with antecedents in place of relative pronouns."""
        fillers: Fillers = {}
        for token in tokens:
            antecedents = self.antecedents(token)
            fillers |= dict.fromkeys(antecedents, "relative clause") if antecedents else {token: how}
        return fillers

    def _shared_subjects(self, verb: int) -> Fillers:
        tree = self.tree
        gap = self.gaps.get((verb, "subject")) or self._inverted(verb)
        if gap:
            return gap
        first, head, role = tree.first[verb], tree.head[verb], tree.role[verb]
        if first != verb and self.is_verb(first):
            return dict.fromkeys(self.subjects(self._conjunct_with_subject(verb)), "coordination")
        if head < 0:
            return {}
        if self.is_verb(head):
            return self._subjects_in_clause(verb, head, role)
        if tree.is_nominal(head) and role in ("modifier", "apposition"):
            return self._subjects_in_phrase(verb, head)
        if tree.tags[head][:2] == "JJ":
            gaps = {role for owner, role in self.gaps if owner == verb}  # hard to solve: somebody solves it
            return {} if gaps else dict.fromkeys(self.bearers(head), "infinitive")
        return {}

    def _conjunct_with_subject(self, verb: int) -> int:
        """The conjunct whose subject a further conjunct shares: the nearest one before it that has a subject of its own
        (it clicked, and I tried to look but saw nothing)."""
        before = [other for other in self.tree.conjuncts[self.tree.first[verb]] if other < verb]
        own = [other for other in before if self.tree.first_of_role(other, "subject") >= 0]
        return max(own, default=self.tree.first[verb])

    def _inverted(self, verb: int) -> Fillers:
        """The subject after a verb of speech that follows what is said, where a tree has it as an object."""
        tree = self.tree
        if not is_form_of(tree.forms[verb], "saying") or not self.is_finite(verb):
            return {}
        said = [other for other in tree.dependents[verb] if other < verb and self.is_verb(other)]
        after = [other for other in tree.of_role(verb, "object") if other > verb and not self.is_verb(other)]
        return {after[0]: "inversion"} if said and after else {}

    def is_said(self, token: int) -> bool:
        """Whether a clause in the place of the subject is what is said: "Come in," said the woman."""
        tree, verb = self.tree, self.tree.head[token]
        if verb < token or not self.is_verb(token) or not is_form_of(tree.forms[verb], "saying"):
            return False
        return not tree.marks[token] and self.first_tag(token) not in ("VBG", "TO") and self._is_quoted(token, verb)

    def _is_quoted(self, start: int, end: int) -> bool:
        return any(self.tree.tags[token] in ("''", ",") for token in range(start, end))

    def _subjects_in_clause(self, verb: int, head: int, role: str) -> Fillers:
        """The subject of a clause without one that belongs to a verb."""
        if self.is_finite(verb) and role != "adverbial":
            return {}
        participle = self.first_tag(verb) == "VBG" and not is_form_of(self.tree.forms[head], "object_participle")
        if not participle and (role == "open" or (role == "predicative" and self.objects(head))):
            objects = self.objects(head)
            if objects and not self.is_passive(head) and self._is_object_control(verb, head):
                return dict.fromkeys(objects, "infinitive")
        if role == "adverbial" and self._is_about_object(verb, head):
            return dict.fromkeys(self.objects(head) or self.subjects(head), "gerund")
        if role in ("open", "object", "adverbial", "modifier", "predicative"):
            return dict.fromkeys(self.subjects(head), "infinitive")
        return {}

    def _is_object_control(self, verb: int, head: int) -> bool:
        """Whether an infinitive is about the object of its verb (asked them to leave), not a purpose (took steps to
        avoid it), which trees without functions do not distinguish."""
        form = self.tree.forms[head]
        if self.first_tag(verb) != "TO":
            return not is_form_of(form, "subject_control")
        return is_form_of(form, "object_control") or is_form_of(form, "object_raising")

    def _is_about_object(self, verb: int, head: int) -> bool:
        """Whether a gerund with a preposition is about the object of its verb: accuse them of lying."""
        tree = self.tree
        marks = {tree.forms[mark].lower() for mark in tree.marks[verb]}
        return not marks.isdisjoint(clause_words().about_object) and not self.is_passive(head)

    def _subjects_in_phrase(self, verb: int, noun: int) -> Fillers:
        """The subject of a clause without one that modifies a noun: the noun, or who has or makes it (his decision to
        leave, made a decision to leave)."""
        tree = self.tree
        if self.first_tag(verb) != "TO":
            how = "relative clause" if self.is_finite(verb) else "participle"
            return dict.fromkeys(self.modified(noun, verb), how)
        if self.is_passive(verb):
            return dict.fromkeys(self.modified(noun, verb), "relative clause")  # the next country to be removed
        if is_superlative(tree, noun) and noun not in self.gaps.get((verb, "object"), {}):
            return dict.fromkeys(self.modified(noun, verb), "relative clause")  # the first person to see it
        above = tree.head[noun]
        owners = [other for other in tree.dependents[noun] if is_possessor(tree, other)]
        if owners:
            return dict.fromkeys(owners, "infinitive")
        if above >= 0 and self.is_verb(above) and tree.role[noun] == "object":
            does = tree.of_role(verb, "object") and not is_form_of(tree.forms[noun], "infinitive_nouns")
            return dict.fromkeys([*self.subjects(above), *([noun] if does else [])], "infinitive")
        return {}

    def modified(self, noun: int, clause: int) -> list[int]:
        """The noun that a clause modifies, and other conjuncts before it (the energy and ambitions that ...)."""
        tree, noun = self.tree, self._agreeing(noun, clause)
        conjuncts = [word for word in self.with_conjuncts(tree.first[noun]) if word < clause]
        if self.first_tag(clause) == "VBZ" and tree.tags[noun] in ("NN", "NNP"):
            return [noun]  # Svendborg and Faaborg, which is best reached by bus
        ends = (tree.first[noun], max(conjuncts, default=noun))  # trees attach it to the first conjunct or to the last
        return conjuncts if noun in ends and len(conjuncts) > 1 else [noun]

    def _agreeing(self, noun: int, clause: int) -> int:
        """The noun that a tree attaches a relative clause to; if it does not agree with the verb, the noun right before
        the clause if that does (the joy felt by others, who find it)."""
        tree = self.tree
        subject = tree.first_of_role(clause, "subject")
        pronouns = [subject, *tree.dependents[subject]] if subject >= 0 else []  # all of which were new
        if not self.is_finite(clause) or (
            pronouns and not any(is_pronoun(tree.forms[other], tree.tags[other]) for other in pronouns)
        ):
            return noun
        number, before = number_of_verb(tree, clause), self.nouns_before(clause)[:1]
        if not before or may_agree(tree, clause, noun):
            return noun
        return before[0] if number_of_noun(tree, before[0]) == number else noun

    def objects(self, verb: int) -> Fillers:
        """The surface objects of a verb that are not clauses."""
        own = [token for token in self.own(verb, "object") if self.is_thing(token)]
        fillers = self.resolved(own, "object") | self.gaps.get((verb, "object"), {})
        return fillers or dict.fromkeys(shared_objects(self, verb), "coordination")

    def is_thing(self, token: int) -> bool:
        """Whether an object is not a clause, nor a time that was not marked as such (resigned last year)."""
        tree = self.tree
        if self.is_verb(token):
            return self._is_gerund(token)
        if tree.tags[token] == "IN" and not self.antecedents(token):
            return False  # show that they do
        dated = any(tree.forms[other].lower() in clause_words().dating for other in tree.dependents[token])
        time = is_form_of(tree.forms[token], "circumstances") and tree.forms[token].lower() not in _NO_TIMES
        return not (dated and time)

    def _is_gerund(self, token: int) -> bool:
        tree = self.tree
        return tree.tags[token] == "VBG" and not tree.chain[token][1:] and not tree.of_role(token, "subject")

    def bearers(self, word: int) -> Fillers:
        """The words of which an adjective, a noun or a phrase is said: the subject of its copula, the object before it,
        the noun that it modifies."""
        tree = self.tree
        head, role = tree.head[word], tree.role[word]
        if head < 0:
            return {}
        if self.is_verb(head):
            loose = role in ("adverbial", "modifier")
            if role not in ("predicative", "open") and not loose:
                return {}
            if self.is_verb(word) and self.first_tag(word) == "VBG":
                return self.subjects(word)
            objects = {} if is_form_of(tree.forms[head], "copulas") or self.is_passive(head) else self.objects(head)
            fillers = objects if objects and not loose else self.subjects(head)
            return dict.fromkeys(fillers, "predicative")
        return dict.fromkeys(self.with_conjuncts(head)[:1], "modifier") if tree.is_nominal(head) else {}

    def antecedents(self, pronoun: int) -> list[int]:
        """The antecedents of a relative pronoun; none if it is not one."""
        tree = self.tree
        if not is_pronoun(tree.forms[pronoun], tree.tags[pronoun]):
            return []
        above = tree.head[pronoun]
        while above >= 0 and not self.is_verb(above):
            above = tree.head[above]  # many of which were new
        return [word for verb, noun in self.relative_clauses(above) for word in self.modified(noun, verb)]

    def relative_clauses(self, verb: int) -> Iterator[tuple[int, int]]:
        """The relative clause that a verb is in, and the noun that the clause modifies, if any; several nouns where a
        tree attaches the clause to a verb (the last of the tests of manhood which ...)."""
        tree, above = self.tree, verb
        for _ in tree.head:
            if above < 0 or not self.is_verb(above):
                break
            if self.modifies_noun(above):
                yield above, tree.head[above]
                return
            above = tree.head[above] if tree.role[above] in _CLAUSES else -1
        yield from self._loose_relative(verb)

    def _loose_relative(self, verb: int) -> Iterator[tuple[int, int]]:
        """A relative clause that a tree attaches to a verb."""
        tree = self.tree
        head = tree.head[verb] if verb >= 0 else -1
        if head < 0 or tree.role[verb] not in _LOOSE or not self.is_verb(head) or not self._starts_with_pronoun(verb):
            return
        nouns = self.nouns_before(verb)
        about_clause = not nouns and tree.tags[tree.first_of_role(verb, "subject")] in RELATIVE
        yield from ((verb, noun) for noun in (nouns or [head] * about_clause))

    def modifies_noun(self, verb: int) -> bool:
        """Whether the clause of a verb modifies a noun before it, also between dashes."""
        tree = self.tree
        head, role = tree.head[verb], tree.role[verb]
        if head < 0 or head > verb or not tree.is_nominal(head) or self.is_verb(head):
            return False
        if ":" in tree.forms[head:verb] and not self._starts_with_pronoun(verb):
            return False  # the theory: prices may rise
        return role in ("modifier", "apposition") or (role in _LOOSE and self._starts_with_pronoun(verb))

    def start(self, verb: int) -> int:
        """The first word of the clause of a verb."""
        tree = self.tree
        words = [
            verb,
            *tree.chain[verb],
            *tree.marks[verb],
            *(other for other in tree.dependents[verb] if other < verb),
        ]
        return min(words)

    def _starts_with_pronoun(self, verb: int) -> bool:
        tree = self.tree
        start = next((other for other in tree.dependents[verb] if other < verb), verb)
        before = start - 1  # a phrase in front that belongs to another word of the clause: in which it holds interest
        if before >= 0 and tree.tags[before] in RELATIVE and tree.head[before] >= 0:
            above = tree.head[before]
            start = before if verb in (above, tree.head[above]) else start
        form, tag = tree.forms[start].lower(), tree.tags[start]
        return is_pronoun(form, tag) and form != "what" and (form != "that" or tag in RELATIVE)

    def nouns_before(self, verb: int) -> list[int]:
        """The noun right before a relative clause that was attached to a verb, and those that it is an `of` phrase of;
        none if the clause is about the clause before it (was not named, which fueled speculation)."""
        tree, start = self.tree, self.start(verb)
        before = next((token for token in range(start - 1, -1, -1) if tree.tags[token] not in PUNCTUATION), -1)
        nouns = [before] if before >= 0 and tree.head[before] != NO_HEAD and tree.is_nominal(before) else []
        for word in nouns:
            if any(tree.forms[mark].lower() == "of" for mark in tree.marks[word]) and tree.is_nominal(tree.head[word]):
                nouns.append(tree.head[word])
        return nouns


def is_possessor(tree: Analysis, token: int) -> bool:
    """Whether a word is a possessive pronoun or a noun with a genitive."""
    return tree.tags[token] == "PRP$" or any(tree.tags[other] == "POS" for other in tree.dependents[token])
