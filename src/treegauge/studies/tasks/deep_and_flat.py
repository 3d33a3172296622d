"""The task `deep-and-flat`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.bounds import Folds, Positive
from ...core.types import Row
from ...evaluation.compare import compare
from ...parsers.held_out import HeldOut, held_out
from ...transforms.base import apply
from ...transforms.preparation import apply_alike
from ...transforms.select import lengths
from ...treebank import Treebank
from ..annotation_schemes.converted import CONVERSIONS, converted_scores
from ..annotation_schemes.yardsticks import HEADLINES, drop_functions
from ..running.data import StudyData
from ..running.tasks import task
from .comparable_samples import SENTENCES
from .parsed_samples import MEASURES, column_names, scored_row
from .parsing import kept_models, parser_versions

_SHORTEST, _LONGEST = 10, 40  # words of a test sentence


@task("deep-and-flat", versions=parser_versions)
def deep_and_flat(
    data: StudyData,
    *,
    down: Sequence[str],
    up: Sequence[str] = (),
    parser: str = "pcfg",
    measures: Sequence[str] = MEASURES,
    scheme: str = "auto",
    n: Positive = SENTENCES,
    folds: Folds = 8,
    resamples: Positive = 1000,
) -> list[Row]:
    """The same sentences parsed by a parser that learned from deep trees and by one that learned from the same trees
    made flat.

    The output of the first is made flat after parsing, so that both are scored against the same gold trees; the output
    of the second is made deep again. `figures` are `scores`, or the `difference` of the two on flat trees,
    of all sentences and of those that both parse.

    down  steps that make the trees flat, one after the other: names of conversions, or transforms
    up    transforms that make them deep again
    n     sentences of 10 to 40 words, or all such sentences if there are fewer
    """
    deep = drop_functions(apply_alike([data.whole], data.transforms, data.seed)[0][0])
    made_flat = [CONVERSIONS.get(step, step) for step in down]
    sentences, models = _sentences(deep, n, data.seed), kept_models(parser, data)
    options: dict[str, Any] = {"folds": folds, "seed": data.seed, "models": models}
    of_deep, of_flat = (held_out(side, sentences, parser, **options) for side in (deep, apply(deep, made_flat)))
    rows: list[Row] = []
    for learned, parsed, steps in (
        ("deep", of_deep, [[], list(down)]),
        ("flat", of_flat, [list(up[:number]) for number in range(len(up) + 1)]),
    ):
        scoring: dict[str, Any] = {"scheme": scheme, "functions": True, "prepare": (), "resamples": resamples}
        scored = converted_scores(parsed.gold, parsed.parsed, steps, measures, **scoring)
        rows += [
            {**scored_row(own, parsed, measures), "treebank": data.entry.name, "learned": learned} for own in scored
        ]
    flattened = apply(of_deep.parsed, made_flat)
    return rows + _differences(data.entry.name, flattened, of_deep, of_flat, measures, resamples)


def _sentences(treebank: Treebank, n: int, seed: int) -> Any:
    length = lengths(treebank)
    fits = np.flatnonzero((length >= _SHORTEST) & (length <= _LONGEST))
    return np.sort(np.random.default_rng(seed).choice(fits, min(n, len(fits)), replace=False))


def _differences(
    name: str, flattened: Treebank, of_deep: HeldOut, of_flat: HeldOut, measures: Sequence[str], resamples: int
) -> list[Row]:
    """Deep made flat - flat, with the interval of the paired bootstrap."""
    both = np.flatnonzero(~(of_deep.without_parse | of_flat.without_parse))
    rows: list[Row] = []
    for title, chosen in (("all", np.arange(len(flattened))), ("both parse", both)):
        if not len(chosen):
            continue
        gold, one, other = (side.select(chosen) for side in (of_flat.gold, flattened, of_flat.parsed))
        row: Row = {"treebank": name, "figures": "difference", "learned": "deep - flat", "steps": title}
        row["sentences"] = len(chosen)
        for column, measure in zip(column_names(measures), measures, strict=True):
            for found in compare(gold, {"deep": one, "flat": other}, measure, resamples=resamples):
                if found.score == HEADLINES[found.measure]:
                    row[f"{column}_{found.score}"] = found.difference
                    row[f"{column}_{found.score}_interval"] = list(found.interval)
        rows.append(row)
    return rows
