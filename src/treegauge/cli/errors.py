"""`treegauge errors`: what kinds of errors parsers make."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from ..core.bounds import Resamples
from .completion import complete_prm
from .options import Jobs, Level, Reading, all_given, check_standard_input, given, progress
from .printing import Printing
from .score import GoldArgument, MissingPolicy


class ErrorClasses(StrEnum):
    """Which classes of errors."""

    treegauge = "treegauge"
    kummerfeld = "kummerfeld"


def errors(
    gold: GoldArgument,
    tests: Annotated[
        list[str],
        typer.Argument(metavar="[NAME=]TEST...", help="One or more parsers' output for the sentences, with names."),
    ],
    reading: Reading,
    printing: Printing,
    classes: Annotated[
        ErrorClasses, typer.Option(help="The classes of treegauge, or those of Kummerfeld et al. (2012).")
    ] = ErrorClasses.treegauge,
    prm: Annotated[
        str,
        typer.Option(
            metavar="FILE|PRESET", autocompletion=complete_prm, help="EVALB's parameters: which brackets count."
        ),
    ] = "default",
    scheme: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE",
            help="The annotation scheme of the labels (generic: usual names) or relations (ud, sud, conll2008).",
        ),
    ] = "auto",
    missing: Annotated[
        MissingPolicy, typer.Option(help="Gold sentences without a parse: count them as errors, or leave them out.")
    ] = MissingPolicy.against_the_parser,
    kinds: Annotated[
        list[str] | None,
        typer.Option(
            "--class", metavar="NAME", help="List the errors of class NAME, or of all, with their words; repeatable."
        ),
    ] = None,
    level: Level = 0.95,
    resamples: Annotated[Resamples, typer.Option(help="Resamples for intervals and tests; 0: none.")] = 10_000,
    jobs: Jobs = None,
) -> None:
    """Find what kinds of errors parsers make, and how many points each kind costs."""
    from ..core.parallel import jobs as threads
    from ..evaluation.errors.finding import find_errors
    from ..evaluation.naming import named_files
    from ..report.errors import ALL, each_table, errors_latex, errors_report

    files = named_files(all_given(tests))
    check_standard_input([given(gold), *files.values()])
    printing.wanted()
    with threads(jobs):
        sources = reading.read_all([given(gold), *files.values()], lenient=True)
        systems: dict[str, Any] = dict(zip(files, sources[1:], strict=True))
        with progress("finding errors") as tick:
            analysis = find_errors(
                sources[0],
                systems,
                classes=classes.value,
                prm=prm,
                scheme=scheme,
                transforms=reading.transforms,
                missing=missing.value,
                level=level,
                resamples=resamples,
                seed=reading.seed,
                progress=tick,
            )
    if kinds:
        each = analysis.each([] if ALL in kinds else kinds)
        printing.write("errors", each, each, lambda: each_table(each))
        return
    printing.write(
        "errors",
        analysis.rows,
        analysis.table_rows(),
        lambda: errors_report(analysis, level),
        latex=lambda: errors_latex(analysis),
        systems=[system.row() for system in analysis],
        comparisons=[comparison.row() for comparison in analysis.comparisons],
    )
