"""Phrases of plain sentences."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis import Analysis
from ..deep.clauses import Clauses
from ..deep.words import clause_words
from ..phrase_building import PhraseBuilder
from .words import is_person, plain_words

_UNCLEAR = frozenset({"them", "they", "themselves", "each", "everything", "nothing"})
_PLACES = ("IN", "TO")


@dataclass(frozen=True)
class PlainPhrases:
    """Builds the phrases of one sentence as lists of words."""

    clauses: Clauses
    builder: PhraseBuilder

    @property
    def tree(self) -> Analysis:
        """The sentence."""
        return self.clauses.tree

    def words(self, tokens: list[int]) -> list[str]:
        """The words of tokens, without escapes and quotation marks."""
        tree, escapes = self.tree, plain_words().escapes
        pieces = self.builder.pieces([token for token in tokens if tree.tags[token] not in ("``", "''", '"')])
        return [escapes.get(piece.word, piece.word) for piece in pieces]

    def noun(self, token: int, *, subject: bool = False) -> list[str]:
        """A noun phrase with its words before the noun and, where it is only a part or an amount, what it is of."""
        tree = self.tree
        if tree.tags[token] == "PRP":
            forms = plain_words().subject_forms if subject else plain_words().object_forms
            word = tree.forms[token]
            return [forms.get(word.lower(), word if word == "I" else word.lower())]
        tokens = self.builder.noun_phrase(token, adjectives=True, nouns=True)
        after = [other for other in tokens if other > token and tree.tags[other][:2] == "RB"]  # integration, especially
        phrase = self.words([other for other in tokens if other not in after])
        if self.is_part(token):
            for other in tree.dependents[token]:
                if any(tree.forms[mark].lower() == "of" for mark in tree.marks[other]) and tree.is_nominal(other):
                    phrase += ["of", *self.noun(other)]
                    break
        return phrase

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
            return [*(word.lower() for word in self.words(marks)), *self.noun(token)]
        tokens = sorted([*marks, *self.builder.noun_phrase(token, adjectives=True, nouns=True)])
        return self.words(tokens)

    def placeholder(self, token: int, negated: bool = False) -> list[str]:
        """Somebody or something in place of a word. Names and `them` may be either, so they are said themselves, and so
        is what is denied, since nobody can say less of it without saying more (has not read the report)."""
        tree = self.tree
        form = tree.forms[token].lower()
        unclear = tree.tags[token][:3] == "NNP" or form in _UNCLEAR
        if negated or (unclear and not is_person(tree, token)):
            return self.noun(token)
        person = tree.is_nominal(token) and is_person(tree, token)
        return ["somebody" if person else "something"]

    def complement_after(self, verb: int, *, anywhere: bool = False) -> list[str]:
        """The prepositional phrase that follows a verb at once, without which it may not be complete (relies on it), or
        the first one `anywhere` (put it on the table)."""
        tree = self.tree
        last = max((*tree.chain[verb], verb))
        for other in tree.dependents[verb]:
            marks = [mark for mark in tree.marks[other] if tree.tags[mark] in _PLACES]
            if (
                tree.role[other] == "adverbial"
                and tree.is_nominal(other)
                and marks
                and (anywhere or min(marks) == last + 1)
            ):
                return self.prepositional(other)
        return []
