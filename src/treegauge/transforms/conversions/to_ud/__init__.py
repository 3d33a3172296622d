"""Penn trees to dependencies in the style of Universal Dependencies for English.

de Marneffe et al. (2021), Universal Dependencies, Computational Linguistics 47(2). Content words are heads:
auxiliaries, copulas, prepositions and subordinators depend on them. It is UD-like: information that is not in the tree
(fixed expressions, the kinds of names) is guessed or left out.
"""

from __future__ import annotations

from ....treebank import Treebank
from ...base import transform
from ..to_lth.links import resolve_links
from ..to_lth.noun_phrases import NOUN_PHRASES, divide_noun_phrase
from ..to_lth.small_clauses import take_apart
from ..unpacking import Unpacked, convert_trees, governors
from .fixed import join_fixed
from .irregular import attach_repairs, join_written_apart, keep_asides, promote_remnants
from .numbers import join_bounds, join_numbers
from .predicates import mark_predicatives
from .set_off_marks import attach_hyphens, set_off_punctuation
from .ud_heads import find_ud_heads
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
    keep_asides(tree.references)
    resolve_links(tree.references)
    words, _, heads = governors(tree.leaves)
    relations = [ud_relation(word) for word in words]
    relations[heads.index(-1)] = "root"
    _attach_conjunctions(heads, relations)
    tags, forms = [word.label for word in words], [word.form.lower() for word in words]
    attach_hyphens(tags, heads)
    join_written_apart(tags, heads, relations)
    join_numbers(tags, forms, heads, relations)
    join_bounds(forms, heads, relations)
    join_fixed(forms, heads, relations)
    return heads, relations


def _attach_conjunctions(heads: list[int], relations: list[str]) -> None:
    """Attach conjunctions and commas between conjuncts to the conjunct after them, and an adverb after the conjunction:
    came and then went."""
    below: dict[int, list[int]] = {}
    for word, head in enumerate(heads):
        below.setdefault(head, []).append(word)
    for top, words in below.items():
        waiting: list[int] = []
        for word in words:
            if word < top:
                continue
            linked = any(relations[mark] == "cc" for mark in waiting)
            if relations[word] in ("conj", "parataxis"):
                for mark in waiting:
                    heads[mark] = word
                waiting = []
            elif relations[word] in ("cc", "punct") or (relations[word] == "advmod" and linked):
                waiting.append(word)
            else:
                waiting = []
