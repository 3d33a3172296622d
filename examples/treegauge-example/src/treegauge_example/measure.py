"""A measure: counts per sentence, and scores from summed counts."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from treegauge.extend import (
    Counts,
    Measure,
    Scores,
    Treebank,
    measure,
    ratio,
    same_words,
    words_only,
)


@measure("tag-accuracy")
@dataclass(frozen=True, kw_only=True)
class TagAccuracy(Measure):
    """The share of the words that have the right tag.

    Church (1988), A stochastic parts program and noun phrase parser for unrestricted text.
    """

    counts: ClassVar[tuple[str, ...]] = ("right", "words")
    of_gold: ClassVar[tuple[str, ...] | None] = ("words",)  # what a sentence without a parse counts
    separable: ClassVar[bool] = True

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return bool(len(gold.tokens)) and "tag" in gold.tokens and "tag" in test.tokens

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        gold, test = words_only(gold), words_only(test)
        same = np.flatnonzero(same_words(gold, test))
        rows = np.full((len(gold), 2), np.nan)  # NaN: the two sentences cannot be compared
        gold, test = gold[same], test[same]
        tag = gold.tokens.text("tag")
        right = test.tokens.text("tag").in_terms_of(tag) == tag.codes
        rows[same, 0] = np.bincount(gold.tokens.sentence, right, minlength=len(gold))
        rows[same, 1] = gold.tokens.counts
        return rows

    def score(self, total: Counts) -> Scores:
        return {"accuracy": ratio(total[..., 0], total[..., 1])}
