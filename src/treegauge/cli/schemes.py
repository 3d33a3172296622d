"""The command that asks whether a score says something about the parser or about the annotation scheme."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import CallError
from .options import (
    Encoding,
    JobsOption,
    Json,
    Level,
    OnError,
    OnErrorOption,
    Rejects,
    SeedOption,
    Transforms,
    changed_reader,
    named,
    note,
    once_each,
    only_once,
    progress,
)
from .output import FormOption, Output, put, writer

if TYPE_CHECKING:
    from ..treebank import Treebank

Write = Callable[..., None]


def add_to(app: typer.Typer) -> None:
    """Make the command known."""
    app.command("schemes")(schemes)


def schemes(
    treebanks: Annotated[
        list[str],
        typer.Argument(metavar="A [B]", help="Two treebanks; with --dial, --parsed, --reliability any number."),
    ],
    dial: Annotated[
        bool, typer.Option("--dial", help="Each treebank from flat to deep, with the same errors at every setting.")
    ] = False,
    parsed: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Parser output to convert and score, once for each treebank."),
    ] = None,
    reliability: Annotated[
        bool, typer.Option("--reliability", help="Heads by functions against heads by head rules alone.")
    ] = False,
    errors: Annotated[
        list[str] | None,
        typer.Option(
            "-e",
            "--error",
            metavar="KIND",
            help="attach1, attach2, label1, label2, span1, span2, span3; any number, also 'label1(rate=0.2)'; all that"
            " have a place if not given.",
        ),
    ] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "-m", "--measure", metavar="MEASURE", help="NAME or 'NAME(option=value)'; all that fit if not given."
        ),
    ] = None,
    count: Annotated[int | None, typer.Option(min=1, help="So many errors of each kind.")] = None,
    rate: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Errors in this share of the places; all, with --dial 0.2, if not given."),
    ] = None,
    steps: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STEPS",
            help="With --dial: its steps, of np-in-pp, noun-levels, verb-phrases, fields, words, binary. "
            "With --parsed: a row of steps, such as 'no fields + no unaries', or transforms; any number of times.",
        ),
    ] = None,
    scheme: Annotated[
        list[str] | None, typer.Option(help="The annotation scheme, a name or a TOML file; once, or once each.")
    ] = None,
    plot: Annotated[str | None, typer.Option(metavar="FILE.svg", help="With --dial: draw the curves.")] = None,
    functions: Annotated[
        bool, typer.Option("--functions", help="Keep the treebank's functions, which mark heads, beside the errors.")
    ] = False,
    seeds: Annotated[int, typer.Option(min=1, help="How many times errors are drawn.")] = 20,
    level: Level = 0.95,
    transform: Transforms = None,
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    on_error: OnErrorOption = OnError.stop,
    rejects: Rejects = None,
    encoding: Encoding = None,
    output: Output = None,
    form: FormOption = None,
    json: Json = False,
) -> None:
    """Put the same errors into treebanks of two annotation schemes, or into one from flat to deep trees, and see what
    each measure makes of them. Punctuation is attached and crossing branches are raised first."""
    from ..core.parallel import jobs as threads

    names, tests = [named(name) for name in treebanks], [named(name) for name in parsed or []]
    _check(names, tests, dial, reliability, plot, steps)
    write = writer("schemes", output, form, json)
    own = once_each(scheme or ["auto"], len(names), "--scheme")
    change = changed_reader(transform, seed, on_error, rejects, encoding)
    drawn: dict[str, Any] = {"count": count, "rate": rate, "functions": functions, "seeds": seeds, "level": level}

    with threads(jobs):
        golds = [change(name) for name in names]
        if reliability:
            _reliability(golds, names, write)
        elif tests:
            outputs = [change(test) for test in tests]
            _converted(golds, outputs, names, own, steps, measure, {"functions": functions, "level": level}, write)
        elif dial:
            _dial(golds, names, own, errors, measure, steps, plot, drawn, write)
        else:
            _inserted(golds, names, own, errors, measure, drawn, write)


def _check(
    names: list[str], tests: list[str], dial: bool, reliability: bool, plot: str | None, steps: list[str] | None
) -> None:
    """What can be told from the arguments alone."""
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
    if plot is not None and not plot.endswith(".svg"):
        raise CallError(f"--plot writes .svg, not '{plot}'")
    if steps is not None and not (dial or tests):
        raise CallError("--steps is for --dial and --parsed")
    only_once([*names, *tests])


def _short(names: list[str]) -> list[str]:
    from ..report.difficulty_charts import short_name

    found = [short_name(name) for name in names]
    return found if len(set(found)) == len(found) else names


def _inserted(
    golds: list[Treebank],
    names: list[str],
    own: list[str],
    errors: list[str] | None,
    measures: list[str] | None,
    drawn: dict[str, Any],
    write: Write,
) -> None:
    from ..report.schemes import inserted_tables
    from ..studies.annotation_schemes.inserted import inserted_errors

    short = _short(names)
    with progress("inserting errors") as tick:
        study = inserted_errors(
            golds, errors, measures, names=(short[0], short[1]), schemes=(own[0], own[1]), progress=tick, **drawn
        )
    rows = study.rows()
    write(rows, rows, lambda: inserted_tables(study), without=list(study.without), schemes=list(study.schemes))


def _dial(
    golds: list[Treebank],
    names: list[str],
    own: list[str],
    errors: list[str] | None,
    measures: list[str] | None,
    steps: list[str] | None,
    plot: str | None,
    drawn: dict[str, Any],
    write: Write,
) -> None:
    from ..report.scheme_charts import bias_plot
    from ..report.schemes import dial_tables
    from ..studies.annotation_schemes.dial import bias_curve

    chosen = None if steps is None else [step.strip() for entry in steps for step in entry.split(",")]
    curves = []
    for gold, name, scheme in zip(golds, _short(names), own, strict=True):
        with progress(f"turning the dial on {name}") as tick:
            curves.append(
                bias_curve(gold, errors, measures, steps=chosen, name=name, scheme=scheme, progress=tick, **drawn)
            )
    if plot is not None:
        put(bias_plot(curves), plot)
        note(f"the curves are in {plot}")
    rows = [row for curve in curves for row in curve.rows()]
    flatness = [row for curve in curves for row in curve.flatness()]
    write(rows, rows, lambda: dial_tables(curves), flatness=flatness)


def _converted(
    golds: list[Treebank],
    tests: list[Treebank],
    names: list[str],
    own: list[str],
    steps: list[str] | None,
    measures: list[str] | None,
    options: dict[str, Any],
    write: Write,
) -> None:
    from ..report.schemes import converted_table
    from ..report.scores import score_rows
    from ..studies.annotation_schemes.converted import converted_scores

    lists = None if steps is None else [[step.strip() for step in row.split("+") if step.strip()] for row in steps]
    found = [
        row
        for gold, test, name, scheme in zip(golds, tests, _short(names), own, strict=True)
        for row in converted_scores(gold, test, lists, measures, name=name, scheme=scheme, **options)
    ]
    flat = [
        {"treebank": row.treebank, "steps": " + ".join(row.steps), "nodes_per_word": row.nodes_per_word, **figures}
        for row in found
        for figures in score_rows(row.results)
    ]
    write([one for row in found for one in row.rows()], flat, lambda: converted_table(found))


def _reliability(golds: list[Treebank], names: list[str], write: Write) -> None:
    from ..report.schemes import reliability_table
    from ..studies.annotation_schemes.converted import conversion_reliability

    rows = [conversion_reliability(gold, name=name) for gold, name in zip(golds, _short(names), strict=True)]
    write(rows, rows, lambda: reliability_table(rows))
