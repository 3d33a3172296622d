"""The class of each wrong word of a dependency tree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...annotation.constructions import Constructions
from ...core.types import Codes, Int64s, Mask
from ...measures.shared.arcs import TO_ROOT
from ...treebank import Text, Treebank

TOKENISATION = "Tokenisation"  # the word, or its head, is not a word of test; or the word is not in gold
BOUNDARY = "Sentence boundary"  # the head is in another sentence of test, or that of test in another sentence of gold
ROOT = "Root"  # the word is a root in one tree, and not in the other
ARGUMENT = "Argument against adjunct"  # the head is right, an argument is taken for an adjunct or the reverse
LABEL = "Label only"  # the head is right, the relation is wrong in another way
OTHER = "Other attachment"  # the head is wrong, and no construction of the scheme fits
NO_PARSE = "No parse"  # the sentence has no parse
_BEFORE, _AFTER = (TOKENISATION, BOUNDARY, ROOT, ARGUMENT, LABEL), (OTHER, NO_PARSE)


@dataclass(frozen=True, eq=False)
class WordPairs:
    """The words of gold and of test, and which belong together.

    match       the test word of each gold word, or -1
    heads       the heads as rows of all words; -1 is the root
    relations   as they are compared
    right_head  the gold words whose head is right
    places      the gold sentence of each test word, and the gold word at its place
    numbers     the number of each gold sentence in the whole treebank
    """

    gold: Treebank
    test: Treebank
    match: Codes
    heads: tuple[Codes, Codes]
    relations: tuple[Text, Text]
    right_head: Mask
    places: tuple[Int64s, Int64s]
    numbers: Int64s

    @cached_property
    def right(self) -> Mask:
        """The gold words whose head and relation are right."""
        same = np.zeros(len(self.match), bool)
        aligned = self.match >= 0
        same[aligned] = self.relations[0].codes[aligned] == self.relations[1].codes[self.match[aligned]]
        return self.right_head & same

    @cached_property
    def extra(self) -> Int64s:
        """The test words that are not aligned."""
        extra = np.ones(len(self.test.tokens), bool)
        extra[self.match[self.match >= 0]] = False
        return np.flatnonzero(extra)


def class_names(constructions: Constructions) -> list[str]:
    """All classes of errors in words, those that are decided first at the beginning."""
    return [*_BEFORE, *constructions.names, *_AFTER]


def classified(pairs: WordPairs, constructions: Constructions, words: Int64s) -> Codes:
    """The class of each of some wrong gold words, as a place in `class_names`: the first that fits. If the head is
    wrong and the word belongs to one construction in gold and to another in test, the class is the one that is first in
    the table: a noun that becomes a conjunct in test is an error of coordination."""
    partner = pairs.match[words]
    aligned = partner >= 0
    place = np.full(len(words), len(constructions.names), np.int64)
    place[aligned] = constructions.of_words(pairs.test)[partner[aligned]]
    place = np.minimum(place, constructions.of_words(pairs.gold)[words])
    right_head = pairs.right_head[words]
    conditions = [
        ~aligned | _lost_head(pairs, words),
        _across_boundary(pairs, words),
        ~right_head & _is_root(pairs, words),
        right_head & _argument_and_adjunct(pairs, constructions, words),
        right_head,
    ]
    return np.select(conditions, range(len(conditions)), len(conditions) + place).astype(np.int32)


def _lost_head(pairs: WordPairs, words: Int64s) -> Mask:
    """The gold head is a word that test does not have."""
    head = pairs.heads[0][words]
    return np.asarray((head >= 0) & (pairs.match[head] < 0))


def _across_boundary(pairs: WordPairs, words: Int64s) -> Mask:
    """Test has the gold head in another sentence, or its own head is in another sentence of gold."""
    partner, sentence = pairs.match[words], pairs.test.tokens.sentence
    head = pairs.heads[0][words]
    head_partner = pairs.match[head]
    apart = (head >= 0) & (head_partner >= 0) & (sentence[head_partner] != sentence[partner])
    test_head = pairs.heads[1][partner]
    outside = (test_head >= 0) & (pairs.places[0][test_head] != pairs.gold.tokens.sentence[words])
    return np.asarray((partner >= 0) & (apart | outside))


def _is_root(pairs: WordPairs, words: Int64s) -> Mask:
    return np.asarray((pairs.heads[0][words] == TO_ROOT) | (pairs.heads[1][pairs.match[words]] == TO_ROOT))


def _argument_and_adjunct(pairs: WordPairs, constructions: Constructions, words: Int64s) -> Mask:
    """The word is an argument on one side and an adjunct on the other."""
    argument, adjunct = constructions.arguments_and_adjuncts(pairs.gold.tokens.text("deprel").take(words))
    relations = pairs.test.tokens.text("deprel").take(np.maximum(pairs.match[words], 0))
    test_argument, test_adjunct = constructions.arguments_and_adjuncts(relations)
    return (argument & test_adjunct) | (adjunct & test_argument)
