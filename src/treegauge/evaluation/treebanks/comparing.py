"""Score one system on many treebanks, or compare several by their macro-averages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from ...core.errors import CallError
from ...core.parallel import together
from ...core.types import Floats, Progress
from ...measures.shared.base import Measure, find_measure
from ..comparison import Comparison, Comparisons
from ..pairwise import Resampling, compare_counts, corrected, remark_on_resamples
from ..result import Result, Results, with_intervals
from ..selecting import ScoreNames, chosen_scores, measures_with, score_names
from ..statistics.bootstrap import check_method
from ..statistics.paired import drawn_difference
from .averages import MacroAverage, common_signature, macro_averages, macro_draws, macro_signature, treebank_scores
from .counting import CountedCollection, CountedTreebank, Scoring, count_collection, shared_sentences
from .layout import Collection

_Scores = dict[str, Floats]  # by name
BY_TREEBANK = "treebank"


def score_treebanks(
    collection: Collection,
    scoring: Scoring,
    scores: ScoreNames,
    intervals: Mapping[str, Any],
    progress: Progress | None = None,
) -> Results:
    """The results of every treebank by every measure, and their macro-averages."""
    _check_names(scoring, scores)
    check_method(intervals["method"])
    counts = count_collection(collection, scoring, progress)
    wanted, resamples, seed = score_names(scores), intervals["resamples"], intervals["seed"]
    results: list[Result] = []
    macro: list[MacroAverage] = []
    for measure in measures_with(counts.measures, wanted):
        values = _only(treebank_scores(counts, measure), wanted)
        names = list(values[counts.systems[0]])
        drawn = macro_draws(counts, measure, names, resamples, seed, intervals["method"]) if resamples else None
        macro += macro_averages(counts, measure, values, drawn, intervals["level"])
        results += _results(counts, measure, wanted)
    alone = [replace(result, system=None) for result in results]
    averages = [replace(average, system=None) for average in macro]
    return Results(with_intervals(alone, **intervals), macro=averages)


def _check_names(scoring: Scoring, scores: ScoreNames) -> None:
    """Refuse the name of a measure or score that does not exist before any work."""
    named = [find_measure(spec) if isinstance(spec, str) else spec for spec in scoring.measures or ()]
    if named:
        measures_with(named, score_names(scores))


def _only(values: Mapping[str, _Scores], wanted: Sequence[str]) -> dict[str, _Scores]:
    return {system: chosen_scores(scores, wanted) for system, scores in values.items()}


def _results(counts: CountedCollection, measure: Measure, wanted: tuple[str, ...]) -> list[Result]:
    """One result per treebank and system, on the sentences that every system has."""
    results = []
    for treebank in counts.treebanks:
        by_system = counts.results(measure, treebank)
        shared = shared_sentences(by_system) if by_system else None
        for system, result in by_system.items():
            rows = np.where(shared[:, None], result.rows, np.nan) if shared is not None else result.rows
            results.append(replace(result, rows=rows, chosen=wanted, treebank=treebank.name, system=system))
    return results


@dataclass(frozen=True, eq=False)
class _Compared:
    """What all pairs of systems are compared by: one measure and its scores.

    values  one per treebank, by system and score
    drawn   the macro-averages of the resamples, by system and score
    """

    counts: CountedCollection
    measure: Measure
    values: Mapping[str, _Scores]
    drawn: Mapping[str, _Scores]
    level: float

    @property
    def signature(self) -> str:
        return macro_signature(self.counts, self.measure)


def compare_treebanks(
    collection: Collection,
    scoring: Scoring,
    scores: ScoreNames,
    how: Mapping[str, Any],
    progress: Progress | None = None,
) -> Comparisons:
    """All pairs of systems by their macro-averages: by the scores named, or by the main scores of each measure."""
    counts = _count_systems(collection, scoring, scores, progress)
    wanted, level = score_names(scores), how["level"]
    comparisons = Comparisons(level=level, resamples=how["resamples"])
    for measure in measures_with(counts.measures, wanted):
        values = treebank_scores(counts, measure)
        tested = list(chosen_scores(next(iter(values.values())), wanted or measure.main_scores))
        drawn = macro_draws(counts, measure, tested, how["resamples"], how["seed"])
        compared = _Compared(counts, measure, _only(values, tested), drawn.scores, level)
        comparisons.add(
            Comparisons(
                _pairs(compared),
                main=[(compared.signature, name) for name in tested],
                rank_by=[(compared.signature, name) for name in wanted or measure.main or tested if name in tested],
                treebanks=_results(counts, measure, wanted),
                macro=macro_averages(counts, measure, _only(values, wanted), drawn, level),
            )
        )
    remark_on_resamples(comparisons)
    return comparisons


def _count_systems(
    collection: Collection, scoring: Scoring, scores: ScoreNames, progress: Progress | None
) -> CountedCollection:
    """The counts of two systems or more."""
    _check_names(scoring, scores)
    counts = count_collection(collection, scoring, progress)
    if len(counts.systems) < 2:
        raise CallError(f"compare needs two systems or more; there is only {counts.systems[0]}: use score")
    return counts


def compare_each_treebank(
    collection: Collection,
    scoring: Scoring,
    scores: ScoreNames,
    how: Mapping[str, Any],
    progress: Progress | None = None,
) -> Comparisons:
    """All pairs of systems on every treebank that both parsed, by the scores named, or by the main scores of each
    measure. The p-values are corrected for all pairs and treebanks."""
    counts = _count_systems(collection, scoring, scores, progress)
    wanted, level = score_names(scores), how["level"]
    comparisons = Comparisons(level=level, resamples=how["resamples"])
    for measure in measures_with(counts.measures, wanted):
        signature = common_signature(counts, measure)
        all_scores = measure.score(np.zeros(len(measure.counts)))
        tested = list(chosen_scores(all_scores, wanted or measure.main_scores))
        pairs = [row for treebank in counts.treebanks for row in _on_treebank(counts, measure, treebank, tested, how)]
        comparisons.add(
            Comparisons(
                corrected(pairs),
                main=[(signature, name) for name in tested],
                rank_by=[(signature, name) for name in wanted or measure.main or tested if name in tested],
            )
        )
    remark_on_resamples(comparisons)
    return comparisons


def _on_treebank(
    counts: CountedCollection,
    measure: Measure,
    treebank: CountedTreebank,
    tested: Sequence[str],
    how: Mapping[str, Any],
) -> list[Comparison]:
    """The pairs of systems that parsed one treebank, on the sentences that all of these have."""
    results = counts.results(measure, treebank)
    if len(results) < 2:
        return []
    shared = shared_sentences(results)
    rows = {name: result.rows[shared] for name, result in results.items()}
    resampling = Resampling(**how, left_out=int((~shared).sum()))
    part = (BY_TREEBANK, treebank.name)
    pairs = compare_counts(measure, common_signature(counts, measure), rows, resampling, part, tested)
    return [pair for name in tested for pair in pairs if pair.score == name]


def _pairs(compared: _Compared) -> list[Comparison]:
    """Every pair by every score, with p-values after Holm's correction."""
    pairs = list(combinations(compared.counts.systems, 2))
    each = together([partial(_pair, compared, a, b) for a, b in pairs])
    names = compared.drawn[compared.counts.systems[0]]
    return corrected(comparison[name] for name in names for comparison in each)


def _pair(compared: _Compared, a: str, b: str) -> dict[str, Comparison]:
    """Two systems by every score. The samples are the same for both, drawn within treebanks."""
    counts, measure = compared.counts, compared.measure
    means_a, means_b = (
        {name: np.asarray(row.mean()) for name, row in compared.values[system].items()} for system in (a, b)
    )
    differences = drawn_difference(means_a, means_b, compared.drawn[a], compared.drawn[b], compared.level)
    sentences = [_sentences(counts, measure, number) for number in range(len(counts.treebanks))]
    return {
        name: Comparison(
            measure=measure.name,
            signature=compared.signature,
            score=name,
            **Comparison.fields_of(a, b, row, row.p, f"{row.test} within treebanks"),
            effect=_effect(compared.values[a][name] - compared.values[b][name]),
            sentences=sum(number for number, _ in sentences),
            left_out=sum(all_of_them - number for number, all_of_them in sentences),
            lower=name in measure.lower,
            treebanks=len(counts.treebanks),
        )
        for name, row in differences.items()
    }


def _sentences(counts: CountedCollection, measure: Measure, treebank: int) -> tuple[int, int]:
    """How many sentences of a treebank are compared, and how many it has."""
    results = counts.results(measure, counts.treebanks[treebank])
    shared = shared_sentences(results) if results else np.zeros(0, bool)
    return int(shared.sum()), len(shared)


def _effect(differences: Floats) -> float:
    """Cohen's d_z of the treebanks: the mean difference divided by its standard deviation."""
    deviation = float(differences.std(ddof=1)) if len(differences) > 1 else 0.0
    return float(differences.mean()) / deviation if deviation else np.nan
