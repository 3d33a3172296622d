"""The counts of all sentences by several measures: what `score` and `compare` have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..core.errors import DataError
from ..core.remarks import remark
from ..core.signature import Signature
from ..core.types import Counts, Int64s
from ..core.wording import counted, option
from ..measures.shared.align import align
from ..measures.shared.base import Measure
from ..treebank import Treebank
from ..treebank.edit import replace_sentences
from .choosing import Missing, OnMismatch, Policy
from .pairing import Pairing, pair_sentences
from .result import LeftOut, Result
from .sentence_keys import SentenceKeys

_NOBODY: Int64s = np.zeros(0, np.int64)


@dataclass(frozen=True, eq=False)
class Sides:
    """Gold and test, and how their sentences are paired, which is found out once if it is not given."""

    gold: Treebank
    test: Treebank
    given: Pairing | None = None

    @cached_property
    def pairing(self) -> Pairing:
        return pair_sentences(self.gold, self.test) if self.given is None else self.given


def count_all(
    measures: Sequence[Measure], gold: Treebank, test: Treebank, policy: Policy, *, may_refuse: bool
) -> list[Result]:
    """The results of all measures, without intervals. A measure that refuses the data is an error, or left out with a
    warning where others do not (`may_refuse`)."""
    results: list[Result] = []
    sides = Sides(gold, test)
    if not any(measure.document for measure in measures):
        _ = sides.pairing  # an error here is one of the files, not of a measure
    for measure in measures:
        try:
            results.append(count_measure(measure, sides, policy))
        except DataError as error:
            if not may_refuse or policy.on_mismatch == "error" or (measure is measures[-1] and not results):
                raise
            remark(f"left out {measure.name}: {error}")
    return results


def count_measure(measure: Measure, sides: Sides, policy: Policy) -> Result:
    """The result of one measure, without intervals."""
    return (_count_document if measure.document else _count_paired)(measure, sides, policy)


def _count_paired(measure: Measure, sides: Sides, policy: Policy) -> Result:
    gold, pairing = sides.gold, sides.pairing
    test = pairing.test
    assert test is not None
    return _result(measure, gold, test, measure.count(gold, test), pairing, policy)


def _count_document(measure: Measure, sides: Sides, policy: Policy) -> Result:
    """Files are compared as running text. If the text of whole sentences is missing, extra or moved, the others are
    compared."""
    gold, test = sides.gold, sides.test
    try:
        return _result(measure, gold, test, measure.count(gold, test), Pairing("text"), policy)
    except DataError:
        counts = _count_sentences_of_document(measure, sides, policy)
        if counts is None:
            raise
    pairing = sides.pairing
    assert pairing.test is not None
    return _result(measure, gold, pairing.test, counts, pairing, policy)


def _count_sentences_of_document(measure: Measure, sides: Sides, policy: Policy) -> Counts | None:
    """The counts of the sentences that have the same text in both; None if the texts differ in other ways."""
    try:
        pairing = sides.pairing
        if pairing.is_complete or pairing.is_ambiguous:
            return None
        assert pairing.test is not None
        keys = SentenceKeys.of(sides.gold), SentenceKeys.of(pairing.test)
        same = keys[0].letters == keys[1].letters
        same[pairing.unparsed] = False
        chosen = np.flatnonzero(same)
        if policy.on_mismatch != "skip" and len(chosen) + len(pairing.unparsed) < len(sides.gold):
            return None
        rows = np.full((len(sides.gold), len(measure.counts)), np.nan)
        rows[chosen] = measure.count(sides.gold.select(chosen), pairing.test.select(chosen))
    except DataError:
        return None
    return rows


def _result(measure: Measure, gold: Treebank, test: Treebank, rows: Counts, pairing: Pairing, policy: Policy) -> Result:
    """The result from the counts of sentences: those without a parse are counted, those that differ left out."""
    unparsed = pairing.unparsed[np.isnan(rows[pairing.unparsed, 0])] if policy.missing == "count" else _NOBODY
    rows[unparsed] = measure.count_missing(gold, test, unparsed)
    unparsed = unparsed[~np.isnan(rows[unparsed, 0])]
    bad = np.flatnonzero(np.isnan(rows[:, 0]))
    if len(bad) and policy.on_mismatch == "error":
        raise _cannot_compare(measure, gold, test, bad)
    if len(bad) and policy.on_mismatch == "align" and not measure.document:
        aligned = measure.agreeing(*align(gold.select(bad), test.select(bad), measure.aligned))
        rows[bad] = measure.count(*aligned)
        gold, test = (replace_sentences(side, bad, part) for side, part in zip((gold, test), aligned, strict=True))
        bad = np.flatnonzero(np.isnan(rows[:, 0]))
    reasons = measure.reasons(_some(gold, bad), _some(test, bad)) if len(bad) else []
    left_out = tuple(
        LeftOut(number + 1, gold.where(number), reason) for number, reason in zip(bad.tolist(), reasons, strict=True)
    )
    signature = Signature((measure.spec,), policy.facts, policy.before)
    short = None if measure.short_length is None else measure.lengths(gold) <= measure.short_length
    return Result(measure, signature, gold, test, rows, left_out, pairing=pairing, unparsed=unparsed, short=short)


def _some(treebank: Treebank, sentences: Int64s) -> Treebank:
    """Some sentences with only the forms that are in them: measures look at every form there is."""
    selected = treebank.select(sentences)
    return selected.replace(tokens=selected.tokens.replace(form=selected.tokens.text("form").compact()))


def _cannot_compare(measure: Measure, gold: Treebank, test: Treebank, bad: Int64s) -> DataError:
    first = int(bad[0])
    return DataError(
        f"{gold.where(first)} and {test.where(first)}: {measure.reason(gold, test, first)}; "
        f"{counted(len(bad), 'sentence')} cannot be compared by {measure.name}: leave them out with "
        f"{option('on_mismatch', 'skip')}, or align them on their characters with {option('on_mismatch', 'align')}"
    )


def signature_of(
    measure: Measure, on_mismatch: OnMismatch = "skip", before: Sequence[str] = (), missing: Missing = "count"
) -> Signature:
    """What must be known to get the same score again; `find_measure` reads it."""
    return Signature((measure.spec,), Policy(on_mismatch, missing).facts, tuple(before))
