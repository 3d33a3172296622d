"""Score a parser, and compare several: any measure, with intervals, tests and break-downs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..core.errors import CallError, DataError
from ..core.types import Counts, Interval
from ..measures.shared.align import align
from ..measures.shared.base import MEASURES, Confusion, Measure, find_measure
from ..measures.shared.words import words_only
from ..treebank import Treebank
from ..version import __version__
from .pairing import pair_sentences

OnMismatch = Literal["error", "skip", "align"]

_WIDTH = 10  # sentence lengths are put together by tens
# In which order measures are shown; those of other packages come last.
_ORDER = ("parseval", "leaf-ancestor", "triples", "mph", "functions", "attachment", "ud", "exact-match")


@dataclass(frozen=True)
class LeftOut:
    """A sentence that could not be compared, and why; sentences are numbered from 1."""

    sentence: int
    where: str
    reason: str


@dataclass(frozen=True, eq=False)
class Result:
    """What one measure says of a test treebank. `rows` are the counts of each sentence, NaN where it was left out."""

    measure: Measure
    signature: str
    gold: Treebank | None = field(repr=False)
    test: Treebank | None = field(repr=False)
    rows: Counts = field(repr=False)
    left_out: tuple[LeftOut, ...] = field(repr=False)
    intervals: dict[str, Interval] = field(default_factory=dict)

    @cached_property
    def compared(self) -> NDArray[np.int64]:
        """The numbers (from 0) of the sentences that count."""
        return np.flatnonzero(~np.isnan(self.rows[:, 0]))

    @cached_property
    def total(self) -> Counts:
        """The counts summed over all sentences that count."""
        total: Counts = self.rows[self.compared].sum(0)
        return total

    @cached_property
    def scores(self) -> dict[str, float]:
        """The scores; NaN is 0/0."""
        return {name: float(value) for name, value in self.measure.score(self.total).items()}

    @property
    def trees(self) -> tuple[Treebank, Treebank]:
        """Gold and test as they were compared; not there if they were scored block by block."""
        if self.gold is None or self.test is None:
            raise CallError("the trees were scored block by block and are not kept; read them and call score()")
        return self.gold, self.test

    def row(self) -> dict[str, Any]:
        """What `treegauge score --json` prints."""
        return {
            "measure": self.measure.name,
            "signature": self.signature,
            "scores": self.scores,
            "intervals": {name: list(interval) for name, interval in self.intervals.items()},
            "counts": dict(zip(self.measure.counts, self.total.tolist(), strict=True)),
            "sentences": len(self.compared),
            "left_out": [vars(sentence) for sentence in self.left_out],
        }

    def by(self, what: str) -> list[Part]:
        """The same counts divided: by `sentence`, by `length` (of the gold sentence, by tens), or by what the measure
        can tell apart (`label`)."""
        if what == "sentence":
            numbers = self.compared.tolist()
            gold, _ = self.trees
            return [Part(self, f"{number + 1}", self.rows[number], gold.where(number)) for number in numbers]
        if what == "length":
            return [Part(self, name, rows.sum(0)) for name, rows in _by_length(self)]
        gold, test = self.trees if self.measure.document else self._compared_trees()
        return [Part(self, name, row) for name, row in self.measure.parts(gold, test, what).items()]

    def confusion(self) -> Confusion:
        """Which labels were taken for which; sentences are numbers from 0."""
        found = self.measure.confusion(*self._compared_trees())
        return Confusion(found.gold, found.test, self.compared[found.sentence])

    def _compared_trees(self) -> tuple[Treebank, Treebank]:
        """Gold and test without the sentences that do not count; the same treebanks where all do."""
        gold, test = self.trees
        if len(self.compared) == len(gold):
            return gold, test
        return gold.select(self.compared), test.select(self.compared)


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a result: its name, its counts."""

    result: Result = field(repr=False)
    name: str
    total: Counts
    where: str | None = None

    @property
    def scores(self) -> dict[str, float]:
        return {name: float(value) for name, value in self.result.measure.score(self.total).items()}

    def row(self, by: str) -> dict[str, Any]:
        """What `treegauge score --by ... --json` prints."""
        measure = self.result.measure
        return {
            "measure": measure.name,
            "signature": self.result.signature,
            by: int(self.name) if by == "sentence" else self.name,
            **({"where": self.where} if self.where else {}),
            "scores": self.scores,
            "counts": dict(zip(measure.counts, self.total.tolist(), strict=True)),
        }


def _by_length(result: Result) -> list[tuple[str, Counts]]:
    lengths = words_only(result.trees[0]).tokens.counts[result.compared]
    group = np.maximum(lengths - 1, 0) // _WIDTH
    rows = result.rows[result.compared]
    groups = np.unique(group).tolist()
    return [(f"{number * _WIDTH + 1}-{(number + 1) * _WIDTH}", rows[group == number]) for number in groups]


def score(
    gold: Treebank,
    test: Treebank,
    measures: str | Measure | Iterable[str | Measure] | None = None,
    *,
    on_mismatch: OnMismatch = "skip",
    level: float = 0.95,
    resamples: int = 1000,
    method: Literal["percentile", "bca"] = "percentile",
    seed: int = 0,
    context: str = "",
    refusals: list[str] | None = None,
) -> list[Result]:
    """Measure a test treebank against gold: every measure that fits, or those named.

    Sentences that cannot be compared are left out and listed (`skip`), aligned on their characters (`align`), or an
    error. `resamples=0` leaves out the intervals. `context` says in the signature what was done to the trees before.
    """
    for side in (gold, test):
        if not isinstance(side, Treebank):
            raise CallError(f"score() takes treebanks, not {type(side).__name__}: treegauge.read(path) gives one")
    measured = fitting([measures] if isinstance(measures, (str, Measure)) else measures, gold, test)
    paired: list[Treebank] = []
    results: list[Result] = []
    for measure in measured:
        try:
            if not measure.document and not paired:
                paired.append(pair_sentences(gold, test))
            result = _count(measure, gold, test if measure.document else paired[0], on_mismatch, context)
        except DataError as error:
            if refusals is None or on_mismatch == "error" or (measure is measured[-1] and not results):
                raise
            refusals.append(f"{measure.name}: {error}")
            continue
        results.append(with_intervals(result, level, resamples, method, seed))
    return results


def fitting(wanted: Iterable[str | Measure] | None, gold: Treebank, *tests: Treebank) -> list[Measure]:
    """The measures named, or all that fit; a measure that does not fit is an error."""
    if wanted is None:
        names = sorted(MEASURES.names(), key=lambda name: _ORDER.index(name) if name in _ORDER else len(_ORDER))
        every = [kind() for kind in map(MEASURES.get, names) if kind.by_default]
        found = [measure for measure in every if all(measure.fits(gold, test) for test in tests)]
        if not found:
            raise CallError(f"no measure fits: gold is {gold!r}, test is {tests[0]!r}")
        return found
    chosen = [find_measure(spec) if isinstance(spec, str) else spec for spec in wanted]
    for measure in chosen:
        for test in tests:
            if not measure.fits(gold, test):
                raise CallError(
                    f"{measure.name} does not fit these trees ({measure.summary()}): gold is {gold!r}, test is {test!r}"
                )
    return chosen


def with_options(measure: Measure, options: Mapping[str, Any]) -> Measure:
    """The measure with those options changed that it has and that are not None."""
    own = {item.name for item in fields(measure)}
    return replace(measure, **{name: value for name, value in options.items() if name in own and value is not None})


def signature(measure: Measure, on_mismatch: OnMismatch, context: str = "") -> str:
    """What must be known to get the same number again; `find_measure` reads it."""
    before = f"|before:{context}" if context else ""
    return f"{measure.spec}|mismatch:{on_mismatch}{before}|version:{__version__}"


def _count(measure: Measure, gold: Treebank, test: Treebank, on_mismatch: OnMismatch, context: str) -> Result:
    rows = measure.count(gold, test)
    bad = np.flatnonzero(np.isnan(rows[:, 0]))
    if len(bad) and on_mismatch == "error":
        first = int(bad[0])
        raise DataError(
            f"{gold.where(first)} and {test.where(first)}: {measure.reason(gold, test, first)}; "
            f"{len(bad)} sentences cannot be compared by {measure.name}: leave them out with --on-mismatch skip, or "
            "align them on their characters with --on-mismatch align"
        )
    if len(bad) and on_mismatch == "align" and not measure.document:
        one, other = measure.agreeing(*align(gold.select(bad), test.select(bad), measure.aligned))
        rows[bad] = measure.count(one, other)
        gold, test = _put_back(gold, one, bad), _put_back(test, other, bad)
        bad = np.flatnonzero(np.isnan(rows[:, 0]))
    one, other = gold.select(bad), test.select(bad)
    left_out = tuple(
        LeftOut(number + 1, gold.where(number), reason)
        for number, reason in zip(bad.tolist(), measure.reasons(one, other) if len(bad) else [], strict=True)
    )
    return Result(measure, signature(measure, on_mismatch, context), gold, test, rows, left_out)


def _put_back(whole: Treebank, changed: Treebank, places: NDArray[np.int64]) -> Treebank:
    """A treebank with some sentences replaced."""
    from ..treebank import concatenate

    order = np.arange(len(whole))
    order[places] = len(whole) + np.arange(len(places))
    return concatenate([whole, changed]).select(order)


def with_intervals(result: Result, level: float, resamples: int, method: Any, seed: int) -> Result:
    """The result with the interval of every score."""
    from .statistics import bootstrap

    if not resamples or not len(result.compared):
        return result
    found = bootstrap(
        result.rows[result.compared], result.measure.score, resamples=resamples, level=level, method=method, seed=seed
    )
    return replace(result, intervals=found)
