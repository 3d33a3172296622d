"""Entailments that phrases add: where they show what conjuncts share, a sentence about one conjunct is true of the
others (Eker 2009, Figure 4.4).

In a dependency tree a modifier depends on the first conjunct, whether it is shared or not. In a phrase-structure tree a
shared modifier is attached above the conjuncts: [red [cars and apples]], against [[red cars] and apples]. So a conjunct
in an entailment is replaced with its phrase by another conjunct; words that are attached higher are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..transforms.conversions.penn_tags import PUNCTUATION
from .analysis import NO_HEAD, Analysis
from .generation import Entailment, phrase_builder
from .phrase_building import PhraseBuilder, Piece, Pieces, merge_unknown, spell_sentence

Tokens = int  # a set of tokens, one bit each
_CONJUNCTIONS = frozenset({"CC", "CONJP"})


@dataclass(frozen=True)
class PhraseTree:
    """The phrases of one sentence: the parent and label of each node, and the parent of each token."""

    parents: Sequence[int]
    labels: Sequence[str]
    token_parents: Sequence[int]


class _Item(NamedTuple):
    """A child of a phrase: its first token, its tokens, its label or tag."""

    start: int
    tokens: Tokens
    label: str


def conjunct_entailments(tree: Analysis, phrases: PhraseTree, entailments: Sequence[Entailment]) -> list[Entailment]:
    """The entailments that result from replacing one conjunct by another, without those already there."""
    coordinations = find_coordinations(phrases, tree.tags)
    if not coordinations:
        return []
    builder = phrase_builder(tree)
    texts = {entailment.text for entailment in entailments}
    added: dict[str, Entailment] = {}
    for entailment in entailments:
        words = _bits(entailment.tokens)
        for conjuncts in coordinations:
            inside = [conjunct for conjunct in conjuncts if conjunct & words]
            if len(inside) != 1 or words & ~inside[0] == 0:
                continue
            if inside[0] is not conjuncts[0] and not inside[0] >> entailment.head & 1:
                continue  # what is said about a further conjunct itself is known from the first one, too
            for other in conjuncts:
                replaced = None if other is inside[0] else _replaced(builder, entailment, inside[0], other)
                if replaced is not None and replaced.text not in texts:
                    added.setdefault(replaced.text, replaced)
    return list(added.values())


def _bits(tokens: Iterable[int]) -> Tokens:
    bits = 0
    for token in tokens:
        bits |= 1 << token
    return bits


def find_coordinations(phrases: PhraseTree, tags: Sequence[str]) -> list[list[Tokens]]:
    """The conjuncts of each coordination, as sets of tokens."""
    children = _children_of_coordinations(phrases, tags)
    coordinations = []
    for node in sorted(children):
        items = sorted(children[node])
        last = max(place for place, item in enumerate(items) if item.label in _CONJUNCTIONS)
        conjuncts = _conjuncts(items, last, unlike=_kind(phrases.labels[node]) == "UCP")
        if len(conjuncts) > 1:
            coordinations.append(conjuncts)
    return coordinations


def _children_of_coordinations(phrases: PhraseTree, tags: Sequence[str]) -> dict[int, list[_Item]]:
    """The children of every node that has a conjunction."""
    covered = _covered(phrases)
    children: dict[int, list[_Item]] = {}
    for label, parent in (
        *zip(tags, phrases.token_parents, strict=True),
        *zip(phrases.labels, phrases.parents, strict=True),
    ):
        if label in _CONJUNCTIONS and parent >= 0:
            children[parent] = []
    for node, parent in enumerate(phrases.parents):
        if parent in children and covered[node]:
            children[parent].append(_Item(_first(covered[node]), covered[node], phrases.labels[node]))
    for token, parent in enumerate(phrases.token_parents):
        if parent in children:
            children[parent].append(_Item(token, 1 << token, tags[token]))
    return children


def _covered(phrases: PhraseTree) -> list[Tokens]:
    """The tokens of each node; children come after their parents."""
    covered = [0] * len(phrases.parents)
    for token, parent in enumerate(phrases.token_parents):
        if parent >= 0:
            covered[parent] |= 1 << token
    for node in range(len(covered) - 1, -1, -1):
        if phrases.parents[node] >= 0:
            covered[phrases.parents[node]] |= covered[node]
    return covered


def _first(tokens: Tokens) -> int:
    return (tokens & -tokens).bit_length() - 1


def _conjuncts(items: Sequence[_Item], last: int, unlike: bool) -> list[Tokens]:
    """The conjuncts around the last conjunction, of one kind or `unlike`. Each is one child. In a flat phrase, where
    the child after the conjunction is not of the same kind as the one before it, the conjunct reaches to the next child
    of that kind (cars and red apples)."""
    before = [item for item in items[:last] if item.label not in PUNCTUATION]
    after = [item for item in items[last + 1 :] if item.label not in PUNCTUATION]
    if not before or not after:
        return []
    kind = _kind(before[-1].label)
    reach = 0 if unlike else next((place for place, item in enumerate(after) if _kind(item.label) == kind), 0)
    conjuncts = [_union(after[: reach + 1])]
    expected = True
    for item in reversed(items[:last]):
        if item.label in PUNCTUATION or item.label in _CONJUNCTIONS:
            expected = True
        elif expected and (unlike or _kind(item.label) == kind):
            conjuncts.append(item.tokens)
            expected = False
        else:
            break
    return conjuncts[::-1]


def _union(items: Iterable[_Item]) -> Tokens:
    tokens = 0
    for item in items:
        tokens |= item.tokens
    return tokens


def _kind(label: str) -> str:
    """The kind of a child: the word class of a word (nouns with nouns, verbs with verbs), the category of a phrase."""
    category = label[:1] + re.split("[-=]", label[1:], maxsplit=1)[0]
    return category[:2] if category[:2] in ("NN", "VB", "JJ", "RB") else category


def _replaced(builder: PhraseBuilder, entailment: Entailment, inside: Tokens, other: Tokens) -> Entailment | None:
    """An entailment with one conjunct in place of another; None if it does not follow."""
    tree = builder.tree
    head = _head(tree, other)
    if head < 0 or (inside >> entailment.head & inside >> entailment.target & 1):
        return None  # the relation is within the conjunct, so it does not hold for the others
    if inside >> entailment.head & 1 and tree.verbal[head] and _has_subject(tree, head, other):
        return None  # a clause with its own subject cannot take that of another
    old = [Piece._make(piece) for piece in entailment.pieces]
    removed = [piece for piece in old if piece.owner >= 0 and inside >> piece.owner & 1]
    is_sentence = any(_is_be(builder, piece) for piece in removed)
    pieces: Pieces = []
    is_replaced = False
    for piece in old:
        if piece not in removed:
            pieces.append(piece)
        elif _is_be(builder, piece) and tree.is_nominal(piece.owner):
            pieces.append(builder.be(builder.is_plural(head), False, head))
        elif piece.given and not is_replaced:
            pieces += _conjunct_pieces(builder, head, other, is_sentence)
            is_replaced = True
    if inside >> entailment.target & 1 and tree.role[head] == "subject":
        words = [builder.words[piece.owner] if piece.given else piece for piece in pieces]
        pieces = builder.agreeing(words, head)  # the new conjunct may differ in number from the old one
    pieces = merge_unknown(pieces)
    target, above = (head if inside >> token & 1 else token for token in (entailment.target, entailment.head))
    tokens = tuple(piece.owner for piece in pieces if piece.given)
    return Entailment(spell_sentence(pieces), "coordination", target, above, entailment.relation, tokens, tuple(pieces))


def _is_be(builder: PhraseBuilder, piece: Piece) -> bool:
    return not piece.given and piece.word in (
        builder.be(plural, past, -1).word for plural in (False, True) for past in (False, True)
    )


def _head(tree: Analysis, conjunct: Tokens) -> int:
    """The content word of a conjunct: the one whose head is outside, preferably a further conjunct."""
    tokens = []
    while conjunct:
        token = _first(conjunct)
        conjunct &= conjunct - 1
        tokens.append(token)
    inside = set(tokens)
    heads = [token for token in tokens if tree.head[token] != NO_HEAD and tree.head[token] not in inside]
    return next((token for token in heads if tree.first[token] != token), heads[0] if heads else -1)


def _has_subject(tree: Analysis, verb: int, conjunct: Tokens) -> bool:
    return any(conjunct >> token & 1 for token in tree.of_role(verb, "subject"))


def _conjunct_pieces(builder: PhraseBuilder, head: int, conjunct: Tokens, is_sentence: bool) -> Pieces:
    """The words of a conjunct, with X for its objects; with a form of be where it is the verb of a sentence."""
    tree = builder.tree
    if not tree.verbal[head]:
        pieces = builder.phrase_of_words(head)
        return [piece for piece in pieces if piece.owner >= 0 and conjunct >> piece.owner & 1]
    if _has_subject(tree, head, conjunct):
        return [piece for piece in builder.phrase(head) if piece.owner >= 0 and conjunct >> piece.owner & 1]
    group = [
        piece for piece in builder.verb_group(head) if (conjunct >> piece.owner & 1 if piece.given else is_sentence)
    ]
    objects = [token for token in builder.complements(head) if conjunct >> token & 1]
    return group + [builder.unknown(token) for token in objects]
