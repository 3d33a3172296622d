"""What each class of errors costs: the score that is regained if all its errors are repaired."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from ...core.types import Counts, Floats, Int64s, Interval
from .analysis import ErrorClass
from .table import FoundErrors

_SIDES = 3  # the first columns: matched, gold, test; then missing and extra of each class


def class_counts(found: FoundErrors, kinds: Sequence[str], sentences: Int64s) -> Counts:
    """One row per sentence: the items in both, in gold, in test; then for each class those that are missing and extra
    because of it."""
    errors = found.table
    place = np.array([kinds.index(kind) for kind in errors.kind.values], np.int64)[errors.kind.codes]
    counts = np.zeros((len(found.counts), _SIDES + 2 * len(kinds)))
    counts[:, :_SIDES] = found.counts
    np.add.at(counts, (errors.sentence, _SIDES + 2 * place), errors.missing)
    np.add.at(counts, (errors.sentence, _SIDES + 2 * place + 1), errors.extra)
    return counts[sentences]


def regained_scores(kinds: Sequence[str], total: Counts) -> dict[str, Floats]:
    """For each class, how many points are regained; from summed counts."""
    matched, gold, test = np.moveaxis(total[..., :_SIDES], -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        now = 200 * matched / (gold + test)
        regained = {}
        for place, kind in enumerate(kinds):
            missing, extra = total[..., _SIDES + 2 * place], total[..., _SIDES + 2 * place + 1]
            regained[kind] = 200 * (matched + missing) / (gold + test - extra + missing) - now
    return regained


def error_classes(
    system: str, found: FoundErrors, sentences: Int64s, *, level: float, resamples: int, seed: int
) -> tuple[ErrorClass, ...]:
    """The classes of a parser's errors, those that cost most first."""
    from ..statistics import bootstrap

    errors = found.table
    kinds = errors.kinds()
    counts = class_counts(found, kinds, sentences)
    score = partial(regained_scores, kinds)
    points = score(counts.sum(0))
    intervals: dict[str, Interval] = {}
    if resamples and kinds:
        intervals = bootstrap(counts, score, resamples=resamples, level=level, seed=seed)
    rows = []
    for kind in kinds:
        chosen = errors.kind.codes == errors.kind.code(kind)
        missing, extra = int(errors.missing[chosen].sum()), int(errors.extra[chosen].sum())
        figures = (int(chosen.sum()), missing + extra, missing, extra)
        rows.append(ErrorClass(system, kind, *figures, found.score, float(points[kind]), intervals.get(kind)))
    return tuple(sorted(rows, key=lambda row: (-row.nodes, -row.occurrences, row.name)))
