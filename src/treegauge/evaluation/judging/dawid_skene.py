"""The model of Dawid and Skene (1979): the truth of pairs and the reliability of persons, from the answers alone.

Each pair has a truth, drawn with a prevalence. Each person gives each answer with a probability that depends only on
the truth: the row of a confusion matrix. Expectation maximisation finds the most probable parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...core.bounds import Amount, Positive, checked
from ...core.errors import DataError
from ...core.types import Floats, Int64s
from .judgements import Judgements

SMOOTHING = 4.0  # imagined answers of each person for each truth
_LEAST = 0.5  # answers of all persons together in a cell: none is impossible
_BURN_IN = 5  # the part of the draws, as 1 in so many, that comes before those that count


@dataclass(frozen=True, eq=False)
class DawidSkene:
    """The fitted model.

    prevalence      the share of each truth
    confusion       per person and truth, the probability of each answer
    posterior       per pair, the probability of each truth
    log_likelihood  of the answers, in natural logarithms, after each iteration
    """

    prevalence: Floats
    confusion: Floats
    posterior: Floats
    log_likelihood: tuple[float, ...]
    converged: bool

    def reliability(self, truth_of_answers: Int64s) -> Floats:
        """Per person, the probability of a right answer to a pair."""
        return _reliability(self.prevalence, self.confusion, truth_of_answers)


@checked
def fit_dawid_skene(
    judgements: Judgements, *, smoothing: Amount = SMOOTHING, iterations: Positive = 1_000, tolerance: Amount = 1e-8
) -> DawidSkene:
    """Fit the model to answers, from the shares of the answers to each pair as the first guess of its truth.

    smoothing   imagined answers of each person for each truth, given as all persons together give theirs: what a person
                with few answers is like is taken from the others. 0 gives the maximum likelihood of the paper.
    tolerance   the fit has converged when no probability of a pair changes by more

    A pair whose right answer is known in advance keeps it. If no pair has two answers, nothing can be learned, and each
    pair has the answer that it got.
    """
    if not len(judgements):
        raise DataError("there are no answers to learn from")
    model = _Model(judgements, smoothing)
    posterior = model.first_posterior()
    likelihoods: list[float] = []
    if not model.known.any() and judgements.counts().sum(axis=1).max() < 2:
        return DawidSkene(*model.maximise(posterior), posterior, (), False)
    for _ in range(iterations):
        prevalence, confusion = model.maximise(posterior)
        before = posterior
        posterior, likelihood = model.expect(prevalence, confusion)
        likelihoods.append(likelihood)
        if np.abs(posterior - before).max() <= tolerance:
            return DawidSkene(prevalence, confusion, posterior, tuple(likelihoods), True)
    return DawidSkene(prevalence, confusion, posterior, tuple(likelihoods), False)


def draw_reliability(
    judgements: Judgements, fitted: DawidSkene, draws: int, *, smoothing: float = SMOOTHING, seed: int = 0
) -> Floats:
    """Draws of the reliability of each person (column) from what the answers leave open: Gibbs sampling, from the fit.

    By turns, truths are drawn given the parameters, and parameters given the truths, with as many imagined answers as
    the fit has.
    """
    model, truths = _Model(judgements, smoothing), judgements.truth_of_answers()
    drawn = (_reliability(*parameters, truths) for parameters in model.draw(fitted, draws, seed))
    return np.stack(list(drawn))


class _Model:
    """Answers as the two steps need them. A cell is a person, a truth and an answer."""

    def __init__(self, judgements: Judgements, smoothing: float) -> None:
        self.judgements, self.smoothing = judgements, smoothing
        self.truths, self.answers = len(judgements.truths), len(judgements.answers)
        self.shape = len(judgements.persons), self.answers, self.truths
        self.cell = judgements.person * self.answers + judgements.answer
        self.known = judgements.controls >= 0

    def first_posterior(self) -> Floats:
        """The shares of the answers that are truths; equal shares where nobody gave such an answer."""
        columns = [self.judgements.answers.index(truth) for truth in self.judgements.truths]
        votes = self.judgements.counts()[:, columns]
        total = votes.sum(axis=1, keepdims=True)
        return self._with_known(np.where(total > 0, votes / np.maximum(total, 1), 1 / self.truths))

    def _with_known(self, posterior: Floats) -> Floats:
        if self.known.any():
            posterior[self.known] = np.eye(self.truths)[self.judgements.controls[self.known]]
        return posterior

    def maximise(self, posterior: Floats) -> tuple[Floats, Floats]:
        """The most probable parameters given the probabilities of the truths."""
        cells = self._cells(posterior)
        return posterior.mean(axis=0), self._rows_of_shares(cells + self._imagined(cells))

    def _imagined(self, cells: Floats) -> Floats:
        """The imagined answers for each truth, given as all persons together give theirs."""
        return self.smoothing * self._rows_of_shares(cells.sum(axis=0, keepdims=True) + _LEAST)

    def _rows_of_shares(self, cells: Floats) -> Floats:
        """Each row divided by its sum; even shares for a truth that no pair of a person has."""
        total = cells.sum(axis=2, keepdims=True)
        even = np.full_like(cells, 1 / self.answers)
        return np.asarray(np.divide(cells, total, out=even, where=total > 0))

    def _cells(self, posterior: Floats) -> Floats:
        """Per person, truth and answer, how many answers are expected."""
        size = self.shape[0] * self.answers
        rows = posterior[self.judgements.pair]
        sums = np.stack([np.bincount(self.cell, column, size) for column in rows.T], axis=1)
        return np.ascontiguousarray(sums.reshape(self.shape).transpose(0, 2, 1))

    def expect(self, prevalence: Floats, confusion: Floats) -> tuple[Floats, float]:
        """The probabilities of the truths given the parameters, and the log-likelihood of the answers."""
        with np.errstate(divide="ignore"):
            logs = np.log(confusion).transpose(0, 2, 1).reshape(-1, self.truths)[self.cell]
            start = np.log(prevalence)
        pairs = len(self.judgements.pairs)
        joint = start + np.stack([np.bincount(self.judgements.pair, column, pairs) for column in logs.T], axis=1)
        if self.known.any():
            other = self.known[:, None] & (np.arange(self.truths) != self.judgements.controls[:, None])
            joint[other] = -np.inf
        top = joint.max(axis=1, keepdims=True)
        top[~np.isfinite(top)] = 0.0
        weights = np.exp(joint - top)
        total = weights.sum(axis=1, keepdims=True)
        posterior = np.divide(weights, total, out=np.full_like(weights, 1 / self.truths), where=total > 0)
        with np.errstate(divide="ignore"):
            return self._with_known(posterior), float((top + np.log(total)).sum())

    def draw(self, fitted: DawidSkene, draws: int, seed: int) -> Iterator[tuple[Floats, Floats]]:
        """Parameters drawn in turn with the truths of all pairs; the first draws are left out."""
        generator = np.random.default_rng(seed)
        posterior = fitted.posterior
        first = draws // _BURN_IN
        for number in range(first + draws):
            chosen = posterior.cumsum(axis=1) < generator.random((len(posterior), 1)) * posterior.sum(1, keepdims=True)
            truth = np.minimum(chosen.sum(axis=1), self.truths - 1)
            counts = self._cells(np.eye(self.truths)[truth])
            prevalence = generator.dirichlet(np.bincount(truth, minlength=self.truths) + _LEAST)
            confusion = self._rows_of_shares(generator.standard_gamma(counts + self._imagined(counts)))
            posterior, _ = self.expect(prevalence, confusion)
            if number >= first:
                yield prevalence, confusion


def _reliability(prevalence: Floats, confusion: Floats, truth_of_answers: Int64s) -> Floats:
    right = truth_of_answers == np.arange(len(prevalence))[:, None]
    return np.asarray((confusion * right).sum(axis=2) @ prevalence)
