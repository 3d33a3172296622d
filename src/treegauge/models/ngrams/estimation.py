"""Probabilities and back-off weights of all n-grams of one order, from their counts and the order below.

In single precision every step is rounded as SRILM rounds it: logarithms have 24 bits, and back-off weights
come from sums of the rounded probabilities. Only in this way are all printed digits the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.types import Floats, Int32s, Mask
from .counts import BEGIN, END, UNKNOWN, NGrams
from .smoothing import Discounts, discounted_weights, witten_bell_weights

_LEAST = 3e-6  # SRILM treats a smaller sum as zero


@dataclass(frozen=True, eq=False)
class Estimates:
    """All n-grams of one order, with those that are dropped. `effective`: the probability of each under the model (by
    back-off if it is dropped); `weight`: the back-off weight of each context, an n-gram one word shorter; `kept`: which
    n-grams are kept."""

    effective: Floats
    weight: Floats
    kept: Mask


def estimate_words(
    table: NGrams, counts: Int32s, discounts: Discounts | None, *, is_open: bool, single: bool
) -> Estimates:
    """Unigrams, interpolated with one over the size of the vocabulary: words, </s>, and <unk> if it is open. <s> is
    never predicted, and <unk> only if the vocabulary is open."""
    size = len(table) - 1 - (not is_open)
    lower = np.full(len(table), _in_single_precision(np.array([1 / size]))[0] if single else 1 / size)
    shares = _shares(table, counts, discounts)
    probability = shares.interpolated(lower)
    if single:
        probability = _in_single_precision(shares.not_too_full(probability, lower, counts > 0, size))
    probability[BEGIN], probability[UNKNOWN] = 0, probability[UNKNOWN] * is_open
    rest = 1 - float(np.sum(probability[END:]))
    if single and is_open and rest >= _LEAST:
        probability[UNKNOWN] = _in_single_precision(np.array([rest]))[0]
    return Estimates(probability, shares.weight, np.ones(len(table), bool))


def estimate_ngrams(
    table: NGrams, counts: Int32s, discounts: Discounts | None, below: Floats, minimum: int, size: int, *, single: bool
) -> Estimates:
    """n-grams of order 2 and more. Those with a count below the minimum are dropped, though they are in the sums.
    `size` is that of the vocabulary."""
    from . import kernels

    lower = below[table.suffix]
    shares = _shares(table, counts, discounts)
    probability, weight = shares.interpolated(lower), shares.weight.copy()
    kept: Mask = counts >= minimum
    kernels.renormalise(table.first, kept, probability, lower, weight)
    if single:
        probability = _in_single_precision(shares.not_too_full(probability, lower, kept, size))
        probability, weight = _normalised(table, kept, probability, lower, weight)
    if not kept.all():
        backed_off = weight[table.context] * lower
        probability = np.where(kept, probability, _in_single_precision(backed_off) if single else backed_off)
    return Estimates(probability, weight, kept)


@dataclass(frozen=True, eq=False)
class _Shares:
    """The probability that each context keeps for its n-grams, and the weight of the shorter context."""

    table: NGrams
    counts: Int32s
    off: Floats  # what is taken off a count of 0, 1, 2, 3 or more
    scale: Floats
    weight: Floats
    types: Floats

    def interpolated(self, lower: Floats, weight: Floats | None = None) -> Floats:
        from . import kernels

        weights = self.weight if weight is None else weight
        probability: Floats = kernels.interpolate(self.table.first, self.counts, self.off, weights, self.scale, lower)
        return probability

    def not_too_full(self, probability: Floats, lower: Floats, kept: Mask, size: int) -> Floats:
        """Where the n-grams of a context leave next to nothing for words that it was not seen with, SRILM does not
        interpolate them."""
        from . import kernels

        left, _, _ = kernels.left_over(self.table.first, kept, probability, lower)
        full = (left < _LEAST) & (self.types < size)
        return self.interpolated(lower, np.where(full, 0.0, self.weight)) if full.any() else probability


def _shares(table: NGrams, counts: Int32s, discounts: Discounts | None) -> _Shares:
    """Without discounts as Witten-Bell."""
    from . import kernels

    total, kinds = kernels.context_totals(table.first, counts)
    if discounts:
        weight, scale = discounted_weights(total, kinds, discounts)
    else:
        weight, scale = witten_bell_weights(total, kinds)
    off = discounts.by_count if discounts else np.zeros(4)
    return _Shares(table, counts, off, scale, weight, kinds.sum(axis=1))


def logarithm(probability: Floats, zero: float = -np.inf) -> Floats:
    """To base 10."""
    with np.errstate(divide="ignore"):
        logarithms: Floats = np.where(probability > 0, np.log10(probability), zero)
    return logarithms


def _in_single_precision(probability: Floats) -> Floats:
    """What is left of a probability whose logarithm is kept in single precision."""
    return _power(logarithm(probability))


def _power(logarithms: Floats) -> Floats:
    powers: Floats = np.exp(logarithms.astype(np.float32).astype(float) * np.log(10))
    return powers


def _normalised(table: NGrams, kept: Mask, probability: Floats, lower: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Back-off weights from rounded probabilities: what the kept n-grams of each context leave, over what they leave in
    the shorter context. Where nothing is left there, the weight is one, and the n-grams take all."""
    from . import kernels

    left, below, number = kernels.left_over(table.first, kept, probability, lower)
    usual = (number > 0) & (left >= _LEAST) & (below >= _LEAST)
    ratio = logarithm(np.where(usual, left, 1.0)) - logarithm(np.where(usual, below, 1.0))
    weight = np.where(usual, _power(ratio), np.where(below < _LEAST, 1.0, weight))
    wasted = (left >= _LEAST) & (below < _LEAST)
    if wasted.any():
        scaled = _in_single_precision(probability / np.where(wasted, 1 - left, 1.0)[table.context])
        probability = np.where(wasted[table.context], scaled, probability)
    return probability, weight
