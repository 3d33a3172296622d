"""`treegauge score`: how good a parse is."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from ..core.bounds import Resamples
from ..core.errors import CallError, DataError
from .completion import complete_measure, complete_prm, complete_program
from .distributing import Distributing
from .dividing import Dividing
from .options import Jobs, Level, Reading, check_standard_input, given, note, progress
from .printing import Printing

if TYPE_CHECKING:
    from ..evaluation.result import Result, Results


class OnMismatch(StrEnum):
    """What to do with sentences whose words differ."""

    error = "error"
    skip = "skip"
    align = "align"


class MissingPolicy(StrEnum):
    """What to do with gold sentences without a parse."""

    against_the_parser = "count"  # a member of a string enumeration cannot be called `count`
    leave_out = "leave-out"


class IntervalMethod(StrEnum):
    """How an interval is made from the resamples."""

    percentile = "percentile"
    bca = "bca"


OnlyScores = Annotated[
    list[str] | None, typer.Option("--scores", metavar="NAMES", help="Only these scores: f1,las; repeatable.")
]
CountedAs = Annotated[
    list[str] | None,
    typer.Option(
        "--as",
        metavar="PROGRAM",
        autocompletion=complete_program,
        help="Count as another program does: evalb, stanza, spacy ... (treegauge list programs).",
    ),
]


def one_program(programs: Sequence[str] | None) -> str | None:
    """The program of `--as`, which is given once or not at all."""
    if programs and len(programs) > 1:
        several = " and ".join(f"--as {name}" for name in programs)
        raise CallError(f"{several} exclude each other; score with each, or let explain say how they differ")
    return programs[0] if programs else None


GoldArgument = Annotated[str, typer.Argument(metavar="GOLD", help="The gold trees; FILE:FORMAT; - is standard input.")]


@dataclass(frozen=True)
class Measuring:
    """Which measures are applied, and how."""

    panel: ClassVar[str] = "Measures"
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "-m",
            "--measure",
            metavar="MEASURE",
            autocompletion=complete_measure,
            show_default="all that fit",
            help="NAME or 'NAME(option=value)'; repeatable.",
        ),
    ] = None
    prm: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|PRESET",
            autocompletion=complete_prm,
            help="EVALB's parameters: default, COLLINS, new, spmrl, none or a file.",
        ),
    ] = None
    disc_only: Annotated[bool, typer.Option("--disc-only", help="Only discontinuous brackets (parseval).")] = False
    lenient: Annotated[
        bool, typer.Option("--lenient", help="Score graphs that are not trees (cycles, several roots).")
    ] = False
    on_mismatch: Annotated[
        OnMismatch | None,
        typer.Option(
            show_default="skip",
            help="Sentences whose words differ: stop, leave out and list, or align on characters.",
        ),
    ] = None
    missing: Annotated[
        MissingPolicy | None,
        typer.Option(
            show_default="count",
            help="Gold sentences or treebanks without a parse: count them against the parser, or leave them out.",
        ),
    ] = None

    def arguments(self) -> dict[str, Any]:
        """What `score` and `compare` take."""
        from ..measures.shared.prm import find_prm

        if self.prm is not None:
            find_prm(self.prm, lambda message: note(f"{self.prm}: {message}"))
        options = {"prm": self.prm, "disc_only": self.disc_only or None, "lenient": self.lenient or None}
        return {
            "measures": self.measure,
            "options": options,
            **({} if self.on_mismatch is None else {"on_mismatch": self.on_mismatch.value}),
            **({} if self.missing is None else {"missing": self.missing.value}),
        }


def score(
    gold: GoldArgument,
    test: Annotated[str, typer.Argument(metavar="TEST", help="The parser's output for the same sentences.")],
    measuring: Measuring,
    reading: Reading,
    printing: Printing,
    dividing: Dividing,
    distributing: Distributing,
    scores: OnlyScores = None,
    program: CountedAs = None,
    plot: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.svg|png|pdf", help="Draw the main scores with their intervals; with --by, bars for each part."
        ),
    ] = None,
    evalb: Annotated[bool, typer.Option("--evalb", help="Print EVALB's own report from the raw lines.")] = False,
    level: Level = 0.95,
    resamples: Annotated[Resamples, typer.Option(help="Resamples for intervals; 0: no intervals.")] = 1000,
    interval: Annotated[IntervalMethod, typer.Option(help="How intervals are computed.")] = IntervalMethod.percentile,
    jobs: Jobs = None,
) -> None:
    """Score a parser: every measure that fits the two files, with intervals."""
    from ..core.parallel import jobs as threads
    from ..evaluation.score import score
    from ..report.pictures import check_picture

    gold, test = given(gold), given(test)
    check_standard_input([gold, test])
    dividing.check()
    check_picture("--plot", plot)
    if evalb:
        _evalb(
            gold,
            test,
            measuring.prm,
            [reading.transform, measuring.measure, dividing.by, scores, program, plot, *printing.given],
        )
    printing.wanted()
    intervals: dict[str, Any] = {"level": level, "resamples": 0 if dividing.by else resamples, "method": interval.value}
    with threads(jobs), distributing.distributed(jobs), progress(f"scoring {test}") as tick:
        # A function that gets the names may score large files block by block; it does not keep their trees.
        by_name = not dividing.by and reading.is_plain
        folders = None if dividing.by or reading.is_plain else reading.read_folders(gold, {test: test})
        names: list[Any] = [gold, test] if folders is None else [folders[0], folders[1][test]]
        sources = names if by_name or folders else reading.read_all(names, lenient=True)
        results = score(
            sources[0],
            sources[1],
            transforms=reading.transforms,
            seed=reading.seed,
            scores=scores,
            program=one_program(program),
            progress=tick,
            **measuring.arguments(),
            **intervals,
        )
    if results.macro:
        _print_treebanks(results, printing, level)
        _draw(results, plot)
        return
    for result in results:
        for remark in result.remarks:
            note(f"{result.measure.name}: {remark}")
    if dividing.by:
        dividing.print(results, printing, plot)
        return
    if not any(result.scores for result in results):
        raise CallError(f"{', '.join(scores or [])}: only the parts of a breakdown have these scores; add --by label")
    from ..report.scores import score_rows, score_table

    rows = [result.row() for result in results]
    printing.write("score", rows, score_rows(results), lambda: score_table(results, level))
    _refuse_nothing(results)
    _draw(results, plot)


def _draw(results: Results, plot: str | None) -> None:
    """Draw the scores, if a file is given."""
    if plot is not None:
        results.plot(plot)
        note(f"the chart is in {plot}")


def _print_treebanks(results: Results, printing: Printing, level: float) -> None:
    """Many treebanks: one row each, and the macro-averages."""
    from ..report.treebanks import treebanks_report

    printing.write(
        "score",
        [result.row() for result in results],
        results.table_rows(),
        lambda: treebanks_report(results, level),
        macro=[average.row() for average in results.macro],
    )


def _refuse_nothing(results: Sequence[Result]) -> None:
    """Scores without any sentence are not scores."""
    if all(len(result.left_out) == len(result.rows) > 0 for result in results):
        first = results[0].left_out[0]
        raise DataError(
            f"no sentence can be compared; the first ({first.where}): {first.reason}; give both the same words, or "
            "align them on their characters with --on-mismatch align"
        )


def _evalb(gold: str, test: str, prm: str | None, others: Sequence[object]) -> None:
    """Print EVALB's report and exit with its status."""
    from ..core.compiled import compile_silently
    from ..report.evalb import evalb

    if any(others):
        raise CallError(
            "--evalb prints EVALB's report from the raw lines: it takes no -t, -m, --by, --scores, --as, --plot,"
            " -o, --format or --json"
        )
    compile_silently()
    messages: list[str] = []
    report = evalb(gold, test, prm or "none", messages.append)
    sys.stderr.write("".join(f"{line}\n" for line in messages))
    sys.stderr.flush()
    sys.stderr.buffer.write(report.errors)
    sys.stdout.write(report.out)
    sys.stdout.flush()
    raise typer.Exit(report.status)
