"""Compare parsers: which is better, by how much, and whether the difference is real."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.errors import CallError, DataError
from ..core.types import Interval
from ..measures.shared.base import Measure
from ..treebank import Treebank
from .score import OnMismatch, Result, fitting, score


@dataclass(frozen=True)
class Comparison:
    """Two parsers by one score, on the sentences that both could be scored on. `difference` is a - b with its interval
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

    def row(self) -> dict[str, Any]:
        """What `treegauge compare --json` prints."""
        return {**vars(self), "interval": list(self.interval)}


def compare(
    gold: Treebank,
    tests: Mapping[str, Treebank],
    measures: str | Measure | Iterable[str | Measure] | None = None,
    *,
    on_mismatch: OnMismatch = "skip",
    level: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
    context: str = "",
    refusals: list[str] | None = None,
) -> list[Comparison]:
    """Compare parsers by name, each with each: every score of every measure that fits, or of those named.

    The test is paired approximate randomisation; for exact match it is McNemar's. Only sentences that every parser
    could be scored on count, so that all are measured on the same ones. A measure that refuses the data is an error,
    or, where others do not and `refusals` is given, left out and named there."""
    chosen = fitting([measures] if isinstance(measures, (str, Measure)) else measures, gold, *tests.values())
    found: list[Comparison] = []
    for measure in chosen:
        try:
            results = {
                name: score(gold, test, measure, on_mismatch=on_mismatch, resamples=0, context=context)[0]
                for name, test in tests.items()
            }
        except DataError as error:
            if refusals is None or on_mismatch == "error" or (measure is chosen[-1] and not found):
                raise
            refusals.append(f"{measure.name}: {error}")
            continue
        found += compare_results(results, level=level, resamples=resamples, seed=seed)
    return found


def compare_results(
    results: Mapping[str, Result], *, level: float = 0.95, resamples: int = 10_000, seed: int = 0
) -> list[Comparison]:
    """Compare parsers that were scored by the same measure against the same gold treebank already."""
    from .statistics import holm

    signatures = {result.signature for result in results.values()}
    if len(signatures) != 1:
        raise CallError(f"only results of one measure can be compared, not of: {', '.join(sorted(signatures)) or '-'}")
    measure = next(iter(results.values())).measure
    shared = np.flatnonzero(~np.isnan(np.stack([result.rows[:, 0] for result in results.values()])).any(0))
    pairs = [
        _compare_pair(measure, (a, results[a]), (b, results[b]), shared, level, resamples, seed)
        for a, b in combinations(results, 2)
    ]
    found = []
    for same_score in zip(*pairs, strict=True):
        adjusted = holm([one.p for one in same_score])
        found += [replace(one, p_holm=float(p)) for one, p in zip(same_score, adjusted, strict=True)]
    return found


def _compare_pair(
    measure: Measure,
    first: tuple[str, Result],
    second: tuple[str, Result],
    shared: NDArray[np.int64],
    level: float,
    resamples: int,
    seed: int,
) -> list[Comparison]:
    from .statistics import effect_sizes, mcnemar, paired_bootstrap, randomisation

    rows_a, rows_b = first[1].rows[shared], second[1].rows[shared]
    drawn = paired_bootstrap(rows_a, rows_b, measure.score, resamples=resamples, level=level, seed=seed)
    tested = randomisation(rows_a, rows_b, measure.score, resamples=resamples, seed=seed)
    effects = effect_sizes(rows_a, rows_b, measure.score)
    found = []
    for name, row in drawn.items():
        p, test = tested[name].p, tested[name].test
        if name in measure.binary:
            one, other = (measure.score(rows)[name] > 50 for rows in (rows_a, rows_b))
            p, test = mcnemar(int((one & ~other).sum()), int((other & ~one).sum())).p, "McNemar, exact"
        found.append(
            Comparison(
                measure=measure.name,
                signature=first[1].signature,
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
    return found
