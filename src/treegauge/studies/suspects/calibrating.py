"""One score from the evidence: a logistic regression on its columns, learned from controlled errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core.types import Floats, Mask
from .evidence import Evidence

_KNOTS = (2.0, 5.0, 8.0)  # a column counts from 0 bits, and more from each of these
_MOST = 16.0  # bits; what is above is as unusual
_RIDGE = 1.0
_STEPS = 40
_CLOSE = 1e-7


@dataclass(frozen=True, eq=False)
class Weights:
    """Weights of the columns and of their knots, in the order of `design`; the last is the constant."""

    values: Floats

    def score(self, evidence: Sequence[Evidence]) -> Floats:
        """The probability of an error for each item."""
        return _logistic(design(evidence) @ self.values)


def design(evidence: Sequence[Evidence]) -> Floats:
    """One row per item: every column, what it has above each knot, and a constant."""
    columns = [np.minimum(column, _MOST) for part in evidence for column in part.columns.values()]
    ordered = np.sort(np.stack(columns, 1), axis=1)[:, ::-1][:, :4]
    columns = [*columns, *ordered.T]
    parts = [np.maximum(column - knot, 0) for column in columns for knot in (0.0, *_KNOTS)]
    return np.stack([*parts, np.ones(len(columns[0]))], 1)


def fit(evidence: Sequence[Evidence], wrong: Mask) -> Weights:
    """Weights that make the errors probable: penalised maximum likelihood by Newton's method."""
    x, y = design(evidence), wrong.astype(np.float64)
    penalty = np.full(x.shape[1], _RIDGE)
    penalty[-1] = 0
    weights = np.zeros(x.shape[1])
    share = y.mean()
    weights[-1] = np.log(share / (1 - share))
    for _ in range(_STEPS):
        p = _logistic(x @ weights)
        gradient = x.T @ (y - p) - penalty * weights
        hessian = (x * (p * (1 - p))[:, None]).T @ x + np.diag(penalty + 1e-9)
        step = np.linalg.solve(hessian, gradient)
        step *= min(1.0, 5.0 / (np.abs(step).max() + 1e-12))
        weights = weights + step
        if np.abs(step).max() < _CLOSE:
            break
    return Weights(weights)


def _logistic(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -40, 40))))
