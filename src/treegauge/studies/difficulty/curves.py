"""Learning curves of the ECC: how fast the estimate converges as trees are added in random order (Figure 2 of the ECC
paper)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from ...core.bounds import LevelShare, Repeats, SeedNumber, checked
from ...core.errors import CallError
from ...core.types import Floats
from ...evaluation.statistics import mean_interval
from .summary import LEVEL
from .tree_figures import TreeFigures

ORDERS = 3


class CurveRow(TypedDict):
    """The estimate of the ECC after a number of trees, in one of the orders."""

    treebank: str
    transform: str
    order: int
    trees: int
    ecc: float


@dataclass(frozen=True, eq=False)
class EccCurve:
    """Estimates of the ECC from the first 1, 2, ... covered trees.

    estimates  one row per order, one column per number of trees
    ecc        the estimate from all trees, where all orders meet
    interval   half the width of its interval, at `level`
    """

    treebank: str
    transform: str
    estimates: Floats
    ecc: float
    interval: float
    level: float

    @property
    def trees(self) -> int:
        return int(self.estimates.shape[1])

    @property
    def expected(self) -> Floats:
        """Half the width of the interval of an estimate from 1, 2, ... trees, given the variance over all trees."""
        return self.interval * np.sqrt(self.trees / np.arange(1, self.trees + 1))

    def settled(self, within: float) -> int:
        """The number of trees from which on all orders are within this distance of the estimate from all trees."""
        far = np.flatnonzero((np.abs(self.estimates - self.ecc) > within).any(axis=0))
        return int(far[-1]) + 2 if len(far) else 1

    def rows(self) -> list[CurveRow]:
        """One row per order and number of trees."""
        return [
            {
                "treebank": self.treebank,
                "transform": self.transform,
                "order": order + 1,
                "trees": trees + 1,
                "ecc": estimate,
            }
            for order, estimates in enumerate(self.estimates.tolist())
            for trees, estimate in enumerate(estimates)
        ]


@checked
def ecc_curve(
    figures: TreeFigures,
    *,
    orders: Repeats = ORDERS,
    seed: SeedNumber = 0,
    level: LevelShare = LEVEL,
    name: str = "",
    transform: str = "",
) -> EccCurve:
    """The estimate of the ECC after each tree, in some random orders of the covered trees.

    Corazza, Lavelli & Satta 2008, Measuring parsing difficulty across treebanks, Figure 2. The grammar is the same
    throughout: the curve shows how the mean converges; see `growing` for the grammar.
    """
    if orders < 1:
        raise CallError(f"orders must be at least 1, not {orders}")
    delta = figures.delta[figures.covered]
    generator = np.random.default_rng(seed)
    shuffled = np.array([generator.permutation(delta) for _ in range(orders)])
    estimates = np.cumsum(shuffled, axis=1) / np.arange(1, len(delta) + 1)
    whole = mean_interval(delta, level)
    return EccCurve(name, transform, estimates, whole.mean, whole.half_width, level)
