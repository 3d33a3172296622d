"""`treegauge compare`: which parser is better."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from ..core.errors import CallError
from .options import Jobs, Level, Reading, all_given, check_standard_input, given
from .printing import Printing
from .score import GoldArgument, Measuring


def compare(
    gold: GoldArgument,
    tests: Annotated[
        list[str], typer.Argument(metavar="TEST_A TEST_B...", help="Two or more parsers' output for the sentences.")
    ],
    measuring: Measuring,
    reading: Reading,
    printing: Printing,
    level: Level = 0.95,
    resamples: Annotated[int, typer.Option(min=1, help="Resamples for intervals and tests.")] = 10_000,
    jobs: Jobs = None,
) -> None:
    """Compare parsers: which is better, by how much, and whether the difference is real."""
    from ..core.parallel import jobs as threads
    from ..evaluation.compare import compare, short_names
    from ..report.comparisons import comparison_rows, comparison_table

    names = all_given(tests)
    if len(names) < 2:
        raise CallError("compare needs two parses or more: treegauge compare GOLD TEST_A TEST_B")
    check_standard_input([given(gold), *names])
    printing.wanted()
    with threads(jobs):
        gold_trees, *test_trees = reading.read_all([given(gold), *names], lenient=True)
        systems: Mapping[str, Any] = dict(zip(short_names(names), test_trees, strict=True))
        comparisons = compare(
            gold_trees,
            systems,
            transforms=reading.transforms,
            level=level,
            resamples=resamples,
            seed=reading.seed,
            **measuring.arguments(),
        )
    objects = [comparison.row() for comparison in comparisons]
    printing.write("compare", objects, comparison_rows(comparisons), lambda: comparison_table(comparisons, level))
