"""Macro-averages over treebanks: the mean of a score, in which every treebank counts the same; with intervals from
sentences that are drawn within treebanks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from ...core.parallel import together
from ...core.signature import Signature
from ...core.tabular import Tabular, shown_figure, shown_interval
from ...core.types import Counts, Floats, Int64s, Interval, Row
from ...core.wording import counted
from ...measures.shared.base import Measure
from ..statistics.bootstrap import Method, bca_interval, percentile_interval
from ..statistics.resample import in_random_groups, resampled_totals
from .counting import CountedCollection, CountedTreebank, shared_sentences

MACRO = "macro-average"  # in the place of the name of a treebank
_AT_ONCE = 2000  # samples that one thread draws from all treebanks


@dataclass(frozen=True, repr=False)
class MacroAverage(Tabular):
    """The scores of a system, averaged over treebanks.

    system     its name, if several were compared
    intervals  sentences are drawn within treebanks
    treebanks  how many
    missing    those for which the system has no output, by name
    """

    measure: str
    signature: str
    scores: dict[str, float]
    intervals: dict[str, Interval]
    treebanks: int
    missing: tuple[str, ...]
    system: str | None = None

    def row(self) -> Row:
        """What `--json` prints as `macro`."""
        row: Row = {} if self.system is None else {"system": self.system}
        return row | {
            "measure": self.measure,
            "signature": self.signature,
            "scores": self.scores,
            "intervals": {name: list(interval) for name, interval in self.intervals.items()},
            "treebanks": self.treebanks,
            "missing": list(self.missing),
        }

    def table_rows(self) -> list[Row]:
        """One row per score; the name of the treebank is that of the average."""
        names: Row = {"treebank": MACRO} if self.system is None else {"treebank": MACRO, "system": self.system}
        rows = []
        for name, value in self.scores.items():
            low, high = self.intervals.get(name, (np.nan, np.nan))
            row = {"measure": self.measure, "score": name, "value": value, "low": low, "high": high}
            rows.append({**names, **row, "signature": self.signature})
        return rows

    def __repr__(self) -> str:
        shown = list(self.intervals or self.scores)[:4]
        ranges = {name: shown_interval(self.intervals.get(name)) for name in shown}
        figures = ", ".join(f"{name} {shown_figure(self.scores[name])}{ranges[name]}" for name in shown)
        name = " ".join(filter(None, [self.system, self.measure]))
        missing = f", {len(self.missing)} missing" if self.missing else ""
        return f"<MacroAverage {name}: {figures}; {counted(self.treebanks, 'treebank')}{missing}>"


def treebank_scores(collection: CountedCollection, measure: Measure) -> dict[str, dict[str, Floats]]:
    """For each system and score, its values, one per treebank. What is missing is 0; where lower is better, NaN."""
    values: dict[str, dict[str, list[float]]] = {system: {} for system in collection.systems}
    for treebank in collection.treebanks:
        totals = _totals(collection, measure, treebank)
        for system in collection.systems:
            for name, value in measure.score(totals.get(system, np.zeros(len(measure.counts)))).items():
                score = float(value) if system in totals else _if_missing(measure, name)
                values[system].setdefault(name, []).append(score)
    return {system: {name: np.array(row) for name, row in scores.items()} for system, scores in values.items()}


def _totals(collection: CountedCollection, measure: Measure, treebank: CountedTreebank) -> dict[str, Counts]:
    results = collection.results(measure, treebank)
    if not results:
        return {}
    shared = shared_sentences(results)
    return {name: result.rows[shared].sum(0, dtype=np.float64) for name, result in results.items()}


def _if_missing(measure: Measure, name: str) -> float:
    """What a treebank without output has: 0, which would be the best where lower is better."""
    return np.nan if name in measure.lower else 0.0


def macro_signature(collection: CountedCollection, measure: Measure) -> str:
    """The signature of the results, and that they are averaged."""
    return common_signature(collection, measure, average="macro", treebanks=str(len(collection.treebanks)))


def common_signature(collection: CountedCollection, measure: Measure, **facts: str) -> str:
    """The signature of the results of all treebanks, with further facts. Transforms that were resolved differently for
    different treebanks are left out of it; the results of the treebanks have them."""
    signatures = [
        result.signature
        for treebank in collection.treebanks
        for result in collection.results(measure, treebank).values()
    ]
    alike = len({signature.before for signature in signatures}) == 1
    facts = {**signatures[0].facts, **facts}
    if facts.get("average") and facts["missing"] != collection.policy:
        facts["missing-treebanks"] = collection.policy
    return str(Signature(signatures[0].specs, facts, signatures[0].before if alike else ()))


@dataclass(frozen=True, eq=False)
class _Rows:
    """The counts of one treebank, ready to be drawn from: one row per sentence, each different column once.

    place   of each count of each system among the columns
    system  the numbers of the systems that parsed it
    """

    columns: Counts
    place: Int64s
    system: Int64s


@dataclass(frozen=True, eq=False)
class DrawnAverages:
    """Macro-averages of resampled sentences.

    scores   in every resample, by system and score
    without  the scores of each treebank without each sentence in turn, by system and score: the part of the
             macro-average that changes. Empty if it was not asked for
    """

    scores: dict[str, dict[str, Floats]]
    without: dict[str, dict[str, list[Floats]]] = field(default_factory=dict)

    def interval(self, system: str, name: str, point: float, level: float) -> Interval:
        """The interval of a macro-average, corrected for bias and acceleration if the jackknife is known."""
        drawn = self.scores[system][name]
        if not self.without:
            return percentile_interval(drawn, point, level)
        return bca_interval(drawn, point, self.without[system][name], level)


def macro_draws(
    collection: CountedCollection,
    measure: Measure,
    names: Sequence[str],
    resamples: int,
    seed: int,
    method: Method = "percentile",
) -> DrawnAverages:
    """For each system and score, its macro-average in every resample: sentences are drawn within treebanks, the same
    ones for all systems."""
    generator = np.random.default_rng(seed)
    rows = [_rows(collection, measure, treebank, generator) for treebank in collection.treebanks]
    sizes = [min(_AT_ONCE, resamples - start) for start in range(0, resamples, _AT_ONCE)]
    seeds = np.random.SeedSequence(seed).spawn(len(sizes))
    # Each part has a seed of its own, so that the result does not depend on the number of threads.
    parts = together(
        [
            partial(_draw, rows, measure, names, len(collection.systems), size, part_seed)
            for size, part_seed in zip(sizes, seeds, strict=True)
        ]
    )
    drawn = np.concatenate(parts, axis=2)
    scores = {
        system: {name: drawn[row, number] for row, name in enumerate(names)}
        for number, system in enumerate(collection.systems)
    }
    return DrawnAverages(scores, _jackknife(rows, measure, names, collection.systems) if method == "bca" else {})


def _jackknife(
    treebanks: Sequence[_Rows], measure: Measure, names: Sequence[str], systems: Sequence[str]
) -> dict[str, dict[str, list[Floats]]]:
    """The scores of each treebank without each sentence in turn. The other treebanks, and the number by which their sum
    is divided, are the same in all of these."""
    without: dict[str, dict[str, list[Floats]]] = {system: {name: [] for name in names} for system in systems}
    for rows in treebanks:
        if len(rows.columns):
            scores = _scores(rows, measure, rows.columns.sum(0) - rows.columns)
            for place, system in enumerate(rows.system.tolist()):
                for name in names:
                    without[systems[system]][name].append(scores[name][:, place])
    return without


def _scores(rows: _Rows, measure: Measure, totals: Counts) -> dict[str, Floats]:
    """The scores of all systems of a treebank, from sums of its columns."""
    return measure.score(totals[:, rows.place].reshape(len(totals), len(rows.system), len(measure.counts)))


def _rows(
    collection: CountedCollection, measure: Measure, treebank: CountedTreebank, generator: np.random.Generator
) -> _Rows:
    """Systems that divide the text into the same words have many equal columns, and so does gold."""
    results = collection.results(measure, treebank)
    if not results:
        return _Rows(np.zeros((0, 0)), np.zeros(0, np.int64), np.zeros(0, np.int64))
    shared = shared_sentences(results)
    different: dict[bytes, int] = {}
    columns: list[Floats] = []
    place: list[int] = []
    for result in results.values():
        for column in result.rows[shared].T:
            key = np.ascontiguousarray(column, np.float64).tobytes()
            if key not in different:
                different[key] = len(columns)
                columns.append(column)
            place.append(different[key])
    system = [collection.systems.index(name) for name in results]
    grouped = in_random_groups(columns, int(shared.sum()), generator)
    return _Rows(grouped, np.array(place), np.array(system))


def _draw(
    treebanks: Sequence[_Rows],
    measure: Measure,
    names: Sequence[str],
    systems: int,
    resamples: int,
    seed: np.random.SeedSequence,
) -> Floats:
    """The macro-averages in some resamples: one matrix per score, with one row per system. What is missing adds 0."""
    generator = np.random.default_rng(seed)
    means = np.zeros((len(names), systems, resamples))
    for rows in treebanks:
        if not len(rows.system):
            continue
        drawn = resampled_totals(rows.columns, resamples, generator) if len(rows.columns) else np.zeros((1, 1))
        scores = _scores(rows, measure, drawn)
        for number, name in enumerate(names):
            means[number, rows.system] += scores[name].T
    return means / len(treebanks)


def macro_averages(
    collection: CountedCollection,
    measure: Measure,
    values: Mapping[str, Mapping[str, Floats]],
    drawn: DrawnAverages | None,
    level: float,
) -> list[MacroAverage]:
    """One row per system: the means of all scores, and intervals of those that were drawn."""
    averages = []
    for system, scores in values.items():
        means = {name: float(row.mean()) for name, row in scores.items()}
        names = drawn.scores[system] if drawn else ()
        intervals = {name: drawn.interval(system, name, means[name], level) for name in names if drawn}
        averages.append(
            MacroAverage(
                measure=measure.name,
                signature=macro_signature(collection, measure),
                scores=means,
                intervals=intervals,
                treebanks=len(collection.treebanks),
                missing=collection.missing[system],
                system=system or None,
            )
        )
    return averages
