"""`evaluate_suspects`: how well controlled errors are found, by kind of error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict

import numpy as np

from ...core.bounds import InnerShare, SeedNumber, checked
from ...core.types import Int64s, Mask
from ...treebank import Treebank
from ..perturbing.kinds import kind_number
from .controlled import insert_share, located, usual_kinds
from .evidence import EVIDENCE
from .finding import Suspects, find_suspects
from .items import items_of

FIRST = 200
_READ = 0.2
ALL = "all"
_CURVE = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)  # shares of the items


class EvaluatedRow(TypedDict):
    """What `treegauge suspects --evaluate --json` prints: one row per kind of errors, and one for all.

    inserted       the number of errors
    precision_200  the share of the first 200 suspects that are at an error of this kind; real errors of the treebank
                   count against it, so that it is a lower bound
    recall_20      the share of the errors that are seen when the first 20 % of all nodes (words) are read
    """

    kind: str
    inserted: int
    precision_200: float
    recall_20: float


class CurvePoint(TypedDict):
    """A point of the curve: the share of the nodes or words that is read, the errors seen, and the precision."""

    read: float
    recall: float
    precision: float


@dataclass(frozen=True, eq=False)
class SuspectEvaluation:
    """How well controlled errors are found.

    suspects  the ranking of the trees with the errors
    kinds     the kinds of errors
    kind      the kind of each error, a number
    at        the items at which each error can be seen, -1: none
    """

    suspects: Suspects = field(repr=False)
    kinds: tuple[str, ...]
    kind: Int64s = field(repr=False)
    at: Int64s = field(repr=False)

    def rows(self) -> list[EvaluatedRow]:
        """One row per kind of errors, then one for all."""
        masks = {name: self.kind == kind_number(name) for name in self.kinds}
        return [self._row(name, mask) for name, mask in {**masks, ALL: np.ones(len(self.kind), bool)}.items()]

    def _row(self, name: str, errors: Mask) -> EvaluatedRow:
        read = int(_READ * len(self.suspects))
        return {
            "kind": name,
            "inserted": int(errors.sum()),
            "precision_200": self.precision(errors, FIRST),
            "recall_20": self.recall(errors, read),
        }

    def precision(self, errors: Mask, first: int) -> float:
        """The share of the first suspects that are at one of some errors."""
        wrong = np.zeros(len(self.suspects), bool)
        at = self.at[errors]
        wrong[at[at >= 0]] = True
        return float(wrong[self.suspects.order[:first]].mean())

    def recall(self, errors: Mask, first: int) -> float:
        """The share of some errors that are seen at one of the first suspects."""
        seen = np.zeros(len(self.suspects) + 1, bool)
        seen[self.suspects.order[:first]] = True
        seen[-1] = False
        found: Mask = np.asarray(seen[self.at[errors]].any(1))
        return float(found.mean()) if len(found) else float("nan")

    def curve(self) -> list[CurvePoint]:
        """Recall and precision for growing shares of the treebank."""
        everything = np.ones(len(self.kind), bool)
        points: list[CurvePoint] = []
        for share in _CURVE:
            first = max(int(share * len(self.suspects)), 1)
            recall, precision = self.recall(everything, first), self.precision(everything, first)
            points.append({"read": share, "recall": recall, "precision": precision})
        return points


@checked
def evaluate_suspects(
    treebank: Treebank,
    *,
    evidence: Sequence[str] = EVIDENCE,
    parses: Sequence[Treebank] = (),
    rate: InnerShare = 0.02,
    scheme: str = "auto",
    seed: SeedNumber = 0,
) -> SuspectEvaluation:
    """Insert controlled errors into a share of the nodes (or words) of a treebank, and look for them.

    The suspects are found as in any treebank: the score is calibrated by other errors, inserted on top of these with
    another seed. Real errors of the treebank count as wrong answers, so that the precision is a lower bound.
    """
    items = items_of(treebank)
    perturbed = insert_share(treebank, items, usual_kinds(items), rate, scheme, seed)
    suspects = find_suspects(perturbed.treebank, evidence=evidence, parses=parses, scheme=scheme, seed=seed)
    errors = located(perturbed, suspects.items)
    kinds = tuple(kind for kind, number in perturbed.inserted.items() if number)
    return SuspectEvaluation(suspects, kinds, perturbed.changes.kind, errors.at)
