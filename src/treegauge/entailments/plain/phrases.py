"""Phrases of plain sentences."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from ..analysis import Analysis, is_noun
from ..deep.clauses import Clauses
from ..deep.words import clause_words
from ..phrase_building import PhraseBuilder
from ..sentence_wording import wording
from .limits import clause_tokens, is_bare, is_picked, is_universal, limiting_clause
from .noun_tokens import NounTokens, is_denied, is_said_whole
from .words import is_person, plain_words

_UNCLEAR = frozenset({"them", "they", "themselves", "each", "everything", "nothing"})
_PLACES = ("IN", "TO")
_DETERMINING = frozenset({"DT", "PRP$", "POS", "CD", "WP$", "WDT", "PDT"})
_NATIONAL = re.compile(r"[A-Z]\w+(ese|ian|ean|ican|ish)|American|Dutch|French|German|Greek|Soviet|Swiss")
_NAME_WORDS = frozenset({"bin", "del", "der", "den", "ibn", "van", "von"})
_DAYS = frozenset({"Today", "Tonight", "Tomorrow", "Yesterday"})
_LONGEST_CHAIN = 4  # nouns one after the other with `of` that a phrase has


@dataclass(frozen=True)
class PlainPhrases:
    """Builds the phrases of one sentence as lists of words."""

    clauses: Clauses
    builder: PhraseBuilder

    @property
    def tree(self) -> Analysis:
        """The sentence."""
        return self.clauses.tree

    @property
    def tokens(self) -> NounTokens:
        """The tokens of its noun phrases."""
        return NounTokens(self.tree, self.builder)

    def words(self, tokens: list[int]) -> list[str]:
        """The words of tokens, without escapes and quotation marks."""
        tree, escapes = self.tree, plain_words().escapes
        tokens = self._with_slashes([token for token in tokens if tree.tags[token] not in ("``", "''", '"')])
        pieces = self.builder.pieces(tokens)
        words = [_name(tree, piece.owner, escapes.get(piece.word, piece.word)) for piece in pieces]
        for place, piece in enumerate(pieces):
            if place and piece.word == wording().genitive and not piece.given and words[place - 1].endswith("s"):
                words[place] = "'"  # the dolls' sales
        return words

    def _with_slashes(self, tokens: list[int]) -> list[int]:
        """Tokens with the slashes between them: A / J mice."""
        joined = tokens[:1]
        for before, token in pairwise(tokens):
            between = token == before + 2 and self.tree.forms[before + 1] in ("/", "–", ",")
            joined += [before + 1, token] if between else [token]
        return joined

    def noun(self, token: int, *, subject: bool = False) -> list[str]:
        """A noun phrase with its words before the noun and, where it is only a part or an amount, what it is of."""
        tree = self.tree
        if tree.tags[token] == "PRP":
            forms = plain_words().subject_forms if subject else plain_words().object_forms
            word = tree.forms[token]
            return [forms.get(word.lower(), word if word == "I" else word.lower())]
        nouns, after = [token], -1
        phrase = self._shared_determiner(token)
        for _ in range(_LONGEST_CHAIN):
            words, last = self._words_of(nouns[-1])
            phrase += words
            after = self._phrase_after(nouns, last)
            if after < 0:
                break
            phrase += [word.lower() for word in self.words([mark for mark in tree.marks[after] if mark < after])]
            nouns.append(after)
        return phrase + self.words(self._clause_after(nouns, last, subject=subject))

    def _clause_after(self, nouns: list[int], last: int, *, subject: bool = False) -> list[int]:
        """The words of the clause without which one of these nouns is not said; empty if there is none, or if it is
        not right after them."""
        for noun in nouns:
            if self._needs_clause(noun, subject=subject):
                return clause_tokens(self.clauses, limiting_clause(self.clauses, noun), last)
        return []

    def _needs_clause(self, noun: int, *, subject: bool = False) -> bool:
        """Whether a noun is limited by a clause: any plan that helps, card holders who receive it are eligible."""
        tree = self.tree
        if limiting_clause(self.clauses, noun) < 0:
            return False
        generic = subject and is_bare(tree, noun) and tree.tags[tree.head[noun]] in ("VBZ", "VBP", "MD")
        return generic or is_universal(tree, noun) or is_picked(tree, noun)

    def _phrase_after(self, nouns: list[int], last: int) -> int:
        """The noun of the prepositional phrase that modifies one of these nouns and follows them at once, or what a
        part is of; or -1. What is said of the noun may not be so without it: shareholders other than the family."""
        tree = self.tree
        for noun in reversed(nouns):
            for other in tree.dependents[noun]:
                marks = [mark for mark in tree.marks[other] if mark < other]
                if not marks or other <= last or not tree.is_nominal(other) or self.clauses.is_verb(other):
                    continue
                part = noun == nouns[-1] and self._marks(other) == ["of"] and self.is_part(noun)
                if (part or marks[0] == last + 1) and tree.tags[marks[0]][:1] != "W":
                    return other
        return -1

    def _words_of(self, token: int) -> tuple[list[str], int]:
        """The words of a noun phrase up to the noun, and the name that follows it at once (investor Harold Simmons);
        and its last token. An alternative is said with the others, and so is what follows `of` or `between`."""
        tree = self.tree
        if tree.tags[token] == "PRP":
            form = tree.forms[token]
            if sum(tag in ("``", "''") for tag in tree.tags[:token]) % 2 and form != form.lower():
                return [form], token  # a title: Goodbye to You
            return [plain_words().object_forms.get(form.lower(), form.lower())], token
        tokens = self.tokens.of(token)
        if is_said_whole(tree, token):
            parts = [*tokens, *(other for word in tree.conjuncts[token] for other in self.tokens.of(word))]
            tokens = [*range(min(parts), max(parts) + 1)]
        return self.words(tokens), max(tokens)

    def _shared_determiner(self, token: int) -> list[str]:
        """The determiner that a singular noun shares with the first conjunct: the tail and (the) trunk."""
        tree = self.tree
        first = tree.first[token]
        if first == token or tree.tags[token] not in ("NN", "NNS") or tree.tags[first] not in ("NN", "NNS"):
            return []
        own = [tree.tags[other] for other in self.tokens.simple(token)]
        if not {*own}.isdisjoint(_DETERMINING):
            return []
        owned = ("PRP$",) if "NNS" in (tree.tags[first], tree.tags[token]) else ("DT", "PRP$")
        shared = [other for other in tree.dependents[first] if tree.tags[other] in owned and other < first]
        return [tree.forms[other].lower() for other in shared[:1]]

    def _marks(self, token: int) -> list[str]:
        return [self.tree.forms[mark].lower() for mark in self.tree.marks[token]]

    def of_phrase(self, noun: int) -> int:
        """The noun after `of` that follows a noun at once, or what a part is of; or -1."""
        after = self._phrase_after([noun], self._words_of(noun)[1])
        return after if after >= 0 and self._marks(after) == ["of"] else -1

    def is_complete(self, noun: int) -> bool:
        """Whether all that modifies a noun is said with it."""
        tree = self.tree
        last = self._words_of(noun)[1]
        phrase, clause = self._phrase_after([noun], last), self._clause_after([noun], last, subject=True)
        after = [other for other in tree.dependents[noun] if other > noun and not tree.included[other]]
        limiting = [other for other in after if self.clauses.is_verb(other) or tree.marks[other]]
        return all(other == phrase or other in clause for other in limiting)

    def is_role(self, token: int) -> bool:
        """Whether a phrase with `as` says what something is taken for: see it as a threat."""
        return self._marks(token) == ["as"] and is_noun(self.tree.tags[token])

    def is_asked(self, noun: int) -> bool:
        """Whether a noun phrase is a question: how many ants, which one."""
        tags = [self.tree.tags[other] for other in self.tokens.simple(noun)]
        return any(tag[:1] == "W" and tag != "WP$" for tag in tags)

    def is_universal(self, noun: int) -> bool:
        """Whether a noun stands for all of a kind: every stock, anything."""
        tree = self.tree
        return is_universal(tree, noun)

    def is_restricted(self, noun: int) -> bool:
        """Whether what is said of a noun is not so without what follows it: every stock they had, more than a few."""
        tree, form = self.tree, self.tree.forms[noun].lower()
        if is_denied(tree, noun) or self._is_compared(noun):
            return True
        if self._needs_clause(noun, subject=tree.role[noun] == "subject"):
            return not self.is_complete(noun)
        return (self.is_universal(noun) or form in ("more", "less", "fewer")) and not self.is_complete(noun)

    def _is_compared(self, noun: int) -> bool:
        """Whether a noun is more or other than something: more people than last year, holders other than them."""
        tree = self.tree
        words = {tree.forms[other].lower() for other in tree.dependents[noun]}
        after = [tree.forms[other].lower() for other in range(noun + 1, min(noun + 3, len(tree.forms)))]
        later = any(form.lower() == "than" for form in tree.forms[noun:])  # but not in fewer than half of them
        return after == ["other", "than"] or (later and not words.isdisjoint(("more", "fewer", "less")))

    def without_phrases(self, token: int) -> list[str]:
        """A noun phrase without the prepositional phrases after it."""
        return self._words_of(token)[0]

    def is_part(self, token: int) -> bool:
        """Whether a noun is only a part or an amount of something: one of them, $2 million of it."""
        tree = self.tree
        words = clause_words().partitives | plain_words().measures
        return tree.forms[token].lower() in words or tree.tags[token] in ("$", "CD", "DT")

    def prepositional(self, token: int) -> list[str]:
        """A prepositional phrase, or an adverb with the words that modify it."""
        tree = self.tree
        marks = [mark for mark in tree.marks[token] if mark < token]
        if tree.is_nominal(token):
            adverbs = [other for other in self.tokens.of(token) if marks and other < marks[0]]  # just off the road
            words, noun = self.words([*adverbs, *marks]), self.noun(token)
            return [*(word.lower() for word in words), *noun[len(adverbs) :], *self._destination(token)]
        tokens = sorted([*marks, *self.tokens.simple(token)])
        return self.words(tokens)

    def _destination(self, token: int) -> list[str]:
        """The phrase with `to` right after one with `from`: from generation to generation."""
        tree = self.tree
        if self._marks(token) != ["from"] or tree.head[token] < 0:
            return []
        last = self._words_of(token)[1]
        for other in tree.dependents[tree.head[token]]:
            if self._marks(other) == ["to"] and tree.marks[other][0] == last + 1 and tree.is_nominal(other):
                return ["to", *self.noun(other)]
        return []

    def placeholder(self, token: int, negated: bool = False) -> list[str]:
        """Somebody or something in place of a word. Names and `them` may be either, so they are said themselves, and so
        is what is denied, since nobody can say less of it without saying more (has not read the report)."""
        tree = self.tree
        form = tree.forms[token].lower()
        unclear = tree.tags[token][:3] == "NNP" or form in _UNCLEAR
        if negated or form.endswith(("self", "selves")) or (unclear and not is_person(tree, token)):
            return self.noun(token)
        person = tree.is_nominal(token) and is_person(tree, token)
        return ["somebody" if person else "something"]

    def complement_after(self, verb: int, *, anywhere: bool = False, but: int = -1) -> list[str]:
        """The phrase or adverb that follows a verb at once, without which it may not be complete (relies on it, lives
        nearby), or the first phrase `anywhere` (put it on the table); `but` is another word."""
        tree = self.tree
        last = max((*tree.chain[verb], verb))
        last += tree.forms[min(last + 1, len(tree.forms) - 1)].lower() == "only"  # referred only to itself
        for other in tree.dependents[verb]:
            if tree.role[other] != "adverbial" or other == but or self.clauses.is_verb(other):
                continue
            if tree.tags[other][:1] == "W":
                continue  # the work that you have been labouring on
            if anywhere and verb < but < other and tree.role[but] == "adverbial":
                continue  # a second phrase
            marks = [mark for mark in tree.marks[other] if tree.tags[mark] in _PLACES]
            if marks and tree.is_nominal(other) and (anywhere or min(marks) == last + 1):
                return self.prepositional(other)
            if self._is_close_adverb(other, last):
                return self.prepositional(other) + self.phrase_after_adverb(verb, other, but)
            if self._is_close_measure(other, last):
                return self.prepositional(other)
        return []

    def phrase_after_adverb(self, verb: int, adverb: int, but: int = -1) -> list[str]:
        """The phrase with `to` right after an adverb: look forward to it."""
        for other in self.tree.of_role(verb, "adverbial"):
            begins = self._marks(other) == ["to"] and self.tree.marks[other][0] == adverb + 1
            if begins and other != but and self.tree.is_nominal(other):
                return self.prepositional(other)
        return []

    def _is_close_measure(self, token: int, last: int) -> bool:
        """Whether an amount follows a verb at once: gained 15, rose 12 percent."""
        tree = self.tree
        if tree.marks[token] or not (tree.tags[token] in ("CD", "$") or "CD" in self._tags_before(token)):
            return False
        return min(self.tokens.of(token)) == last + 1

    def _tags_before(self, token: int) -> list[str]:
        return [self.tree.tags[other] for other in self.tree.dependents[token] if other < token]

    def _is_close_adverb(self, token: int, last: int) -> bool:
        """Whether a word is an adverb right after a verb that says how or where: packed less tightly."""
        tree = self.tree
        if tree.tags[token][:2] not in ("RB", "JJ") or tree.marks[token]:
            return False
        form = tree.forms[token].lower()
        if form in plain_words().connecting and form not in plain_words().particles:
            return False
        return min(self.tokens.simple(token)) == last + 1


def _name(tree: Analysis, token: int, word: str) -> str:
    """A word; a name has a capital letter, also where the text has none (mexico)."""
    form = tree.forms[token] if token >= 0 else word
    if tree.tags[token][:2] == "JJ" and _NATIONAL.fullmatch(form):
        return form
    if word in _NAME_WORDS:
        return word
    if token > 0 and tree.tags[token] == "NN" and word in _DAYS:
        return word.lower()
    is_name = token >= 0 and tree.tags[token][:3] == "NNP" and word.isalpha() and word.islower()
    return word.capitalize() if is_name and len(word) > 2 else word
