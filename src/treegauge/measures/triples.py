"""Dependency triples: word, tag and head word."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ..core.errors import CallError
from ..core.types import Counts, Mask
from ..core.wording import counted
from ..transforms.label_functions import split_functions
from ..treebank import Text, Treebank
from .shared.base import Measure, Scores, measure, precision_recall
from .shared.columns import ABSENT, one_dictionary
from .shared.headed import Headed, headed, headed_choices, spread, usable
from .shared.parts import CountedItems, PartRows, divided

_ROOT = -1
_NO_RELATION = frozenset(["--", "-", "_"])


@measure("triples")
@dataclass(frozen=True, kw_only=True)
class Triples(Measure):
    """Precision, recall and F1 of dependency triples (word, tag, head word); phrases are converted by head rules.

    Lin 1998, A dependency-based method for evaluating broad-coverage parsers; Kübler & Telljohann 2002.
    Follows the dependency-based evaluation of Rehbein & van Genabith 2007 (section 6).

    heads        head rules: a table, left, right, or auto (for each side the table that knows its labels); functions
                 such as HD come before the rules; dependency trees have heads already
    tags         whether a wrong tag makes a triple wrong; the tag of a word that has none on one side does not count
    labelled     whether the function of the dependent counts too
    punctuation  drop: tokens that are punctuation in gold do not count; their dependents are attached to the next head
                 above that counts
    trees        which trees to use if a treebank has both

    Triples are compared by position, so two equal words are two triples. A root has the head `-`. A word without a head
    has no triple.
    """

    heads: str = "auto"
    tags: bool = True
    labelled: bool = False
    punctuation: Literal["drop", "keep"] = "drop"
    trees: Literal["constituents", "dependencies"] = "constituents"

    counts: ClassVar[tuple[str, ...]] = ("matched", "gold", "test")
    main: ClassVar[tuple[str, ...]] = ("f1",)
    of_gold: ClassVar[tuple[str, ...] | None] = ("gold",)
    breakdowns: ClassVar[tuple[str, ...]] = ("label",)
    meanings: ClassVar[Mapping[str, str]] = {"label": "the tag of the dependent"}

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return usable(gold) and usable(test) and (not self.labelled or _check_relations(gold, test))

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        pair = self._pair(gold, test)
        sentence = pair.gold.tokens.sentence
        rows = [np.bincount(sentence[mask], minlength=len(pair.gold)) for mask in self._masks(pair)]
        return spread(pair.sentences, np.stack(rows, axis=1).astype(np.float64), len(gold))

    def choices(self, gold: Treebank, test: Treebank) -> Hashable:
        """The head rules and the tags of punctuation; whether there are relations is not asked of every block."""
        rules, drop = (self.heads, self.heads), self.punctuation == "drop"
        return None if self.labelled else headed_choices(gold, test, rules=rules, trees=self.trees, drop=drop)

    def score(self, total: Counts) -> Scores:
        matched, gold, test = np.moveaxis(total, -1, 0)
        return precision_recall(matched, gold, test)

    def counted(self, total: Counts) -> str:
        triples = counted(round(float(total[1])), "triple")
        return f"{triples} of gold, {'without' if self.punctuation == 'drop' else 'with'} punctuation"

    def part_rows(self, gold: Treebank, test: Treebank, by: str) -> dict[str, PartRows]:
        """By the tag of the dependent: that of gold for gold and matched triples, that of test for test triples."""
        self._check_by(by)
        pair = self._pair(gold, test)
        tag, test_tag = one_dictionary(pair.gold.tokens.text("tag"), pair.test.tokens.text("tag"))
        sentence = pair.sentences[pair.gold.tokens.sentence]
        matched, in_gold, in_test = self._masks(pair)
        counted = {
            "matched": CountedItems(tag.codes[matched], sentence[matched]),
            "gold": CountedItems(tag.codes[in_gold], sentence[in_gold]),
            "test": CountedItems(test_tag.codes[in_test], sentence[in_test]),
        }
        return divided(list(tag.values), self.counts, counted, len(gold))

    def _pair(self, gold: Treebank, test: Treebank) -> Headed:
        if self.labelled:
            gold, test = _with_functions(gold), _with_functions(test)
        return headed(
            gold,
            test,
            rules=(self.heads, self.heads),
            trees=self.trees,
            drop=self.punctuation == "drop",
            relations=self.labelled,
        )

    def _masks(self, pair: Headed) -> tuple[Mask, Mask, Mask]:
        """The tokens with the same triple in both, with a triple in gold, with a triple in test."""
        gold_head, test_head = (_climbed(treebank, pair.keep) for treebank in (pair.gold, pair.test))
        in_gold, in_test = pair.keep & (gold_head >= _ROOT), pair.keep & (test_head >= _ROOT)
        matched: Mask = in_gold & in_test & (gold_head == test_head)
        if self.tags:
            tag, test_tag = one_dictionary(pair.gold.tokens.text("tag"), pair.test.tokens.text("tag"))
            absent = tag.code(ABSENT)
            matched &= (tag.codes == test_tag.codes) | (tag.codes == absent) | (test_tag.codes == absent)
        if self.labelled:
            label, test_label = one_dictionary(_relations(pair.gold), _relations(pair.test))
            matched &= label.codes == test_label.codes
        return matched, in_gold, in_test


def _climbed(treebank: Treebank, keep: Mask) -> NDArray[np.int32]:
    """Heads where only some tokens are kept: dependents of the others are attached to the next kept head above."""
    from ..treebank.kernels import climb_heads

    tokens = treebank.tokens
    if "head" not in tokens:
        return np.full(len(tokens), _ROOT - 1, np.int32)
    heads: NDArray[np.int32] = climb_heads(tokens.offsets, tokens.numbers("head"), keep)
    return heads


def _with_functions(treebank: Treebank) -> Treebank:
    """The treebank with functions in a column of their own, where they are part of the labels."""
    if not treebank.has_constituents or "function" in treebank.nodes or "function" in treebank.tokens:
        return treebank
    return split_functions(treebank)


def _check_relations(*treebanks: Treebank) -> bool:
    """Labelled triples must be asked for, so it is an error if there is nothing to compare. Single sentences may have
    no relation."""
    for treebank in map(_with_functions, treebanks):
        columns = treebank.tokens.text("deprel"), treebank.tokens.text("function"), treebank.nodes.text("function")
        if len(treebank.tokens) and all(column.mask(_NO_RELATION, missing=True).all() for column in columns):
            raise CallError("labelled triples need functions or relations in gold and in test; use labelled=false")
    return True


def _relations(treebank: Treebank) -> Text:
    """The relation of each token; an edge label that means no relation (`--`) is missing."""
    return treebank.tokens.text("deprel").map(lambda value: None if value in _NO_RELATION else value)
