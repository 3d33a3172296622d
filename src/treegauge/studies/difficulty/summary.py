"""The summary of measured trees: ECC and accuracy, with intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from ...core.types import Counts, Floats
from ...evaluation.statistics import mean_interval
from ...measures.shared.base import precision_recall

LEVEL = 0.99
_TIE = 1e-9  # bits; the same rules in another order differ by less, by rounding


class SummaryFigures:
    """What a summary needs of each tree; see `TreeFigures`."""

    log2_tree: Floats
    log2_sentence: Floats
    log2_best: Floats
    brackets: Counts

    def __len__(self) -> int:
        return len(self.log2_tree)

    @property
    def length(self) -> NDArray[np.int64]:
        """Tokens, as the grammar sees them."""
        raise NotImplementedError

    @property
    def covered(self) -> NDArray[np.bool_]:
        """Whether all rules of the tree are in the grammar."""
        return np.isfinite(self.log2_tree)

    @property
    def parsed(self) -> NDArray[np.bool_]:
        """Whether the sentence has a tree, any tree."""
        return np.isfinite(self.log2_best)

    @property
    def delta(self) -> Floats:
        """log2 p(w) - log2 p(t), equation 20 of the paper: -log2 p(t | w), in bits; NaN where not covered."""
        with np.errstate(invalid="ignore"):
            return np.where(self.covered, self.log2_sentence - self.log2_tree, np.nan)

    @property
    def tied(self) -> NDArray[np.bool_]:
        """Whether the gold tree and the best tree are equally probable but differ: the choice is arbitrary."""
        equally_probable = self.log2_tree >= self.log2_best - _TIE
        tied: NDArray[np.bool_] = self.covered & equally_probable & (self.brackets[:, 3] == 0)
        return tied


@dataclass(frozen=True)
class Summary:
    """A treebank in figures: bits and per cent, NaN where there is nothing to measure. Intervals are half widths.

    trees, covered, parsed   how many trees are measured, how many are covered, how many sentences have any tree
    h_d, h_s                 derivational and sentential cross-entropy over the covered trees; NaN where trees were
                             measured under different grammars
    ecc                      expected conditional cross-entropy: the mean of log2 p(w) - log2 p(t), covered trees
    lp, lr, f1, emr          labelled precision, recall, F1 and exact match rate of the best trees, covered trees
    lp_all, ...              the same over all trees
    tied                     covered trees that count as wrong though they and the best tree are equally probable
    """

    trees: int
    covered: int
    parsed: int
    h_d: float
    h_s: float
    ecc: float
    ecc_interval: float
    lp: float
    lr: float
    f1: float
    emr: float
    emr_interval: float
    lp_all: float
    lr_all: float
    f1_all: float
    emr_all: float
    tied: int


class SummaryRow(TypedDict):
    """A `Summary` as a part of a row."""

    trees: int
    covered: int
    parsed: int
    h_d: float
    h_s: float
    ecc: float
    ecc_interval: float
    lp: float
    lr: float
    f1: float
    emr: float
    emr_interval: float
    lp_all: float
    lr_all: float
    f1_all: float
    emr_all: float
    tied: int


def summarise(figures: SummaryFigures, *, level: float = LEVEL, same_grammar: bool = True) -> Summary:
    """The summary of measured trees, as Corazza, Lavelli & Satta (Measuring parsing difficulty across treebanks) give
    it in their Table 2: entropies and accuracy on the covered portion, intervals z s / sqrt(n)."""
    covered = figures.covered
    ecc = mean_interval(figures.delta[covered], level)
    exact = figures.brackets[covered, 3]
    emr = mean_interval(100 * exact[~np.isnan(exact)], level)
    return Summary(
        trees=len(figures),
        covered=int(covered.sum()),
        parsed=int(figures.parsed.sum()),
        h_d=0.0 - mean_of(figures.log2_tree[covered]) if same_grammar else math.nan,
        h_s=0.0 - mean_of(figures.log2_sentence[covered]) if same_grammar else math.nan,
        ecc=ecc.mean,
        ecc_interval=ecc.half_width,
        **_accuracy(figures.brackets[covered]),
        emr_interval=emr.half_width,
        **{f"{name}_all": value for name, value in _accuracy(figures.brackets).items()},
        tied=int(figures.tied.sum()),
    )


def mean_length(figures: SummaryFigures) -> float:
    """Of the covered trees, in tokens; NaN where none is covered."""
    lengths = figures.length[figures.covered]
    return float(lengths.mean()) if len(lengths) else math.nan


def mean_of(values: Floats) -> float:
    """The mean; NaN of nothing."""
    return float(values.mean()) if len(values) else math.nan


def _accuracy(brackets: Counts) -> dict[str, float]:
    """Accuracy from the sums over all trees that can be scored."""
    counts = brackets[~np.isnan(brackets[:, 0])]
    matched, gold, test, exact = counts.sum(0)
    scores = precision_recall(matched, gold, test)
    emr = 100 * float(exact) / len(counts) if len(counts) else math.nan
    names = {"lp": "precision", "lr": "recall", "f1": "f1"}
    return {**{name: float(scores[score]) for name, score in names.items()}, "emr": emr}
