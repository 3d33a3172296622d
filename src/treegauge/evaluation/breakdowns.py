"""Results divided into parts: by sentence, by length, or by what a measure distinguishes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..core.types import Counts, Row
from ..measures.shared.words import words_only
from ..treebank import Treebank
from .selecting import chosen_scores

if TYPE_CHECKING:
    from .result import Result

_WIDTH = 10  # words: sentences are grouped by length in tens


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a result: its name, its counts, and for a sentence its place in the file."""

    result: Result = field(repr=False)
    name: str
    total: Counts
    where: str | None = None

    @property
    def scores(self) -> dict[str, float]:
        """The scores that the result has."""
        scores = {name: float(value) for name, value in self.result.measure.score(self.total).items()}
        return chosen_scores(scores, self.result.chosen)

    @property
    def counts(self) -> dict[str, float]:
        """The counts by name."""
        return dict(zip(self.result.measure.counts, self.total.tolist(), strict=True))

    def row(self, by: str) -> Row:
        """What `treegauge score --by ... --json` prints."""
        measure = self.result.measure
        return {
            "measure": measure.name,
            "signature": str(self.result.signature),
            by: int(self.name) if by == "sentence" else self.name,
            **({"where": self.where} if self.where else {}),
            "scores": self.scores,
            "counts": self.counts,
        }


def divide(result: Result, by: str, gold: Treebank, test: Treebank) -> list[Part]:
    """The parts of a result; `gold` and `test` are the trees that were compared."""
    if by == "sentence":
        whole, _ = result.trees
        return [
            Part(result, f"{number + 1}", result.rows[number], whole.where(number))
            for number in result.compared.tolist()
        ]
    if by == "length":
        return _by_length(result)
    return [Part(result, name, row) for name, row in result.measure.parts(gold, test, by).items()]


def _by_length(result: Result) -> list[Part]:
    lengths = words_only(result.trees[0]).tokens.counts[result.compared]
    group = np.maximum(lengths - 1, 0) // _WIDTH
    rows = result.rows[result.compared]
    return [
        Part(result, f"{number * _WIDTH + 1}-{(number + 1) * _WIDTH}", rows[group == number].sum(0))
        for number in np.unique(group).tolist()
    ]
