"""`treegauge schemes`: does a score say something about the parser, or about the annotation scheme?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.bounds import Positive, Repeats, Share
from ..core.errors import CallError
from .options import Jobs, Level, Reading, all_given, check_standard_input, note, once_each, progress
from .printing import Printing, Rows

if TYPE_CHECKING:
    from ..treebank import Treebank


def schemes(
    treebanks: Annotated[
        list[str],
        typer.Argument(metavar="A [B]", help="Two treebanks; with --dial, --parsed, --reliability any number."),
    ],
    reading: Reading,
    printing: Printing,
    dial: Annotated[
        bool, typer.Option("--dial", help="Each treebank from flat to deep, with the same errors at every setting.")
    ] = False,
    parsed: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Parser output to convert and score, once for each treebank."),
    ] = None,
    reliability: Annotated[
        bool,
        typer.Option("--reliability", help="Compare heads found by functions with heads found by head rules alone."),
    ] = False,
    errors: Annotated[
        list[str] | None,
        typer.Option(
            "-e",
            "--error",
            metavar="KIND",
            help="attach1, attach2, label1, label2, span1, span2, span3; repeatable, also 'label1(rate=0.2)'; all that"
            " have a place if not given.",
        ),
    ] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "-m", "--measure", metavar="MEASURE", help="NAME or 'NAME(option=value)'; all that fit if not given."
        ),
    ] = None,
    count: Annotated[Positive | None, typer.Option(help="How many errors of each kind.")] = None,
    rate: Annotated[
        Share | None,
        typer.Option(help="Errors in this share of the places. Default: all; 0.2 with --dial."),
    ] = None,
    steps: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STEPS",
            help="With --dial: its steps, of np-in-pp, noun-levels, verb-phrases, fields, words, binary. "
            "With --parsed: a row of steps, such as 'no fields + no unaries', or transforms; repeatable.",
        ),
    ] = None,
    scheme: Annotated[
        list[str] | None, typer.Option(help="The annotation scheme, a name or a TOML file; once, or once each.")
    ] = None,
    plot: Annotated[str | None, typer.Option(metavar="FILE.svg|png|pdf", help="With --dial: draw the curves.")] = None,
    functions: Annotated[
        bool, typer.Option("--functions", help="Keep functions, which mark heads, in the trees with errors.")
    ] = False,
    seeds: Annotated[Repeats, typer.Option(help="How many times errors are drawn.")] = 20,
    level: Level = 0.95,
    jobs: Jobs = None,
) -> None:
    """Insert the same errors into treebanks of two annotation schemes, and compare the scores that each measure gives.

    With --dial: into each treebank at several settings, from flat to deep trees. Punctuation is attached and crossing
    branches are raised first.
    """
    from ..core.parallel import jobs as threads

    names, tests = all_given(treebanks), all_given(parsed)
    _check(names, tests, dial, reliability, plot, steps)
    printing.wanted()
    schemes = once_each(scheme or ["auto"], len(names), "--scheme")
    drawn: dict[str, Any] = {"count": count, "rate": rate, "functions": functions, "seeds": seeds, "level": level}
    transforms = reading.transforms
    with threads(jobs):
        study = _Study([reading.read(name) for name in names], _short(names), schemes, measure, transforms, printing)
        if reliability:
            _reliability(study)
        elif tests:
            outputs = [reading.read(test) for test in tests]
            _converted(study, outputs, steps, {"functions": functions, "level": level})
        elif dial:
            _dial(study, errors, steps, plot, drawn)
        else:
            _inserted(study, errors, drawn)


def _check(
    names: list[str], tests: list[str], dial: bool, reliability: bool, plot: str | None, steps: list[str] | None
) -> None:
    """What is wrong with the arguments alone."""
    from ..report.pictures import check_picture

    chosen = [
        option for option, given in (("--dial", dial), ("--parsed", tests), ("--reliability", reliability)) if given
    ]
    if len(chosen) > 1:
        raise CallError(f"{chosen[0]} and {chosen[1]} exclude each other")
    if not chosen and len(names) != 2:
        raise CallError(
            f"the study compares two treebanks, not {len(names)}; or give --dial, --parsed or --reliability"
        )
    if tests and len(tests) != len(names):
        raise CallError(f"there are {len(names)} treebanks and {len(tests)} files of --parsed; give it once for each")
    if plot is not None and not dial:
        raise CallError("--plot draws the curves of --dial")
    check_picture("--plot", plot)
    if steps is not None and not (dial or tests):
        raise CallError("--steps is for --dial and --parsed")
    check_standard_input([*names, *tests])


def _short(names: list[str]) -> list[str]:
    from ..report.difficulty_charts import short_name

    short = [short_name(name) for name in names]
    return short if len(set(short)) == len(short) else names


@dataclass(frozen=True)
class _Study:
    """What all four studies take."""

    golds: list[Treebank]
    names: list[str]
    schemes: list[str]
    measures: list[str] | None
    transforms: list[str]
    printing: Printing

    def write(self, objects: Rows, rows: Rows | None, table: Callable[[], Any], **more: Any) -> None:
        self.printing.write("schemes", objects, rows, table, **more)


def _inserted(study: _Study, errors: list[str] | None, drawn: dict[str, Any]) -> None:
    from ..report.schemes import inserted_tables
    from ..studies.annotation_schemes.inserted import inserted_errors

    (a, b), (scheme_a, scheme_b) = study.names, study.schemes
    with progress("inserting errors") as tick:
        result = inserted_errors(
            study.golds,
            errors,
            study.measures,
            names=(a, b),
            schemes=(scheme_a, scheme_b),
            transforms=study.transforms,
            progress=tick,
            **drawn,
        )
    more = {"without": list(result.without), "schemes": list(result.schemes)}
    study.write(result.rows(), None, lambda: inserted_tables(result), **more)


def _dial(
    study: _Study, errors: list[str] | None, steps: list[str] | None, plot: str | None, drawn: dict[str, Any]
) -> None:
    from ..report.pictures import write_picture
    from ..report.scheme_charts import bias_plot
    from ..report.schemes import dial_tables
    from ..studies.annotation_schemes.dial import bias_curve

    chosen = None if steps is None else [step.strip() for entry in steps for step in entry.split(",")]
    curves = []
    for gold, name, scheme in zip(study.golds, study.names, study.schemes, strict=True):
        options = {"steps": chosen, "name": name, "scheme": scheme, "transforms": study.transforms, **drawn}
        with progress(f"turning the dial on {name}") as tick:
            curves.append(bias_curve(gold, errors, study.measures, progress=tick, **options))
    if plot is not None:
        write_picture(bias_plot(curves), plot)
        note(f"the curves are in {plot}")
    rows = [row for curve in curves for row in curve.rows()]
    flatness = [row for curve in curves for row in curve.flatness()]
    study.write(rows, None, lambda: dial_tables(curves), flatness=flatness)


def _converted(study: _Study, tests: list[Treebank], steps: list[str] | None, options: dict[str, Any]) -> None:
    from ..report.schemes import converted_table
    from ..report.scores import score_rows
    from ..studies.annotation_schemes.converted import converted_scores

    lists = None if steps is None else [[step.strip() for step in row.split("+") if step.strip()] for row in steps]
    conversions = [
        conversion
        for gold, test, name, scheme in zip(study.golds, tests, study.names, study.schemes, strict=True)
        for conversion in converted_scores(
            gold, test, lists, study.measures, name=name, scheme=scheme, transforms=study.transforms, **options
        )
    ]
    flat = [
        {"treebank": item.treebank, "steps": " + ".join(item.steps), "nodes_per_word": item.nodes_per_word, **scores}
        for item in conversions
        for scores in score_rows(item.results)
    ]
    study.write([row for item in conversions for row in item.rows()], flat, lambda: converted_table(conversions))


def _reliability(study: _Study) -> None:
    from ..report.schemes import reliability_table
    from ..studies.annotation_schemes.converted import conversion_reliability
    from ..studies.annotation_schemes.yardsticks import PREPARATION

    rows = [
        conversion_reliability(gold, name=name, prepare=[*study.transforms, *PREPARATION[:1]])
        for gold, name in zip(study.golds, study.names, strict=True)
    ]
    study.write(rows, None, lambda: reliability_table(rows))
