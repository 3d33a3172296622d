"""`score`: any measure of a parse against gold trees, with intervals."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from ..core.bounds import LevelShare, Resamples, SeedNumber, checked
from ..core.errors import CallError
from ..core.parallel import together
from ..core.remarks import remark
from ..core.types import PathLike, Progress
from ..formats.api import passed_over_message, read
from ..transforms.preparation import apply_alike
from ..treebank import Treebank
from .choosing import Measures, Missing, OnMismatch, Policy, check_signed, choose_measures, listed_measures
from .counting import count_all
from .pairing import remark_on_pairing
from .programs import chosen_program
from .result import Results, with_intervals
from .selecting import ScoreNames, select_scores
from .statistics.bootstrap import Method
from .treebanks.comparing import score_treebanks
from .treebanks.counting import Scoring
from .treebanks.layout import SystemTreebanks, find_collection


@checked
def score(
    gold: Treebank | PathLike | Mapping[str, Treebank | PathLike],
    test: Treebank | PathLike | Mapping[str, Treebank | PathLike],
    measures: Measures = None,
    *,
    transforms: str | Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    on_mismatch: OnMismatch | None = None,
    missing: Missing | None = None,
    level: LevelShare = 0.95,
    resamples: Resamples = 1000,
    method: Method = "percentile",
    seed: SeedNumber = 0,
    scores: ScoreNames = None,
    program: str | None = None,
    before: Sequence[str] = (),
    progress: Progress | None = None,
) -> Results:
    """Measure a test treebank against gold: every measure that fits, or those named. Both are treebanks or files;
    large files are scored block by block, and their trees are not kept.

    transforms   applied to both treebanks first; `prepare(auto)` is decided on the gold trees
    options      options of the measures that have them: `{"prm": "COLLINS"}`
    on_mismatch  sentences that cannot be compared are left out and listed (`skip`, which is the default), aligned on
                 their characters (`align`), or an error
    missing      a gold sentence without a parse counts against the parser: what is in gold counts, and nothing is right
                 (`count`, which is the default), or it is left out and listed (`leave-out`)
    resamples    for the intervals; 0: no intervals
    scores       only these scores (`f1`, `["uas", "las"]`), of the measures that have one of them
    program      count as another program does (`evalb`, `stanza`, `spacy` ...): its measures, the scores it prints
                 and what it leaves out, in place of `measures`, `on_mismatch` and `missing`; treebanks without output
                 count as 0 all the same
    before       transforms that were applied to the trees before this call, for the signature

    Two folders, or two mappings from names to treebanks, are many treebanks: files with the same name are paired, and
    the list that is returned has one result per treebank and measure, and the macro-averages as `macro`. A treebank
    that is only in gold counts as 0 in them, or is left out (`missing`). Folders in which no file has the same name are
    one treebank each, and so are globs.

    Sentences are paired by their ids, or else by their words. A warning says what is missing, extra or at another
    place in test, and `pairing` of the results lists it. It is an error if no sentence of test belongs to gold.

    Where no measure is named, one that refuses the data is left out with a warning.
    """
    named = listed_measures(measures)
    counted_as = None if program is None else chosen_program(program, named, on_mismatch, missing, options)
    missing_treebanks = missing or "count"  # a program has a rule for sentences only
    if counted_as is None:
        on_mismatch, missing = on_mismatch or "skip", missing_treebanks
    else:
        named = counted_as.candidates(program or "")
        on_mismatch, missing = counted_as.on_mismatch, counted_as.missing
        scores = counted_as.printed() if scores is None else scores
    steps = [transforms] if isinstance(transforms, str) else list(transforms)
    intervals: dict[str, Any] = {"level": level, "resamples": resamples, "method": method, "seed": seed}
    collection = find_collection(gold, {name_of_output(test): test})
    if collection is not None:
        scoring = Scoring(named, options, tuple(steps), on_mismatch, missing, tuple(before), seed, missing_treebanks)
        return score_treebanks(collection, scoring, scores, intervals, progress)
    assert not isinstance(gold, Mapping)
    assert not isinstance(test, Mapping)
    results = None
    if isinstance(gold, (str, os.PathLike)) and isinstance(test, (str, os.PathLike)) and not steps:
        from .blocks import score_in_blocks

        policy = Policy(on_mismatch, missing, tuple(before))
        check_signed(named or [], policy)
        in_blocks = score_in_blocks(gold, [test], named, options, policy, progress)
        results = None if in_blocks is None else in_blocks[0]
    if results is None:
        (gold_trees, test_trees), resolved = apply_alike(as_treebanks([gold, test]), steps, seed)
        policy = Policy(on_mismatch, missing, (*before, *resolved))
        check_signed(named or [], policy)
        chosen = choose_measures(named, gold_trees, test_trees, options=options)
        results = count_all(chosen, gold_trees, test_trees, policy, may_refuse=named is None)
    remark_on_pairing(results, missing)
    return Results(with_intervals(select_scores(results, scores), **intervals))


def name_of_output(test: object) -> str:
    """How messages name a parser's output."""
    if isinstance(test, SystemTreebanks):
        return test.system
    return os.fspath(test) if isinstance(test, (str, os.PathLike)) else "test"


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
