"""`compare`: which parser is better, by how much, and whether the difference is real."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from ..core.errors import CallError, DataError
from ..core.remarks import remark
from ..core.types import Int64s, Interval, PathLike, Row
from ..measures.shared.base import Measure
from ..transforms.preparation import apply_alike
from ..treebank import Treebank
from .choosing import Measures, OnMismatch, check_signed, choose_measures, listed_measures
from .result import Result
from .score import as_treebanks, count_all


@dataclass(frozen=True)
class Comparison:
    """Two parsers by one score, on the sentences on which both could be scored. `difference` is a - b with its interval
    from the paired bootstrap; `p` is from the named test, `p_holm` after Holm's correction for all pairs of parsers;
    `effect` is Cohen's d_z of the differences sentence by sentence."""

    measure: str
    signature: str
    score: str
    a: str
    b: str
    value_a: float
    value_b: float
    difference: float
    interval: Interval
    p: float
    p_holm: float
    test: str
    effect: float
    sentences: int
    left_out: int

    def row(self) -> Row:
        """What `treegauge compare --json` prints."""
        return {**asdict(self), "interval": list(self.interval)}


def compare(
    gold: Treebank | PathLike,
    tests: Mapping[str, Treebank | PathLike] | Sequence[PathLike],
    measures: Measures = None,
    *,
    transforms: str | Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    on_mismatch: OnMismatch = "skip",
    level: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
) -> list[Comparison]:
    """Compare parsers, each with each: every score of every measure that fits, or of those named. `tests` are treebanks
    or files by name; files alone are named after themselves. `transforms` and `options` are those of `score`.

    The test is paired approximate randomisation; for exact match it is McNemar's. Only sentences on which every parser
    could be scored are compared. Where no measure is named, one that refuses the data is left out with a warning.
    """
    named = listed_measures(measures)
    sources = tests if isinstance(tests, Mapping) else dict(zip(short_names(tests), tests, strict=True))
    if len(sources) < 2:
        raise CallError("compare needs two parses or more: treegauge compare GOLD TEST_A TEST_B")
    treebanks = as_treebanks([gold, *sources.values()])
    (gold_trees, *test_trees), resolved = apply_alike(treebanks, transforms, seed)
    check_signed(named or [], on_mismatch, resolved)
    chosen = choose_measures(named, gold_trees, *test_trees, options=options)
    comparisons: list[Comparison] = []
    for measure in chosen:
        try:
            results = {
                name: count_all([measure], gold_trees, test, on_mismatch, resolved, may_refuse=False)[0]
                for name, test in zip(sources, test_trees, strict=True)
            }
        except DataError as error:
            if named is not None or on_mismatch == "error" or (measure is chosen[-1] and not comparisons):
                raise
            remark(f"left out {measure.name}: {error}")
            continue
        comparisons += compare_results(results, level=level, resamples=resamples, seed=seed)
    return comparisons


def compare_results(
    results: Mapping[str, Result], *, level: float = 0.95, resamples: int = 10_000, seed: int = 0
) -> list[Comparison]:
    """Compare parsers that were already scored by the same measure against the same gold treebank."""
    from .statistics import holm

    signatures = {str(result.signature) for result in results.values()}
    if len(signatures) != 1:
        raise CallError(f"only results of one measure can be compared, not of: {', '.join(sorted(signatures)) or '-'}")
    measure = next(iter(results.values())).measure
    shared = np.flatnonzero(~np.isnan(np.stack([result.rows[:, 0] for result in results.values()])).any(0))
    pairs = [
        _compare_pair(measure, (a, results[a]), (b, results[b]), shared, level, resamples, seed)
        for a, b in combinations(results, 2)
    ]
    comparisons = []
    for same_score in zip(*pairs, strict=True):
        adjusted = holm([comparison.p for comparison in same_score])
        comparisons += [replace(pair, p_holm=float(p)) for pair, p in zip(same_score, adjusted, strict=True)]
    return comparisons


def _compare_pair(
    measure: Measure,
    first: tuple[str, Result],
    second: tuple[str, Result],
    shared: Int64s,
    level: float,
    resamples: int,
    seed: int,
) -> list[Comparison]:
    from .statistics import effect_sizes, mcnemar, paired_bootstrap, randomisation

    rows_a, rows_b = first[1].rows[shared], second[1].rows[shared]
    differences = paired_bootstrap(rows_a, rows_b, measure.score, resamples=resamples, level=level, seed=seed)
    tests = randomisation(rows_a, rows_b, measure.score, resamples=resamples, seed=seed)
    effects = effect_sizes(rows_a, rows_b, measure.score)
    comparisons = []
    for name, row in differences.items():
        p, test = tests[name].p, tests[name].test
        if name in measure.binary:
            right_a, right_b = (measure.score(rows)[name] > 50 for rows in (rows_a, rows_b))
            p, test = mcnemar(int((right_a & ~right_b).sum()), int((right_b & ~right_a).sum())).p, "McNemar, exact"
        comparisons.append(
            Comparison(
                measure=measure.name,
                signature=str(first[1].signature),
                score=name,
                a=first[0],
                b=second[0],
                value_a=row.value_a,
                value_b=row.value_b,
                difference=row.difference,
                interval=row.interval or (np.nan, np.nan),
                p=p,
                p_holm=p,
                test=test,
                effect=effects[name].d_z,
                sentences=len(shared),
                left_out=len(first[1].rows) - len(shared),
            )
        )
    return comparisons


def short_names(paths: Iterable[PathLike]) -> list[str]:
    """The names of files without the folders that all have in common, each different."""
    from os.path import commonpath, dirname, isabs, relpath

    files = [os.fspath(path) for path in paths]
    folders = {dirname(path) for path in files}
    shared = all(folders) and len({isabs(folder) for folder in folders}) == 1
    names = [relpath(path, commonpath(folders)) if shared else path for path in files]
    return [name if names.count(name) == 1 else f"{name} ({number})" for number, name in enumerate(names, 1)]
