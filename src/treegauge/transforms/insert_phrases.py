"""More nodes for the same words: phrases that a deeper annotation scheme has, inserted into the trees of a flat one.

These transforms undo those of remove_phrases.py.
"""

from __future__ import annotations

import numpy as np

from ..annotation.head_rules import head_children
from ..annotation.punctuation import punctuation
from ..annotation.schemes import Scheme, find_scheme
from ..core.types import Int64s, Mask
from ..treebank import Text, Treebank
from ..treebank.strings import concatenate_text
from .base import transform
from .flatten import virtual_roots
from .remove_phrases import NOMINAL_WORDS, coordinated_phrases, prepositions
from .siblings import NewPhrases, Siblings, put_below


@transform("insert-np-in-pp")
def insert_np_in_pp(treebank: Treebank, *, single: bool = False, scheme: str = "auto", heads: str = "auto") -> Treebank:
    """Put a noun phrase over the words that a preposition governs, as in TüBa-D/Z: (PP in the house) becomes (PP in (NP
    the house)). With single=true, also over a single word."""
    if not treebank.has_constituents:
        return treebank
    annotation = find_scheme(scheme, treebank)
    siblings = Siblings.of(treebank)
    no_nodes = np.zeros(siblings.nodes, bool)
    marks = prepositions(treebank, annotation, siblings)
    case = siblings.marked(*marks)
    begin = siblings.first(case) + 1
    count = siblings.count(np.ones(len(case), bool))
    end = np.minimum(siblings.first(case & (siblings.place >= begin[siblings.parent])), count)
    postposition = begin >= count  # what it governs is before it
    begin, end = np.where(postposition, 0, begin), np.where(postposition, count - 1, end)
    begin, end = _trimmed(siblings, begin, end, siblings.marked(punctuation(treebank), no_nodes))
    other = annotation.tokens(treebank, "adverb", "verb", "preposition", "conjunction") | punctuation(treebank)
    inside = siblings.between(begin, end)
    wanted = annotation.mask(treebank, "prepositional_phrase") & siblings.any(case)
    wanted &= siblings.any(inside & siblings.marked(~other, no_nodes))
    wanted &= ~_with_conjunction(treebank, annotation, siblings, inside)
    return _insert(treebank, siblings, wanted, (begin, end), annotation.label("noun_phrase"), single, heads)


@transform("insert-noun-levels")
def insert_noun_levels(
    treebank: Treebank, *, single: bool = False, scheme: str = "auto", heads: str = "auto"
) -> Treebank:
    """Put a noun phrase over a noun and the words before it where a phrase follows, as in the Penn Treebank: (NP a
    house (PP of stone)) becomes (NP (NP a house) (PP of stone)). With single=true, also over a single word."""
    if not treebank.has_constituents:
        return treebank
    annotation = find_scheme(scheme, treebank)
    siblings = Siblings.of(treebank)
    no_nodes = np.zeros(siblings.nodes, bool)
    nouns = siblings.marked(annotation.tokens(treebank, *NOMINAL_WORDS), no_nodes)
    first, end = siblings.first(nouns), siblings.last(nouns) + 1
    after = ~siblings.is_token & (siblings.place > first[siblings.parent])
    wanted = (
        annotation.mask(treebank, "noun_phrase")
        & ~coordinated_phrases(treebank, annotation, siblings)
        & siblings.any(nouns)
    )
    wanted &= siblings.any(after & (siblings.place >= end[siblings.parent]))
    wanted &= ~siblings.any(after & (siblings.place < end[siblings.parent]))
    return _insert(treebank, siblings, wanted, (np.zeros_like(end), end), None, single, heads)


@transform("insert-verb-phrases")
def insert_verb_phrases(
    treebank: Treebank, *, single: bool = False, scheme: str = "auto", heads: str = "auto"
) -> Treebank:
    """Put a verb phrase over a clause from its first verb on, where the clause directly contains a verb: (S she sees
    (NP the house)) becomes (S she (VP sees (NP the house))). With single=true, also over a single word or over the
    whole clause."""
    if not treebank.has_constituents:
        return treebank
    annotation = find_scheme(scheme, treebank)
    siblings = Siblings.of(treebank)
    no_nodes = np.zeros(siblings.nodes, bool)
    verb, verb_phrase = annotation.tokens(treebank, "verb"), annotation.mask(treebank, "verb_phrase")
    group = verb_phrase & ~siblings.any(~siblings.marked(verb, verb_phrase))  # a phrase of verbs alone
    has_verb = siblings.any(siblings.marked(verb, group))
    begin = siblings.first(siblings.marked(verb, verb_phrase))
    end = siblings.count(np.ones(len(siblings.item), bool))
    begin, end = _trimmed(siblings, begin, end, siblings.marked(punctuation(treebank), no_nodes))
    wanted = annotation.mask(treebank, "clause") & has_verb
    wanted &= (begin > 0) | single
    wanted &= ~_with_conjunction(treebank, annotation, siblings, siblings.between(begin, end))
    label = annotation.label("verb_phrase") if annotation.has("verb_phrase") else "VP"
    return _insert(treebank, siblings, wanted, (begin, end), label, single, heads)


@transform("insert-word-phrases")
def insert_word_phrases(treebank: Treebank, *, scheme: str = "auto", heads: str = "auto") -> Treebank:
    """Make phrases of single nouns, names, pronouns and adverbs that are not in a phrase of their kind, as in TüBa-D/Z:
    (S (PRP she) ...) becomes (S (NP (PRP she)) ...). For the words that a preposition governs, use insert-np-in-pp.
    remove-unaries(tokens=true) undoes it."""
    if not treebank.has_constituents:
        return treebank
    annotation = find_scheme(scheme, treebank)
    kinds = (NOMINAL_WORDS, "noun_phrase", "prepositional_phrase"), (("adverb",), "adverb_phrase", "adverb_phrase")
    for classes, category, other in kinds:
        if not annotation.has(category):
            continue
        siblings = Siblings.of(treebank)
        words = siblings.marked(annotation.tokens(treebank, *classes), np.zeros(siblings.nodes, bool))
        home = annotation.mask(treebank, category, other)
        moved = words & ~home[siblings.parent]
        new = NewPhrases(
            siblings.parent[moved],
            Text.constant(annotation.label(category), int(moved.sum())),
            _functions(treebank, siblings, moved, heads),
        )
        treebank = put_below(treebank, siblings, new, moved, np.arange(len(new.inside)))
    return treebank


@transform("binarise")
def binarise(treebank: Treebank, *, heads: str = "auto") -> Treebank:
    """Give every phrase at most two children: sisters are split off one by one, first those to the right of the head,
    then those to its left; the rest becomes a new phrase with the same label. A virtual root does not change."""
    if not treebank.has_constituents:
        return treebank
    if not len(treebank.nodes):
        return treebank
    siblings = Siblings.of(treebank)
    count = siblings.count(np.ones(len(siblings.item), bool))
    many = np.maximum(np.where(virtual_roots(treebank), 0, count - 2), 0)
    head = siblings.last(_head_items(treebank, siblings, heads))
    right = (count - 1 - head)[siblings.parent]  # sisters on the right of the head
    head_place, place = head[siblings.parent], siblings.place
    # Phrase m of a chain lacks m children of the whole phrase; a child is in the last one that does not lack it.
    level = np.where(place > head_place, count[siblings.parent] - 1 - place, place + right)
    level = np.minimum(np.where(place == head_place, many[siblings.parent], level), many[siblings.parent])
    moved = level > 0
    before = np.cumsum(many) - many
    parent = np.repeat(np.arange(len(many)), many)
    depth = np.arange(len(parent)) - before[parent]
    new = NewPhrases(
        parent,
        treebank.nodes.text("label").take(parent),
        Text.constant("HD", len(parent)),
        np.where(depth > 0, np.arange(len(parent)) - 1, -1),
    )
    return put_below(treebank, siblings, new, moved, (before[siblings.parent] + level - 1)[moved])


def _trimmed(siblings: Siblings, begin: Int64s, end: Int64s, marks: Mask) -> tuple[Int64s, Int64s]:
    """A run of children without the punctuation at its ends."""
    inner = siblings.between(begin, end) & ~marks
    last = siblings.last(inner)
    return np.where(last >= 0, siblings.first(inner), end), np.where(last >= 0, last + 1, end)


def _with_conjunction(treebank: Treebank, scheme: Scheme, siblings: Siblings, inside: Mask) -> Mask:
    """Phrases with a conjunction in a run of children: a new phrase over the run would be a coordination."""
    word = scheme.tokens(treebank, "conjunction")
    conjunction = siblings.marked(word, np.zeros(siblings.nodes, bool))
    marker = (siblings.first(conjunction) == 0) & ~scheme.mask(treebank, "clause")
    return siblings.any(inside & siblings.marked(word, marker))


def _insert(
    treebank: Treebank,
    siblings: Siblings,
    wanted: Mask,
    run: tuple[Int64s, Int64s],
    label: str | None,
    single: bool,
    heads: str,
) -> Treebank:
    """Insert a phrase over a run of children of each wanted node, with this label or that of the node; not over a
    single phrase, and over all children or a single word only if `single` is true."""
    begin, end = run
    inside = siblings.between(begin, end)
    whole = siblings.count(inside) == siblings.count(np.ones(len(inside), bool))
    alone = siblings.count(inside) == 1
    word = siblings.any(inside & siblings.is_token)
    wanted = wanted & (end > begin) & (~whole | single) & (~alone | (word & single))
    if not wanted.any():
        return treebank
    number = np.cumsum(wanted) - 1
    rows = np.flatnonzero(wanted)
    moved = inside & wanted[siblings.parent]
    has_head = siblings.any(moved & _head_items(treebank, siblings, heads))[rows]
    names = Text.constant(label, len(rows)) if label is not None else treebank.nodes.text("label").take(rows)
    function = Text.of("HD" if head else None for head in has_head.tolist())
    return put_below(treebank, siblings, NewPhrases(rows, names, function), moved, number[siblings.parent[moved]])


def _head_items(treebank: Treebank, siblings: Siblings, rules: str) -> Mask:
    """The children that are the heads of their phrases."""
    child = head_children(treebank, rules)
    nodes, tokens = treebank.nodes, treebank.tokens
    words = tokens.counts[nodes.sentence]
    row = np.where(child < words, tokens.offsets[nodes.sentence] + child, siblings.tokens + nodes.start + child - words)
    chosen = np.zeros(siblings.tokens + siblings.nodes, bool)
    chosen[row[child >= 0]] = True
    is_head: Mask = chosen[siblings.item]
    return is_head


def _functions(treebank: Treebank, siblings: Siblings, moved: Mask, heads: str) -> Text:
    """The functions of the words that become phrases, which the phrases take over; a head without a function gets
    HD."""
    given = treebank.tokens.text("function").take(siblings.item[moved])
    marked = concatenate_text([given, Text.constant("HD", 1)])
    head = _head_items(treebank, siblings, heads)[moved] & (given.codes < 0)
    return Text(np.where(head, marked.codes[-1], marked.codes[:-1]), marked.values)
