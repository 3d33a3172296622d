"""Textual entailments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ..core.types import Counts
from ..core.wording import counted
from ..treebank import Treebank
from .shared.base import Measure, Scores, measure, precision_recall
from .shared.parts import PartRows
from .shared.words import same_words

if TYPE_CHECKING:  # loaded when they are needed: every call that lists the measures loads this file
    from ..entailments.api import Entailments
    from ..entailments.generation import Entailment

_Sentence = tuple[int, "tuple[Entailment, ...]", "tuple[Entailment, ...]"]


@measure("pete")
@dataclass(frozen=True, kw_only=True)
class Pete(Measure):
    """Precision, recall and F1 of textual entailments: the simple sentences that English trees of any kind entail.

    Eker (2009), Parser evaluation using textual entailments. M.Sc. thesis, Boğaziçi University.
    The program of the thesis is lost; the sentences of its Appendix A and Chapter 4 are reproduced word for word.

    coordination  whether phrases add the sentences that follow for further conjuncts (Figure 4.4)

    Entailments are compared as text, each once per sentence. Both sides may be Penn trees, CoNLL-2008 or Universal
    Dependencies. In scores by kind, a match has the kind that it has in gold.
    """

    coordination: bool = True

    counts: ClassVar[tuple[str, ...]] = ("matched", "gold", "test")
    main: ClassVar[tuple[str, ...]] = ("f1",)
    of_gold: ClassVar[tuple[str, ...] | None] = ("gold",)
    breakdowns: ClassVar[tuple[str, ...]] = ("kind",)
    by_default: ClassVar[bool] = False

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        from ..entailments.api import has_scheme, is_penn

        return all(bool((has_scheme(side) | is_penn(side)).any()) for side in (gold, test))

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        rows = np.full((len(gold), 3), np.nan)
        for number, expected, actual in self._sentences(gold, test):
            texts = {entailment.text for entailment in actual}
            rows[number] = sum(entailment.text in texts for entailment in expected), len(expected), len(actual)
        return rows

    def score(self, total: Counts) -> Scores:
        matched, gold, test = np.moveaxis(total, -1, 0)
        return precision_recall(matched, gold, test)

    def counted(self, total: Counts) -> str:
        return f"{counted(round(float(total[1])), 'entailment')} of gold"

    def part_rows(self, gold: Treebank, test: Treebank, by: str) -> dict[str, PartRows]:
        self._check_by(by)
        rows: dict[str, dict[int, Counts]] = {}

        def add(kind: str, sentence: int, column: int) -> None:
            rows.setdefault(kind, {}).setdefault(sentence, np.zeros(len(self.counts)))[column] += 1

        for number, expected, actual in self._sentences(gold, test):
            texts = {entailment.text for entailment in actual}
            kinds = {entailment.text: entailment.kind for entailment in expected}
            for entailment in expected:
                add(entailment.kind, number, 1)
                if entailment.text in texts:
                    add(entailment.kind, number, 0)
            for entailment in actual:
                add(kinds.get(entailment.text, entailment.kind), number, 2)
        return {
            kind: PartRows(np.array([*counts], np.int64), np.array([*counts.values()]))
            for kind, counts in sorted(rows.items())
        }

    def remarks(self, gold: Treebank, test: Treebank) -> list[str]:
        gold_side, test_side, _ = entail_both(gold, test, coordination=self.coordination)
        return [
            f"{name}: {side.problem_summary}; the first is {side.problems[0].where}: {side.problems[0].reason}"
            for name, side in (("gold", gold_side), ("test", test_side))
            if side.problems
        ]

    def _sentences(self, gold: Treebank, test: Treebank) -> Iterator[_Sentence]:
        gold_side, test_side, same = entail_both(gold, test, coordination=self.coordination)
        return ((number, gold_side.sentences[number], test_side.sentences[number]) for number in same)


def entail_both(
    gold: Treebank, test: Treebank, *, coordination: bool = True, thesis: bool = True
) -> tuple[Entailments, Entailments, list[int]]:
    """The entailments of two treebanks with the same number of sentences, and the numbers of the sentences that have
    the same words."""
    gold_side, test_side = (_entailments(side, coordination, thesis) for side in (gold, test))
    return gold_side, test_side, np.flatnonzero(same_words(gold_side.treebank, test_side.treebank)).tolist()


@lru_cache(maxsize=2)
def _entailments(treebank: Treebank, coordination: bool, thesis: bool) -> Entailments:
    """The last two are cached: several parsers are scored against one gold treebank, and scores divided by kind."""
    from ..entailments.api import entail

    return entail(treebank, thesis=thesis, coordination=coordination)
