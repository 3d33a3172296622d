"""Experiment I: the same errors in two treebanks, scored by each measure (Tables 4 and 5 of Rehbein and van Genabith
2007)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypedDict

import numpy as np

from ...core.bounds import LevelShare, Positive, Repeats, Share, checked
from ...core.errors import CallError
from ...core.types import Floats, Progress
from ...treebank import Treebank
from ..perturbing.inserting import insert_equally
from ..perturbing.kinds import USUAL_KINDS, ErrorSpec, ErrorSpecs, parse_errors
from ..perturbing.places import Places, find_places
from .yardsticks import (
    PREPARATION,
    Gold,
    StudyTrees,
    Yardstick,
    over_one_word,
    over_seeds,
    paired,
    run_all,
    study_trees,
    yardsticks,
)

AVERAGE = "weighted average"


class InsertedRow(TypedDict):
    """A kind of errors and a measure: the score of both treebanks, and the difference, b - a. Figures are means over
    seeds, intervals half their width."""

    kind: str
    errors: float
    measure: str
    score: str
    a: str
    b: str
    value_a: float
    interval_a: float
    value_b: float
    interval_b: float
    difference: float
    interval: float
    seeds: int
    signature_a: str
    signature_b: str


@dataclass(frozen=True, eq=False)
class InsertedErrors:
    """The scores of two treebanks with the same number of errors.

    names    of the treebanks; `schemes` those of their annotation schemes
    kinds    the kinds of errors that both have a place for
    without  the kinds that one of them has no place for
    errors   the number inserted into each: (kinds, seeds)
    values   scores: (treebanks, kinds, measures, seeds)
    """

    names: tuple[str, str]
    schemes: tuple[str, str]
    kinds: tuple[str, ...]
    without: tuple[str, ...]
    yardsticks: tuple[tuple[Yardstick, Yardstick], ...]
    errors: Floats
    values: Floats
    level: float

    def rows(self) -> list[InsertedRow]:
        """One row per kind of errors and measure; the average over all errors is last."""
        total = self.errors.sum(0)
        weights = self.errors / np.where(total > 0, total, np.nan)  # no errors, no average
        average = (self.values * weights[None, :, None, :]).sum(1, keepdims=True)
        values = np.concatenate((self.values, average), axis=1)
        numbers = [*self.errors.mean(1).tolist(), float(self.errors.sum(0).mean())]
        return [
            self._row(kind, numbers[place], pair, values[:, place, number])
            for place, kind in enumerate([*self.kinds, AVERAGE])
            for number, pair in enumerate(self.yardsticks)
        ]

    def _row(self, kind: str, errors: float, pair: tuple[Yardstick, Yardstick], values: Floats) -> InsertedRow:
        (a, a_width), (b, b_width) = (over_seeds(side, self.level) for side in values)
        difference, width = over_seeds(values[1] - values[0], self.level)
        return {
            "kind": kind,
            "errors": errors,
            "measure": pair[0].name,
            "score": pair[0].score,
            "a": self.names[0],
            "b": self.names[1],
            "value_a": a,
            "interval_a": a_width,
            "value_b": b,
            "interval_b": b_width,
            "difference": difference,
            "interval": width,
            "seeds": values.shape[1],
            "signature_a": str(pair[0].signature),
            "signature_b": str(pair[1].signature),
        }


@checked
def inserted_errors(
    treebanks: Sequence[Treebank],
    errors: ErrorSpecs | None = None,
    measures: Iterable[str] | None = None,
    *,
    names: tuple[str, str] = ("A", "B"),
    schemes: tuple[str, str] = ("auto", "auto"),
    count: Positive | None = None,
    rate: Share | None = None,
    functions: bool = False,
    transforms: str | Sequence[str] = (),
    prepare: str | Sequence[str] = PREPARATION,
    seeds: Repeats = 20,
    level: LevelShare = 0.95,
    progress: Progress | None = None,
) -> InsertedErrors:
    """Insert the same number of errors of each kind into two treebanks, again for each seed, and measure both.

    errors     kinds of errors; all that both treebanks have a place for if not given
    count      how many errors of each kind, or `rate`, a share of the places; as many as both can take if not given
    functions  keep the treebanks' functions, which mark heads
    transforms applied to the trees of each treebank first
    prepare    transforms applied to phrases then; () for trees that are prepared already
    """
    trees = [over_one_word(study_trees(treebank, transforms, prepare, functions=functions)) for treebank in treebanks]
    wanted = parse_errors(USUAL_KINDS if errors is None else errors, count, rate)
    kinds = [error.kind for error in wanted]
    places = [find_places(side.treebank, kinds, scheme) for side, scheme in zip(trees, schemes, strict=True)]
    possible = [error for error in wanted if errors is not None or all(side.count(error.kind) for side in places)]
    if not possible:
        raise CallError(
            f"{names[0]} and {names[1]}: no kind of error has a place in both (annotation schemes"
            f" '{places[0].scheme.name}' and '{places[1].scheme.name}'); name other schemes, or other treebanks"
        )
    counted, pairs = _golds(trees, measures)
    jobs = [partial(_scored, places, counted, error, seed) for error in possible for seed in range(seeds)]
    results = run_all(jobs, progress)
    shape = (len(possible), seeds)
    values = np.array([scores for _, scores in results]).reshape(*shape, 2, len(pairs))
    return InsertedErrors(
        names,
        (places[0].scheme.name, places[1].scheme.name),
        tuple(error.kind for error in possible),
        tuple(error.kind for error in wanted if error not in possible),
        pairs,
        np.array([number for number, _ in results], np.float64).reshape(shape),
        values.transpose(2, 0, 3, 1),
        level,
    )


def _golds(
    trees: Sequence[StudyTrees], measures: Iterable[str] | None
) -> tuple[list[Gold], tuple[tuple[Yardstick, Yardstick], ...]]:
    """Gold trees with the measures that fit both treebanks."""
    specs = None if measures is None else list(measures)
    first, second = (yardsticks(side, specs) for side in trees)
    pairs = tuple(paired(first, second))
    golds = [Gold.of(side.treebank, [pair[number] for pair in pairs]) for number, side in enumerate(trees)]
    return golds, pairs


def _scored(
    places: Sequence[Places], golds: Sequence[Gold], error: ErrorSpec, seed: int
) -> tuple[int, list[list[float]]]:
    """How many errors of a kind were inserted into each treebank, and the scores of both."""
    perturbed = insert_equally(places, error, seed=seed)
    scores = [
        gold.scores(side.sentences, side.treebank.select(side.sentences))
        for gold, side in zip(golds, perturbed, strict=True)
    ]
    return perturbed[0].inserted[error.kind], scores
