"""`treegauge functions`: learn function tags, and give them to other trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from ..core.bounds import Folds, Positive, Repeats
from ..core.errors import CallError
from ..core.wording import counted
from .options import Jobs, Level, Reading, check_standard_input, given, note, progress
from .printing import Form, Json, Printing
from .trees import write_trees

if TYPE_CHECKING:
    from ..core.types import Row
    from ..models.function_tags.tagger import FunctionTagger
    from ..studies.function_tags import FunctionValidation
    from ..treebank import Treebank


@dataclass(frozen=True)
class Validation:
    """How TRAIN is tagged in folds and scored."""

    panel: ClassVar[str] = "Scoring in folds"
    folds: Annotated[Folds | None, typer.Option(show_default="10", help="Number of folds of TRAIN.")] = None
    contiguous: Annotated[
        bool, typer.Option("--contiguous", help="Parts are consecutive sentences, not random ones.")
    ] = False
    parsed: Annotated[
        str | None, typer.Option(metavar="FILE", help="Tag these parses of the sentences of TRAIN, in folds.")
    ] = None
    curve: Annotated[bool, typer.Option("--curve", help="Also learn from 1/16, 1/8 ... of the other folds.")] = False
    plot: Annotated[str | None, typer.Option(metavar="FILE.svg|png|pdf", help="Draw the learning curve.")] = None
    form: Annotated[Form | None, typer.Option("--format", show_default="table", help="How to print the scores.")] = None
    json: Json = False

    def check_not_given(self) -> None:
        """None of these options is for tagging other trees."""
        options: dict[str, object] = {"--folds": self.folds, "--contiguous": self.contiguous, "--parsed": self.parsed}
        options |= {"--curve": self.curve, "--plot": self.plot, "--format": self.form}
        _refuse(options, "is for scoring in folds: leave out TEST and --save")


def functions(
    train: Annotated[
        str, typer.Argument(metavar="TRAIN", help="Trees with functions to learn from, or a saved tagger: .functions.")
    ],
    reading: Reading,
    validation: Validation,
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
        typer.Option("--save", metavar="FILE", help="Save the tagger: FILE.functions can replace TRAIN later."),
    ] = None,
    iterations: Annotated[
        Repeats | None, typer.Option(show_default="10", help="Passes over the training trees.")
    ] = None,
    minimum: Annotated[
        Positive | None, typer.Option(show_default="2", help="Leave out features seen less often than this.")
    ] = None,
    level: Level = 0.95,
    jobs: Jobs = None,
) -> None:
    """Learn function tags (NP-SBJ) from a treebank and add them to other trees, such as a parser's output.

    Without other trees, measure how well they are learned, by cross-validation.
    """
    from ..core.parallel import jobs as threads

    train, tested = given(train), None if test is None else given(test)
    check_standard_input([train, tested or "", given(validation.parsed or "")], "training")
    options: dict[str, Any] = {"iterations": iterations, "minimum": minimum}
    options = {name: value for name, value in options.items() if value is not None}
    with threads(jobs):
        if tested is None and save is None:
            _score_in_folds(train, reading, validation, options, output, level)
            return
        validation.check_not_given()
        tagger = _tagger(train, reading, options, save)
        if tested is not None:
            _tag(tagger, reading.transformed(tested), tested, output, validation.json)


def _refuse(options: dict[str, object], reason: str) -> None:
    for option, value in options.items():
        if value:
            raise CallError(f"{option} {reason}")


def _tagger(train: str, reading: Reading, options: dict[str, Any], save: str | None) -> FunctionTagger:
    """The saved tagger, or one that is learned, and saved where that is asked for."""
    from ..models.function_tags.storage import ENDING, read_functions, write_functions
    from ..models.function_tags.tagger import learn_functions

    if save is not None and not save.endswith(ENDING):
        raise CallError(f"name the tagger FILE{ENDING}, not '{save}', so that it is recognised later")
    if train.endswith(ENDING):
        _refuse(
            {f"--{name}": value for name, value in {**options, "save": save}.items()},
            "is for learning; TRAIN is a tagger",
        )
        return read_functions(train)
    treebank = reading.transformed(train)
    with progress(f"learning from {train}") as tick:
        tagger = learn_functions(treebank, seed=reading.seed, progress=tick, **options)
    if save is not None:
        write_functions(tagger, save)
    return tagger


def _tag(tagger: FunctionTagger, treebank: Treebank, name: str, output: str | None, json: bool) -> None:
    from ..formats.api import check_target

    target = "-:brackets" if output in (None, "-") else given(output or "")
    check_target(target)
    if json:
        raise CallError("--json is for scores in folds; trees are written in a format: -o FILE")
    with progress(f"tagging {name}") as tick:
        tagged = tagger.tag(treebank, tick)
    write_trees(tagged, target)
    note(f"{name}: {counted(len(tagged), 'sentence')} tagged")


def _score_in_folds(
    train: str, reading: Reading, validation: Validation, options: dict[str, Any], output: str | None, level: float
) -> None:
    from ..models.function_tags.storage import ENDING
    from ..report.pictures import check_picture

    if validation.curve and output is not None:
        raise CallError("--output is for the trees that are tagged in folds; leave out --curve")
    check_picture("--plot", validation.plot)
    if train.endswith(ENDING):
        raise CallError(f"'{train}' is a saved tagger; give the trees to tag too, as TEST")
    names = [train] if validation.parsed is None else [train, given(validation.parsed)]
    transforms = reading.transforms
    treebank, *parsed = reading.read_all(names)
    options |= {"folds": validation.folds or 10, "contiguous": validation.contiguous, "seed": reading.seed}
    options["transforms"] = transforms
    result = _validate(treebank, train, {**options, "parsed": parsed[0] if parsed else None}, validation, level)
    if output is not None:
        write_trees(result.tagged, given(output))


def _validate(
    treebank: Treebank, name: str, options: dict[str, Any], validation: Validation, level: float
) -> FunctionValidation:
    from ..report import functions as report
    from ..report.pictures import write_picture
    from ..studies.function_tags import SHARES, function_learning_curve

    shares = SHARES if validation.curve or validation.plot is not None else (1.0,)
    with progress(f"tagging {name} in folds") as tick:
        results = function_learning_curve(treebank, shares, progress=tick, **options)
    scored = [row for result in results for row in result.rows(level=level, seed=options["seed"])]
    rows: list[Row] = [{"treebank": name, **row} for row in scored]
    if validation.plot is not None:
        write_picture(report.function_curve_plot(rows), validation.plot)
    printing = Printing(form=validation.form, json=validation.json)
    flat, folds = report.flat_function_rows(rows), options["folds"]
    printing.write("functions", rows, flat, lambda: report.functions_table(rows, level, folds))
    if scored and scored[-1]["left_out"]:
        left_out = counted(scored[-1]["left_out"], "sentence is", "sentences are")
        note(f"{left_out} left out: the words or punctuation differ from gold")
    return results[-1]
