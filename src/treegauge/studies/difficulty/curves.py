"""Learning curves of the ECC: how fast the estimate settles as trees are added in random order (Figure 2 of the ECC
paper)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.errors import CallError
from ...core.types import Floats
from ...evaluation.statistics import mean_interval
from .figures import LEVEL, Figures

ORDERS = 3


@dataclass(frozen=True, eq=False)
class LearningCurve:
    """Estimates of the ECC from the first 1, 2, ... covered trees.

    estimates  one row an order, one column a number of trees
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
        """Half the width of the interval of an estimate from 1, 2, ... trees, from the spread over all of them."""
        return self.interval * np.sqrt(self.trees / np.arange(1, self.trees + 1))

    def settled(self, within: float) -> int:
        """The number of trees from which on all orders stay so near to the estimate from all trees."""
        far = np.flatnonzero((np.abs(self.estimates - self.ecc) > within).any(axis=0))
        return int(far[-1]) + 2 if len(far) else 1

    def rows(self) -> list[dict[str, Any]]:
        """One row an order and number of trees."""
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


def learning_curve(
    figures: Figures, *, orders: int = ORDERS, seed: int = 0, level: float = LEVEL, name: str = "", transform: str = ""
) -> LearningCurve:
    """The estimate of the ECC after each tree, in some random orders of the covered trees.

    Corazza, Lavelli & Satta 2008, Measuring parsing difficulty across treebanks, Figure 2. The grammar stays the same:
    the curve is about the mean, not about the grammar; see `growing` for that.
    """
    if orders < 1:
        raise CallError(f"there must be 1 order or more, not {orders}")
    delta = figures.delta[figures.covered]
    generator = np.random.default_rng(seed)
    shuffled = np.array([generator.permutation(delta) for _ in range(orders)])
    estimates = np.cumsum(shuffled, axis=1) / np.arange(1, len(delta) + 1)
    whole = mean_interval(delta, level)
    return LearningCurve(name, transform, estimates, whole.mean, whole.half_width, level)
