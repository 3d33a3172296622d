"""`Result`: the scores of a test treebank by one measure, with the counts of every sentence."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict, cast

import numpy as np

from ..core.errors import CallError
from ..core.presenting import Presented
from ..core.signature import Signature
from ..core.tabular import Tabular, TabularList, shown_figures, shown_interval
from ..core.types import AnyRow, Counts, Int64s, Interval, Mask
from ..core.wording import counted
from ..measures.shared.base import Confusion, Measure
from ..treebank import Treebank
from .breakdowns import Parts, divide
from .pairing import Pairing, PairingRow
from .selecting import arranged_parts, chosen_scores, main_first
from .statistics.bootstrap import Method

if TYPE_CHECKING:
    from .treebanks.averages import MacroAverage


@dataclass(frozen=True)
class LeftOut:
    """A sentence that could not be compared, and why; sentences are numbered from 1."""

    sentence: int
    where: str
    reason: str


class ShortRow(TypedDict):
    """The scores of the sentences of up to `max_length` words."""

    max_length: int
    sentences: int
    scores: dict[str, float]


class ScoreRow(TypedDict):
    """A row of `treegauge score --json`."""

    measure: str
    signature: str
    scores: dict[str, float]
    intervals: dict[str, list[float]]
    counts: dict[str, float]
    sentences: int
    left_out: list[dict[str, object]]
    pairing: PairingRow
    short: NotRequired[ShortRow]


class FlatScoreRow(TypedDict):
    """One score, its interval as two columns."""

    measure: str
    score: str
    value: float
    low: float
    high: float
    value_short: float
    sentences: int
    left_out: int
    signature: str


@dataclass(frozen=True, eq=False, repr=False)
class Result(Presented, Tabular):
    """The scores of a test treebank by one measure.

    rows      the counts of each sentence; NaN where the sentence was left out. Single precision, if that is exact, for
              files that were scored block by block
    left_out  the sentences that could not be compared
    chosen    the scores that are wanted; empty: all
    short     which sentences are short (in most cases, up to 40 words), if the measure has figures for these alone
    pairing   which sentences are missing, extra or at another place in test
    unparsed  the numbers (from 0) of the gold sentences without a parse that count against the parser
    treebank, system  their names, if there are several
    """

    measure: Measure
    signature: Signature
    gold: Treebank | None = field(repr=False)
    test: Treebank | None = field(repr=False)
    rows: Counts = field(repr=False)
    left_out: tuple[LeftOut, ...] = field(repr=False)
    intervals: dict[str, Interval] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    short: Mask | None = field(default=None, repr=False)
    pairing: Pairing = field(default=Pairing("order"), repr=False)
    unparsed: Int64s = field(default_factory=lambda: np.zeros(0, np.int64), repr=False)
    treebank: str | None = None
    system: str | None = None

    @cached_property
    def compared(self) -> Int64s:
        """The numbers (from 0) of the sentences that were compared."""
        return np.flatnonzero(~np.isnan(self.rows[:, 0]))

    @cached_property
    def total(self) -> Counts:
        """The counts, summed over all sentences that were compared."""
        total: Counts = self.rows[self.compared].sum(0, dtype=np.float64)
        return total

    @cached_property
    def scores(self) -> dict[str, float]:
        """The scores; NaN is 0/0."""
        return chosen_scores(
            {name: float(value) for name, value in self.measure.score(self.total).items()}, self.chosen
        )

    @cached_property
    def short_scores(self) -> dict[str, float]:
        """The scores of the short sentences alone; empty if the measure has no such figures."""
        if self.short is None:
            return {}
        total = self.rows[self.compared[self.short[self.compared]]].sum(0, dtype=np.float64)
        return chosen_scores({name: float(value) for name, value in self.measure.score(total).items()}, self.chosen)

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """What else should be known of the trees that were measured; nothing if they are not kept."""
        return () if self.gold is None or self.test is None else tuple(self.measure.remarks(self.gold, self.test))

    @property
    def trees(self) -> tuple[Treebank, Treebank]:
        """Gold and test as they were compared; not available if they were scored block by block."""
        if self.gold is None or self.test is None:
            raise CallError("the trees were scored block by block and are not kept; read them and call score()")
        return self.gold, self.test

    def row(self) -> ScoreRow:
        """What `treegauge score --json` prints; the treebank and the system are first, if they are named."""
        row: ScoreRow = {
            "measure": self.measure.name,
            "signature": str(self.signature),
            "scores": self.scores,
            "intervals": {name: list(interval) for name, interval in self.intervals.items()},
            "counts": dict(zip(self.measure.counts, self.total.tolist(), strict=True)),
            "sentences": len(self.compared),
            "left_out": [asdict(sentence) for sentence in self.left_out],
            "pairing": self.pairing.row(),
        }
        if self.short is not None and self.measure.short_length is not None:
            sentences = int(self.short[self.compared].sum())
            row["short"] = {
                "max_length": self.measure.short_length,
                "sentences": sentences,
                "scores": self.short_scores,
            }
        return cast(ScoreRow, {**self.names, **row})

    @property
    def names(self) -> dict[str, str]:
        """The treebank and the system, if they are named."""
        names = {"treebank": self.treebank, "system": self.system}
        return {what: name for what, name in names.items() if name is not None}

    def table_rows(self) -> list[FlatScoreRow]:
        """One row per score, the main ones first."""
        unknown = (math.nan, math.nan)
        rows: list[FlatScoreRow] = [
            {
                "measure": self.measure.name,
                "score": name,
                "value": value,
                "low": self.intervals.get(name, unknown)[0],
                "high": self.intervals.get(name, unknown)[1],
                "value_short": self.short_scores.get(name, math.nan),
                "sentences": len(self.compared),
                "left_out": len(self.left_out),
                "signature": str(self.signature),
            }
            for name, value in main_first(self.scores, self.measure).items()
        ]
        return [cast(FlatScoreRow, {**self.names, **row}) for row in rows]

    def __repr__(self) -> str:
        intervals = {name: shown_interval(self.intervals.get(name)) for name in self.measure.main_scores}
        figures = shown_figures(main_first(self.scores, self.measure), intervals)
        left_out = f", {len(self.left_out):,} left out" if self.left_out else ""
        size = self.measure.counted(self.total)
        sentences = counted(len(self.compared), "sentence") + (f" ({size})" if size else "")
        name = " ".join(filter(None, [self.treebank, self.system, self.measure.name]))
        return f"<Result {name}: {figures}; {sentences}{left_out}>"

    def by(self, what: str, *, sort: str | None = None, top: int | None = None) -> Parts:
        """The counts divided: by `sentence`, by `length` (of the gold sentence, in tens of words), or by one of the
        measure's own breakdowns (`label`).

        sort  a score, a count, or `what` itself; numbers from high to low, and from low to high after a minus (`-f1`)
        top   only the first so many parts
        """
        return Parts(arranged_parts(divide(self, what), what, sort, top))

    def confusion(self) -> Confusion:
        """Which labels were mistaken for which; sentences are numbered from 0."""
        gold, test, numbers = self.divisible_trees()
        confusion = self.measure.confusion(gold, test)
        return replace(confusion, sentence=numbers[confusion.sentence])

    def with_intervals(
        self, *, level: float = 0.95, resamples: int = 1000, method: Method = "percentile", seed: int = 0
    ) -> Result:
        """The result with the interval of every score, by bootstrap over sentences."""
        return with_intervals([self], level=level, resamples=resamples, method=method, seed=seed)[0]

    def divisible_trees(self) -> tuple[Treebank, Treebank, Int64s]:
        """The trees that were compared with each other, and their numbers (from 0). Running text is compared as a
        whole, or without the sentences that have no parse."""
        if not self.measure.document:
            return *self.compared_trees(), self.compared
        gold, test = self.trees
        if self.pairing.by == "text":
            return gold, test, np.arange(len(gold))
        numbers = np.setdiff1d(self.compared, self.unparsed)
        return gold.select(numbers), test.select(numbers), numbers

    def compared_trees(self) -> tuple[Treebank, Treebank]:
        """Gold and test without the sentences that were left out; the same treebanks where none was."""
        gold, test = self.trees
        if len(self.compared) == len(gold):
            return gold, test
        return gold.select(self.compared), test.select(self.compared)


@dataclass(frozen=True)
class _ComparedRows:
    """The counts of the sentences that were compared, as an array only when numpy asks for it: results of very many
    sentences are resampled without a copy of them all."""

    result: Result

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Counts:
        rows = self.result.rows[self.result.compared]
        return rows if dtype is None else rows.astype(dtype)


def with_intervals(
    results: Sequence[Result],
    *,
    level: float = 0.95,
    resamples: int = 1000,
    method: Method = "percentile",
    seed: int = 0,
) -> list[Result]:
    """The results with the interval of every score. Those of the same number of sentences share the drawn samples."""
    from .statistics import bootstraps

    intervals: dict[int, dict[str, Interval]] = {}
    for size in {len(result.compared) for result in results} - {0} if resamples else set():
        places = [place for place, result in enumerate(results) if len(result.compared) == size]
        counted = [(_ComparedRows(results[place]), results[place].measure.score) for place in places]
        drawn = bootstraps(counted, resamples=resamples, level=level, method=method, seed=seed)
        intervals.update(zip(places, drawn, strict=True))
    return [
        replace(result, intervals=chosen_scores(intervals[place], result.chosen)) if place in intervals else result
        for place, result in enumerate(results)
    ]


class Results(Presented, TabularList[Result]):
    """The results of one call, one per measure (and treebank): a list that is shown as one table, one row per score.

    macro  the macro-averages, one per measure, if many treebanks were scored
    """

    def __init__(self, results: Iterable[Result] = (), *, macro: Iterable[MacroAverage] = ()) -> None:
        super().__init__(results)
        self.macro = tuple(macro)

    def table_rows(self) -> list[AnyRow]:
        """One row per score of each measure (and treebank), then those of the macro-averages."""
        return [row for part in (*self, *self.macro) for row in part.table_rows()]

    def __repr__(self) -> str:
        lines = ",\n ".join(map(repr, (*self, *self.macro)))
        return f"[{lines}]"
