"""`compare`: which parser is better, by how much, and whether the difference is real."""

from __future__ import annotations

import glob
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..core.bounds import Draws, LevelShare, SeedNumber, checked
from ..core.errors import CallError, DataError, MissingFileError
from ..core.remarks import remark
from ..core.types import PathLike, Progress
from ..formats.api import split_name
from ..formats.folders import is_folder
from ..formats.remote import is_address
from ..measures.shared.base import Measure
from ..transforms.preparation import apply_alike
from ..treebank import Treebank
from .breakdowns import check_divisible
from .choosing import Measures, Missing, OnMismatch, Policy, check_signed, choose_measures, listed_measures
from .comparison import Comparison, Comparisons
from .counting import Sides, count_measure
from .naming import names_of_files, naming_the_system
from .pairing import remark_on_pairing
from .pairwise import Resampling, compare_counts, corrected, part_counts, remark_on_resamples, without_undefined
from .programs import chosen_program
from .result import Result
from .score import as_treebanks
from .selecting import ScoreNames, measures_with, score_names
from .treebanks.comparing import BY_TREEBANK, compare_each_treebank, compare_treebanks
from .treebanks.counting import Scoring
from .treebanks.layout import find_collection

Treebanks = Mapping[str, Treebank | PathLike]  # by name


@checked
def compare(
    gold: Treebank | PathLike | Treebanks,
    tests: Mapping[str, Treebank | PathLike | Treebanks] | Sequence[PathLike] = (),
    measures: Measures = None,
    *,
    transforms: str | Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    on_mismatch: OnMismatch | None = None,
    missing: Missing | None = None,
    scores: ScoreNames = None,
    by: str | None = None,
    level: LevelShare = 0.95,
    resamples: Draws = 10_000,
    seed: SeedNumber = 0,
    program: str | None = None,
    progress: Progress | None = None,
) -> Comparisons:
    """Compare parsers, each with each: every score of every measure that fits, or of those named. `tests` are treebanks
    or files by name; files alone are named after themselves. `transforms`, `options`, `on_mismatch` and `missing` are
    those of `score`: a sentence that one parser did not parse counts against that parser.

    scores   only these scores (`f1`, `["las", "uas"]`); systems are ranked by the first of them
    by       divide the scores (`length`, `label`, ...) and compare every part; `treebank`: compare on every treebank of
             folders or mappings
    program  count as another program does, as in `score`

    Folders, or mappings from names to treebanks, are many treebanks, as for `score`: systems are compared by their
    macro-averages over treebanks, with a paired bootstrap that draws sentences within treebanks, by the main scores or
    by those named. `treebanks` and `macro` of the list that is returned have the scores. A single folder in `tests` has
    one folder per system, or one folder or archive per treebank with one file per system; without `tests`, the gold
    trees are in the folder too, under the name `gold`. With `missing="leave-out"`, only treebanks that every system
    parsed are averaged. With `by="treebank"`, every treebank is tested by itself, in place of the averages. With any
    other `by`, a folder is one treebank.

    The test is paired approximate randomisation; for exact match it is McNemar's. Only sentences on which every parser
    could be scored are compared. Where no measure is named, one that refuses the data is left out with a warning.
    `ranking()` of the list that is returned ranks the systems; without `measures` and `scores`, by the first measure
    that leaves out few sentences (2 % at most).
    """
    named = listed_measures(measures)
    missing_treebanks = missing or "count"  # a program has a rule for sentences only
    if program is None:
        on_mismatch, missing = on_mismatch or "skip", missing_treebanks
    else:
        counted_as = chosen_program(program, named, on_mismatch, missing, options)
        named = counted_as.candidates(program)
        on_mismatch, missing = counted_as.on_mismatch, counted_as.missing
        scores = counted_as.printed() if scores is None else scores

    def in_order(comparisons: Comparisons) -> Comparisons:
        if named is None and scores is None:
            comparisons.put_whole_first()
        return comparisons

    steps = [transforms] if isinstance(transforms, str) else list(transforms)
    how: dict[str, Any] = {"level": level, "resamples": resamples, "seed": seed}
    collection = find_collection(gold, _named(tests), nested=True) if by in (None, BY_TREEBANK) else None
    if collection is not None:
        scoring = Scoring(named, options, tuple(steps), on_mismatch, missing, (), seed, missing_treebanks, by is None)
        over_treebanks = compare_treebanks if by is None else compare_each_treebank
        return in_order(over_treebanks(collection, scoring, scores, how, progress))
    if by == BY_TREEBANK:
        raise CallError("to compare by treebank, give folders whose files have the same names: compare GOLD/ A/ B/")
    sources = _by_name(gold, tests)
    assert not isinstance(gold, Mapping)
    call = {"gold": gold, "tests": sources, "measures": named, "transforms": transforms, "options": options} | {
        "on_mismatch": on_mismatch,
        "missing": missing,
        "level": level,
        "draws": resamples,
        "seed": seed,
    }
    if by is None and not steps and all(isinstance(source, (str, os.PathLike)) for source in (gold, *sources.values())):
        from .blocks import score_in_blocks

        policy = Policy(on_mismatch, missing)
        check_signed(named or [], policy)
        files: Any = [gold, *sources.values()]
        in_blocks = score_in_blocks(files[0], files[1:], named, options, policy, progress)
        if in_blocks is not None:
            comparisons = in_order(_compare_blocks(dict(zip(sources, in_blocks, strict=True)), scores, missing, how))
            comparisons.set_call(call)
            return comparisons
    treebanks = as_treebanks([gold, *sources.values()])
    (gold_trees, *test_trees), resolved = apply_alike(treebanks, steps, seed)
    policy = Policy(on_mismatch, missing, tuple(resolved))
    check_signed(named or [], policy)
    chosen = choose_measures(named, gold_trees, *test_trees, options=options)
    chosen = chosen if by is None else check_divisible(chosen, by)
    chosen = measures_with(chosen, score_names(scores))
    sides = {name: Sides(gold_trees, test) for name, test in zip(sources, test_trees, strict=True)}
    if not any(measure.document for measure in chosen):
        _pair_all(sides)
    comparisons = Comparisons(level=level, resamples=resamples)
    reported: set[str] = set()
    for number, measure in enumerate(chosen):
        try:
            results = _results(measure, sides, policy, scores)
        except DataError as error:
            if named is not None or on_mismatch == "error" or (measure is chosen[-1] and not comparisons):
                raise
            remark(f"left out {measure.name}: {error}")
            continue
        for name, result in results.items():
            if name not in reported and remark_on_pairing([result], missing):
                reported.add(name)
        comparisons.add(compare_results(results, by=by, **how))
        if progress is not None:
            progress(number + 1, len(chosen))
    remark_on_resamples(comparisons)
    in_order(comparisons).set_call(call)
    return comparisons


def _pair_all(sides: Mapping[str, Sides]) -> None:
    """Pair the sentences now: an error here is one of the files, not of a measure."""
    for name, side in sides.items():
        with naming_the_system(name, len(sides)):
            _ = side.pairing


def _results(measure: Measure, sides: Mapping[str, Sides], policy: Policy, scores: ScoreNames) -> dict[str, Result]:
    results = {}
    for name, side in sides.items():
        with naming_the_system(name, len(sides)):
            results[name] = replace(count_measure(measure, side, policy), chosen=score_names(scores))
    return results


def _named(tests: Any) -> Mapping[str, Any]:
    """Systems by name; paths alone are named after themselves."""
    if isinstance(tests, Mapping):
        return tests
    if isinstance(tests, Treebank):  # which is a sequence of trees
        raise _needs_two()
    paths = [tests] if isinstance(tests, (str, os.PathLike)) else list(tests)
    if not all(isinstance(path, (str, os.PathLike)) for path in paths):
        raise CallError('treebanks need names: compare(gold, {"a": first, "b": second})')
    return dict(zip(names_of_files(paths), paths, strict=True))


def _by_name(gold: Any, tests: Mapping[str, Any] | Sequence[PathLike]) -> Mapping[str, Treebank | PathLike]:
    """Two systems or more, by name."""
    if isinstance(tests, (str, os.PathLike)) or len(tests) < 2:
        sides = [gold, *_named(tests).values()] if isinstance(gold, (str, os.PathLike)) else []
        paths = [split_name(os.fspath(side))[0] for side in sides if isinstance(side, (str, os.PathLike))]
        for path in paths:
            if not (os.path.exists(path) or path == "-" or glob.has_magic(path) or is_address(path)):
                raise MissingFileError.of(path)
        raise _needs_two(folders=bool(paths) and all(map(is_folder, paths)))
    return _named(tests)


def _needs_two(*, folders: bool = False) -> CallError:
    layouts = "; or compare GOLD/ A/ B/, compare GOLD/ SYSTEMS/ and compare ALL/, with one folder per system in SYSTEMS"
    ending = f"{layouts}, and with one called gold in ALL" if folders else ""
    return CallError(f"compare needs two parses or more: treegauge compare GOLD TEST_A TEST_B{ending}")


def _compare_blocks(
    systems: Mapping[str, list[Result]], scores: ScoreNames, missing: Missing, how: Mapping[str, Any]
) -> Comparisons:
    """Compare systems that were scored block by block: their results by each measure. Counts are given away measure by
    measure, so that few are in memory."""
    for results in systems.values():
        remark_on_pairing(results, missing)
    comparisons = Comparisons(level=how["level"], resamples=how["resamples"])
    wanted = measures_with([result.measure for result in next(iter(systems.values()))], score_names(scores))
    while next(iter(systems.values())):
        by_system = {name: replace(results.pop(0), chosen=score_names(scores)) for name, results in systems.items()}
        if next(iter(by_system.values())).measure in wanted:
            comparisons.add(_compare_scored(by_system, None, Resampling(**how)))
    remark_on_resamples(comparisons)
    return comparisons


@checked
def compare_results(
    results: Mapping[str, Result],
    *,
    by: str | None = None,
    level: LevelShare = 0.95,
    resamples: Draws = 10_000,
    seed: SeedNumber = 0,
) -> Comparisons:
    """Compare parsers that were already scored by the same measure against the same gold treebank."""
    return _compare_scored(dict(results), by, Resampling(level, resamples, seed))


def _compare_scored(results: dict[str, Result], by: str | None, how: Resampling) -> Comparisons:
    """`compare_results`; the results are removed from the dictionary when their counts have been taken."""
    signatures = {str(result.signature) for result in results.values()}
    if len(signatures) != 1:
        raise CallError(f"only results of one measure can be compared, not of: {', '.join(sorted(signatures)) or '-'}")
    (signature,) = signatures
    first = next(iter(results.values()))
    measure, wanted, sentences = first.measure, tuple(first.scores) if first.chosen else (), len(first.rows)
    del first
    shared = np.flatnonzero(~np.isnan(np.stack([result.rows[:, 0] for result in results.values()])).any(0))
    how = replace(how, left_out=sentences - len(shared))
    if by is None:
        counts = {name: results.pop(name).rows[shared] for name in list(results)}
        comparisons = compare_counts(measure, signature, counts, how)
    else:
        check_divisible([measure], by)
        comparisons = without_undefined(
            [
                comparison
                for part, counts in part_counts(results, by, shared).items()
                for comparison in compare_counts(measure, signature, counts, how, (by, part))
            ]
        )
    main, rank_by = (wanted, wanted) if wanted else (measure.main_scores, measure.main or measure.main_scores)
    return Comparisons(
        _only(corrected(comparisons), wanted),
        level=how.level,
        resamples=how.resamples,
        main=[(signature, name) for name in main],
        rank_by=[(signature, name) for name in rank_by],
    )


def _only(comparisons: Sequence[Comparison], wanted: Sequence[str]) -> list[Comparison]:
    """The comparisons by the scores that are wanted, in their order; all if none is named."""
    return [row for name in wanted for row in comparisons if row.score == name] if wanted else list(comparisons)
