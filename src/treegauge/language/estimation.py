"""Probabilities and back-off weights of all n-grams of one order, from their counts and the order below.

In single precision every step is rounded as SRILM rounds it: logarithms are kept with 24 bits, and back-off weights
come from sums of the rounded probabilities. Only so do all digits that it prints come out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .counts import BEGIN, END, UNKNOWN, Counts, NGrams
from .smoothing import Discounts, discounted_weights, witten_bell_weights

Values = NDArray[np.float64]
Mask = NDArray[np.bool_]
_LEAST = 3e-6  # SRILM takes a smaller sum for zero


@dataclass(frozen=True, eq=False)
class Estimates:
    """All n-grams of one order, dropped ones too. `effective`: what the model says of each (backed off where it is
    dropped); `weight`: the back-off weight of each context, an n-gram one word shorter; `kept`: which are kept."""

    effective: Values
    weight: Values
    kept: Mask


def estimate_words(
    table: NGrams, counts: Counts, discounts: Discounts | None, *, is_open: bool, single: bool
) -> Estimates:
    """Unigrams, interpolated with one over the size of the vocabulary: words, </s>, and <unk> if it is open. <s> is
    never predicted, and <unk> only if the vocabulary is open."""
    size = len(table) - 1 - (not is_open)
    lower = np.full(len(table), _in_single_precision(np.array([1 / size]))[0] if single else 1 / size)
    probability, weight = _interpolated(table, counts, discounts, lower)
    probability[BEGIN], probability[UNKNOWN] = 0, probability[UNKNOWN] * is_open
    if single:
        probability = _share_the_rest(_in_single_precision(probability), size, is_open)
    return Estimates(probability, weight, np.ones(len(table), bool))


def estimate(
    table: NGrams, counts: Counts, discounts: Discounts | None, below: Values, minimum: int, *, single: bool
) -> Estimates:
    """n-grams of order 2 and more. Those with a count below the minimum are dropped, though they are in the sums."""
    from . import kernels

    lower = below[table.suffix]
    probability, weight = _interpolated(table, counts, discounts, lower)
    if single:
        probability = _in_single_precision(probability)
    kept: Mask = counts >= minimum
    kernels.renormalise(table.first, kept, probability, lower, weight)
    if single:
        weight = _ratio_of_the_rest(table, kept, probability, lower, weight)
    if not kept.all():
        probability = np.where(kept, probability, weight[table.context] * lower)
    return Estimates(probability, weight, kept)


def _interpolated(table: NGrams, counts: Counts, discounts: Discounts | None, lower: Values) -> tuple[Values, Values]:
    """Probabilities, and the weight of the shorter context; without discounts as Witten-Bell."""
    from . import kernels

    total, kinds = kernels.context_totals(table.first, counts)
    if discounts:
        weight, scale = discounted_weights(total, kinds, discounts)
    else:
        weight, scale = witten_bell_weights(total, kinds)
    own = discounts.by_count if discounts else np.zeros(4)
    return kernels.interpolate(table.first, counts, own, weight, scale, lower), weight


def logarithm(probability: Values, zero: float = -np.inf) -> Values:
    """To base 10."""
    with np.errstate(divide="ignore"):
        found: Values = np.where(probability > 0, np.log10(probability), zero)
    return found


def _in_single_precision(probability: Values) -> Values:
    """What is left of a probability whose logarithm is kept in single precision."""
    return _power(logarithm(probability))


def _power(logarithms: Values) -> Values:
    found: Values = np.exp(logarithms.astype(np.float32).astype(float) * np.log(10))
    return found


def _share_the_rest(probability: Values, size: int, is_open: bool) -> Values:
    """What the rounded unigrams leave goes to <unk>, or in equal parts to all words."""
    rest = max(1 - float(np.sum(probability[END:])), 0.0)
    if not is_open:
        probability[END:] = _in_single_precision(probability[END:] + rest / size)
    elif rest > 0:
        probability[UNKNOWN : UNKNOWN + 1] = _in_single_precision(np.array([rest]))
    return probability


def _ratio_of_the_rest(table: NGrams, kept: Mask, probability: Values, lower: Values, weight: Values) -> Values:
    """What the kept n-grams of each context leave, over what they leave in the shorter context; where that is nearly
    nothing, the weight as it was."""
    from . import kernels

    own, below, number = kernels.left_over(table.first, kept, probability, lower)
    usual = (number > 0) & (own > _LEAST) & (below > _LEAST)
    ratio = logarithm(np.where(usual, own, 1.0)) - logarithm(np.where(usual, below, 1.0))
    return np.where(usual, _power(ratio), weight)
