"""Penn trees as linked objects, one per sentence, and the resulting heads and relations back in the table.

The table is for whole treebanks. Properties of a tag or label are computed once for the vocabulary; the trees are then
built sentence by sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ...core.errors import CallError
from ...core.types import Mask
from ...treebank import NOT_GIVEN, ROOT, Text, Treebank
from ...treebank.shape import no_words
from ..empties import remove_empties
from .constituents import Constituent
from .penn_tags import check_penn, with_penn_tags

TOP = "TOP"
_PUNCTUATION = re.compile(r"""[!?\-/&+.,`'()\[\]{}":;]+|-[LR][RSC]B-""")
_PUNCTUATION_TAGS = frozenset((",", ".", ":", "``", "''", '"', "(", ")", "-LRB-", "-RRB-", "HYPH", "NFP"))
_WORDS = frozenset({"IN", "TO", "RB", "AUX", "DT", "POS"})  # tags of words, even if the form looks like punctuation
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_FUNCTIONS = re.compile(r"(?<=.)[-=]")

_Label = tuple[str, str | None, str, str]  # category, functions joined by hyphens, index, gap index
_Leaf = tuple[str, str, bool, bool, int]
_Phrase = tuple[_Label, str | None, int, int]


@dataclass(frozen=True, slots=True)
class Unpacked:
    """One tree as linked objects.

    top         the node above all others
    phrases     this and all other phrases as they were read; a phrase comes before those it contains
    leaves      the words and empty elements, in the order of the sentence
    references  the empty elements and gapped phrases that refer to another constituent
    tagged      whether any phrase has a function
    """

    top: Constituent
    phrases: list[Constituent]
    leaves: list[Constituent]
    references: list[Constituent]
    tagged: bool


def unpack_trees(treebank: Treebank, ignored: frozenset[str] = frozenset()) -> Iterator[Unpacked | None]:
    """The tree of each sentence, or None if it has no phrases. Function tags in `ignored` are left out."""
    tokens, nodes = treebank.tokens, treebank.nodes
    empty = no_words(treebank)
    forms = [value or "" for value in tokens.text("form").decode()]
    tags = [value or "" for value in tokens.text("tag").map(lambda tag: _BRACKETS.get(tag, tag)).decode()]
    text = nodes.text("label")
    labels = [*(_label(value or "", ignored) for value in text.values), _label("", ignored)]
    label = [labels[code] for code in text.codes.tolist()]  # a missing label has the code -1
    edge = nodes.text("function").decode()
    above, over = (rows.numbers("parent").tolist() for rows in (nodes, tokens))
    left = nodes.numbers("left").tolist()
    columns = (forms, tags, (punctuation_marks(treebank) & ~empty).tolist(), empty.tolist(), over)
    spans = zip(pairwise(tokens.offsets.tolist()), pairwise(nodes.offsets.tolist()), strict=True)
    for (begin, end), (first, last) in spans:
        if first == last:
            yield None
            continue
        leaves = zip(*(column[begin:end] for column in columns), strict=True)
        phrases = zip(label[first:last], edge[first:last], above[first:last], left[first:last], strict=True)
        yield _tree(list(leaves), list(phrases))


def punctuation_marks(treebank: Treebank) -> Mask:
    """Tokens that are tagged as punctuation, or look like it and are not tagged as words."""
    tokens = treebank.tokens
    form, tag = tokens.text("form"), tokens.text("tag")
    looks = form.mask(lambda value: _PUNCTUATION.fullmatch(value) is not None) & ~tag.mask(_WORDS)
    return looks | tag.mask(_PUNCTUATION_TAGS)


def _label(label: str, ignored: frozenset[str]) -> _Label:
    """The parts of a label: NP-SBJ-1=2 is NP, SBJ, 1, 2."""
    whole, _, gap = label.partition("=") if not label.startswith("=") else (label, "", "")
    category, *rest = _FUNCTIONS.split(whole) if not whole.startswith("-") else [whole]
    index = next((part for part in rest if part.isdecimal()), "")
    gap, _, more = gap.partition("-")  # NP=2-SBJ occurs as a typing error
    functions = [part for part in (*rest, more) if part and not part.isdecimal() and part not in ignored]
    return category, "-".join(functions) or None, index, gap


def _tree(leaves: Sequence[_Leaf], phrases: Sequence[_Phrase]) -> Unpacked:
    """One tree, with references resolved."""
    top = Constituent(TOP, None, [])
    constituents = [top]
    gaps: list[tuple[Constituent, str]] = []
    antecedents: dict[str, Constituent] = {}
    below: list[list[tuple[int, int, Constituent]]] = [[] for _ in range(len(phrases) + 1)]
    for number, ((category, function, index, gap), edge, above, left) in enumerate(phrases, 1):
        phrase = Constituent(category, function or edge or None, [])
        constituents.append(phrase)
        below[above + 1].append((left, number, phrase))
        if index:
            antecedents.setdefault(index, phrase)
        if gap:
            gaps.append((phrase, gap))
    words = []
    for place, (form, tag, mark, empty, above) in enumerate(leaves):
        leaf = Constituent(tag)
        leaf.form, leaf.place, leaf.punctuation = form, place, mark
        words.append(leaf)
        # Among children at the same place, an empty phrase comes before the word.
        below[above + 1].append((place, len(constituents), leaf))
        if empty:
            leaf.hollow = True
            kind, _, index = form.rpartition("-") if form.startswith("*") else (form, "", "")
            leaf.label = kind or form
            gaps.append((leaf, index))
    constituents = _fill(constituents, below)
    tagged = any(phrase.function for phrase in constituents)
    return Unpacked(top, constituents, words, _refer(gaps, antecedents), tagged)


def _fill(phrases: list[Constituent], below: list[list[tuple[int, int, Constituent]]]) -> list[Constituent]:
    """Put all children below their phrases. Returns the phrases that have words or empty elements."""
    hollow = False
    for phrase, items in zip(phrases, below, strict=True):
        if len(items) > 1:
            items.sort()  # no two have the same place and number
        hollow = hollow or not items
        phrase.children = [item[2] for item in items]
        for child in phrase.children:
            child.parent = phrase
    if hollow:
        for phrase in reversed(phrases):
            if not phrase.children and phrase.parent is not None:
                phrase.parent.children.remove(phrase)
        phrases = [phrase for phrase in phrases if phrase.children]
    return phrases


def _refer(gaps: list[tuple[Constituent, str]], antecedents: dict[str, Constituent]) -> list[Constituent]:
    """Link empty elements and gapped phrases to their antecedents. Returns those that have one."""
    referring = []
    for constituent, index in gaps:
        if index in antecedents:
            constituent.refer(antecedents[index], "=" if constituent.is_phrase else constituent.label)
            referring.append(constituent)
    return referring


def convert_trees(
    treebank: Treebank,
    convert: Callable[[Unpacked], tuple[list[int], list[str]]],
    ignored: frozenset[str] = frozenset(),
) -> Treebank:
    """The treebank without empty elements, with the heads and relations that `convert` gives for each tree. Sentences
    without phrases keep the dependencies that they have, if any."""
    if not len(treebank.tokens):
        return treebank
    treebank, words = penn_words(treebank)
    spans = zip(words.tokens.counts.tolist(), unpack_trees(treebank, ignored), strict=True)
    converted = [None if tree is None or not count else convert(tree) for count, tree in spans]
    return attach_arcs(words, converted)


def penn_words(treebank: Treebank) -> tuple[Treebank, Treebank]:
    """The treebank with Penn tags, and without empty elements; other trees are an error."""
    if not treebank.has_constituents:
        raise CallError("dependencies are made from phrases: there is no constituency tree")
    treebank = with_penn_tags(treebank)
    check_penn(treebank)
    return treebank, remove_empties(treebank)


def attach_arcs(words: Treebank, converted: Iterable[tuple[list[int], list[str]] | None]) -> Treebank:
    """The sentences with new heads and relations; None where a sentence keeps what it has."""
    tokens = words.tokens
    heads = tokens.numbers("head").tolist() if "head" in tokens else [NOT_GIVEN] * len(tokens)
    relations = tokens.text("deprel").decode()
    for (begin, end), arcs in zip(pairwise(tokens.offsets.tolist()), converted, strict=True):
        if arcs is not None:
            heads[begin:end], relations[begin:end] = arcs
    return words.replace(tokens=tokens.replace(head=np.array(heads, np.int32), deprel=Text.of(relations)))


def governors(leaves: Sequence[Constituent]) -> tuple[list[Constituent], list[Constituent], list[int]]:
    """The words of a tree, the largest phrase that each is the head of, and the head of each: the head word of the
    phrase above that phrase. Empty elements on the way up are skipped. Where an empty element is the head of the whole
    sentence, the first word that depends on it becomes the root. Sets `lexical` of every phrase."""
    largest = []
    for leaf in leaves:
        here = leaf
        while (above := here.parent) is not None and above.head is here:
            above.lexical = leaf
            here = above
        largest.append(here)
    number: dict[int, int] = {}
    for leaf in leaves:
        if not leaf.hollow:
            number[leaf.place] = len(number)
    heads = [_governor(phrase, largest) for leaf, phrase in zip(leaves, largest, strict=True) if not leaf.hollow]
    root = heads.index(ROOT)
    governors = [root if place == ROOT else number[place] for place in heads]
    governors[root] = ROOT
    words = [leaf for leaf in leaves if not leaf.hollow]
    return words, [phrase for leaf, phrase in zip(leaves, largest, strict=True) if not leaf.hollow], governors


def _governor(phrase: Constituent, largest: Sequence[Constituent]) -> int:
    """The place of the word above a phrase, or ROOT."""
    above = phrase.parent
    while above is not None:
        head = above.lexical
        if not head.hollow:
            return head.place
        above = largest[head.place].parent
    return ROOT
