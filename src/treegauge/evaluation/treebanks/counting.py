"""The counts of every treebank and system, one treebank at a time: only the counts are kept, not the trees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from ...core.errors import DataError
from ...core.parallel import jobs, together
from ...core.remarks import remark, remark_first
from ...core.types import Mask, Progress
from ...core.wording import counted, option
from ...formats.api import read, read_source
from ...formats.sources import Source
from ...measures.shared.base import Measure
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from ..choosing import Missing, OnMismatch, Policy, check_signed, choose_measures
from ..counting import Sides, count_measure
from ..pairing import remark_on_pairing
from ..result import Result
from .layout import Collection, TreebankFiles, TreesSource, listed_names, naming_the_output

_SHOWN = 8  # remarks on sentences that are left out


@dataclass(frozen=True)
class Scoring:
    """How treebanks are scored: what `score` and `compare` are given."""

    measures: Sequence[str | Measure] | None = None
    options: Mapping[str, Any] | None = None
    transforms: tuple[str, ...] = ()
    on_mismatch: OnMismatch = "skip"
    missing: Missing = "count"
    before: tuple[str, ...] = ()
    seed: int = 0
    missing_treebanks: Missing = "count"  # `missing` is about sentences
    averaged: bool = True  # else every treebank is compared by itself


@dataclass(frozen=True, eq=False)
class CountedTreebank:
    """The results of one treebank by system and measure, without intervals and trees.

    sentences  of gold
    refused    why a measure could not be applied, by its name
    """

    name: str
    sentences: int
    results: dict[str, dict[Measure, Result]]
    refused: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class CountedCollection:
    """All treebanks, the systems in the order in which they were found, and the measures that could be applied to all.

    missing  the treebanks for which a system has no output, by system
    policy   whether these count as 0
    """

    treebanks: tuple[CountedTreebank, ...]
    systems: tuple[str, ...]
    measures: tuple[Measure, ...]
    missing: dict[str, tuple[str, ...]]
    policy: Missing

    def results(self, measure: Measure, treebank: CountedTreebank) -> dict[str, Result]:
        """The results of one treebank by system, by one measure."""
        return {name: treebank.results[name][measure] for name in self.systems if name in treebank.results}


def count_collection(collection: Collection, scoring: Scoring, progress: Progress | None = None) -> CountedCollection:
    """Count everything, several treebanks at the same time. What is missing on which side is reported."""
    done: list[str] = []

    def count(files: Any) -> CountedTreebank | None:
        with jobs(1):
            treebank = _count_treebank(files(), collection, scoring)
        done.append("")
        if progress is not None:
            progress(len(done), len(collection.open))
        return treebank

    counts = together([partial(count, files) for files in collection.open.values()])
    treebanks = [treebank for treebank in counts if treebank is not None]
    found = dict.fromkeys([*collection.systems, *(name for treebank in treebanks for name in treebank.results)])
    systems = tuple(found)
    treebanks = _with_output(treebanks, systems)
    missing = {name: tuple(treebank.name for treebank in treebanks if name not in treebank.results) for name in systems}
    treebanks = _report_missing(treebanks, missing, scoring)
    remark_first(_left_out(treebanks), _SHOWN)
    return CountedCollection(tuple(treebanks), systems, _common_measures(treebanks), missing, scoring.missing_treebanks)


def _count_treebank(files: TreebankFiles, collection: Collection, scoring: Scoring) -> CountedTreebank | None:
    """The counts of one treebank; None if there are no gold trees, which is reported."""
    gold = gold_trees(files, collection)
    if gold is None:
        return None
    counts = CountedTreebank(files.name, len(gold), {})
    for system in files.tests:
        with naming_the_output(files.name, system, collection):
            test = output_trees(files, system, collection)
            if test is not None:
                counts.results[system] = _count_system(gold, test, scoring, counts.refused)
    return counts


def gold_trees(files: TreebankFiles, collection: Collection) -> Treebank | None:
    """The gold trees of a treebank; None if there are none, which is reported."""
    gold = None if files.gold is None else _trees(files.gold, collection.gold_format, alone=False)
    if gold is not None and len(gold):
        return gold
    if files.tests:
        remark(f"{files.name}: there are no gold trees; left out")
    elif isinstance(files.gold, Source):
        remark(f"passed over {files.gold.name}, which is not a treebank")
    return None


def output_trees(files: TreebankFiles, system: str, collection: Collection) -> Treebank | None:
    """The output of a system for a treebank; None if it has no sentence, which is reported."""
    test = _trees(files.tests[system], collection.format_of(system), alone=True)
    if test is not None and len(test):
        return test
    remark(f"{files.name}, {system}: the output has no sentence; it counts as missing")
    return None


def _trees(source: TreesSource, format: str | None, *, alone: bool) -> Treebank | None:
    if isinstance(source, Treebank):
        return source
    if isinstance(source, Source):
        return read_source(source, format, alone=alone)
    return read(source, lenient=True)


def _count_system(gold: Treebank, test: Treebank, scoring: Scoring, refused: dict[str, str]) -> dict[Measure, Result]:
    """The results by all measures that fit, or by those named."""
    (gold, test), resolved = apply_alike([gold, test], scoring.transforms, scoring.seed)
    policy = Policy(scoring.on_mismatch, scoring.missing, (*scoring.before, *resolved))
    check_signed(scoring.measures or [], policy)
    results: dict[Measure, Result] = {}
    sides = Sides(gold, test)
    for measure in choose_measures(scoring.measures, gold, test, options=scoring.options):
        try:
            results[measure] = count_measure(measure, sides, policy)
        except DataError as error:
            if scoring.measures is not None or scoring.on_mismatch == "error":
                raise
            refused[measure.name] = str(error)
    remark_on_pairing(list(results.values()), scoring.missing)
    return {
        measure: replace(result, gold=None, test=None, pairing=result.pairing.without_trees())
        for measure, result in results.items()
    }


def _with_output(treebanks: Sequence[CountedTreebank], systems: Sequence[str]) -> list[CountedTreebank]:
    """The treebanks that a system parsed. If there is one system only, those that it did not parse are among them."""
    without = [treebank.name for treebank in treebanks if not treebank.results]
    if len(without) == len(treebanks):
        raise DataError("no treebank has both gold trees and the output of a system; give them the same names")
    if len(systems) < 2 or not without:
        return list(treebanks)
    number = counted(len(without), "gold treebank that no system parsed", "gold treebanks that no system parsed")
    remark(f"left out {number}: {listed_names(without)}")
    return [treebank for treebank in treebanks if treebank.results]


def _report_missing(
    treebanks: list[CountedTreebank], missing: Mapping[str, Sequence[str]], scoring: Scoring
) -> list[CountedTreebank]:
    """Report what systems did not parse; without the treebanks that not every system parsed, if they are left out."""
    left_out = "left out for all systems" if len(missing) > 1 else "left out"
    counted_as = "counted as 0" if scoring.averaged else "compared on the others only"
    policy = scoring.missing_treebanks
    ending = counted_as if policy == "count" else left_out
    for system, names in missing.items():
        remark_on_missing(system, names, ending)
    if policy == "count":
        return treebanks
    absent = {name for names in missing.values() for name in names}
    kept = [treebank for treebank in treebanks if treebank.name not in absent]
    if not kept:
        count = option("missing", "count")
        raise DataError(f"no treebank was parsed by every system; count what is missing as 0 with {count}")
    return kept


def remark_on_missing(system: str, names: Sequence[str], ending: str) -> None:
    """Report the treebanks for which a system has no output."""
    if names:
        remark(f"{system}: no output for {counted(len(names), 'treebank')} ({listed_names(names)}), {ending}")


def _left_out(treebanks: Sequence[CountedTreebank]) -> list[str]:
    """Of which outputs sentences could not be compared, how many, and why not the first. Those without a parse are
    reported by themselves."""
    several = len({system for treebank in treebanks for system in treebank.results}) > 1
    messages: dict[str, None] = {}
    for treebank in treebanks:
        for system, results in treebank.results.items():
            for result in results.values():
                missing = {sentence.sentence for sentence in result.pairing.missing}
                left_out = [sentence for sentence in result.left_out if sentence.sentence not in missing]
                if left_out:
                    name = f"{treebank.name}, {system}" if several else treebank.name
                    number, first = counted(len(left_out), "sentence"), left_out[0]
                    messages[f"{name}: {number} left out, the first ({first.where}): {first.reason}"] = None
    return list(messages)


def _common_measures(treebanks: Sequence[CountedTreebank]) -> tuple[Measure, ...]:
    """The measures that could be applied to every treebank of every system; why others could not is reported."""
    each = [list(results) for treebank in treebanks for results in treebank.results.values()]
    common = [measure for measure in each[0] if all(measure in measures for measures in each)]
    reasons = {measure.name: "it does not fit all treebanks" for measures in each for measure in measures}
    reasons |= {name: reason for treebank in treebanks for name, reason in treebank.refused.items()}
    names = {measure.name for measure in common}
    for name in (name for name in reasons if name not in names):
        if not common:
            raise DataError(f"no measure fits all treebanks and systems; {name}: {reasons[name]}")
        remark(f"left out {name}: {reasons[name]}")
    return tuple(common)


def shared_sentences(results: Mapping[str, Result]) -> Mask:
    """The sentences of a treebank on which every system that parsed it could be scored."""
    return np.asarray(~np.isnan(np.stack([result.rows[:, 0] for result in results.values()])).any(0))
