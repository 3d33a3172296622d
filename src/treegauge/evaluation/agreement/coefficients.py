"""Agreement corrected for chance: Krippendorff's alpha, and kappa and Gwet's AC1 of two annotators at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.types import Floats, Int64s


@dataclass(frozen=True, eq=False)
class Choices:
    """What two annotators chose for the same items, as numbers of categories; and the sentence of each item."""

    sentence: Int64s
    first: Int64s
    second: Int64s

    def counts(self, group: Int64s, groups: int) -> Floats:
        """Per group of sentences: items, those with the same choice, and how often each chose each category."""
        values, places = np.unique(np.concatenate((self.first, self.second)), return_inverse=True)
        one, other = places.reshape(2, -1)
        at = group[self.sentence]
        same = np.bincount(at, one == other, groups)
        chosen = [
            np.bincount(at * len(values) + side, minlength=groups * len(values)).reshape(groups, len(values))
            for side in (one, other)
        ]
        return np.column_stack((np.bincount(at, minlength=groups), same, *chosen)).astype(np.float64)


def alpha_of(observed: Floats, expected: Floats, number: Floats) -> Floats:
    """Krippendorff's alpha, 1 - observed / expected disagreement, of a number of values; NaN where none is expected.

    observed  the sum over units of the disagreement of all pairs of values, each way, divided by one less than the
              unit has values
    expected  the sum of the disagreement of all pairs of values of any units, each way
    """
    number = number.reshape(number.shape + (1,) * (observed.ndim - number.ndim))
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (observed / number) / (expected / (number * (number - 1)))
    return np.asarray(np.where(expected > 0, 1 - share, np.nan))


def above_chance(observed: Floats, by_chance: Floats) -> Floats:
    """Agreement above chance, as a share of what is possible above chance."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((observed - by_chance) / (1 - by_chance))


def chance_of_ac1(shares: Floats) -> Floats:
    """The agreement by chance of AC1 (Gwet 2008), from the share of each category."""
    others = shares.shape[-1] - 1
    return np.asarray((shares * (1 - shares)).sum(axis=-1) / max(others, 1))


def coefficients(totals: Floats) -> tuple[Floats, Floats]:
    """Kappa (Cohen 1960) and AC1 (Gwet 2008) from summed `Choices.counts`, an array (..., columns)."""
    items, same = totals[..., 0], totals[..., 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = same / items
        shares = totals[..., 2:].reshape(*totals.shape[:-1], 2, -1) / items[..., None, None]
    by_chance = (shares[..., 0, :] * shares[..., 1, :]).sum(axis=-1)
    return above_chance(observed, by_chance), above_chance(observed, chance_of_ac1(shares.mean(axis=-2)))


def mean_coefficients(choices: list[Floats]) -> tuple[Floats, Floats]:
    """The mean of both over pairs of annotators; a pair without common sentences does not count."""
    pairs = [coefficients(totals) for totals in choices]
    with np.errstate(invalid="ignore"):
        stacked = np.array(pairs)  # (pairs, 2, ...)
        known = np.isfinite(stacked)
        sums, number = np.where(known, stacked, 0.0).sum(axis=0), known.sum(axis=0)
        means = np.where(number > 0, sums / np.maximum(number, 1), np.nan)
    return means[0], means[1]
