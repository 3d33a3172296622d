"""What each class of errors costs: the score that is regained if all its errors are repaired."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial, reduce

import numpy as np

from ...core.types import Counts, Floats, Int64s, Interval
from .analysis import ErrorClass, ErrorComparison, SystemErrors
from .table import FoundErrors

_SIDES = 3  # the first columns: matched, gold, test; then missing and extra of each class


def class_counts(found: FoundErrors, kinds: Sequence[str], sentences: Int64s) -> Counts:
    """One row per sentence: the items in both, in gold, in test; then for each class those that are missing and extra
    because of it."""
    errors = found.table
    number = {kind: place for place, kind in enumerate(kinds)}
    place = np.array([number.get(kind, 0) for kind in errors.kind.values], np.int64)[errors.kind.codes]
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


def error_rates(kinds: Sequence[str], total: Counts) -> dict[str, Floats]:
    """For each class, the wrong items of gold and of test per 100 items of gold. Unlike what is regained, this does not
    depend on the errors of other classes."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return {
            kind: 100 * (total[..., _SIDES + 2 * place] + total[..., _SIDES + 2 * place + 1]) / total[..., 1]
            for place, kind in enumerate(kinds)
        }


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


def compare_classes(
    systems: Sequence[SystemErrors], *, level: float, resamples: int, seed: int
) -> tuple[ErrorComparison, ...]:
    """Each class of errors by its rate, each parser with each; nothing for one parser, or without resamples."""
    from ..statistics import holm, paired_bootstraps, randomisation

    if len(systems) < 2 or not resamples:
        return ()
    kinds = list(dict.fromkeys(row.name for system in systems for row in system.classes))
    together = reduce(np.intersect1d, (system.compared for system in systems))
    counts = {system.system: class_counts(system.found, kinds, together) for system in systems}
    score = partial(error_rates, kinds)
    drawn = paired_bootstraps(counts, score, resamples=resamples, level=level, seed=seed)
    rows = []
    for (a, b), differences in drawn.items():
        tests = randomisation(counts[a], counts[b], score, resamples=resamples, seed=seed)
        for kind, row in differences.items():
            fields = ErrorComparison.fields_of(a, b, row, tests[kind].p, tests[kind].test)
            rows.append(ErrorComparison(name=kind, **fields))
    corrected = holm([row.p for row in rows])
    return tuple(replace(row, p_holm=float(p)) for row, p in zip(rows, corrected, strict=True))
