"""Smoothing methods: how much is subtracted from a count, and how much weight a context gives to the shorter one.

Modified Kneser-Ney (Chen and Goodman 1998), absolute discounting (Ney, Essen and Kneser 1994) and Witten-Bell (Witten
and Bell 1991), all interpolated.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError, UnknownNameError
from ...core.types import Floats, Int32s

SMOOTHINGS = ("kneser-ney", "witten-bell", "absolute")
FALL_BACK = (0.5, 1.0, 1.5)


class DiscountWarning(UserWarning):
    """There are too few n-grams to estimate a discount, so a fixed one is used."""


@dataclass(frozen=True)
class Discounts:
    """The discounts of one order: of a count of 1, of 2, and of 3 or more."""

    once: float
    twice: float
    more: float
    estimated: bool = True

    @property
    def by_count(self) -> Floats:
        return np.array([0.0, self.once, self.twice, self.more])


def check_smoothing(name: str) -> None:
    if name not in SMOOTHINGS:
        raise UnknownNameError(f"unknown smoothing '{name}'; known: {', '.join(SMOOTHINGS)}")


def kneser_ney_discounts(counts: Int32s, order: int, *, needed: int = 4) -> Discounts:
    """D1, D2 and D3+ from the numbers of n-grams with (adjusted) counts 1, 2, 3 and 4. If one of the first `needed`
    of these is zero, or a discount is not above zero, they are 0.5, 1 and 1.5, as in lmplz, with a warning. SRILM needs
    all four and stops without them; lmplz needs three."""
    n1, n2, n3, n4 = (int(np.count_nonzero(counts == count)) for count in (1, 2, 3, 4))
    if all((n1, n2, n3, n4)[:needed]):
        share = n1 / (n1 + 2 * n2)
        discounts = 1 - 2 * share * n2 / n1, 2 - 3 * share * n3 / n2, 3 - 4 * share * n4 / n3
        if min(discounts) > 0:
            return Discounts(*discounts)
    _warn(order, f"n1 to n4 are {n1}, {n2}, {n3}, {n4}", "D1, D2 and D3+ are 0.5, 1 and 1.5")
    return Discounts(*FALL_BACK, estimated=False)


def absolute_discounts(counts: Int32s, order: int, given: float | None = None) -> Discounts:
    """One discount for all counts, n1 / (n1 + 2 n2) if none is given; 0.5 if that is 0 or 1 or undefined."""
    if given is not None:
        if not 0 < given < 1:
            raise CallError(f"an absolute discount lies between 0 and 1; found {given:g}")
        return Discounts(given, given, given)
    n1, n2 = (int(np.count_nonzero(counts == count)) for count in (1, 2))
    if n1 and n2:
        share = n1 / (n1 + 2 * n2)
        return Discounts(share, share, share)
    _warn(order, f"n1 and n2 are {n1} and {n2}", "D is 0.5")
    return Discounts(0.5, 0.5, 0.5, estimated=False)


def _warn(order: int, counts: str, instead: str) -> None:
    message = f"{order}-grams: the discounts cannot be estimated ({counts}; too little text?); {instead}"
    warnings.warn(message, DiscountWarning, stacklevel=2)


def discounted_weights(total: NDArray[np.int64], kinds: Floats, discounts: Discounts) -> tuple[Floats, Floats]:
    """For each context: the weight of the shorter context, and one over the denominator of its counts. A context
    without counts gives all weight to the shorter one."""
    scale = 1 / np.maximum(total, 1)
    weight = np.where(total > 0, kinds @ discounts.by_count[1:] * scale, 1.0)
    return weight, scale


def witten_bell_weights(total: NDArray[np.int64], kinds: Floats) -> tuple[Floats, Floats]:
    """The same for Witten-Bell: the weight of new words is the number of different words in the context."""
    types = kinds.sum(axis=1)
    scale = 1 / np.maximum(total + types, 1)
    return np.where(total > 0, types * scale, 1.0), scale
