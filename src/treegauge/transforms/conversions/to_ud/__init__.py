"""Penn trees to dependencies in the style of Universal Dependencies for English.

de Marneffe et al. (2021), Universal Dependencies, Computational Linguistics 47(2). Content words are heads:
auxiliaries, copulas, prepositions and subordinators depend on them. It is UD-like: information that is not in the tree
(fixed expressions, the kinds of names) is guessed or left out.
"""

from __future__ import annotations

from ....treebank import Treebank
from ...base import transform
from ..constituents import Constituent
from ..coordination import first_conjunct
from ..percolation import read_percolation
from ..to_lth.links import resolve_links
from ..to_lth.noun_phrases import NOUN_PHRASES, divide_noun_phrase
from ..to_lth.small_clauses import take_apart
from ..unpacking import Unpacked, convert_trees, governors
from .fixed import join_fixed
from .irregular import EDITED, attach_repairs, join_written_apart, promote_remnants
from .predicates import mark_predicatives
from .set_off_marks import attach_hyphens, set_off_punctuation
from .ud_relations import ud_relation


@transform("to-ud")
def to_english_ud(treebank: Treebank) -> Treebank:
    """Make dependencies from English Penn trees in the style of Universal Dependencies, from their structure, and from
    function tags and traces where there are any. The phrases are kept; empty elements are removed.

    Sentences without phrases keep the dependencies that they have, if any.
    """
    return convert_trees(treebank, _convert)


def _convert(tree: Unpacked) -> tuple[list[int], list[str]]:
    top = tree.top
    for phrase in reversed(tree.phrases):
        if phrase.label in NOUN_PHRASES:
            divide_noun_phrase(phrase, bracketed=False)
    mark_predicatives(top)
    phrases = top.phrases()
    find_ud_heads(phrases)
    take_apart(phrases)
    set_off_punctuation(top)
    attach_repairs(phrases)
    promote_remnants(tree.references)
    resolve_links(tree.references)
    words, _, heads = governors(tree.leaves)
    relations = [ud_relation(word) for word in words]
    relations[heads.index(-1)] = "root"
    _attach_conjunctions(heads, relations)
    attach_hyphens([word.label for word in words], heads)
    join_written_apart([word.label for word in words], heads, relations)
    join_fixed([word.form.lower() for word in words], heads, relations)
    return heads, relations


def find_ud_heads(phrases: list[Constituent]) -> None:
    """Set the head child of every phrase, from the bottom up."""
    table = read_percolation("to_ud/heads")
    for phrase in reversed(phrases):
        name = len(phrase.children) > 1 and all(child.label == "NNP" for child in phrase.children)
        # A name has no inner structure in UD (flat), and its first word is the head.
        phrase.head = phrase.children[0] if name else table.choose(phrase, first_conjunct(phrase))
        # Corrected words are not a head where there are other words.
        phrase.hollow = phrase.head.hollow or phrase.label == EDITED


def _attach_conjunctions(heads: list[int], relations: list[str]) -> None:
    """Attach conjunctions and commas between conjuncts to the conjunct after them."""
    below: dict[int, list[int]] = {}
    for word, head in enumerate(heads):
        below.setdefault(head, []).append(word)
    for top, words in below.items():
        waiting: list[int] = []
        for word in words:
            if word < top:
                continue
            if relations[word] in ("conj", "parataxis"):
                for mark in waiting:
                    heads[mark] = word
                waiting = []
            elif relations[word] in ("cc", "punct"):
                waiting.append(word)
            else:
                waiting = []
