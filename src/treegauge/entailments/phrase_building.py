"""Phrases and clauses of an entailment as pieces: words of the sentence in the order of the entailment, with X for all
that is not in focus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from .analysis import ADJECTIVE, FIXED, NOUN, Analysis
from .sentence_wording import wording

_COMPLEMENTS = {"object": 0, "open": 1, "predicative": 2}  # and their order in an entailment
RELATIVE = frozenset({"WP", "WDT"})


class Piece(NamedTuple):
    """A word of an entailment.

    owner  the token it comes from: itself, or for X and forms of be the token in whose place they are; -1 none
    given  whether it is that token itself
    """

    word: str
    owner: int
    given: bool


Pieces = list[Piece]


@dataclass(frozen=True, slots=True)
class PhraseBuilder:
    """Builds phrases and clauses of one sentence."""

    tree: Analysis
    words: Pieces  # the tokens, the first without a capital letter that is only due to its place
    hyphens: bool = False  # whether a token is a hyphen
    groups: dict[int, Pieces] = field(default_factory=dict)  # verb groups that were built before

    def pieces(self, tokens: Sequence[int]) -> Pieces:
        """The pieces of tokens, with a hyphen that is between two of them; for `whose`, its antecedent and a
        genitive."""
        words, tags = self.words, self.tree.tags
        if self.hyphens:
            tokens = self._hyphenated(tokens)
        if "WP$" not in tags:
            return [words[token] for token in tokens]
        pieces: Pieces = []
        for token in tokens:
            noun = self.possessor(token) if tags[token] == "WP$" else -1
            if noun < 0:
                pieces.append(words[token])
            else:
                pieces += [words[other] for other in self.noun_phrase(noun, adjectives=False)]
                pieces.append(Piece(wording().genitive, token, False))
        return pieces

    def _hyphenated(self, tokens: Sequence[int]) -> list[int]:
        hyphenated = list(tokens[:1])
        for before, token in pairwise(tokens):
            between = token == before + 2 and self.tree.forms[before + 1] == wording().hyphen
            hyphenated += [before + 1, token] if between else [token]
        return hyphenated

    def unknown(self, owner: int) -> Piece:
        """An X in place of a token."""
        return Piece(wording().unknown, owner, False)

    def noun_phrase(
        self, noun: int, *, adjectives: bool, nouns: bool = False, instead: tuple[int, int] = (-1, -1)
    ) -> list[int]:
        """The tokens of a noun phrase: determiners, possessors, numbers and names always; adjectives and nouns before
        the noun on request; `instead` has one of these and the conjunct that takes its place."""
        tree, included = self.tree, self.tree.included
        wanted = (0, FIXED, adjectives and ADJECTIVE, nouns and NOUN)
        chosen = [noun]
        for word in chosen:
            for other in tree.dependents[word]:
                if other == instead[0]:
                    chosen.append(instead[1])
                elif included[other] and (word != noun or included[other] in wanted):
                    chosen.append(other)
        if len(chosen) > 1:
            chosen.sort()
        return chosen

    def is_covered(self, noun: int) -> bool:
        """Whether nouns before it have their own entailment, which contains its adjectives."""
        included = self.tree.included
        return NOUN in [included[other] for other in self.tree.dependents[noun]]

    def phrase(self, token: int) -> Pieces:
        """A phrase in focus, with the words before it."""
        if self.tree.verbal[token]:
            return self.pieces(self.tree.marks[token]) + self.embedded(token)
        return self.phrase_of_words(token)

    def embedded(self, verb: int) -> Pieces:
        """A clause within another: X for its subject, unless that is an interrogative, and for its objects; its
        predicative is given in full."""
        tree = self.tree
        pieces: Pieces = []
        subjects = [other for other in tree.dependents[verb] if tree.role[other] in ("subject", "expletive")]
        if subjects or tree.is_finite(verb):
            asked = [other for other in subjects if tree.tags[other][:1] == "W" or tree.role[other] == "expletive"]
            pieces += self.pieces(asked[:1]) if asked else [self.unknown(subjects[0] if subjects else verb)]
        pieces += self.pieces(tree.chain[verb])
        for other in self.complements(verb):
            if tree.role[other] == "predicative" and not tree.verbal[other]:
                pieces += self.phrase_of_words(other)
            else:
                pieces.append(self.unknown(other))
        return merge_unknown(pieces)

    def phrase_of_words(self, token: int) -> Pieces:
        """The phrase of a noun, adjective or adverb, with the words before it."""
        words = self.noun_phrase(token, adjectives=not self.is_covered(token))
        return self.pieces(sorted([*self.tree.marks[token], *words]))  # shortly before noon

    def complements(self, verb: int) -> list[int]:
        """Objects, then open complements and predicatives."""
        roles = self.tree.role
        complements = [other for other in self.tree.dependents[verb] if roles[other] in _COMPLEMENTS]
        if len(complements) > 1:
            complements.sort(key=lambda other: _COMPLEMENTS[roles[other]])
        return complements

    def clause(self, verb: int, target: int, role: str, shown: Pieces) -> Pieces:
        """The sentence of a verb with one phrase in focus, `shown` in the place of its role."""
        tree = self.tree
        if role == "subject":
            subject = shown
        elif (expletive := tree.first_of_role(verb, "expletive")) >= 0:
            subject = self.pieces([expletive])
        else:
            subject = [self.unknown(tree.first_of_role(verb, "subject"))]
        group = self.verb_group(verb)
        fields = {
            "subject": subject,
            "verb": self.agreeing(group, target) if role == "subject" else group,
            "object": self._shown_complements(verb, target, role, shown),
            "adverb": shown if role == "adverbial" else [],
        }
        return fill_template("clause", fields)

    def _shown_complements(self, verb: int, target: int, role: str, shown: Pieces) -> Pieces:
        tree, pieces = self.tree, list[Piece]()
        focused = role in ("object", "open", "predicative")
        slot = tree.first[target]
        complements = self.complements(verb)
        if focused and slot not in complements:
            pieces += shown
        for other in complements:
            if focused and other == slot:
                pieces += shown
            elif role in ("object", "open") and tree.role[other] == "open":
                pieces += self.phrase(other)
            else:
                pieces.append(self.unknown(other))
        return merge_unknown(pieces)

    def verb_group(self, verb: int) -> Pieces:
        """The chain of a verb as in a main clause: with a form of be before a participle or `to`."""
        if verb not in self.groups:
            self.groups[verb] = self._verb_group(verb)
        return self.groups[verb]

    def _verb_group(self, verb: int) -> Pieces:
        tree = self.tree
        chain = tree.chain[verb]
        pieces = self.pieces(chain)
        first = next((token for token in chain if tree.verbal[token] or tree.tags[token] == "TO"), verb)
        tag = tree.tags[first]
        if tag not in ("TO", "VBN", "VBG"):
            return pieces
        subject = self.controller(verb)
        plural = self.is_plural(subject) or (subject >= 0 and bool(tree.conjuncts[subject]))
        if tree.forms[first].lower() == "having" and len(chain) > 1:
            has = Piece(wording().perfect[plural], first, True)
            return [has if piece.owner == first else piece for piece in pieces]
        # A participle is about the past; with an infinitive, about the future (required to file).
        past = tag == "VBN" and not any(tree.tags[token] == "TO" for token in chain)
        return [self.be(plural, past, first), *pieces]

    def agreeing(self, pieces: Pieces, subject: int) -> Pieces:
        """Put forms of be into the singular where the subject is one conjunct: food is banned, from food and drinks."""
        tree, words = self.tree, wording()
        several = tree.role[subject] == "subject" and tree.conjuncts[tree.first[subject]]
        if not several or tree.tags[subject] not in ("NN", "NNP", "PRP") or self.is_plural(subject):
            return pieces
        forms = words.first_person if tree.forms[subject].upper() in words.capital else words.singular
        alone = dict(zip(words.plural, forms, strict=True))
        chain = tree.chain[tree.head[subject]]
        return [
            piece._replace(word=alone.get(piece.word, piece.word)) if piece.owner in chain else piece
            for piece in pieces
        ]

    def be(self, plural: bool, past: bool, owner: int) -> Piece:
        """A form of be."""
        forms = wording().plural if plural else wording().singular
        return Piece(forms[past], owner, False)

    def controller(self, verb: int) -> int:
        """The noun that is the subject of a verb: its own, the noun it modifies, the object before it; -1 if none is
        known."""
        tree = self.tree
        for _ in tree.head:
            subject = tree.first_of_role(verb, "subject")
            if subject >= 0:
                return subject
            head = tree.head[verb]
            if head < 0:
                return -1
            if not tree.verbal[head]:
                return head if tree.is_nominal(head) and tree.tags[tree.chain[verb][0]] != "TO" else -1
            if tree.role[verb] == "open" and (before := tree.first_of_role(head, "object")) >= 0:
                return before
            verb = head
        return -1

    def is_plural(self, noun: int) -> bool:
        """Whether a noun or pronoun is plural."""
        tree = self.tree
        if noun < 0:
            return False
        return tree.tags[noun] in ("NNS", "NNPS") or tree.forms[noun].lower() in wording().plurals

    def possessor(self, token: int) -> int:
        """The antecedent of `whose`, or -1."""
        noun = self.tree.head[token]
        verb = self.tree.head[noun] if noun >= 0 else -1
        return self._modified(verb) if verb >= 0 else -1

    def antecedent(self, token: int) -> int:
        """The antecedent of a relative pronoun, or -1."""
        if self.tree.tags[token] not in RELATIVE or self.tree.head[token] < 0:
            return -1
        return self._modified(self.tree.head[token])

    def is_relative(self, token: int) -> bool:
        """Whether it is a relative pronoun, or a noun after `whose`."""
        return self.antecedent(token) >= 0 or any(
            self.tree.tags[other] == "WP$" for other in self.tree.dependents[token]
        )

    def _modified(self, verb: int) -> int:
        """The noun that a relative clause modifies, given its verb; -1 if it is not a relative clause."""
        tree = self.tree
        noun = tree.head[verb]
        relative = noun >= 0 and tree.verbal[verb] and tree.role[verb] in ("modifier", "apposition")
        return noun if relative and tree.is_nominal(noun) else -1


def fill_template(template: str, fields: dict[str, Pieces]) -> Pieces:
    """The pieces of a sentence: a template with its fields filled."""
    pieces: Pieces = []
    for part, is_field in wording().templates[template]:
        if is_field:
            pieces += fields[part]
        else:
            pieces.append(Piece(part, -1, False))
    return pieces


def merge_unknown(pieces: Pieces) -> Pieces:
    """One X in place of several adjacent ones."""
    unknown = wording().unknown
    merged: Pieces = []
    for piece in pieces:
        if merged and piece.word == merged[-1].word == unknown and not piece.given and not merged[-1].given:
            continue
        merged.append(piece)
    return merged


def spell_sentence(pieces: Pieces) -> str:
    """The text of a sentence: with a capital letter, a full stop, and clitics joined to the word before."""
    words = [piece.word for piece in pieces]
    text = " ".join(words) if wording().special.isdisjoint(words) else _joined(pieces)
    text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else f"{text}."


def _joined(pieces: Pieces) -> str:
    words, parts, tight = wording(), list[str](), True
    for place, (form, owner, _) in enumerate(pieces):
        word = form
        if word in words.articles and place + 1 < len(pieces) and pieces[place + 1].owner != owner + 1:
            after = pieces[place + 1].word
            word = words.articles[after[:1].lower() in words.vowels]  # an adjective between them is left out
        if not tight and word not in words.joined_left:
            parts.append(" ")
        parts.append(word)
        tight = word in words.joined_right
    return "".join(parts)
