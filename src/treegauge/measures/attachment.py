"""Attachment scores: UAS, LAS, label accuracy and exact match of dependency trees."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..core.types import Counts, Floats, Integers, Mask
from ..core.wording import counted
from ..treebank import Text, Treebank
from .shared.base import Confusion, Measure, Scores, measure, ratio
from .shared.columns import one_dictionary, without_subtype
from .shared.parts import PartRows, split_parts
from .shared.words import same_words, words_only

Punctuation = Literal["keep", "form", "upos", "relation"]


_DIRECTIONS = ("to_root", "left", "right", "self", "not given")
_DISTANCES = ("to_root", "1", "2", "3-6", "7-...", "not given")
_TO_ROOT, _NOT_GIVEN = -1, -2


@measure("attachment")
@dataclass(frozen=True, kw_only=True)
class Attachment(Measure):
    """Attachment scores (UAS, LAS), label accuracy, exact match and root accuracy of dependency trees.

    Buchholz & Marsi (2006), CoNLL-X shared task on multilingual dependency parsing.
    Reproduces eval.pl (`punctuation=form`; `keep`: eval.pl -p and eval07.pl).

    punctuation  which gold tokens do not count: none (keep), those whose form is all Unicode punctuation (form), those
                 tagged PUNCT (upos), those with the relation punct (relation); other tokens may still depend on them
    subtypes     whether acl:relcl and acl are different relations

    uas, las     tokens with the right head; with the right head and relation
    la           tokens with the right relation
    uem, lem     sentences in which all tokens have the right head; and the right relation
    root         gold roots that are a root in test

    Graphs with several roots, without a root or with a cycle are scored as they are, and counted (`no_trees`); a head
    that is missing on both sides is right. If gold or test has no relations at all, la, las and lem are not defined.
    """

    punctuation: Punctuation = "keep"
    subtypes: bool = True

    counts = (
        "tokens",
        "test_tokens",  # as many as tokens; in a breakdown by label, distance or direction, by those of test
        "right_head",
        "right_label",
        "right_both",
        "labelled",  # tokens, where there are relations
        "roots",
        "right_root",
        "sentences",
        "exact_unlabelled",
        "exact_labelled",
        "no_trees",  # sentences of test that are not a tree
    )
    main = ("las", "uas")
    of_gold = ("tokens", "labelled", "roots", "sentences")
    breakdowns = ("label", "distance", "direction", "tag")
    separable = True
    binary = ("uem", "lem")
    has_confusion = True

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return gold.has_dependencies and test.has_dependencies

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        arcs = self._arcs(gold, test)
        sums = arcs.sums(arcs.sentence, arcs.sentence, len(arcs.chosen))
        tokens, _, right_head, _, right_both, labelled = sums.T[:6]
        exact = right_head == tokens, (right_both == tokens) & (labelled == tokens)
        rows = np.full((len(gold), len(self.counts)), np.nan)
        rows[arcs.chosen] = np.column_stack((sums, np.ones(len(sums)), *exact, no_trees(arcs.test)))
        return rows

    def score(self, total: Counts) -> Scores:
        count = dict(zip(self.counts, np.moveaxis(np.asarray(total), -1, 0), strict=True))
        unlabelled = (count["labelled"] == 0) & (count["tokens"] > 0)
        return {
            "uas": ratio(count["right_head"], count["tokens"]),
            "las": ratio(count["right_both"], count["labelled"]),
            "la": ratio(count["right_label"], count["labelled"]),
            "uem": ratio(count["exact_unlabelled"], count["sentences"]),
            "lem": np.where(unlabelled, np.nan, ratio(count["exact_labelled"], count["sentences"])),
            "root": ratio(count["right_root"], count["roots"]),
        }

    def counted(self, total: Counts) -> str:
        tokens = counted(round(float(np.asarray(total)[0])), "token")
        return f"{tokens} of gold, {'with' if self.punctuation == 'keep' else 'without'} punctuation"

    def part_rows(self, gold: Treebank, test: Treebank, by: str) -> dict[str, PartRows]:
        self._check_by(by)
        arcs = self._arcs(gold, test)
        names, key, test_key = arcs.keys(by)
        sentence, size = arcs.chosen[arcs.sentence], len(gold)
        places, at = np.unique(np.concatenate([key, test_key]) * size + np.tile(sentence, 2), return_inverse=True)
        rows = np.full((len(places), len(self.counts)), np.nan)  # sentences cannot be divided
        sums = arcs.sums(at[: len(key)], at[len(key) :], len(places))
        rows[:, : sums.shape[1]] = sums
        return split_parts(names, places, rows, size)

    def known_in(self, gold: Treebank, test: Treebank) -> Treebank:
        """Gold without relations where test has none: they are not defined for it."""
        return gold if "deprel" in test.tokens else gold.replace(tokens=gold.tokens.replace(deprel=None))

    def confusion(self, gold: Treebank, test: Treebank) -> Confusion:
        arcs = self._arcs(gold, test)
        gold_relation, test_relation = arcs.relation
        return Confusion(gold_relation, test_relation, arcs.chosen[arcs.sentence])

    def _arcs(self, gold: Treebank, test: Treebank) -> ComparedArcs:
        gold, test = (words_only(side) if side.has_constituents else side for side in (gold, test))
        same = same_words(gold, test)
        chosen = np.flatnonzero(same)
        if len(chosen) < len(gold):
            gold, test = gold.select(chosen), test.select(chosen)
        return ComparedArcs(chosen, gold, test, np.flatnonzero(~self._left_out(gold)), self.subtypes)

    def _left_out(self, gold: Treebank) -> Mask:
        tokens = gold.tokens
        if self.punctuation == "form":
            return tokens.text("form").mask(is_all_punctuation)
        if self.punctuation == "upos":
            return tokens.text("upos").mask({"PUNCT"})
        if self.punctuation == "relation":
            return tokens.text("deprel").mask(lambda relation: without_subtype(relation) == "punct")
        return np.zeros(len(tokens), bool)


def no_trees(treebank: Treebank) -> Mask:
    """The sentences whose graph is not a tree: several roots or none, a cycle, a missing head."""
    tokens, head = treebank.tokens, treebank.tokens.numbers("head")
    end = len(head)
    above = np.append(np.where(head >= 0, head + tokens.start, end), end)
    for _ in range(int(tokens.counts.max(initial=0)).bit_length()):  # twice as far up each time
        above = above[above]
    count = len(treebank)
    roots = np.bincount(tokens.sentence[head == _TO_ROOT], minlength=count)
    wrong = np.bincount(tokens.sentence[(above[:-1] != end) | (head == _NOT_GIVEN)], minlength=count)
    return np.asarray((tokens.counts > 0) & ((roots != 1) | (wrong > 0)))


def is_all_punctuation(form: str) -> bool:
    """Whether a form is Unicode punctuation (P) and nothing else, the rule of eval.pl: `` and $ are not."""
    return bool(form) and all(unicodedata.category(character).startswith("P") for character in form)


@dataclass(frozen=True, eq=False)
class ComparedArcs:
    """The tokens that count, in sentences that have the same words in gold and test."""

    chosen: NDArray[np.int64]  # the numbers of those sentences in the treebank
    gold: Treebank  # only those sentences
    test: Treebank
    kept: NDArray[np.int64]  # the tokens that count, among all of those sentences
    subtypes: bool

    @cached_property
    def sentence(self) -> Integers:
        return self.gold.tokens.sentence[self.kept]

    @cached_property
    def heads(self) -> tuple[Integers, Integers]:
        return self.gold.tokens.numbers("head")[self.kept], self.test.tokens.numbers("head")[self.kept]

    @cached_property
    def relation(self) -> tuple[Text, Text]:
        gold, test = (side.tokens.text("deprel").take(self.kept) for side in (self.gold, self.test))
        return one_dictionary(gold, test, str if self.subtypes else without_subtype)

    def sums(self, key: Integers, test_key: Integers, size: int) -> Floats:
        """The counts that are sums over tokens, grouped by a key; the tokens of test are grouped by the key of test."""
        head, test_head = self.heads
        right_head = head == test_head
        right_label = self.relation[0].codes == self.relation[1].codes
        labelled = "deprel" in self.gold.tokens and "deprel" in self.test.tokens
        root = head == _TO_ROOT
        tokens = np.bincount(key, minlength=size)
        columns = [
            tokens,
            np.bincount(test_key, minlength=size),
            np.bincount(key[right_head], minlength=size),
            np.bincount(key[right_label], minlength=size) * labelled,
            np.bincount(key[right_head & right_label], minlength=size) * labelled,
            tokens * labelled,
            np.bincount(key[root], minlength=size),
            np.bincount(key[root & right_head], minlength=size),
        ]
        return np.stack(columns, axis=1).astype(np.float64)

    def keys(self, by: str) -> tuple[list[str], Integers, Integers]:
        """Names of the parts, and the part of each token by gold and by test."""
        if by == "label":
            return _sorted_names(*self.relation)
        if by == "tag":
            column = "upos" if "upos" in self.gold.tokens else "tag"
            tag = self.gold.tokens.text(column).take(self.kept)
            return _sorted_names(*one_dictionary(tag, tag))
        within = self.kept - self.gold.tokens.start[self.kept]
        key = _direction if by == "direction" else _distance
        gold, test = (key(head, within) for head in self.heads)
        return [*(_DIRECTIONS if by == "direction" else _DISTANCES)], gold, test


def _sorted_names(gold: Text, test: Text) -> tuple[list[str], Integers, Integers]:
    names = sorted(gold.values)
    rank = {name: number for number, name in enumerate(names)}
    table = np.array([rank[name] for name in gold.values], np.int64)
    return names, table[gold.codes], table[test.codes]


def _direction(head: Integers, within: Integers) -> Integers:
    """The direction of the head, seen from the dependent: an index into _DIRECTIONS."""
    side = np.where(head < within, 1, np.where(head > within, 2, 3))
    return np.where(head == _TO_ROOT, 0, np.where(head == _NOT_GIVEN, 4, side))


def _distance(head: Integers, within: Integers) -> Integers:
    """The distance of the head: an index into _DISTANCES; a token that is its own head is counted with the nearest."""
    bins = np.digitize(np.abs(head - within), (2, 3, 7)) + 1
    return np.where(head == _TO_ROOT, 0, np.where(head == _NOT_GIVEN, 5, bins))
