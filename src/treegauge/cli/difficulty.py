"""The command that says how hard a treebank is to parse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
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
    named,
    note,
    only_once,
    progress,
    read_treebank,
)
from .output import Form, FormOption, Output, put, writer

if TYPE_CHECKING:
    from ..studies.difficulty.measuring import Difficulty
    from ..treebank import Treebank


class ProtocolName(StrEnum):
    """Which trees are measured."""

    train = "train"
    test = "test"
    loo = "loo"


def add_to(app: typer.Typer) -> None:
    """Make the command known."""
    app.command()(difficulty)


def difficulty(
    treebanks: Annotated[
        list[str],
        typer.Argument(metavar="TRAIN...", help="Treebanks: files, tars, directories or globs; one row each."),
    ],
    protocol: Annotated[
        ProtocolName | None,
        typer.Option(
            help="train: measure the trees that the grammar is induced from (default); test: measure other trees; "
            "loo: each tree under the grammar of all the others."
        ),
    ] = None,
    test: Annotated[str | None, typer.Option(metavar="FILE", help="The trees to measure.")] = None,
    split: Annotated[
        float | None, typer.Option(metavar="SHARE", help="Train on this share of the sentences, measure the others.")
    ] = None,
    folds: Annotated[
        int | None, typer.Option(metavar="K", help="Measure each of K parts under the grammar of the others.")
    ] = None,
    max_length: Annotated[
        int | None,
        typer.Option(
            metavar="N", show_default="39", help="Measure trees of up to N tokens; the grammar comes from all."
        ),
    ] = None,
    all_lengths: Annotated[bool, typer.Option("--all-lengths", help="Measure trees of any length.")] = False,
    level: Level = 0.99,
    transform: Transforms = None,
    variant: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TRANSFORM", help="One more row a treebank, after this transform too; any number of times."
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep each row in FILE as it is finished; do not measure again what it has."),
    ] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE.svg", help="Draw ECC against EMR, with both intervals.")
    ] = None,
    curve: Annotated[
        str | None,
        typer.Option(metavar="FILE.svg|csv", help="Learning curves: the ECC after each tree, in random orders."),
    ] = None,
    orders: Annotated[int, typer.Option(min=1, help="Random orders of --curve.")] = 3,
    growing: Annotated[
        str | None,
        typer.Option(
            metavar="SIZES",
            help="Models of growing samples, such as 0.3,0.5,1.0 (shares) or 500,1000 (sentences), on the same "
            "held-out trees (--split or --test).",
        ),
    ] = None,
    ambiguity: Annotated[
        bool, typer.Option("--ambiguity", help="Also tree entropy, number of trees and average parse base.")
    ] = False,
    by: Annotated[str | None, typer.Option(metavar="sentence", help="One row a tree.")] = None,
    prm: Annotated[
        str,
        typer.Option(
            metavar="FILE|PRESET", help="What LP, LR, F1 and EMR count: none, default, COLLINS, ... or a file."
        ),
    ] = "none",
    grammar_out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep the grammar: text, or .npz; compressed as the name says.")
    ] = None,
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    on_error: OnErrorOption = OnError.stop,
    rejects: Rejects = None,
    encoding: Encoding = None,
    output: Output = None,
    form: FormOption = None,
    json: Json = False,
) -> None:
    """Measure how hard a treebank is to parse: what is left to find out of a tree when its tags are known, in bits
    (ECC, under the treebank's own grammar), beside the accuracy of the most probable trees; the hardest first."""
    from ..core.parallel import jobs as threads
    from ..measures.shared.prm import find_prm
    from ..studies.difficulty.across import difficulties
    from ..studies.difficulty.conjecture import conjecture
    from ..studies.difficulty.protocols import MAX_LENGTH, plan_for

    write = writer("difficulty", output, form, json)
    names, variants = [named(name) for name in treebanks], variant or []
    measured = None if test is None else named(test)
    trees = {"--by": by, "--grammar-out": grammar_out, "--curve": curve, "--ambiguity": ambiguity or None}
    _check(names, measured, by, {"--plot": (plot, (".svg",)), "--curve": (curve, (".svg", ".csv"))})
    _only_one(names, variants, {"--grammar-out": grammar_out, "--growing": growing})
    _exclude({"--resume": resume}, {**trees, "--growing": growing})
    _exclude({"--growing": growing}, {**trees, "--plot": plot, "--folds": folds})
    _exclude({"--max-length": max_length}, {"--all-lengths": all_lengths or None})
    options: dict[str, Any] = {
        "protocol": None if protocol is None else protocol.value,
        "split": split,
        "folds": folds,
        "max_length": None if all_lengths else MAX_LENGTH if max_length is None else max_length,
        "seed": seed,
    }
    find_prm(prm, lambda message: note(f"{prm}: {message}"))
    plan_for(has_test=test is not None, **options)  # a wrong call is told before any work
    options |= {"level": level, "prm": prm, "transforms": transform or []}

    def read(name: str) -> Treebank:
        return read_treebank(name, on_error, rejects, encoding)[0]

    latex = not json and (form is Form.latex or (form is None and (output or "").endswith(".tex")))
    with threads(jobs):
        if growing is not None:
            _show(_growing(read, names[0], measured, growing, options), "growing_table", level, latex, write)
            return
        full = any(value is not None for value in trees.values())  # these need the figures of each tree
        found = difficulties(
            names,
            read=read,
            test=measured,
            variants=variants,
            resume=resume,
            watch=progress,
            full=full,
            ambiguity=ambiguity,
            **options,
        )
        rows = [own.row for own in found]
    for remark in dict.fromkeys(remark for own in found for remark in own.remarks):
        note(remark)
    results = [own.difficulty for own in found if own.difficulty is not None]
    if grammar_out is not None:
        _keep_grammar(results[0], grammar_out)
    if curve is not None:
        _curves(results, curve, orders, seed, level)
    if plot is not None:
        _plot(rows, plot)
    if by is not None:
        _show_sentences(results, ambiguity, write)
    else:
        _show(rows, "difficulty_table", level, latex, write, correlations=conjecture(rows))


def _check(
    names: Sequence[str], test: str | None, by: str | None, files: dict[str, tuple[str | None, tuple[str, ...]]]
) -> None:
    """What can be told from the arguments alone."""
    if by not in (None, "sentence"):
        raise CallError(f"cannot divide by '{by}'; possible: sentence")
    only_once([*names, test or ""])
    for option, (file, endings) in files.items():
        if file is not None and not file.endswith(endings):
            raise CallError(f"{option} writes {' or '.join(endings)}, not '{file}'")


def _only_one(names: Sequence[str], variants: Sequence[str], options: dict[str, str | None]) -> None:
    doing = {"--grammar-out": "keeps the grammar", "--growing": "draws samples"}
    for option, value in options.items():
        if value is not None and (len(names) > 1 or variants):
            raise CallError(f"{option} {doing[option]} of one treebank; measure them one by one")


def _exclude(one: dict[str, Any], others: dict[str, Any]) -> None:
    for option, value in one.items():
        for other, given in others.items():
            if value is not None and given is not None:
                raise CallError(f"{option} and {other} exclude each other")


def _growing(
    read: Callable[[str], Treebank], name: str, test: str | None, sizes: str, options: dict[str, Any]
) -> list[dict[str, Any]]:
    from ..studies.difficulty.growing import growing

    try:
        shares = [float(size) for size in sizes.split(",")]
    except ValueError:
        raise CallError(f"--growing takes sizes such as 0.3,0.5,1.0 or 500,1000, not '{sizes}'") from None
    if options["protocol"] not in (None, "test"):
        raise CallError(f"--growing measures training and held-out trees; leave out --protocol {options['protocol']}")
    given = {key: value for key, value in options.items() if key not in ("protocol", "folds")}
    train, held_out = read(name), None if test is None else read(test)
    with progress(f"measuring {name}") as tick:
        found = growing(train, shares, held_out, name=name, test_name=test or "", progress=tick, **given)
    return [own.row() for own in found]


def _keep_grammar(result: Difficulty, file: str) -> None:
    from ..models.grammars.storage import write_grammar

    write_grammar(result.grammar, file)


def _plot(rows: list[dict[str, Any]], file: str) -> None:
    from ..report.difficulty_charts import ecc_plot

    put(ecc_plot(rows), file)


def _curves(results: Sequence[Difficulty], file: str, orders: int, seed: int, level: float) -> None:
    from ..report.difficulty_charts import curve_plot
    from ..report.scores import to_csv
    from ..studies.difficulty.curves import ecc_curve

    curves = [
        ecc_curve(own.figures, orders=orders, seed=seed, level=level, name=own.treebank, transform=own.transform)
        for own in results
    ]
    put(to_csv([row for own in curves for row in own.rows()]) if file.endswith(".csv") else curve_plot(curves), file)


def _show_sentences(results: list[Difficulty], ambiguity: bool, write: Callable[..., None]) -> None:
    from ..report import difficulty as report

    rows = [row for result in results for row in result.by_sentence(ambiguity=ambiguity)]
    write(rows, rows, lambda: report.sentence_table(rows))


def _show(
    rows: list[dict[str, Any]], table: str, level: float, latex: bool, write: Callable[..., None], **more: Any
) -> None:
    from ..report import difficulty as report

    flat = report.latex_rows(rows) if latex else rows
    write(rows, flat, lambda: getattr(report, table)(rows, level), **more)
