"""`treegauge compare`: which parser is better."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.bounds import Draws
from ..core.errors import CallError, MissingFileError
from .options import Jobs, Level, Reading, all_given, check_standard_input, given, note, progress
from .printing import Printing
from .score import CountedAs, GoldArgument, Measuring, OnlyScores, one_program

if TYPE_CHECKING:
    from ..evaluation.comparison import Comparisons


def compare(
    gold: GoldArgument,
    measuring: Measuring,
    reading: Reading,
    printing: Printing,
    tests: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME=]TEST_A [NAME=]TEST_B...",
            help="Two or more parsers' output for the sentences, with names; or folders.",
        ),
    ] = None,
    scores: OnlyScores = None,
    by: Annotated[
        str | None, typer.Option(metavar="WHAT", help="Compare by length, label, treebank ...: every part is tested.")
    ] = None,
    program: CountedAs = None,
    plot: Annotated[
        str | None,
        typer.Option(metavar="FILE.svg|png|pdf", help="Draw the differences of the main scores with their intervals."),
    ] = None,
    level: Level = 0.95,
    resamples: Annotated[Draws, typer.Option(help="Resamples for intervals and tests.")] = 10_000,
    jobs: Jobs = None,
) -> None:
    """Compare parsers: which is better, by how much, and whether the difference is real."""
    from ..core.parallel import jobs as threads
    from ..evaluation.compare import compare
    from ..evaluation.naming import named_files
    from ..formats.api import split_name
    from ..report.pictures import check_picture

    check_picture("--plot", plot)
    files = named_files(all_given(tests or []))
    folder = split_name(given(gold))[0]
    if not files and not os.path.exists(folder):
        raise MissingFileError.of(folder)
    if len(files) < 2 and not os.path.isdir(folder):
        raise CallError("compare needs two parses or more: treegauge compare GOLD TEST_A TEST_B")
    check_standard_input([given(gold), *files.values()])
    printing.wanted()
    with threads(jobs):
        # A function that gets the names may compare large files block by block; it does not keep their trees.
        names: list[Any] = [given(gold), *files.values()]
        whole = by in (None, "treebank")  # what else divides scores divides those of one treebank
        plain = whole and reading.is_plain
        folders = None if plain or not whole else reading.read_folders(given(gold), files, nested=True)
        sources = names if plain or folders else reading.read_all(names, lenient=True)
        systems: dict[str, Any] = dict(zip(files, sources[1:], strict=True)) if folders is None else folders[1]
        with progress("comparing") as tick:
            comparisons = compare(
                sources[0] if folders is None else folders[0],
                systems,
                transforms=reading.transforms,
                scores=scores,
                by="label" if by == "relation" else by,
                level=level,
                resamples=resamples,
                seed=reading.seed,
                program=one_program(program),
                progress=tick,
                **measuring.arguments(),
            )
    _print(comparisons, printing)
    if plot is not None:
        comparisons.plot(plot)
        note(f"the chart is in {plot}")


def _print(comparisons: Comparisons, printing: Printing) -> None:
    """The systems ranked, and all pairs; of many treebanks, the macro-averages and the scores of every treebank too."""
    from ..report import comparisons as of_one
    from ..report import papers
    from ..report import treebanks as of_many

    many = bool(comparisons.macro)
    rows, report, latex = (
        (of_many.system_rows, of_many.systems_report, papers.systems_latex)
        if many
        else (of_one.comparison_rows, of_one.comparison_report, papers.comparison_latex)
    )
    averages: dict[str, Any] = {
        "macro": [average.row() for average in comparisons.macro],
        "treebanks": [result.row() for result in comparisons.treebanks],
    }
    printing.write(
        "compare",
        [comparison.row() for comparison in comparisons],
        rows(comparisons),
        lambda: report(comparisons),
        latex=lambda: latex(comparisons),
        ranking=[system.row() for system in comparisons.ranking()],
        **(averages if many else {}),
    )
