"""Brackets of maximal projections of heads (MPH)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ..annotation.head_reassignment import find_reassignment
from ..annotation.head_rules import HEAD_RULES, HeadRules, find_rules
from ..core.types import Counts
from ..core.wording import counted
from ..treebank import Treebank
from .shared.base import Measure, Scores, measure, precision_recall, ratio
from .shared.headed import headed, headed_choices, only, spread, usable

_NOT_GIVEN = -2
_SEED = 20040526


@measure("mph")
@dataclass(frozen=True, kw_only=True)
class MaximalProjections(Measure):
    """Unlabelled brackets of maximal projections of heads: precision, recall, exact match and crossing brackets.

    Ringger et al. 2004, Using the Penn Treebank to evaluate non-Treebank parsers.
    Gives the ten rows of its Table 1; counts crossing brackets as EVALB does.

    heads        head rules: a table, left, right, or auto (for each side the table that knows its labels, Charniak's
                 for Penn labels); children marked as heads (function HD, or a star: NN*) come before the rules;
                 a dependency tree has heads already, and every word of it projects its yield
    rules        head reassignment rules for both sides: none, a name (ud) or a TOML file (see `learn_reassignment`)
    punctuation  drop: tokens that are punctuation in gold are left out, after heads are found
    trees        which trees to use if a treebank has both

    Only brackets of more than one word that are not the whole sentence count, each once. Brackets with gaps are
    compared as sets; two brackets cross if they share a word and neither contains the other.
    """

    heads: str = "auto"
    rules: str = "none"
    punctuation: Literal["drop", "keep"] = "drop"
    trees: Literal["constituents", "dependencies"] = "constituents"

    counts: ClassVar[tuple[str, ...]] = (
        "matched",
        "gold",
        "test",
        "crossing",
        "sentences",
        "exact",
        "no_crossing",
        "two_or_less_crossing",
    )
    main: ClassVar[tuple[str, ...]] = ("f1",)
    lower: ClassVar[tuple[str, ...]] = ("crossing",)

    of_gold: ClassVar[tuple[str, ...] | None] = ("gold", "sentences")
    binary: ClassVar[tuple[str, ...]] = ("exact_match",)

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return usable(gold) and usable(test)

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        from .kernels.mph import count_projections

        pair = headed(
            gold,
            test,
            rules=(self._table(gold), self._table(test)),
            trees=self.trees,
            drop=self.punctuation == "drop",
            reassignment=find_reassignment(self.rules),
        )
        offsets = pair.gold.tokens.offsets
        brackets = count_projections(offsets, heads_of(pair.gold), heads_of(pair.test), pair.keep, signs(offsets))
        matched, in_gold, in_test, crossing = brackets.T
        rows = np.empty((len(brackets), len(self.counts)))
        rows[:, :4] = brackets
        rows[:, 4] = 1
        rows[:, 5] = (matched == in_gold) & (matched == in_test)
        rows[:, 6] = crossing == 0
        rows[:, 7] = crossing <= 2
        return spread(pair.sentences, rows, len(gold))

    def choices(self, gold: Treebank, test: Treebank) -> Hashable:
        """The head rules and the tags of punctuation."""
        rules, drop = (self._table(gold), self._table(test)), self.punctuation == "drop"
        return None if self.rules != "none" else headed_choices(gold, test, rules=rules, trees=self.trees, drop=drop)

    def score(self, total: Counts) -> Scores:
        matched, gold, test, crossing, sentences, exact, none, few = np.moveaxis(total, -1, 0)
        return {
            **precision_recall(matched, gold, test),
            "exact_match": ratio(exact, sentences),
            "crossing": ratio(crossing, sentences) / 100.0,
            "no_crossing": ratio(none, sentences),
            "two_or_less_crossing": ratio(few, sentences),
        }

    def counted(self, total: Counts) -> str:
        matched, gold, test = (round(float(number)) for number in total[:3])
        punctuation = f"{'without' if self.punctuation == 'drop' else 'with'} punctuation"
        return f"{counted(gold, 'projection')} of gold, {test:,} of test, {matched:,} in both, {punctuation}"

    def _table(self, treebank: Treebank) -> HeadRules:
        return projection_rules(self.heads, only(treebank, self.trees))


def projection_rules(name: str, treebank: Treebank) -> HeadRules:
    """Head rules by name; `auto` is Charniak's where the labels are those of the Penn Treebank."""
    rules = find_rules(name, treebank)
    return HEAD_RULES["charniak"] if name == "auto" and rules.name == "collins" else rules


def heads_of(treebank: Treebank) -> NDArray[np.int32]:
    """The head of each token; -2 (not given) where the treebank has no heads."""
    tokens = treebank.tokens
    if "head" not in tokens:
        return np.full(len(tokens), _NOT_GIVEN, np.int32)
    return tokens.numbers("head").astype(np.int32, copy=False)


def signs(offsets: NDArray[np.int64]) -> NDArray[np.uint64]:
    """A random number for each position in a sentence: a set of positions is identified by their sum."""
    longest = int(np.diff(offsets).max(initial=0))
    return np.random.default_rng(_SEED).integers(0, 1 << 64, longest, np.uint64, endpoint=False)
