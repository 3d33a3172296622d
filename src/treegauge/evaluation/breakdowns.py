"""Results divided into parts: by sentence, by length, or by what a measure distinguishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..core.errors import CallError
from ..core.presenting import Charted
from ..core.tabular import Tabular, TabularList, shown_figures
from ..core.types import Counts, Floats, Int64s, Row
from ..measures.shared.base import Measure
from ..measures.shared.parts import PartRows
from ..measures.shared.ud_parts import EXTRA, MISSING
from ..measures.shared.words import words_only
from .selecting import chosen_scores, main_first

if TYPE_CHECKING:
    from .result import Result

_WIDTH = 10  # words: sentences are grouped by length in tens
_NAMED = ("label", "tag", "kind", "group")  # their parts have names; those of others are places on a scale


@dataclass(frozen=True, eq=False, repr=False)
class Part(Tabular):
    """A part of a result: what the result is divided by, the name and the counts of the part (and what is right in the
    same part of test), and for a sentence its place in the file."""

    result: Result
    by: str
    name: str
    total: Counts
    where: str | None = None
    of_test: Counts = field(default_factory=lambda: np.zeros(0), repr=False)

    @property
    def scores(self) -> dict[str, float]:
        """The scores that the result has."""
        scores = scores_of_part(self.result.measure, np.concatenate((self.total, self.of_test)), self.by)
        return chosen_scores({name: float(value) for name, value in scores.items()}, self.result.chosen)

    @property
    def counts(self) -> dict[str, float]:
        """The counts by name."""
        measure = self.result.measure
        totals = [*self.total.tolist(), *self.of_test.tolist()]
        return dict(zip((*measure.counts, *measure.part_counts), totals, strict=False))

    def row(self) -> Row:
        """What `treegauge score --by ... --json` prints."""
        measure = self.result.measure
        return {
            "measure": measure.name,
            "signature": str(self.result.signature),
            self.by: int(self.name) if self.by == "sentence" else self.name,
            **({"where": self.where} if self.where else {}),
            "scores": self.scores,
            "counts": self.counts,
        }

    def table_rows(self) -> list[Row]:
        """The row, with one column per count and per score, the main scores first."""
        return [
            {
                "measure": self.result.measure.name,
                self.by: self.name,
                **({"where": self.where} if self.where else {}),
                **{f"n_{name}": value for name, value in self.counts.items()},
                **main_first(self.scores, self.result.measure),
                "signature": str(self.result.signature),
            }
        ]

    def __repr__(self) -> str:
        figures = shown_figures(main_first(self.scores, self.result.measure))
        return f"<Part {self.result.measure.name}, {self.by} {self.name}: {figures}>"


class Parts(Charted, TabularList[Part]):
    """The parts of a result: a list that is shown as one table with bars."""


def scores_of_part(measure: Measure, total: Counts, by: str | None) -> dict[str, Floats]:
    """The scores of a part, or without `by` of the whole."""
    if by in measure.breakdowns:
        return measure.part_scores(total)
    scores = measure.score(total)
    if by != "length" or not measure.part_counts:
        return scores
    # In whole sentences, what is right is in the same part of gold and of test.
    of_test = [measure.counts.index(name.removeprefix("test_")) for name in measure.part_counts]
    of_parts = measure.part_scores(np.concatenate((total, total[..., of_test]), axis=-1))
    return scores | {name: value for name, value in of_parts.items() if name not in scores}


def divide(result: Result, by: str) -> list[Part]:
    """The parts of a result."""
    if by == "sentence":
        whole, _ = result.trees
        return [
            Part(result, by, f"{number + 1}", result.rows[number], whole.where(number))
            for number in result.compared.tolist()
        ]
    if by == "length":
        return _by_length(result)
    if by not in result.measure.breakdowns:
        possible = ", ".join(["sentence", "length", *result.measure.breakdowns])
        raise CallError(f"{result.measure.name} cannot be divided by {by}; possible: {possible}")
    gold, test, _ = result.divisible_trees()
    parts = result.measure.parts(gold, test, by)
    if len(result.unparsed):
        for name, row in result.measure.parts_missing(*result.trees, result.unparsed, by).items():
            parts[name] = parts[name] + row if name in parts else row
    own = len(result.measure.counts)
    return [
        Part(result, by, name, parts[name][:own], of_test=parts[name][own:])
        for name in _in_order(parts, result.measure, by)
    ]


def _in_order(totals: Mapping[str, Counts], measure: Measure, by: str) -> list[str]:
    """Parts with names: the most frequent in gold first, words that are not aligned last. Others have their order."""
    if by not in _NAMED or not totals:
        return list(totals)
    table = np.array(list(totals.values()))
    counts = [measure.counts.index(name) for name in ("gold", *(measure.of_gold or ())) if name in measure.counts]
    divided = [column for column in counts if not np.isnan(table[:, column]).any()]
    frequency = dict(zip(totals, table[:, divided[0]].tolist() if divided else [0.0] * len(table), strict=True))
    return sorted(totals, key=lambda name: (name in (MISSING, EXTRA), -frequency[name], name))


def check_divisible(measures: Sequence[Measure], by: str) -> list[Measure]:
    """The measures whose parts can be compared; `by` is `length` or one of their own breakdowns."""
    able = [measure for measure in measures if by in ("length", *measure.breakdowns)]
    if not able:
        known = sorted({name for measure in measures for name in measure.breakdowns})
        raise CallError(f"cannot compare by '{by}'; possible: {', '.join(['length', *known])}")
    return able


def sentence_parts(result: Result, by: str) -> dict[str, PartRows]:
    """The parts of a result sentence by sentence; sentences are numbered as in the rows of the result."""
    if by == "length":
        group, rows = _length_groups(result), result.rows[result.compared]
        return {
            _length_name(number): PartRows(result.compared[group == number], rows[group == number])
            for number in np.unique(group).tolist()
        }
    gold, test, numbers = result.divisible_trees()
    compared = result.measure.part_rows(gold, test, by)
    parts = {name: PartRows(numbers[part.sentences], part.rows) for name, part in compared.items()}
    if len(result.unparsed):
        for name, part in result.measure.part_rows_missing(*result.trees, result.unparsed, by).items():
            parts[name] = _merged(parts[name], part) if name in parts else part
    order = _in_order({name: part.total for name, part in parts.items()}, result.measure, by)
    return {name: parts[name] for name in order}


def _merged(first: PartRows, second: PartRows) -> PartRows:
    """The rows of two sets of sentences, in the order of the sentences."""
    sentences = np.concatenate((first.sentences, second.sentences))
    order = np.argsort(sentences)
    return PartRows(sentences[order], np.concatenate((first.rows, second.rows))[order])


def _length_groups(result: Result) -> Int64s:
    lengths = words_only(result.trees[0]).tokens.counts[result.compared]
    return np.asarray(np.maximum(lengths - 1, 0) // _WIDTH, np.int64)


def _length_name(group: int) -> str:
    return f"{group * _WIDTH + 1}-{(group + 1) * _WIDTH}"


def _by_length(result: Result) -> list[Part]:
    return [Part(result, "length", name, part.total) for name, part in sentence_parts(result, "length").items()]
