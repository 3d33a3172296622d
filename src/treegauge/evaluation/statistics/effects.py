"""Effect sizes: how large a difference is, not how certain it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.types import Counts, Floats, Interval
from .bootstrap import ROUNDING, UNKNOWN
from .resample import Score, check_level, checked_pair, in_pieces, summed
from .significance import check_numbers


@dataclass(frozen=True)
class EffectSize:
    """The difference between two systems, sentence by sentence.

    d_z        the mean of the differences in units of their standard deviation (Cohen 1988, section 2.3.5; Lakens 2013)
    delta      the share of sentences on which a is higher minus the share on which b is higher: Cliff's (1993)
               dominance within pairs, from -1 to 1; unlike d_z it assumes nothing about the shape of the differences
    sentences  those that have the score on both sides (not 0/0)
    """

    d_z: float
    delta: float
    sentences: int


@dataclass(frozen=True)
class OddsRatio:
    """How many times more often only a is right than only b, with an exact interval."""

    value: float
    interval: Interval
    level: float


def effect_sizes(a: Any, b: Any, score: Score) -> dict[str, EffectSize]:
    """The effect size of every score, from the scores of each sentence."""
    first, second = checked_pair(a, b)
    names = list(score(summed(first)))
    return {name: _effect_size(_differences_by_sentence(first, second, score, name)) for name in names}


def _differences_by_sentence(first: Counts, second: Counts, score: Score, name: str) -> Floats:
    """The differences of one score, some sentences at a time: all scores of all sentences need much memory."""
    pieces = []
    for piece_a, piece_b in zip(in_pieces(first), in_pieces(second), strict=True):
        pieces.append(_score_differences(np.asarray(score(piece_a)[name]), np.asarray(score(piece_b)[name])))
    return np.concatenate(pieces)


def _score_differences(scores_a: Floats, scores_b: Floats) -> Floats:
    """The differences of sentences that have the score in both; those that are only rounding errors are 0."""
    both = np.isfinite(scores_a) & np.isfinite(scores_b)
    scores_a, scores_b = scores_a[both], scores_b[both]
    difference = scores_a - scores_b
    difference[np.abs(difference) <= ROUNDING * np.maximum(np.abs(scores_a), np.abs(scores_b))] = 0.0
    return difference


def _effect_size(difference: Floats) -> EffectSize:
    if len(difference) < 2:
        return EffectSize(np.nan, float(np.sign(difference).mean()) if len(difference) else np.nan, len(difference))
    mean, spread = float(difference.mean()), float(difference.std(ddof=1))
    if spread <= ROUNDING * abs(mean):
        d_z = float(np.sign(mean)) * np.inf if mean else 0.0
    else:
        d_z = mean / spread
    return EffectSize(d_z, float(np.sign(difference).mean()), len(difference))


def odds_ratio(only_a: int, only_b: int, *, level: float = 0.95) -> OddsRatio:
    """The conditional odds ratio of exact matches in pairs, only_a / only_b (Breslow & Day 1980, section 5.2), with the
    interval that belongs to the exact McNemar test (Clopper & Pearson 1934)."""
    check_numbers(only_a, only_b)
    check_level(level)
    if not only_a + only_b:
        return OddsRatio(np.nan, UNKNOWN, level)
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = float(betaincinv(only_a, only_b + 1, tail)) if only_a else 0.0
    high = float(betaincinv(only_a + 1, only_b, 1 - tail)) if only_b else 1.0
    value = only_a / only_b if only_b else np.inf
    return OddsRatio(value, (low / (1 - low), high / (1 - high) if high < 1 else np.inf), level)
