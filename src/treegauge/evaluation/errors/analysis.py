"""`ErrorAnalysis`: the errors of one parser or several by class, and what each class costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property

import numpy as np

from ...core.errors import CallError
from ...core.tabular import Tabular, flat_row
from ...core.types import Int64s, Interval, Row
from ...core.wording import counted
from ...measures.shared.items import words_in_context
from ...treebank import Text, Treebank
from ..comparison import SystemDifference
from ..result import LeftOut
from .table import ErrorTable, FoundErrors, listed_column


@dataclass(frozen=True)
class ErrorClass:
    """The errors of one class.

    nodes     the items (phrases, arcs) of gold and of test that are wrong because of them
    missing   those of gold
    extra     those of test
    score     the score that is regained: `f1` or `las`
    regained  how many points higher it would be if all errors of the class were repaired
    interval  of `regained`, by bootstrap over sentences
    """

    system: str
    name: str
    occurrences: int
    nodes: int
    missing: int
    extra: int
    score: str
    regained: float
    interval: Interval | None = None

    def row(self) -> Row:
        """What `treegauge errors --json` prints."""
        row = asdict(self)
        row = {"class" if name == "name" else name: value for name, value in row.items()}
        return {**row, "interval": None if self.interval is None else list(self.interval)}


@dataclass(frozen=True, eq=False, repr=False)
class SystemErrors(Tabular):
    """The errors of one parser.

    errors    one row per error
    found     the errors with the counts of each sentence
    left_out  the sentences that could not be compared
    classes   the errors by class, those with the most nodes first
    gold      the trees that the words of errors are numbered in
    """

    system: str
    found: FoundErrors = field(repr=False)
    left_out: tuple[LeftOut, ...] = field(repr=False)
    classes: tuple[ErrorClass, ...]
    gold: Treebank = field(repr=False)

    @property
    def errors(self) -> ErrorTable:
        return self.found.table

    @cached_property
    def compared(self) -> Int64s:
        """The numbers (from 0) of the sentences that were compared."""
        return np.flatnonzero(~np.isnan(self.found.counts[:, 0]))

    @cached_property
    def value(self) -> float:
        """The score of the parser with all its errors."""
        matched, gold, test = self.found.counts[self.compared].sum(0)
        return float(200 * matched / (gold + test)) if gold + test else float("nan")

    def row(self) -> Row:
        """What `treegauge errors --json` prints as `systems`."""
        return {
            "system": self.system,
            "score": self.found.score,
            "measure": self.found.measure,
            "value": self.value,
            "occurrences": len(self.errors),
            "nodes": int(self.errors.nodes.sum()),
            "sentences": len(self.compared),
            "left_out": [asdict(sentence) for sentence in self.left_out],
        }

    def each(self, kinds: Sequence[str] = ()) -> list[Row]:
        """One row per error, of all classes or of those named, with its words in context. Sentences are numbered from
        1; `left` and `right` are words, from 0, the end exclusive."""
        chosen = self._chosen(kinds)
        errors = self.errors.take(chosen)
        columns: list[Text | Int64s] = [errors.nodes, errors.left, errors.right, errors.label, errors.source]
        names = ("nodes", "left", "right", "label", "source")
        values = zip(errors.sentence.tolist(), errors.kind.decode(), *map(listed_column, columns), strict=True)
        rows = []
        for number, (sentence, kind, *figures) in zip(chosen.tolist(), values, strict=True):
            row = {"system": self.system, "class": kind, "sentence": sentence + 1, "where": self.gold.where(sentence)}
            row |= dict(zip(names, figures, strict=True))
            runs = self.found.runs.get(number, ((row["left"], row["right"]),))
            context = words_in_context(self.gold[sentence], {word for run in runs for word in range(*run)})
            rows.append({**row, "context": context})
        return rows

    def _chosen(self, kinds: Sequence[str]) -> Int64s:
        """The rows of the errors of some classes, or of all."""
        known = {kind.lower(): kind for kind in self.errors.kinds()}
        wanted = {known[kind.lower()] for kind in kinds if kind.lower() in known}
        return np.flatnonzero(self.errors.kind.mask(wanted)) if kinds else np.arange(len(self.errors))

    def table_rows(self) -> list[Row]:
        """One row per class."""
        return [flat_row({**row.row(), "interval": row.interval or (np.nan, np.nan)}) for row in self.classes]

    def __repr__(self) -> str:
        kinds = ", ".join(f"{row.name} {row.occurrences:,}" for row in self.classes[:3])
        return f"<SystemErrors {self.system}: {counted(len(self.errors), 'error')}: {kinds}>"


@dataclass(frozen=True, kw_only=True)
class ErrorComparison(SystemDifference):
    """How frequent the errors of a class are in two parsers, on the sentences on which all parsers could be compared.

    value_a, value_b  nodes per 100: the wrong items of gold and of test per 100 items of gold
    p_holm            after Holm's correction for all classes and pairs of parsers
    """

    name: str

    def row(self) -> Row:
        """What `treegauge errors --json` prints as `comparisons`."""
        row = {"class": self.name, **asdict(self), "interval": list(self.interval)}
        del row["name"]
        return row


class ErrorAnalysis(list[SystemErrors], Tabular):
    """The errors of all parsers of a call: a list that is shown as one table.

    comparisons  each class of errors, each parser with each
    """

    def __init__(self, systems: Iterable[SystemErrors] = (), comparisons: Iterable[ErrorComparison] = ()) -> None:
        super().__init__(systems)
        self.comparisons = tuple(comparisons)

    @property
    def rows(self) -> list[Row]:
        """What `treegauge errors --json` prints: one row per system and class."""
        return [row.row() for system in self for row in system.classes]

    def each(self, kinds: str | Sequence[str] = ()) -> list[Row]:
        """One row per error of all systems, of all classes or of those named, with its words in context."""
        wanted = [kinds] if isinstance(kinds, str) else list(kinds)
        known = sorted({row.name for system in self for row in system.classes})
        for kind in wanted:
            if kind.lower() not in (name.lower() for name in known):
                raise CallError(f"no error is of the class '{kind}'; here: {', '.join(known)}")
        return [row for system in self for row in system.each(wanted)]

    def table_rows(self) -> list[Row]:
        """One row per system and class, the interval as two columns."""
        return [row for system in self for row in system.table_rows()]

    def __repr__(self) -> str:
        lines = ",\n ".join(map(repr, self))
        return f"[{lines}]"
