"""Experiment I: the same errors in two treebanks, and what each measure makes of them (Tables 4 and 5 of Rehbein and
van Genabith 2007)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ...core.errors import CallError
from ...core.types import Floats, Progress
from ...treebank import Treebank
from ..perturbing.inserting import insert_equally
from ..perturbing.kinds import KINDS, Errors, parse_errors
from ..perturbing.places import Places, places
from .yardsticks import Gold, Yardstick, all_of, bare, over_seeds, paired, yardsticks

AVERAGE = "weighted average"


@dataclass(frozen=True, eq=False)
class InsertedErrors:
    """What two treebanks score with the same number of errors.

    names    of the treebanks; `schemes` those of their annotation schemes
    kinds    the kinds of errors that both have a place for
    without  the kinds that one of them has no place for
    errors   how many went into each: (kinds, seeds)
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

    def rows(self) -> list[dict[str, Any]]:
        """One row a kind of errors and measure, the average over all errors last."""
        total = self.errors.sum(0)
        weights = self.errors / np.where(total > 0, total, np.nan)  # no errors, no average
        average = (self.values * weights[None, :, None, :]).sum(1, keepdims=True)
        values = np.concatenate((self.values, average), axis=1)
        numbers = [*self.errors.mean(1).tolist(), float(self.errors.sum(0).mean())]
        return [
            self._row(kind, numbers[place], own, values[:, place, number])
            for place, kind in enumerate([*self.kinds, AVERAGE])
            for number, own in enumerate(self.yardsticks)
        ]

    def _row(self, kind: str, errors: float, own: tuple[Yardstick, Yardstick], values: Floats) -> dict[str, Any]:
        (a, a_width), (b, b_width) = (over_seeds(side, self.level) for side in values)
        difference, width = over_seeds(values[1] - values[0], self.level)
        return {
            "kind": kind,
            "errors": errors,
            "measure": own[0].name,
            "score": own[0].score,
            "a": self.names[0],
            "b": self.names[1],
            "value_a": a,
            "interval_a": a_width,
            "value_b": b,
            "interval_b": b_width,
            "difference": difference,
            "interval": width,
            "seeds": values.shape[1],
            "signature_a": own[0].signature,
            "signature_b": own[1].signature,
        }


def inserted_errors(
    treebanks: Sequence[Treebank],
    errors: str | Errors | Iterable[str | Errors] | None = None,
    measures: Iterable[str] | None = None,
    *,
    names: tuple[str, str] = ("A", "B"),
    schemes: tuple[str, str] = ("auto", "auto"),
    count: int | None = None,
    rate: float | None = None,
    functions: bool = False,
    seeds: int = 20,
    level: float = 0.95,
    progress: Progress | None = None,
) -> InsertedErrors:
    """Put the same number of errors of each kind into two treebanks, again for each seed, and measure both: as many as
    both can take, or fewer (`count`, `rate`). Without `errors`, all kinds that both have a place for. `functions` keeps
    the treebanks' functions, which mark heads."""
    treebanks = [bare(treebank, functions) for treebank in treebanks]
    wanted = parse_errors(tuple(KINDS) if errors is None else errors, count, rate)
    found = [places(own, [one.kind for one in wanted], scheme) for own, scheme in zip(treebanks, schemes, strict=True)]
    there = [one for one in wanted if errors is not None or all(side.count(one.kind) for side in found)]
    if not there:
        raise CallError(
            f"{names[0]} and {names[1]}: there is no kind of errors that both have a place for (annotation schemes"
            f" '{found[0].scheme.name}' and '{found[1].scheme.name}'); name other schemes, or other treebanks"
        )
    golds, both = _golds(treebanks, measures)
    jobs = [partial(_measured, found, golds, one, seed) for one in there for seed in range(seeds)]
    results = all_of(jobs, progress)
    shape = (len(there), seeds)
    values = np.array([scores for _, scores in results]).reshape(*shape, 2, len(both))
    return InsertedErrors(
        names,
        (found[0].scheme.name, found[1].scheme.name),
        tuple(one.kind for one in there),
        tuple(one.kind for one in wanted if one not in there),
        both,
        np.array([number for number, _ in results], np.float64).reshape(shape),
        values.transpose(2, 0, 3, 1),
        level,
    )


def _golds(
    treebanks: Sequence[Treebank], measures: Iterable[str] | None
) -> tuple[list[Gold], tuple[tuple[Yardstick, Yardstick], ...]]:
    """Gold trees with the measures that fit both."""
    specs = None if measures is None else list(measures)
    first, second = (yardsticks(treebank, specs) for treebank in treebanks)
    both = tuple(paired(first, second))
    golds = [Gold.of(own, [pair[side] for pair in both]) for side, own in enumerate(treebanks)]
    return golds, both


def _measured(found: Sequence[Places], golds: Sequence[Gold], errors: Errors, seed: int) -> tuple[int, list[Any]]:
    """How many errors of a kind went into each treebank, and what both score."""
    perturbed = insert_equally(found, errors, seed=seed)
    scores = [
        gold.scores(side.sentences, side.treebank.select(side.sentences))
        for gold, side in zip(golds, perturbed, strict=True)
    ]
    return perturbed[0].inserted[errors.kind], scores
