"""Pairs of parsers by the counts of the same sentences: differences, intervals, tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np

from ..core.parallel import together
from ..core.remarks import remark
from ..core.types import Counts, Floats, Int64s, Mask
from ..measures.shared.base import Measure
from ..measures.shared.parts import PartRows
from .breakdowns import scores_of_part, sentence_parts
from .comparison import Comparison, Comparisons
from .result import Result
from .statistics.resample import Score, in_pieces


@dataclass(frozen=True)
class Resampling:
    """How intervals and tests are computed."""

    level: float = 0.95
    resamples: int = 10_000
    seed: int = 0
    left_out: int = 0  # sentences on which not every parser could be scored


def compare_counts(
    measure: Measure,
    signature: str,
    counts: Mapping[str, Counts],
    how: Resampling,
    part: tuple[str, str] | None = None,
    names: Sequence[str] = (),
) -> list[Comparison]:
    """Every pair by every score, or by those named, from one row of counts per sentence; p-values are not corrected
    yet. A part has the name of what the scores are divided by and its own."""
    from .statistics import effect_sizes, paired_bootstraps

    undivided = np.asarray(np.isnan(next(iter(counts.values()))).any(0))
    score = partial(_score_of_part, measure, undivided, part and part[0], names)
    if undivided.any():
        counts = {name: np.nan_to_num(rows) for name, rows in counts.items()}
    drawn = paired_bootstraps(counts, score, resamples=how.resamples, level=how.level, seed=how.seed)
    pairs = list(combinations(counts, 2))
    tests = together([partial(_tested, measure, score, counts[a], counts[b], how) for a, b in pairs])
    comparisons = []
    for (a, b), tested in zip(pairs, tests, strict=True):
        effects = effect_sizes(counts[a], counts[b], score)
        for name, row in drawn[a, b].items():
            p, test = tested[name]
            comparisons.append(
                Comparison(
                    measure=measure.name,
                    signature=signature,
                    score=name,
                    **Comparison.fields_of(a, b, row, p, test),
                    effect=effects[name].d_z,
                    sentences=len(counts[a]),
                    left_out=how.left_out,
                    by=part and part[0],
                    part=part and part[1],
                    lower=name in measure.lower,
                )
            )
    return comparisons


def _score_of_part(
    measure: Measure, undivided: Mask, by: str | None, names: Sequence[str], total: Counts
) -> dict[str, Floats]:
    """The scores of a part, or those named; those that need counts which cannot be divided are not defined."""
    scores = scores_of_part(measure, np.where(undivided, np.nan, total) if undivided.any() else total, by)
    return {name: scores[name] for name in names} if names else scores


def _tested(
    measure: Measure, score: Score, counts_a: Counts, counts_b: Counts, how: Resampling
) -> dict[str, tuple[float, str]]:
    """The p-value of every score, and the test that it is from."""
    from .statistics import mcnemar, randomisation

    tests = randomisation(counts_a, counts_b, score, resamples=how.resamples, seed=how.seed)
    tested = {name: (row.p, row.test) for name, row in tests.items()}
    for name in (name for name in measure.binary if name in tested):
        right_a, right_b = (
            np.concatenate([score(rows)[name] > 50 for rows in in_pieces(counts)]) for counts in (counts_a, counts_b)
        )
        p = mcnemar(int((right_a & ~right_b).sum()), int((right_b & ~right_a).sum())).p
        tested[name] = p, "McNemar, exact"
    return tested


def part_counts(results: Mapping[str, Result], by: str, shared: Int64s) -> dict[str, dict[str, Counts]]:
    """For each part, the counts of each system: one row per sentence that has something of it in gold or in any test.
    In a sentence that has nothing of it in this one test, all counts are 0."""
    divided = {name: sentence_parts(result, by) for name, result in results.items()}
    counts: dict[str, dict[str, Counts]] = {}
    for part in dict.fromkeys(part for parts in divided.values() for part in parts):
        systems = {name: parts.get(part) for name, parts in divided.items()}
        having = [rows for rows in systems.values() if rows is not None]
        sentences = np.intersect1d(np.concatenate([rows.sentences for rows in having]), shared)
        if len(sentences):
            empty = np.where(np.isnan(having[0].rows[0]), np.nan, np.zeros((len(sentences), having[0].rows.shape[1])))
            counts[part] = {name: _filled(empty, rows, sentences) for name, rows in systems.items()}
    return counts


def _filled(empty: Counts, rows: PartRows | None, sentences: Int64s) -> Counts:
    """The counts of a part in these sentences."""
    counts = empty.copy()
    if rows is not None:
        wanted = np.isin(rows.sentences, sentences)
        counts[np.searchsorted(sentences, rows.sentences[wanted])] = rows.rows[wanted]
    return counts


def corrected(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """Comparisons score by score, with p-values after Holm's correction for all pairs of a score, and all its parts."""
    from .statistics import holm

    families: dict[str, list[Comparison]] = {}
    for comparison in comparisons:
        families.setdefault(comparison.score, []).append(comparison)
    return [
        replace(comparison, p_holm=float(p))
        for family in families.values()
        for comparison, p in zip(family, holm([comparison.p for comparison in family]), strict=True)
    ]


def remark_on_resamples(comparisons: Comparisons) -> None:
    """Warn if the resamples are too few for so many pairs."""
    too_few = comparisons.too_few_resamples()
    if too_few is not None:
        remark(too_few)


def without_undefined(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """Comparisons without the scores that are 0/0 for all systems in all parts: the measure cannot divide them."""
    defined = {row.score for row in comparisons if not np.isnan([row.value_a, row.value_b]).all()}
    return [comparison for comparison in comparisons if comparison.score in defined]
