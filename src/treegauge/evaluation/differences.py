"""What is wrong in the trees of parsers, as a measure counts it, and which sentences to look at first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..core.errors import CallError, DataError
from ..core.types import Int64s, Mask
from ..core.wording import option
from ..measures.shared.base import Measure
from ..measures.shared.items import BOTH, HEAD, LABEL, RELATION, ComparedItems
from ..measures.shared.ud_words import PairedText
from ..measures.shared.words import has_same_words, words_only
from ..measures.ud import UniversalDependencies
from ..treebank import Rows, Treebank
from ..treebank.strings import concatenate_text
from .choosing import Policy, check_signed, choose_measures
from .conditions import Conditions
from .counting import Sides, count_measure
from .naming import naming_the_system
from .result import Result

_ABLE = ("parseval", "attachment")  # in the order in which they are tried; ud for words of the parser's own


@dataclass(frozen=True, eq=False)
class SystemDifferences:
    """The errors of one system. `items` are all brackets or words that count; those of a sentence without a parse are
    missing."""

    name: str
    result: Result
    items: ComparedItems

    @cached_property
    def errors(self) -> Int64s:
        """The errors of each sentence: missing and extra brackets, or wrong words. A bracket with a wrong label is both
        missing and extra."""
        return self.count_errors(np.flatnonzero(self.items.wrong))

    def count_errors(self, items: Int64s) -> Int64s:
        """How many errors these items are in each sentence."""
        kind = self.items.kind.take(items)
        weight = np.array([*(2 if name == LABEL else 1 for name in kind.values), 0])
        size = len(self.result.rows)
        return np.bincount(self.items.sentence[items], weights=weight[kind.codes], minlength=size).astype(np.int64)

    @cached_property
    def is_compared(self) -> Mask:
        """The sentences that could be compared."""
        return np.asarray(~np.isnan(self.result.rows[:, 0]))

    def scores(self, sentence: int) -> dict[str, float]:
        """The scores of a sentence, as `score --by sentence` has them."""
        return {name: float(value) for name, value in self.result.measure.score(self.result.rows[sentence]).items()}

    def counts(self, sentence: int) -> dict[str, float]:
        """The counts of a sentence."""
        return dict(zip(self.result.measure.counts, self.result.rows[sentence].tolist(), strict=True))

    @cached_property
    def _order(self) -> tuple[Int64s, Int64s]:
        """The items that are wrong, sentence by sentence, and where each sentence begins."""
        wrong = np.flatnonzero(self.items.wrong)
        ordered = wrong[np.argsort(self.items.sentence[wrong], kind="stable")]
        return ordered, np.searchsorted(self.items.sentence[ordered], np.arange(len(self.result.rows) + 1))

    @cached_property
    def is_divided(self) -> Mask:
        """The sentences that are not one sentence of the parser: it divides them, or joins them with others."""
        tokens = self.items.test.tokens
        if not {"begins", "ends"} <= tokens.columns.keys():
            return np.zeros(len(self.result.rows), bool)
        begins, ends = (np.append(tokens.numbers(name), 0) for name in ("begins", "ends"))
        sums = np.concatenate(([0], np.cumsum(begins)))
        first, last = tokens.offsets[:-1], tokens.offsets[1:]
        whole = (begins[first] > 0) & (ends[last - 1] > 0) & (sums[last] - sums[first] == 1)
        return np.asarray((tokens.counts > 0) & ~whole)

    def wrong_items(self, sentence: int) -> list[int]:
        """The numbers of the items of a sentence that are wrong."""
        ordered, begin = self._order
        return [int(number) for number in ordered[begin[sentence] : begin[sentence + 1]]]

    def kinds(self, sentence: int) -> Counter[str]:
        """How many errors of each kind a sentence has; a word with a wrong head and a wrong relation has both."""
        counts = Counter(self.items.kind[number] or "" for number in self.wrong_items(sentence))
        both = counts.pop(BOTH, 0)
        return counts + Counter({HEAD: both, RELATION: both})


def find_system_errors(
    gold: Treebank, tests: Mapping[str, Treebank], measure: str | Measure | None, options: Any, policy: Policy
) -> list[SystemDifferences]:
    """The errors of each system by one measure: that named, or the first that fits."""
    if policy.on_mismatch == "align" and len(tests) > 1:
        align = option("on_mismatch", "align")
        raise CallError(f"aligned sentences have other words for each parser: with {align}, give one parse")
    check_signed([] if measure is None else [measure], policy)
    if measure is None and policy.on_mismatch == "skip" and compare_as_text(gold, list(tests.values())):
        measure = UniversalDependencies(lenient=True)
    chosen = _chosen_measure(gold, list(tests.values()), measure, options)
    systems = []
    for name, test in tests.items():
        with naming_the_system(name, len(tests)):
            result = count_measure(chosen, Sides(gold, test), policy)
            systems.append(SystemDifferences(name, result, compared_items(result)))
    return systems


def _chosen_measure(gold: Treebank, tests: Sequence[Treebank], measure: str | Measure | None, options: Any) -> Measure:
    if measure is None:
        fitting = choose_measures(None, gold, *tests)
        names = [name for name in _ABLE if any(fit.name == name for fit in fitting)]
        if not names:
            raise CallError(
                f"there is nothing to compare tree by tree: gold is {gold!r}, test is {tests[0]!r}; both need phrases,"
                " or both dependencies"
            )
        measure = names[0]
    chosen = choose_measures([measure], gold, *tests, options=options)[0]
    if type(chosen).items is Measure.items:
        raise CallError(f"the errors of {chosen.name} cannot be marked in a tree: use {', '.join(_ABLE)} or ud")
    return chosen


def compare_as_text(gold: Treebank, tests: Sequence[Treebank]) -> bool:
    """Whether some parser has words or sentences of its own in the same text, so that the words must be aligned."""
    as_text = UniversalDependencies(lenient=True)
    if any(side.has_constituents for side in (gold, *tests)) or not all(as_text.fits(gold, test) for test in tests):
        return False
    if all(has_same_words(gold, test) for test in tests):
        return False
    try:
        return all(PairedText.of(gold, test).match is not None for test in tests)
    except DataError:
        return False


def compared_items(result: Result) -> ComparedItems:
    """The brackets or words that a result counts. What a sentence without a parse has is missing."""
    gold, numbers = result.trees[0], np.arange(len(result.rows))
    if result.measure.document:
        part, test, numbers = result.divisible_trees()
        items = result.measure.items(part, test)
    else:
        items = result.measure.items(*result.trees)
        items = items.take(~np.isnan(result.rows[items.sentence, 0]))
    if len(numbers) < len(gold):
        items = _among_all(items, gold, numbers)
    if len(result.unparsed):
        missing = result.measure.items(gold, gold)
        if len(missing.gold.tables[items.table]) == len(items.gold.tables[items.table]):
            chosen = np.isin(missing.sentence, result.unparsed)
            items = _joined(items, missing.take(chosen).all_missing())
    return items


def _among_all(items: ComparedItems, gold: Treebank, numbers: Int64s) -> ComparedItems:
    """The items of some sentences, numbered as in all sentences of gold; test has no words in the others."""
    rows = np.flatnonzero(np.isin(gold.tokens.sentence, numbers))
    counts = np.zeros(len(gold), np.int64)
    counts[numbers] = items.test.tokens.counts
    words = Rows(np.concatenate(([0], np.cumsum(counts))), items.test.tokens.columns)
    return replace(
        items,
        gold=gold,
        test=Treebank.of(gold.sentences, words),
        sentence=numbers[items.sentence],
        gold_row=np.append(rows, -1)[items.gold_row],
    )


def _joined(first: ComparedItems, second: ComparedItems) -> ComparedItems:
    """The items of two sets of sentences; the trees are those of the first."""
    return replace(
        first,
        sentence=np.concatenate((first.sentence, second.sentence)),
        gold_row=np.concatenate((first.gold_row, second.gold_row)),
        test_row=np.concatenate((first.test_row, second.test_row)),
        gold_label=concatenate_text([first.gold_label, second.gold_label]),
        test_label=concatenate_text([first.test_label, second.test_label]),
        kind=concatenate_text([first.kind, second.kind]),
    )


def worst_sentences(systems: Sequence[SystemDifferences], conditions: Conditions, better: str | None) -> list[int]:
    """The sentences (from 0) with errors that are wanted, those with the most first. With `better`: those in which that
    system has fewer errors than each of the others, the largest difference first."""
    errors = np.array([system.errors for system in systems])
    gold = systems[0].result.trees[0]
    wanted = conditions.sentences(words_only(gold).tokens.counts, errors.sum(0))
    matching = np.array([system.count_errors(conditions.errors(system.items)) for system in systems])
    rank = np.where(wanted, matching.sum(0), 0)
    if better is not None:
        chosen = _named(systems, better)
        others = np.delete(errors, chosen, axis=0).min(0)
        compared = np.array([system.is_compared for system in systems]).all(0)
        rank = np.where((rank > 0) & compared, np.maximum(others - errors[chosen], 0), 0)
    order = np.argsort(-rank, kind="stable")
    return [int(number) for number in order[rank[order] > 0]]


def _named(systems: Sequence[SystemDifferences], name: str) -> int:
    names = [system.name for system in systems]
    if len(names) < 2:
        raise CallError(f"{option('better')} compares parsers: give two parses or more")
    if name not in names:
        raise CallError(f"there is no parser '{name}' to be better; known: {', '.join(names)}")
    return names.index(name)
