"""The command that learns function tags and gives them to trees."""

from __future__ import annotations

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
    only_once,
    progress,
)
from .output import FormOption, put, writer
from .trees import write_trees

if TYPE_CHECKING:
    from ..models.function_tags.tagger import FunctionTagger
    from ..studies.function_tags import FunctionValidation
    from ..treebank import Treebank


def add_to(app: typer.Typer) -> None:
    """Make the command known."""
    app.command()(functions)


def functions(
    train: Annotated[
        str, typer.Argument(metavar="TRAIN", help="Trees with functions to learn from, or a saved tagger: .functions.")
    ],
    test: Annotated[
        str | None,
        typer.Argument(metavar="TEST", help="Trees to tag; without it, TRAIN is tagged in folds and scored."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="OUT", help="The tagged trees: a file, FILE:FORMAT, or -:FORMAT."),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option("--save", metavar="FILE", help="Keep the tagger: FILE.functions can stand for TRAIN later."),
    ] = None,
    folds: Annotated[
        int | None, typer.Option(min=2, show_default="10", help="Parts of TRAIN, each tagged once.")
    ] = None,
    contiguous: Annotated[
        bool, typer.Option("--contiguous", help="Parts are sentences that follow each other, not drawn ones.")
    ] = False,
    parsed: Annotated[
        str | None, typer.Option(metavar="FILE", help="Tag these parses of the sentences of TRAIN, in folds.")
    ] = None,
    curve: Annotated[bool, typer.Option("--curve", help="Learn from 1/16, 1/8 ... of the other folds too.")] = False,
    plot: Annotated[str | None, typer.Option(metavar="FILE.svg", help="Draw the learning curve.")] = None,
    iterations: Annotated[int | None, typer.Option(min=1, show_default="10", help="Times through the trees.")] = None,
    minimum: Annotated[
        int | None, typer.Option(min=1, show_default="2", help="Leave out features seen less often.")
    ] = None,
    level: Level = 0.95,
    transform: Transforms = None,
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    on_error: OnErrorOption = OnError.stop,
    rejects: Rejects = None,
    encoding: Encoding = None,
    form: FormOption = None,
    json: Json = False,
) -> None:
    """Learn function tags (NP-SBJ) from a treebank and give them to other trees, such as a parser's; or say how well
    they are learned, in folds."""
    from ..core.parallel import jobs as threads

    train, tested = named(train), None if test is None else named(test)
    only_once([train, tested or "", named(parsed or "")], "training")
    read = changed_reader(transform, seed, on_error, rejects, encoding)
    options = {"iterations": iterations, "minimum": minimum}
    scoring = {"--folds": folds, "--contiguous": contiguous or None, "--parsed": parsed, "--curve": curve or None,
               "--plot": plot, "--format": form}  # fmt: skip
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    with threads(jobs):
        if tested is not None or save is not None:
            _refuse(scoring, "is for scoring in folds: leave out TEST and --save")
            tagger = _tagger(train, read, given, seed, save)
            if tested is not None:
                _tag(tagger, read(tested), tested, output, json)
            return
        if curve and output is not None:
            raise CallError("--output is for the trees that are tagged in folds; leave out --curve")
        if plot is not None and not plot.endswith(".svg"):
            raise CallError(f"--plot writes .svg, not '{plot}'")
        _refuse_saved(train)
        treebank, other = read(train), None if parsed is None else read(named(parsed))
        given |= {"folds": folds or 10, "contiguous": contiguous, "parsed": other, "seed": seed}
        write = writer("functions", None, form, json)
        found = _validate(treebank, train, given, curve or plot is not None, plot, level, write)
        if output is not None:
            write_trees(found.tagged, named(output))


def _refuse(options: dict[str, Any], reason: str) -> None:
    for option, value in options.items():
        if value is not None:
            raise CallError(f"{option} {reason}")


def _is_saved(name: str) -> bool:
    from ..models.function_tags.storage import ENDING

    return name.endswith(ENDING)


def _refuse_saved(train: str) -> None:
    if _is_saved(train):
        raise CallError(f"'{train}' is a tagger: give trees to tag, TEST")


def _tagger(train: str, read: Any, options: dict[str, Any], seed: int, save: str | None) -> FunctionTagger:
    """The tagger saved, or one learned, and saved where that is asked for."""
    from ..models.function_tags.storage import ENDING, read_functions, write_functions
    from ..models.function_tags.tagger import learn_functions

    if save is not None and not save.endswith(ENDING):
        raise CallError(f"name the tagger FILE{ENDING}, not '{save}', so that it is known again")
    if _is_saved(train):
        _refuse(
            {f"--{name}": value for name, value in {**options, "save": save}.items()},
            "is for learning; TRAIN is a tagger",
        )
        return read_functions(train)
    treebank = read(train)
    with progress(f"learning from {train}") as tick:
        tagger = learn_functions(treebank, seed=seed, progress=tick, **options)
    if save is not None:
        write_functions(tagger, save)
    return tagger


def _tag(tagger: FunctionTagger, treebank: Treebank, name: str, output: str | None, json: bool) -> None:
    from ..formats.api import check_target

    target = "-:brackets" if output in (None, "-") else named(output or "")
    check_target(target)
    if json:
        raise CallError("--json is for scores in folds; trees are written in a format: -o FILE")
    with progress(f"tagging {name}") as tick:
        tagged = tagger.tag(treebank, tick)
    write_trees(tagged, target)
    note(f"{name}: {len(tagged):,} sentences tagged")


def _validate(
    treebank: Treebank, name: str, options: dict[str, Any], growing: bool, plot: str | None, level: float, write: Any
) -> FunctionValidation:
    from ..report import functions as report
    from ..studies.function_tags import SHARES, learning_curve

    with progress(f"tagging {name} in folds") as tick:
        found = learning_curve(treebank, SHARES if growing else (1.0,), progress=tick, **options)
    rows = [{"treebank": name, **row} for own in found for row in own.rows(level=level, seed=options["seed"])]
    if plot is not None:
        put(report.curve_plot(rows), plot)
    write(rows, report.flat_rows(rows), lambda: report.functions_table(rows, level, options["folds"]))
    if rows and rows[-1]["left_out"]:
        note(f"{rows[-1]['left_out']:,} sentences are left out: their words or punctuation are not those of gold")
    return found[-1]
