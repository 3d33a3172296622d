"""Fewer nodes: phrases that a flat annotation scheme does not have, removed from the trees of a deeper one.

The steps are those of Rehbein and van Genabith (2007), section 5.2. They use the categories of the scheme, so that they
work on any treebank. insert_phrases.py undoes them, and convert_labels.py renames the phrases that are left.
"""

from __future__ import annotations

import numpy as np

from ..annotation.schemes import Scheme, find_scheme
from ..core.types import Int64s, Mask
from ..treebank import Treebank
from ..treebank.edit import drop_nodes
from .base import transform
from .siblings import Siblings, parent_rows

_CONJUNCT = frozenset({"KONJ"})  # TüBa-D/Z; in TIGER, the label says that a phrase is coordinated
NOMINAL_WORDS = ("noun", "name", "pronoun")


@transform("remove-fields")
def remove_fields(treebank: Treebank, *, scheme: str = "auto") -> Treebank:
    """Remove topological fields (VF, MF, LK ... of TüBa-D/Z); their children move up."""
    if not treebank.has_constituents:
        return treebank
    return drop_nodes(treebank, find_scheme(scheme, treebank).mask(treebank, "field"))


@transform("remove-np-in-pp")
def remove_np_in_pp(treebank: Treebank, *, scheme: str = "auto") -> Treebank:
    """Remove the noun phrase that a preposition governs; its words move up into the prepositional phrase, as in TIGER.
    Coordinated noun phrases are kept."""
    if not treebank.has_constituents:
        return treebank
    annotation = find_scheme(scheme, treebank)
    siblings = Siblings.of(treebank)
    noun_phrase = annotation.mask(treebank, "noun_phrase") & ~coordinated_phrases(treebank, annotation, siblings)
    child = siblings.marked(np.zeros(siblings.tokens, bool), noun_phrase)
    child &= annotation.mask(treebank, "prepositional_phrase")[siblings.parent]
    place, last = siblings.place, siblings.last(siblings.marked(*prepositions(treebank, annotation, siblings)))
    first = siblings.first(siblings.marked(*prepositions(treebank, annotation, siblings)))
    beside = (place == first[siblings.parent] + 1) | (place == last[siblings.parent] - 1)
    # Where a noun is next to the preposition, the preposition governs it, and the noun phrase is an attribute: of the
    # house of the king.
    nouns = siblings.marked(annotation.tokens(treebank, *NOMINAL_WORDS), np.zeros(siblings.nodes, bool))
    governs_noun = siblings.any(nouns & (place > first[siblings.parent]))[siblings.parent]
    return drop_nodes(treebank, _nodes(siblings, child & beside & ~governs_noun))


@transform("remove-noun-levels")
def remove_noun_levels(treebank: Treebank, *, scheme: str = "auto") -> Treebank:
    """Remove the noun phrase that is the core of another, so that what follows the noun is its sister: (NP (NP a house)
    (PP of stone)) becomes (NP a house (PP of stone)). Coordinated noun phrases are kept."""
    if not treebank.has_constituents:
        return treebank
    annotation = find_scheme(scheme, treebank)
    siblings = Siblings.of(treebank)
    noun_phrase = annotation.mask(treebank, "noun_phrase")
    joined = coordinated_phrases(treebank, annotation, siblings)
    nouns = siblings.marked(annotation.tokens(treebank, *NOMINAL_WORDS), np.zeros(siblings.nodes, bool))
    outer = noun_phrase & ~joined & ~siblings.any(nouns)
    inner = siblings.marked(np.zeros(siblings.tokens, bool), noun_phrase)
    core = inner & outer[siblings.parent] & (siblings.place == siblings.first(inner)[siblings.parent])
    return drop_nodes(treebank, _nodes(siblings, core) & ~joined)


@transform("remove-verb-phrases")
def remove_verb_phrases(treebank: Treebank, *, scheme: str = "auto") -> Treebank:
    """Remove verb phrases; their children move up into the clause. Coordinated verb phrases and
    their conjuncts are kept."""
    if not treebank.has_constituents:
        return treebank
    annotation = find_scheme(scheme, treebank)
    siblings = Siblings.of(treebank)
    joined = coordinated_phrases(treebank, annotation, siblings)
    above = parent_rows(treebank, "nodes")
    conjunct = np.append(joined | annotation.mask(treebank, "coordination"), False)[above]
    return drop_nodes(treebank, annotation.mask(treebank, "verb_phrase") & ~joined & ~conjunct)


def coordinated_phrases(treebank: Treebank, scheme: Scheme, siblings: Siblings) -> Mask:
    """Phrases with a conjunction between their children, with a child that begins with a conjunction (CONJP, coord), or
    with several children whose function is that of a conjunct: coordination without a conjunction."""
    conjunction = siblings.marked(scheme.tokens(treebank, "conjunction"), np.zeros(siblings.nodes, bool))
    begins = siblings.first(conjunction) == 0
    begins &= ~scheme.mask(treebank, "clause")
    marker = siblings.marked(np.zeros(siblings.tokens, bool), begins)
    joined = siblings.any((conjunction | marker) & (siblings.place > 0))
    conjunct = siblings.marked(*(rows.text("function").mask(_CONJUNCT) for rows in (treebank.tokens, treebank.nodes)))
    return joined | (siblings.count(conjunct) > 1)


def prepositions(treebank: Treebank, scheme: Scheme, siblings: Siblings) -> tuple[Mask, Mask]:
    """Tokens that are prepositions, and nodes that contain only a preposition (prep in CESS)."""
    token = scheme.tokens(treebank, "preposition")
    alone = siblings.any(siblings.marked(token, np.zeros(siblings.nodes, bool)))
    alone &= siblings.count(np.ones(len(siblings.item), bool)) == 1
    return token, alone & ~scheme.mask(treebank, "prepositional_phrase")


def _nodes(siblings: Siblings, chosen: Mask) -> Mask:
    """The chosen children that are nodes, as a mask over all nodes."""
    rows: Int64s = siblings.item[chosen & ~siblings.is_token] - siblings.tokens
    mask = np.zeros(siblings.nodes, bool)
    mask[rows] = True
    return mask
