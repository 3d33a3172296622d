"""Entailments of one dependency tree: each word that is not a function word gives a sentence about the relation to its
head (Eker 2009, Figure 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..transforms.conversions.penn_tags import PUNCTUATION
from .analysis import Analysis
from .phrase_building import RELATIVE, PhraseBuilder, Piece, Pieces, fill_template, spell_sentence
from .sentence_wording import wording

ENTAILMENT_KINDS = ("subject", "object", "adverbial", "predicative", "existential", "coordination")
_KIND = {"subject": "subject", "object": "object", "open": "object", "predicative": "predicative"}


@dataclass(frozen=True, slots=True)
class Entailment:
    """A simple sentence that follows from a parse.

    kind      subject, object, adverbial, predicative, existential or coordination
    target    the word it is about, and `head` the word that it depends on: tokens of the sentence, from 0
    relation  the label between them, as the treebank has it
    tokens    the tokens it is made of, in the order of the entailment
    pieces    its words, including X and forms of be
    status    whether the sentence asserts it: asserted, negated, questioned, conditional or reported
    """

    text: str
    kind: str
    target: int
    head: int
    relation: str
    tokens: tuple[int, ...]
    pieces: tuple[tuple[str, int, bool], ...]
    status: str = "asserted"


def generate_entailments(tree: Analysis) -> list[Entailment]:
    """The entailments of a sentence, in the order of their target words, each text once."""
    builder = phrase_builder(tree)
    entailments: dict[str, Entailment] = {}
    for token in range(len(tree.head)):
        if tree.is_target(token):
            for kind, pieces in sentences_about(builder, token):
                entailment = entailment_from(tree, kind, token, pieces)
                entailments.setdefault(entailment.text, entailment)
    return list(entailments.values())


def phrase_builder(tree: Analysis) -> PhraseBuilder:
    """The phrase builder of a sentence; the first word loses its capital letter unless it has one everywhere."""
    words = [form.replace("\\/", "/") for form in tree.forms]  # a slash as the Penn treebank writes it
    first = next((token for token, tag in enumerate(tree.tags) if tag not in PUNCTUATION), -1)
    if first >= 0 and tree.tags[first][:3] != "NNP" and words[first] not in wording().capital:
        word = words[first]
        words[first] = word.lower() if word[1:] == word[1:].lower() else word
    pieces = [Piece(word, token, True) for token, word in enumerate(words)]
    return PhraseBuilder(tree, pieces, wording().hyphen in words)


def entailment_from(tree: Analysis, kind: str, target: int, pieces: Pieces) -> Entailment:
    """The entailment with these words."""
    tokens = tuple([owner for _, owner, given in pieces if given])
    return Entailment(
        spell_sentence(pieces), kind, target, tree.head[target], tree.labels[target], tokens, tuple(pieces)
    )


def sentences_about(builder: PhraseBuilder, token: int) -> Iterator[tuple[str, Pieces]]:
    """The sentences about the relation of a word to its head, with their kinds."""
    tree = builder.tree
    head, noun = tree.head[token], builder.antecedent(token)
    if noun < 0 and tree.tags[token] in RELATIVE:
        return  # an interrogative: who files
    if tree.verbal[head]:
        if noun >= 0:
            shown = builder.pieces([*tree.marks[token], *builder.noun_phrase(noun, adjectives=False)])
        else:
            shown = builder.phrase(token)
        yield _of_verb(builder, token, shown)
    elif tree.is_nominal(head):
        yield from _of_noun(builder, token, head)
    elif tree.head[head] >= 0 and not tree.included[head]:
        yield from _of_modifier(builder, token, head)


def _of_verb(builder: PhraseBuilder, token: int, shown: Pieces) -> tuple[str, Pieces]:
    tree = builder.tree
    role = tree.role[token]
    place = role if role in _KIND else "adverbial"
    return _KIND.get(role, "adverbial"), builder.clause(tree.head[token], token, place, shown)


def _of_noun(builder: PhraseBuilder, token: int, head: int) -> Iterator[tuple[str, Pieces]]:
    tree = builder.tree
    if tree.verbal[token] and not (token < head and not tree.marks[token]):
        yield from _of_noun_and_clause(builder, token, head)
    elif tree.included[tree.first[token]]:
        yield "existential", _existential(builder, head, _with_modifiers(builder, token, head), [])
    elif not tree.marks[token] and (tree.role[token] == "apposition" or tree.tags[token][:2] == "JJ"):
        yield "predicative", _predicative(builder, head, builder.phrase(token))
    else:
        compared = any(tree.forms[mark].lower() == "than" for mark in tree.marks[token])  # more stars than owners
        words = builder.noun_phrase(head, adjectives=compared)
        yield "existential", _existential(builder, head, builder.pieces(words), builder.phrase(token))


def _of_noun_and_clause(builder: PhraseBuilder, verb: int, noun: int) -> Iterator[tuple[str, Pieces]]:
    """A noun and the clause that modifies it: a relative clause, a participle, or a clause in full."""
    tree = builder.tree
    shown = _bare(builder, noun)
    if any(builder.is_relative(other) for other in tree.dependents[tree.first[verb]]):
        return  # generated when the relative pronoun, or the noun after `whose`, is the target
    first = tree.tags[tree.chain[verb][0]]
    if tree.marks[verb] or first == "TO":
        yield "existential", _existential(builder, noun, shown, builder.phrase(verb))
    elif tree.is_finite(verb) and tree.of_role(verb, "subject"):
        yield "object", builder.clause(verb, verb, "object", shown)
    else:
        yield "predicative", builder.clause(verb, verb, "subject", shown)


def _of_modifier(builder: PhraseBuilder, token: int, middle: int) -> Iterator[tuple[str, Pieces]]:
    """A dependent of an adjective or adverb, in the sentence about that adjective or adverb (tougher on the
    insiders)."""
    tree = builder.tree
    head = tree.head[middle]
    shown = builder.phrase(middle) + builder.phrase(token)
    if tree.verbal[head]:
        yield _of_verb(builder, middle, shown)
    elif tree.is_nominal(head):
        yield "predicative", _predicative(builder, head, shown)


def _bare(builder: PhraseBuilder, noun: int) -> Pieces:
    """A noun that is not the target, without its adjectives: they are in the sentences where it is."""
    return builder.pieces(builder.noun_phrase(noun, adjectives=False))


def _with_modifiers(builder: PhraseBuilder, token: int, noun: int) -> Pieces:
    """A noun with all its modifiers before it, without its genitive; a conjunct of a modifier takes the place of the
    first one."""
    tree = builder.tree
    first = tree.first[token]
    instead = (first, token) if first != token else (-1, -1)
    words = builder.noun_phrase(noun, adjectives=True, nouns=True, instead=instead)
    return builder.pieces([word for word in words if tree.tags[word] != "POS" or tree.head[word] != noun])


def _predicative(builder: PhraseBuilder, noun: int, shown: Pieces) -> Pieces:
    be = builder.be(builder.is_plural(noun), False, noun)
    return fill_template("predicative", {"head": _bare(builder, noun), "be": [be], "target": shown})


def _existential(builder: PhraseBuilder, noun: int, head: Pieces, target: Pieces) -> Pieces:
    be = builder.be(builder.is_plural(noun), False, noun)
    return fill_template("existential", {"be": [be], "head": head, "target": target})
