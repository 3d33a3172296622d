"""Entailments of one dependency tree: the words are scanned, and each that is no function word gives a sentence about
the relation to its head (Eker 2009, Figure 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..transforms.conversions.penn_tags import PUNCTUATION
from .analysis import Analysis
from .phrases import RELATIVE, Piece, Pieces, Teller, filled, spelled
from .schemes import wording

KINDS = ("subject", "object", "adverbial", "predicative", "existential", "coordination")
_KIND = {"subject": "subject", "object": "object", "open": "object", "predicative": "predicative"}


@dataclass(frozen=True, slots=True)
class Entailment:
    """A sentence that a parse says is true.

    kind      subject, object, adverbial, predicative, existential or coordination
    target    the word it is about, and `head` the word that hangs from: tokens of the sentence, from 0
    relation  the label between them, as the treebank has it
    tokens    the tokens it is made of, in the order they are told
    pieces    its words; X and forms of be among them
    """

    text: str
    kind: str
    target: int
    head: int
    relation: str
    tokens: tuple[int, ...]
    pieces: tuple[tuple[str, int, bool], ...]


def generate(tree: Analysis) -> list[Entailment]:
    """The entailments of a sentence, in the order of their target words, each text once."""
    teller = teller_of(tree)
    found: dict[str, Entailment] = {}
    for token in range(len(tree.head)):
        if tree.is_target(token):
            for kind, pieces in told(teller, token):
                entailment = made(tree, kind, token, pieces)
                found.setdefault(entailment.text, entailment)
    return list(found.values())


def teller_of(tree: Analysis) -> Teller:
    """The teller of a sentence; the first word is told without its capital letter unless it has one anywhere."""
    words = [form.replace("\\/", "/") for form in tree.forms]  # a slash as the Penn treebank writes it
    first = next((token for token, tag in enumerate(tree.tags) if tag not in PUNCTUATION), -1)
    if first >= 0 and tree.tags[first][:3] != "NNP" and words[first] not in wording().capital:
        word = words[first]
        words[first] = word.lower() if word[1:] == word[1:].lower() else word
    pieces = [Piece(word, token, True) for token, word in enumerate(words)]
    return Teller(tree, pieces, wording().hyphen in words)


def made(tree: Analysis, kind: str, target: int, pieces: Pieces) -> Entailment:
    tokens = tuple([owner for _, owner, given in pieces if given])
    return Entailment(spelled(pieces), kind, target, tree.head[target], tree.labels[target], tokens, tuple(pieces))


def told(teller: Teller, token: int) -> Iterator[tuple[str, Pieces]]:
    """The sentences about the relation of a word to its head, with their kinds."""
    tree = teller.tree
    head, noun = tree.head[token], teller.antecedent(token)
    if noun < 0 and tree.tags[token] in RELATIVE:
        return  # an interrogative: who files
    if tree.verbal[head]:
        if noun >= 0:
            shown = teller.pieces([*tree.marks[token], *teller.noun_phrase(noun, adjectives=False)])
        else:
            shown = teller.phrase(token)
        yield _of_verb(teller, token, shown)
    elif tree.is_nominal(head):
        yield from _of_noun(teller, token, head)
    elif tree.head[head] >= 0 and not tree.rides[head]:
        yield from _of_modifier(teller, token, head)


def _of_verb(teller: Teller, token: int, shown: Pieces) -> tuple[str, Pieces]:
    tree = teller.tree
    role = tree.role[token]
    place = role if role in _KIND else "adverbial"
    return _KIND.get(role, "adverbial"), teller.clause(tree.head[token], token, place, shown)


def _of_noun(teller: Teller, token: int, head: int) -> Iterator[tuple[str, Pieces]]:
    tree = teller.tree
    if tree.verbal[token] and not (token < head and not tree.marks[token]):
        yield from _of_noun_and_clause(teller, token, head)
    elif tree.rides[tree.first[token]]:
        yield "existential", _existential(teller, head, _with_modifiers(teller, token, head), [])
    elif not tree.marks[token] and (tree.role[token] == "apposition" or tree.tags[token][:2] == "JJ"):
        yield "predicative", _predicative(teller, head, teller.phrase(token))
    else:
        compared = any(tree.forms[mark].lower() == "than" for mark in tree.marks[token])  # more stars than owners
        words = teller.noun_phrase(head, adjectives=compared)
        yield "existential", _existential(teller, head, teller.pieces(words), teller.phrase(token))


def _of_noun_and_clause(teller: Teller, verb: int, noun: int) -> Iterator[tuple[str, Pieces]]:
    """A noun and the clause that modifies it: a relative clause, a participle, or one that is told as it is."""
    tree = teller.tree
    shown = _bare(teller, noun)
    if any(teller.is_relative(other) for other in tree.dependents[tree.first[verb]]):
        return  # told when the relative pronoun, or the noun after `whose`, is the target
    first = tree.tags[tree.chain[verb][0]]
    if tree.marks[verb] or first == "TO":
        yield "existential", _existential(teller, noun, shown, teller.phrase(verb))
    elif tree.is_finite(verb) and tree.of_role(verb, "subject"):
        yield "object", teller.clause(verb, verb, "object", shown)
    else:
        yield "predicative", teller.clause(verb, verb, "subject", shown)


def _of_modifier(teller: Teller, token: int, middle: int) -> Iterator[tuple[str, Pieces]]:
    """What hangs from an adjective or adverb is told with it, in the sentence about that (tougher on the insiders)."""
    tree = teller.tree
    head = tree.head[middle]
    shown = teller.phrase(middle) + teller.phrase(token)
    if tree.verbal[head]:
        yield _of_verb(teller, middle, shown)
    elif tree.is_nominal(head):
        yield "predicative", _predicative(teller, head, shown)


def _bare(teller: Teller, noun: int) -> Pieces:
    """A noun that is not the target: its adjectives are told where it is."""
    return teller.pieces(teller.noun_phrase(noun, adjectives=False))


def _with_modifiers(teller: Teller, token: int, noun: int) -> Pieces:
    """A noun with all that goes before it, without its own genitive; a conjunct of a modifier in the place of the first
    one."""
    tree = teller.tree
    first = tree.first[token]
    instead = (first, token) if first != token else (-1, -1)
    words = teller.noun_phrase(noun, adjectives=True, nouns=True, instead=instead)
    return teller.pieces([word for word in words if tree.tags[word] != "POS" or tree.head[word] != noun])


def _predicative(teller: Teller, noun: int, shown: Pieces) -> Pieces:
    be = teller.be(teller.is_plural(noun), False, noun)
    return filled("predicative", {"head": _bare(teller, noun), "be": [be], "target": shown})


def _existential(teller: Teller, noun: int, head: Pieces, target: Pieces) -> Pieces:
    be = teller.be(teller.is_plural(noun), False, noun)
    return filled("existential", {"be": [be], "head": head, "target": target})
