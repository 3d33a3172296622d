"""The first experiment of Søgaard & Haulrich (2010): does treebank size over perplexity predict parsing accuracy?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

import numpy as np

from ...core.bounds import LevelShare, checked
from ...core.types import Row
from ...evaluation.statistics.correlation import correlate, spearman, williams

Accuracies = Mapping[str, Sequence[float]]
ALL = "all"
PREDICTORS: dict[str, Callable[[Row], float]] = {
    "size": lambda row: float(row["size"]),
    "size / string": lambda row: float(row["size"] / row["string"]),
    "size / derivation": lambda row: float(row["size"] / row["derivation"]),
}
SUMMARIES: dict[str, Callable[[Sequence[float]], float]] = {
    "best": max,
    "average": lambda values: float(np.mean(values)),
}


@checked
def predict(treebanks: Sequence[Row], accuracies: Mapping[str, Accuracies], *, level: LevelShare = 0.95) -> list[Row]:
    """Correlations of three predictors with the best and the average accuracy on each treebank, over each group of
    treebanks and over all; one row each.

    treebanks   one row per treebank: its name, `group`, `size` in words, perplexities `string` and `derivation`
    accuracies  by the name of a source (`LAS of our parsers`): the accuracies of all systems on each treebank by its
                name; other treebanks are left out, and `n` is the number of those that remain

    A row has `group`, `accuracy` (the source), `of` (best or average), `predictor`, `n`, `pearson` with its `interval`,
    `p` (two-sided) and `p_one_sided` (above 0), and the same for `spearman`; `against_size` is the p-value of the
    hypothesis that the predictor and treebank size correlate equally (Williams, two-sided), `spearman_against_size`
    that of the same hypothesis about ranks.
    """
    rows = []
    for group, source, of in product(_groups(treebanks), accuracies, SUMMARIES):
        members = [row for row in treebanks if group in (ALL, row["group"]) and row["treebank"] in accuracies[source]]
        reached = [SUMMARIES[of](accuracies[source][row["treebank"]]) for row in members]
        sizes = [PREDICTORS["size"](row) for row in members]
        for name, predictor in PREDICTORS.items():
            values = [predictor(row) for row in members]
            correlations = _correlations(values, reached, level)
            place = {"group": group, "accuracy": source, "of": of, "predictor": name}
            rows.append({**place, **correlations, **_against(values, sizes, reached, is_size=name == "size")})
    return rows


def _against(values: Sequence[float], sizes: Sequence[float], reached: Sequence[float], *, is_size: bool) -> Row:
    """Whether a predictor correlates otherwise than treebank size does."""
    if is_size:
        return {"against_size": math.nan, "spearman_against_size": math.nan}
    return {
        "against_size": williams(values, sizes, reached),
        "spearman_against_size": williams(values, sizes, reached, ranks=True),
    }


def _groups(treebanks: Sequence[Row]) -> Iterator[str]:
    """All treebanks, then each group, if there are several."""
    yield ALL
    groups = dict.fromkeys(row["group"] for row in treebanks)
    yield from groups if len(groups) > 1 else ()


def _correlations(values: Sequence[float], reached: Sequence[float], level: float) -> Row:
    predictions, accuracies = np.array(values), np.array(reached)
    pearson = correlate(predictions, accuracies, level=level)
    ranks = spearman(predictions, accuracies)
    return {
        "n": pearson.n,
        "pearson": pearson.value,
        "interval": pearson.interval,
        "p": pearson.p,
        "p_one_sided": correlate(predictions, accuracies, alternative="greater").p,
        "spearman": ranks.value,
        "spearman_p": ranks.p,
        "spearman_p_one_sided": spearman(predictions, accuracies, "greater").p,
    }


def increases(treebanks: Sequence[Row]) -> list[Row]:
    """The increase of derivation perplexity over string perplexity, in per cent, over each group and over all: of the
    means, and as the mean of the increases of the treebanks, which is a different number."""
    rows = []
    for group in _groups(treebanks):
        members = [row for row in treebanks if group in (ALL, row["group"])]
        string, derivation = (float(np.mean([row[name] for row in members])) for name in ("string", "derivation"))
        rows.append(
            {
                "group": group,
                "n": len(members),
                "string": string,
                "derivation": derivation,
                "increase_of_means": 100 * (derivation / string - 1),
                "mean_of_increases": float(np.mean([row["increase"] for row in members])),
            }
        )
    return rows
