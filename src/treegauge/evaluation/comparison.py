"""`Comparison`: two parsers by one score; and all of them in one list."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from ..core.presenting import Presented, made
from ..core.tabular import Tabular, TabularList, flat_row, html_table, shown_figure, shown_interval
from ..core.types import Interval, Row
from ..core.wording import counted, option
from .ranking import RankedSystem, rank_systems

if TYPE_CHECKING:
    from .result import Result
    from .statistics.paired import PairedDifference
    from .treebanks.averages import MacroAverage

_FEW = 0.02  # of the sentences, which every measure may leave out


@dataclass(frozen=True, kw_only=True)
class SystemDifference:
    """A figure of two parsers, and whether the difference is significant.

    difference  a - b, with its interval from the paired bootstrap
    p           from the named test
    p_holm      after Holm's correction for all that is tested together
    """

    a: str
    b: str
    value_a: float
    value_b: float
    difference: float
    interval: Interval
    p: float
    p_holm: float
    test: str

    @staticmethod
    def fields_of(a: str, b: str, row: PairedDifference, p: float, test: str) -> dict[str, Any]:
        """The fields of a pair, by a test of its own; p is not corrected yet."""
        values = {"value_a": row.value_a, "value_b": row.value_b, "difference": row.difference}
        interval = row.interval or (math.nan, math.nan)
        return {"a": a, "b": b, **values, "interval": interval, "p": p, "p_holm": p, "test": test}


@dataclass(frozen=True, repr=False, kw_only=True)
class Comparison(Presented, SystemDifference, Tabular):
    """Two parsers by one score, on the sentences on which every parser could be scored.

    difference  a - b, with its interval from the paired bootstrap
    p           from the named test
    p_holm      after Holm's correction for all pairs of parsers (and all parts, if the scores are divided)
    effect      Cohen's d_z: the mean of the differences sentence by sentence, divided by their standard deviation. All
                sentences have the same weight, so that its sign can differ from that of the difference
    sentences   the sentences compared; in a part, those that have something of it in gold or in a parse
    left_out    the sentences on which not every parser could be scored
    by, part    what the scores are divided by (`length`), and the part (`11-20`)
    treebanks   how many treebanks the values are macro-averages of; None for one treebank. The effect is then computed
                from the differences treebank by treebank
    lower       whether a lower score is better
    call        the arguments of `write_report` by which `report()` writes the page of the two parsers; None if the
                trees are not known
    """

    measure: str
    signature: str
    score: str
    effect: float
    sentences: int
    left_out: int
    by: str | None = None
    part: str | None = None
    lower: bool = field(default=False, repr=False)
    treebanks: int | None = None
    call: Mapping[str, Any] | None = field(default=None, repr=False, compare=False)

    def row(self) -> Row:
        """What `treegauge compare --json` prints; `by` and `part` only where scores are divided, `treebanks` only where
        they are averaged."""
        names = dict.fromkeys(["measure", "signature", "score", *(entry.name for entry in fields(self))])
        row = {name: getattr(self, name) for name in names if name not in ("lower", "call")}
        row["interval"] = list(self.interval)
        if self.by is None:
            del row["by"], row["part"]
        if self.treebanks is None:
            del row["treebanks"]
        return row

    def table_rows(self) -> list[Row]:
        """The row, the interval as two columns."""
        return [flat_row(self.row())]

    def __repr__(self) -> str:
        part = f" ({self.by} {self.part})" if self.by else ""
        values = f"{self.a} {shown_figure(self.value_a)}, {self.b} {shown_figure(self.value_b)}"
        difference = f"difference {self.difference:+.2f}{shown_interval(self.interval)}"
        p = f"p {self.p:.4f}, {self.p_holm:.4f} after Holm's correction"
        return f"<Comparison {self.measure} {self.score}{part}: {values}; {difference}; {p}>"


class Comparisons(Presented, list[Comparison], Tabular):
    """All comparisons of a call: a list that also ranks the systems.

    level    of the intervals; systems differ significantly if the corrected p is below 1 - level
    main     the scores that a ranking shows, as pairs of signature and name
    rank_by  the same, the one that the systems are ranked by first
    resamples  of the tests
    call     the arguments of `write_report` by which `report()` writes the page; None if the trees are not known
    treebanks, macro  if systems were compared on many treebanks: their results, one per treebank and system, and the
             macro-averages, one per system and measure. The comparisons are then of the macro-averages
    """

    def __init__(
        self,
        comparisons: Iterable[Comparison] = (),
        *,
        level: float = 0.95,
        resamples: int = 10_000,
        main: Iterable[tuple[str, str]] = (),
        rank_by: Iterable[tuple[str, str]] = (),
        treebanks: Iterable[Result] = (),
        macro: Iterable[MacroAverage] = (),
    ) -> None:
        super().__init__(comparisons)
        self.level = level
        self.resamples = resamples
        self.main = tuple(main)
        self.rank_by = tuple(rank_by)
        self.treebanks = tuple(treebanks)
        self.macro = tuple(macro)
        self.call: Mapping[str, Any] | None = None

    def set_call(self, call: Mapping[str, Any]) -> None:
        """Keep the trees for `report()`, of all systems and of each pair."""
        self.call = call
        self[:] = [
            replace(row, call={**call, "tests": {name: call["tests"][name] for name in (row.a, row.b)}}) for row in self
        ]

    def add(self, more: Comparisons) -> None:
        """Add the comparisons by another measure."""
        self += more
        self.main += more.main
        self.rank_by += more.rank_by
        self.treebanks += more.treebanks
        self.macro += more.macro

    def put_whole_first(self) -> None:
        """Put measures that leave out many sentences last, so that systems are not ranked by them: where parsers have
        words of their own, `attachment` compares few sentences, and `ud` all of them."""
        partial = {row.signature for row in self if row.left_out > _FEW * (row.sentences + row.left_out)}
        self.sort(key=lambda row: row.signature in partial)
        self.main, self.rank_by = (
            tuple(sorted(pairs, key=lambda pair: pair[0] in partial)) for pairs in (self.main, self.rank_by)
        )

    def ranking(self) -> TabularList[RankedSystem]:
        """The systems by the main scores, the best first, with letters for those that do not differ significantly."""
        return rank_systems(self._ranked_rows(), level=self.level)

    def _ranked_rows(self) -> list[Comparison]:
        """The comparisons by the main scores; all if no score is."""
        main = set(self.main)
        return [row for row in self if not main or (row.signature, row.score) in main]

    def too_few_resamples(self) -> str | None:
        """Why no difference in the ranking can be significant: the smallest p is 1 / (resamples + 1), and Holm's
        correction multiplies it by the number of tests of a score. None if there are enough resamples, or if the tests
        are exact."""
        families: dict[tuple[str, str], list[Comparison]] = {}
        for row in self._ranked_rows():
            families.setdefault((row.signature, row.score), []).append(row)
        resampled = [rows for rows in families.values() if not any(row.test.startswith("McNemar") for row in rows)]
        tests = max((sum(not math.isnan(row.p) for row in rows) for rows in resampled), default=0)
        threshold = round(1 - self.level, 12)  # 1 - 0.95 is not 0.05 in binary
        if tests / (self.resamples + 1) < threshold:
            return None
        what = counted(tests, "test" if any(row.by for row in self) else "pair")
        correction = f" after Holm's correction for {what}" if tests > 1 else ""
        number, enough = counted(self.resamples, "resample"), option("resamples", int(tests / threshold))
        return f"no difference can be significant{correction} with {number}; give {enough} or more"

    def table_rows(self) -> list[Row]:
        """One row per pair of systems and score."""
        return [row for comparison in self for row in comparison.table_rows()]

    def __repr__(self) -> str:
        systems = {name for row in self for name in (row.a, row.b)}
        lines = [f"<Comparisons: {counted(len(systems), 'system')}, {counted(len(self), 'row')}"]
        groups: dict[str, list[RankedSystem]] = {}
        for system in self.ranking():
            part = f" ({system.by} {system.part})" if system.by else ""
            groups.setdefault(f"{system.measure} {system.score}{part}", []).append(system)
        for title, ranked in groups.items():
            values = (f"{row.system} {shown_figure(row.value)} {row.letters}".rstrip() for row in ranked)
            lines.append(f"  {title}: {', '.join(values)}")
        return "\n".join(lines) + ">"

    def _repr_html_(self) -> str:
        ranking = html_table(self.ranking().table_rows(), "Ranking")
        main = self._ranked_rows()
        pairs = [row for comparison in main for row in comparison.table_rows()]
        title = "Pairs" if len(main) == len(self) else f"Pairs by the main scores; table_rows() has all {len(self):,}"
        return str(made("chart", self)) + ranking + html_table(pairs, title)
