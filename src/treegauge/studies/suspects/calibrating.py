"""One score from the evidence: a logistic regression on its columns, learned from controlled errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core.types import Floats, Mask
from .evidence import Evidence

_KNOTS = (0.0, 2.0, 5.0, 8.0)  # bits: the weight of a column may change at each of them
_MOST = 16.0  # bits; what is above is not more unusual
_STRONGEST = 4  # the largest numbers of an item, whichever columns they are in, are columns of their own
_RIDGE = 10.0
_NEGATIVES = 40_000  # items without an inserted error that are learned from
_STEPS = 50
_CLOSE = 1e-3  # of the logarithm of the likelihood
_DIGITS = 9  # of the weights: those after them depend on how many threads BLAS has


@dataclass(frozen=True, eq=False)
class EvidenceWeights:
    """One weight per column of `design`."""

    values: Floats

    def score(self, evidence: Sequence[Evidence]) -> Floats:
        """How probable an error is, for each item: the logarithm of the odds, up to a constant."""
        return np.asarray((design(evidence) * self.values).sum(1))  # no BLAS: its last digit depends on the machine


def design(evidence: Sequence[Evidence]) -> Floats:
    """One row per item: whether each column has anything, what it has above each knot, and a constant."""
    raw = np.minimum(np.stack([column for part in evidence for column in part.columns.values()], 1), _MOST)
    strongest = np.sort(raw, axis=1)[:, ::-1][:, :_STRONGEST]
    columns = np.concatenate((raw, strongest), 1)
    parts = [np.maximum(columns - knot, 0) for knot in _KNOTS]
    return np.concatenate([columns > 0, *parts, np.ones((len(raw), 1))], 1)


def uncalibrated(evidence: Sequence[Evidence]) -> EvidenceWeights:
    """Weights by which the score is the sum of the largest numbers of an item."""
    columns = sum(len(part.columns) for part in evidence) + _STRONGEST
    weights = np.zeros((1 + len(_KNOTS)) * columns + 1)
    weights[2 * columns - _STRONGEST : 2 * columns] = 1.0  # what each of the strongest has above 0
    return EvidenceWeights(weights)


def fit(evidence: Sequence[Evidence], wrong: Mask, seed: int = 0) -> EvidenceWeights:
    """Weights that make the errors probable: penalised maximum likelihood, on all errors and a sample of the rest."""
    rest = np.flatnonzero(~wrong)
    sample = np.random.default_rng(seed).permutation(rest)[:_NEGATIVES]
    rows = np.sort(np.concatenate((np.flatnonzero(wrong), sample)))
    x, y = design(evidence)[rows], wrong[rows].astype(np.float64)
    scale = x.std(0)
    scale[scale == 0] = 1
    return EvidenceWeights(np.round(_newton(x / scale, y) / scale, _DIGITS))


def _newton(x: Floats, y: Floats) -> Floats:
    """Newton's method; each step is halved until the likelihood does not fall."""
    penalty = np.full(x.shape[1], _RIDGE)
    penalty[-1] = 1e-6
    weights = np.zeros(x.shape[1])
    odds = x @ weights
    value = _likelihood(odds, y, weights, penalty)
    for _ in range(_STEPS):
        probability = 1 / (1 + np.exp(-odds))
        gradient = x.T @ (y - probability) - penalty * weights
        hessian = (x * (probability * (1 - probability))[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        for _ in range(_STEPS):
            changed = x @ (weights + step)
            new = _likelihood(changed, y, weights + step, penalty)
            if new >= value:
                break
            step /= 2
        else:
            return weights
        weights, odds, gain, value = weights + step, changed, new - value, new
        if gain < _CLOSE:
            return weights
    return weights


def _likelihood(odds: Floats, y: Floats, weights: Floats, penalty: Floats) -> float:
    return float((y * odds - np.logaddexp(0, odds)).sum() - (penalty * weights * weights).sum() / 2)
