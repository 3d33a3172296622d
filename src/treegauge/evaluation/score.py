"""`score`: any measure of a parse against gold trees, with intervals."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from ..core.errors import CallError, DataError
from ..core.parallel import together
from ..core.remarks import remark
from ..core.signature import Signature
from ..core.types import PathLike, Progress
from ..core.wording import counted
from ..formats.api import passed_over_message, read
from ..measures.shared.align import align
from ..measures.shared.base import Measure
from ..transforms.preparation import apply_alike
from ..treebank import Treebank
from ..treebank.edit import replace_sentences
from .choosing import Measures, OnMismatch, check_signed, choose_measures, listed_measures
from .pairing import pair_sentences
from .result import LeftOut, Result
from .selecting import ScoreNames, select_scores
from .statistics.bootstrap import Method


def score(
    gold: Treebank | PathLike,
    test: Treebank | PathLike,
    measures: Measures = None,
    *,
    transforms: str | Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    on_mismatch: OnMismatch = "skip",
    level: float = 0.95,
    resamples: int = 1000,
    method: Method = "percentile",
    seed: int = 0,
    scores: ScoreNames = None,
    before: Sequence[str] = (),
    progress: Progress | None = None,
) -> list[Result]:
    """Measure a test treebank against gold: every measure that fits, or those named. Both are treebanks or files;
    large files are scored block by block, and their trees are not kept.

    transforms   applied to both treebanks first; `prepare(auto)` is decided on the gold trees
    options      options of the measures that have them: `{"prm": "COLLINS"}`
    on_mismatch  sentences that cannot be compared are left out and listed (`skip`), aligned on their characters
                 (`align`), or an error
    resamples    for the intervals; 0: no intervals
    scores       only these scores (`f1`, `["uas", "las"]`), of the measures that have one of them
    before       transforms that were applied to the trees before this call, for the signature

    Where no measure is named, one that refuses the data is left out with a warning.
    """
    named = listed_measures(measures)
    steps = [transforms] if isinstance(transforms, str) else list(transforms)
    intervals: dict[str, Any] = {"level": level, "resamples": resamples, "method": method, "seed": seed}
    results = None
    if isinstance(gold, (str, os.PathLike)) and isinstance(test, (str, os.PathLike)) and not steps:
        from .blocks import score_in_blocks

        check_signed(named or [], on_mismatch, before)
        results = score_in_blocks(gold, test, named, options, on_mismatch, before, progress)
    if results is None:
        (gold_trees, test_trees), resolved = apply_alike(as_treebanks([gold, test]), steps, seed)
        done = [*before, *resolved]
        check_signed(named or [], on_mismatch, done)
        chosen = choose_measures(named, gold_trees, test_trees, options=options)
        results = count_all(chosen, gold_trees, test_trees, on_mismatch, done, may_refuse=named is None)
    return [result.with_intervals(**intervals) for result in select_scores(results, scores)]


def as_treebanks(sources: Sequence[Treebank | PathLike]) -> list[Treebank]:
    """Treebanks, or those in files, which are read at the same time. A warning names what was passed over."""
    passed_over: list[list[str]] = [[] for _ in sources]
    treebanks = together([partial(_as_treebank, *pair) for pair in zip(sources, passed_over, strict=True)])
    for source, files in zip(sources, passed_over, strict=True):
        if files:
            remark(passed_over_message(str(source), files))
    return treebanks


def _as_treebank(source: Treebank | PathLike, passed_over: list[str]) -> Treebank:
    """A treebank, or the one in a file; heads may form cycles, since a measure decides what it accepts."""
    if isinstance(source, Treebank):
        return source
    if isinstance(source, (str, os.PathLike)):
        return read(source, lenient=True, passed_over=passed_over)
    raise CallError(
        f"expected a treebank or a path, not {type(source).__name__}: treegauge.read(path) gives a treebank"
    )


def count_all(
    measures: Sequence[Measure],
    gold: Treebank,
    test: Treebank,
    on_mismatch: OnMismatch,
    before: Sequence[str],
    *,
    may_refuse: bool,
) -> list[Result]:
    """The results of all measures, without intervals. A measure that refuses the data is an error, or left out with a
    warning where others do not (`may_refuse`)."""
    results: list[Result] = []
    paired: Treebank | None = None
    for measure in measures:
        try:
            if measure.document:
                results.append(_count(measure, gold, test, on_mismatch, before))
                continue
            if paired is None:
                paired = _paired(gold, test)
            results.append(_count(measure, gold, paired, on_mismatch, before))
        except DataError as error:
            if not may_refuse or on_mismatch == "error" or (measure is measures[-1] and not results):
                raise
            remark(f"left out {measure.name}: {error}")
    return results


def _paired(gold: Treebank, test: Treebank) -> Treebank:
    """The test sentences in the order of gold; a warning where their numbers differ."""
    paired = pair_sentences(gold, test)
    missing = int((paired.tokens.counts == 0).sum() - (gold.tokens.counts == 0).sum())
    if len(test) != len(gold):
        name = (test.sentences.text("source")[0] if len(test) else None) or "test"
        remark(
            f"{name}: {counted(len(test), 'sentence')}, gold has {len(gold):,}; they are paired by their ids or their"
            f" lines, and {counted(missing, 'sentence')} without a parse cannot be compared"
        )
    return paired


def _count(measure: Measure, gold: Treebank, test: Treebank, on_mismatch: OnMismatch, before: Sequence[str]) -> Result:
    rows = measure.count(gold, test)
    bad = np.flatnonzero(np.isnan(rows[:, 0]))
    if len(bad) and on_mismatch == "error":
        first = int(bad[0])
        raise DataError(
            f"{gold.where(first)} and {test.where(first)}: {measure.reason(gold, test, first)}; "
            f"{counted(len(bad), 'sentence')} cannot be compared by {measure.name}: leave them out with --on-mismatch "
            "skip, or align them on their characters with --on-mismatch align"
        )
    if len(bad) and on_mismatch == "align" and not measure.document:
        aligned = measure.agreeing(*align(gold.select(bad), test.select(bad), measure.aligned))
        rows[bad] = measure.count(*aligned)
        gold, test = (replace_sentences(side, bad, part) for side, part in zip((gold, test), aligned, strict=True))
        bad = np.flatnonzero(np.isnan(rows[:, 0]))
    reasons = measure.reasons(gold.select(bad), test.select(bad)) if len(bad) else []
    left_out = tuple(
        LeftOut(number + 1, gold.where(number), reason) for number, reason in zip(bad.tolist(), reasons, strict=True)
    )
    short = None if measure.short_length is None else measure.lengths(gold) <= measure.short_length
    return Result(measure, signature_of(measure, on_mismatch, before), gold, test, rows, left_out, short=short)


def signature_of(measure: Measure, on_mismatch: OnMismatch, before: Sequence[str] = ()) -> Signature:
    """What must be known to get the same score again; `find_measure` reads it."""
    return Signature((measure.spec,), {"mismatch": on_mismatch}, tuple(before))
