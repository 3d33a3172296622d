"""What a report of parsers shows: every system by every measure, the pairs of systems, and the paired trees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...core.errors import DataError
from ...core.remarks import remark
from ...core.types import Counts, Int64s, Mask, Progress
from ...core.wording import on_command_line
from ...evaluation.choosing import Measures, Policy, check_signed, choose_measures, fit_only_some, listed_measures
from ...evaluation.compare import compare_results
from ...evaluation.comparison import Comparisons
from ...evaluation.counting import Sides, count_measure
from ...evaluation.differences import SystemDifferences, compared_items
from ...evaluation.pairing import remark_on_pairing
from ...evaluation.result import Result, with_intervals
from ...measures.shared.base import Measure
from ...measures.shared.ud_parts import EXTRA
from ...measures.shared.words import words_only
from ...treebank import Treebank
from .paired_words import aligned_side, paired_side

# The measures whose errors are marked in the trees, and the share of the sentences that they must be able to compare:
# where parsers have tokens of their own, few sentences have the same words, and ud aligns them.
_ENOUGH = {"parseval": 0.5, "attachment": 0.98, "ud": 0.0}
FULL = 100.0


@dataclass(frozen=True, eq=False)
class Evaluated:
    """Systems against gold.

    given    the output of each system as it was given
    tests    the same, one tree per gold sentence
    results  one result per measure for each system
    remarks  which measures were left out, and why
    """

    name: str
    gold: Treebank
    given: Mapping[str, Treebank]
    tests: dict[str, Treebank]
    results: dict[str, list[Result]]
    comparisons: Comparisons
    level: float
    remarks: Sequence[str] = ()

    @property
    def systems(self) -> list[str]:
        return list(self.results)

    @cached_property
    def measures(self) -> list[Measure]:
        return [result.measure for result in self.results[self.systems[0]]]

    @cached_property
    def main(self) -> int:
        """The number of the measure whose errors are counted and marked: the first that compares phrases or arcs of
        enough sentences."""
        numbers = {measure.name: number for number, measure in enumerate(self.measures)}
        for name, share in _ENOUGH.items():
            if name in numbers and self._parsed(numbers[name]) >= share * len(self.gold):
                return numbers[name]
        return 0

    def _parsed(self, measure: int) -> int:
        """The sentences that could be compared by a measure, whichever the system, and have a parse."""
        return min(len(rows[measure].compared) - len(rows[measure].unparsed) for rows in self.results.values())

    def main_result(self, system: str) -> Result:
        return self.results[system][self.main]

    @property
    def prm(self) -> str:
        """EVALB's parameters, if the main measure has them."""
        return str(getattr(self.measures[self.main], "prm", "default"))

    @cached_property
    def words(self) -> Treebank:
        """Gold as it is drawn: without empty elements, unless every word of a text counts."""
        return self.gold if self.as_text else words_only(self.gold)

    @property
    def as_text(self) -> bool:
        """Whether parsers may have words and sentences of their own, which are aligned."""
        return self.measures[self.main].document

    @cached_property
    def aligned(self) -> dict[str, SystemDifferences]:
        """The words of each system in the sentences of gold, as the measure of running text pairs them."""
        results = {name: self.main_result(name) for name in self.systems}
        return {name: SystemDifferences(name, result, compared_items(result)) for name, result in results.items()}

    def errors(self, system: str) -> Int64s:
        """The errors of a system in each sentence."""
        if self.as_text:
            return self.aligned[system].errors
        return error_counts(self.measures[self.main], self.main_result(system).rows)

    @cached_property
    def drawn(self) -> dict[str, tuple[Treebank, Mask]]:
        """The trees of each system as they are drawn, and where its words are those of gold. The column `paired` has
        the gold word of each word."""
        if self.as_text:
            return {name: aligned_side(self.words, aligned.items.test) for name, aligned in self.aligned.items()}
        sides = {name: words_only(test) for name, test in self.tests.items()}
        return {name: paired_side(self.words, side) for name, side in sides.items()}


def evaluate_systems(
    name: str,
    gold: Treebank,
    tests: Mapping[str, Treebank],
    measures: Measures,
    options: Mapping[str, Any] | None,
    policy: Policy,
    *,
    level: float,
    resamples: int,
    draws: int,
    seed: int,
    progress: Progress | None = None,
) -> Evaluated:
    """Score every system by every measure that fits all of them, and compare each with each. `progress` is called
    after each measure; intervals and the page are a step each, too."""
    named = listed_measures(measures)
    check_signed(named or [], policy)
    sides = {system: Sides(gold, test) for system, test in tests.items()}
    _must_share_sentences(sides)
    chosen = choose_measures(named, gold, *tests.values(), options=options)
    remarks: list[str] = []
    results: dict[str, list[Result]] = {system: [] for system in tests}
    comparisons = Comparisons(level=level, resamples=draws)
    for place, measure in enumerate(chosen, 1):
        try:
            counted = {system: count_measure(measure, side, policy) for system, side in sides.items()}
        except DataError as error:
            if (
                named is not None
                or policy.on_mismatch == "error"
                or (measure is chosen[-1] and not any(results.values()))
            ):
                raise
            remarks.append(f"left out {measure.name}: {error}")
            continue
        for system, result in counted.items():
            if not results[system]:
                remark_on_pairing([result], policy.missing)
            results[system].append(result)
        if len(tests) > 1:
            comparisons.add(compare_results(counted, level=level, resamples=draws, seed=seed))
        if progress is not None:
            progress(place, len(chosen) + 2)
    scored = {
        system: with_intervals(rows, level=level, resamples=resamples, seed=seed) for system, rows in results.items()
    }
    if progress is not None:
        progress(len(chosen) + 1, len(chosen) + 2)
    unfit = _left_out_measures(gold, tests) if named is None else []
    for message in [*remarks, *(unfit if _differ_in_kind(tests) else [])]:
        remark(message)
    remarks += unfit
    return Evaluated(name, gold, tests, _paired(sides), scored, comparisons, level, remarks)


def _must_share_sentences(sides: Mapping[str, Sides]) -> None:
    for system, side in sides.items():
        try:
            _ = side.pairing
        except DataError as error:
            card = "--card" if on_command_line() else "card=True"
            raise DataError(f"{system}: {error}, or compare them as treebanks: {card}") from error


def _differ_in_kind(tests: Mapping[str, Treebank]) -> bool:
    """Whether some have phrases or dependencies and others do not; only the page names what else they lack."""
    return len({(test.has_constituents, test.has_dependencies) for test in tests.values()}) > 1


def _left_out_measures(gold: Treebank, tests: Mapping[str, Treebank]) -> list[str]:
    """Systems are ranked by measures that fit all of them; those that fit only some are named."""
    by_systems: dict[tuple[str, ...], list[str]] = {}
    for measure, unfit in fit_only_some(gold, tests).items():
        by_systems.setdefault(tuple(unfit), []).append(measure)
    return [
        f"left out {', '.join(measures)}: the trees of {', '.join(systems)} do not have what "
        f"{'it compares' if len(measures) == 1 else 'they compare'}"
        for systems, measures in by_systems.items()
    ]


def _paired(sides: Mapping[str, Sides]) -> dict[str, Treebank]:
    """The trees of each system, one per gold sentence."""
    paired = {}
    for name, side in sides.items():
        test = side.pairing.test
        assert test is not None
        paired[name] = test
    return paired


# The counts of arcs by which errors are counted: in gold, in test, right; the first that a measure has.
_ARCS = (("tokens", "test_tokens", "right_both"), ("gold_words", "test_words", "right_las"))
_BRACKETS = ("gold", "test", "matched")


def error_noun(measure: Measure) -> str:
    """What `error_counts` counts."""
    if set(_BRACKETS) <= set(measure.counts):
        return "wrong bracket"
    return "wrong arc" if any(set(names) <= set(measure.counts) for names in _ARCS) else "error"


def error_counts(measure: Measure, rows: Counts) -> Int64s:
    """The errors in rows of counts (sentences, or parts of them): missing and extra brackets, wrong arcs. For a measure
    without such counts: 1 where its first score is below 100."""
    columns = (*measure.counts, *measure.part_counts)[: rows.shape[-1]]
    count = dict(zip(columns, np.moveaxis(np.nan_to_num(rows), -1, 0), strict=True))
    if set(_BRACKETS) <= count.keys():
        return np.asarray(np.rint(count["gold"] + count["test"] - 2 * count["matched"]), np.int64)
    for gold, test, both in _ARCS:
        if {gold, test, both} <= count.keys():
            unlabelled = "labelled" in count and not count["labelled"].any()
            right = "right_head" if unlabelled else both
            return np.asarray(np.rint(_wrong_arcs(count, gold, test, right)), np.int64)
    with np.errstate(invalid="ignore"):
        value = measure.score(rows[..., : len(measure.counts)])[measure.main_scores[0]]
    return np.asarray(np.nan_to_num(value, nan=FULL) < FULL, np.int64)


def _wrong_arcs(count: Mapping[str, Counts], gold: str, test: str, right: str) -> Counts:
    """The wrong arcs of gold's words; of the words that test counts, if these are more."""
    return np.maximum(count[gold], count[test]) - count[right]


def part_errors(measure: Measure, part: str, rows: Counts) -> Int64s:
    """The errors in the rows of a part. An arc is in the part of gold's word, so that the errors of all parts are those
    of the whole; words that gold does not have are a part of their own."""
    columns = (*measure.counts, *measure.part_counts)[: rows.shape[-1]]
    count = dict(zip(columns, np.moveaxis(np.nan_to_num(rows), -1, 0), strict=True))
    for gold, test, both in _ARCS:
        if {gold, test, both} <= count.keys():
            unlabelled = "labelled" in count and not count["labelled"].any()
            wrong = count[test] if part == EXTRA else count[gold] - count["right_head" if unlabelled else both]
            return np.asarray(np.rint(wrong), np.int64)
    return error_counts(measure, rows)


def score_columns(results: Sequence[Result], *, parsed_only: bool = False) -> dict[str, Counts]:
    """The main scores of each sentence, by `measure score`, from the results of one system. With `parsed_only`, a
    sentence that is not in test as a whole has no score by measures that compare sentence by sentence."""
    columns: dict[str, Counts] = {}
    for result in results:
        rows = result.rows.copy()
        if parsed_only and not result.measure.document:
            rows[result.unparsed] = np.nan
        with np.errstate(invalid="ignore"):
            values = result.measure.score(rows)
        main = result.measure.main or result.measure.main_scores
        columns |= {f"{result.measure.name} {name}": values[name] for name in main}
    return columns
