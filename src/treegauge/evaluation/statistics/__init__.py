"""Intervals, tests, effect sizes and correlations, once for all measures: on counts per sentence and on plain numbers.

Everything random takes a seed (a number or a numpy Generator) and gives the same answer for the same seed.
"""

from .bootstrap import bootstrap, bootstraps
from .correlation import Correlation, correlate, spearman, williams
from .effects import EffectSize, OddsRatio, effect_sizes, odds_ratio
from .letters import letter_groups
from .means import MeanInterval, mean_interval
from .paired import PairedDifference, paired_bootstrap, paired_bootstraps, randomisation
from .shares import share_interval
from .significance import McNemar, holm, mcnemar
from .unpaired import unpaired_bootstrap

__all__ = [
    "Correlation",
    "EffectSize",
    "McNemar",
    "MeanInterval",
    "OddsRatio",
    "PairedDifference",
    "bootstrap",
    "bootstraps",
    "correlate",
    "effect_sizes",
    "holm",
    "letter_groups",
    "mcnemar",
    "mean_interval",
    "odds_ratio",
    "paired_bootstrap",
    "paired_bootstraps",
    "randomisation",
    "share_interval",
    "spearman",
    "unpaired_bootstrap",
    "williams",
]
