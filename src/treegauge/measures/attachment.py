"""Attachment scores: UAS, LAS, label accuracy and exact match of dependency trees."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ..core.types import Counts, Floats, Integers, Mask
from ..core.wording import counted
from ..treebank import Strings, Text, Treebank
from .shared.arcs import (
    ARC_BREAKDOWNS,
    ARC_MEANINGS,
    NOT_GIVEN,
    SIDES_NOTE,
    TO_ROOT,
    arc_names,
    arc_parts,
    label_parts,
    two_sided,
)
from .shared.base import Confusion, Measure, Scores, measure, ratio
from .shared.columns import one_dictionary, without_subtype
from .shared.items import BOTH, HEAD, RELATION, ComparedItems
from .shared.parts import PartRows, split_parts
from .shared.words import same_words, words_only

Punctuation = Literal["keep", "form", "upos", "relation", "each-relation"]

_BY_TOKEN = slice(8)  # the counts that are sums over tokens
_PUNCTUATION_RELATIONS = ("punct", "p")  # that spaCy leaves out, in lower case


@measure("attachment")
@dataclass(frozen=True, kw_only=True)
class Attachment(Measure):
    """Attachment scores (UAS, LAS), label accuracy, exact match and root accuracy of dependency trees.

    Buchholz & Marsi (2006), CoNLL-X shared task on multilingual dependency parsing.
    Reproduces eval.pl (`punctuation=form`; `keep`: eval.pl -p and eval07.pl).

    punctuation  which gold tokens do not count: none (keep), those whose form is all Unicode punctuation (form), those
                 tagged PUNCT (upos), those with the relation punct (relation); other tokens may still depend on them;
                 each-relation: those that gold calls punct or p do not count in gold, those that test calls so do not
                 count in test, and uas, las and la are F1
    subtypes     whether acl:relcl and acl are different relations
    case         whether root and ROOT are different relations

    uas, las     tokens with the right head; with the right head and relation
    la           tokens with the right relation
    uem, lem     sentences in which all tokens have the right head; and the right relation
    root         gold roots that are a root in test

    In a part of a breakdown, `recall` is over the arcs that gold has in it and `precision` over those that test has:
    an arc is right if its head and its relation are (without relations: if its head is). uas, las and la are shares of
    the gold arcs, uas_precision and la_precision the same for those of test. The distance of a word is the difference
    between its number and that of its head, its depth the number of arcs from the root down to it; an arc is projective
    if the head dominates all words between the two. Such breakdowns were introduced by McDonald & Nivre (2007),
    Characterizing the errors of data-driven dependency parsing models.

    Graphs with several roots, without a root or with a cycle are scored as they are, and counted (`no_trees`); a head
    that is missing on both sides is right. If gold or test has no relations at all, la, las and lem are not defined.
    """

    punctuation: Punctuation = "keep"
    subtypes: bool = True
    case: bool = True

    counts = (
        "tokens",
        "test_tokens",  # as many as tokens, except with each-relation; in a breakdown, by those of test
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
    breakdowns = (*ARC_BREAKDOWNS, "tag")
    meanings: ClassVar[Mapping[str, str]] = {**ARC_MEANINGS, "tag": "the tag of the word in gold"}
    parts_note = SIDES_NOTE
    part_counts = ("test_right_head", "test_right_label", "test_right_both", "test_labelled")
    separable = True
    binary = ("uem", "lem")
    has_confusion = True

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return gold.has_dependencies and test.has_dependencies

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        arcs = self._arcs(gold, test)
        sums = arcs.sums(arcs.sentence, arcs.sentence, len(arcs.chosen))[:, _BY_TOKEN]
        tokens, _, right_head, _, right_both, labelled = sums.T[:6]
        exact = right_head == tokens, (right_both == tokens) & (labelled == tokens)
        rows = np.full((len(gold), len(self.counts)), np.nan)
        rows[arcs.chosen] = np.column_stack((sums, np.ones(len(sums)), *exact, no_trees(arcs.test)))
        return rows

    def score(self, total: Counts) -> Scores:
        count = dict(zip(self.counts, np.moveaxis(np.asarray(total), -1, 0), strict=True))
        unlabelled = (count["labelled"] == 0) & (count["tokens"] > 0)
        tokens, labelled = count["tokens"], count["labelled"]
        if self.punctuation == "each-relation":  # the mean of both sides, which makes a share an F1
            tokens, labelled = (
                np.where(part > 0, (part + count["test_tokens"]) / 2, part) for part in (tokens, labelled)
            )
        return {
            "uas": ratio(count["right_head"], tokens),
            "las": ratio(count["right_both"], labelled),
            "la": ratio(count["right_label"], labelled),
            "uem": ratio(count["exact_unlabelled"], count["sentences"]),
            "lem": np.where(unlabelled, np.nan, ratio(count["exact_labelled"], count["sentences"])),
            "root": ratio(count["right_root"], count["roots"]),
        }

    def part_scores(self, total: Counts) -> Scores:
        total = np.asarray(total)
        count = dict(zip((*self.counts, *self.part_counts), np.moveaxis(total, -1, 0), strict=True))
        labelled = count["labelled"] + count["test_labelled"] > 0
        right, of_test = (
            np.where(labelled, count[f"{side}right_both"], count[f"{side}right_head"]) for side in ("", "test_")
        )
        return {
            **self.score(total[..., : len(self.counts)]),
            **two_sided(right, of_test, count["tokens"], count["test_tokens"]),
            "uas_precision": ratio(count["test_right_head"], count["test_tokens"]),
            "la_precision": ratio(count["test_right_label"], count["test_labelled"]),
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
        columns = len(self.counts) + len(self.part_counts)
        rows = np.full((len(places), columns), np.nan)  # sentences cannot be divided
        sums = arcs.sums(at[: len(key)], at[len(key) :], len(places))
        rows[:, _BY_TOKEN], rows[:, len(self.counts) :] = np.split(sums, [_BY_TOKEN.stop], axis=1)
        return split_parts(names, places, rows, size)

    def known_in(self, gold: Treebank, test: Treebank) -> Treebank:
        """Gold without relations where test has none: they are not defined for it."""
        return gold if "deprel" in test.tokens else gold.replace(tokens=gold.tokens.replace(deprel=None))

    def confusion(self, gold: Treebank, test: Treebank) -> Confusion:
        return Confusion.of(self.items(gold, test))

    def items(self, gold: Treebank, test: Treebank) -> ComparedItems:
        gold, test = (words_only(side) if side.has_constituents else side for side in (gold, test))
        arcs = self._arcs(gold, test)
        same = np.zeros(len(gold), bool)
        same[arcs.chosen] = True
        gold_relation, test_relation = arcs.relation
        labelled = "deprel" in gold.tokens and "deprel" in test.tokens
        wrong_relation = (gold_relation.codes != test_relation.codes) & labelled
        kind = 2 * wrong_relation + (arcs.heads[0] != arcs.heads[1]) - 1
        return ComparedItems(
            "tokens",
            gold,
            test,
            arcs.chosen[arcs.sentence],
            np.flatnonzero(same[gold.tokens.sentence])[arcs.kept],
            np.flatnonzero(same[test.tokens.sentence])[arcs.kept],
            gold_relation,
            test_relation,
            Text(kind.astype(np.int32), Strings.of((HEAD, RELATION, BOTH))),
        )

    def _arcs(self, gold: Treebank, test: Treebank) -> ComparedArcs:
        gold, test = (words_only(side) if side.has_constituents else side for side in (gold, test))
        same = same_words(gold, test)
        chosen = np.flatnonzero(same)
        if len(chosen) < len(gold):
            gold, test = gold.select(chosen), test.select(chosen)
        if self.punctuation != "each-relation":
            return ComparedArcs(chosen, gold, test, np.flatnonzero(self.counted_tokens(gold)), self._spelled)
        counted, test_counted = (self.counted_tokens(side) for side in (gold, test))
        kept = np.flatnonzero(counted | test_counted)
        return ComparedArcs(chosen, gold, test, kept, self._spelled, counted[kept], test_counted[kept])

    def _spelled(self, relation: str) -> str:
        """A relation in the form in which it is compared."""
        plain = relation if self.subtypes else without_subtype(relation)
        return plain if self.case else plain.lower()

    def counted_tokens(self, side: Treebank) -> Mask:
        """Which tokens count, by the punctuation option: of gold, or, with each-relation, of that side."""
        tokens = side.tokens
        if self.punctuation == "form":
            return ~tokens.text("form").mask(is_all_punctuation)
        if self.punctuation == "upos":
            return ~tokens.text("upos").mask({"PUNCT"})
        if self.punctuation == "relation":
            return ~tokens.text("deprel").mask(lambda relation: without_subtype(relation) == "punct")
        if self.punctuation == "each-relation":
            return ~tokens.text("deprel").mask(lambda relation: relation.lower() in _PUNCTUATION_RELATIONS)
        return np.ones(len(tokens), bool)


def no_trees(treebank: Treebank) -> Mask:
    """The sentences whose graph is not a tree: several roots or none, a cycle, a missing head."""
    tokens, head = treebank.tokens, treebank.tokens.numbers("head")
    end = len(head)
    above = np.append(np.where(head >= 0, head + tokens.start, end), end)
    for _ in range(int(tokens.counts.max(initial=0)).bit_length()):  # twice as far up each time
        above = above[above]
    count = len(treebank)
    roots = np.bincount(tokens.sentence[head == TO_ROOT], minlength=count)
    wrong = np.bincount(tokens.sentence[(above[:-1] != end) | (head == NOT_GIVEN)], minlength=count)
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
    kept: NDArray[np.int64]  # the tokens that count on one side or on both, among all of those sentences
    spelled: Callable[[str], str]  # a relation in the form in which it is compared
    in_gold: Mask | None = None  # which of the tokens count in gold; None: all
    in_test: Mask | None = None

    @cached_property
    def sentence(self) -> Integers:
        return self.gold.tokens.sentence[self.kept]

    @cached_property
    def heads(self) -> tuple[Integers, Integers]:
        return self.gold.tokens.numbers("head")[self.kept], self.test.tokens.numbers("head")[self.kept]

    @cached_property
    def relation(self) -> tuple[Text, Text]:
        gold, test = (side.tokens.text("deprel").take(self.kept) for side in (self.gold, self.test))
        return one_dictionary(gold, test, self.spelled)

    def sums(self, key: Integers, test_key: Integers, size: int) -> Floats:
        """The counts that are sums over tokens, grouped by a key; the tokens of test, and at the end those of them that
        are right, are grouped by the key of test."""
        head, test_head = self.heads
        everything = np.ones(len(key), bool)
        in_gold, in_test = (everything if side is None else side for side in (self.in_gold, self.in_test))
        both = in_gold & in_test
        right_head = (head == test_head) & both
        right_label = (self.relation[0].codes == self.relation[1].codes) & both
        right_both = right_head & right_label
        labelled = "deprel" in self.gold.tokens and "deprel" in self.test.tokens
        root = (head == TO_ROOT) & in_gold
        tokens = np.bincount(key[in_gold], minlength=size)
        test_tokens = np.bincount(test_key[in_test], minlength=size)
        columns = [
            tokens,
            test_tokens,
            np.bincount(key[right_head], minlength=size),
            np.bincount(key[right_label], minlength=size) * labelled,
            np.bincount(key[right_both], minlength=size) * labelled,
            tokens * labelled,
            np.bincount(key[root], minlength=size),
            np.bincount(key[root & right_head], minlength=size),
            np.bincount(test_key[right_head], minlength=size),
            np.bincount(test_key[right_label], minlength=size) * labelled,
            np.bincount(test_key[right_both], minlength=size) * labelled,
            test_tokens * labelled,
        ]
        return np.stack(columns, axis=1).astype(np.float64)

    def keys(self, by: str) -> tuple[list[str], Integers, Integers]:
        """Names of the parts, and the part of each token by gold and by test."""
        if by == "label":
            return label_parts(*self.relation)
        if by == "tag":
            column = "upos" if "upos" in self.gold.tokens else "tag"
            tag = self.gold.tokens.text(column).take(self.kept)
            return label_parts(tag, tag)
        gold, test = (arc_parts(side, by)[self.kept] for side in (self.gold, self.test))
        return arc_names(by), gold, test
