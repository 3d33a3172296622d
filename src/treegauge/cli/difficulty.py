"""The command that says how hard a treebank is to parse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import CallError
from .options import Encoding, Json, OnError, Rejects, Transforms, named, note, progress, read_treebank
from .output import Form, FormOption, Output, writer
from .scores import JobsOption, SeedOption

if TYPE_CHECKING:
    from ..parsing_difficulty.measuring import Difficulty
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
    level: Annotated[float, typer.Option(min=0.5, max=0.9999, help="Level of the intervals.")] = 0.99,
    transform: Transforms = None,
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
    on_error: Annotated[OnError, typer.Option(help="Stop at a bad sentence, or skip it and count.")] = OnError.stop,
    rejects: Rejects = None,
    encoding: Encoding = None,
    output: Output = None,
    form: FormOption = None,
    json: Json = False,
) -> None:
    """Measure how hard a treebank is to parse: what is left to find out of a tree when its tags are known, in bits
    (ECC, under the treebank's own grammar), beside the accuracy of the most probable trees; the hardest first."""
    from ..measures.prm import find_prm
    from ..parallel import jobs as threads
    from ..parsing_difficulty.protocols import MAX_LENGTH, plan_for

    write = writer("difficulty", output, form, json)
    if by not in (None, "sentence"):
        raise CallError(f"cannot divide by '{by}'; possible: sentence")
    if all_lengths and max_length is not None:
        raise CallError("--max-length and --all-lengths exclude each other")
    if grammar_out is not None and len(treebanks) > 1:
        raise CallError("--grammar-out keeps the grammar of one treebank; measure them one by one")
    options: dict[str, Any] = {
        "protocol": None if protocol is None else protocol.value,
        "split": split,
        "folds": folds,
        "max_length": None if all_lengths else MAX_LENGTH if max_length is None else max_length,
        "seed": seed,
    }
    find_prm(prm, lambda message: note(f"{prm}: {message}"))
    plan_for(has_test=test is not None, **options)  # a wrong call is told before any work
    options |= {"transforms": transform or [], "level": level, "prm": prm}

    def read(name: str) -> Treebank:
        return read_treebank(name, on_error, rejects, encoding)[0]

    with threads(jobs):
        results = _measure([named(name) for name in treebanks], None if test is None else named(test), read, options)
    if grammar_out is not None:
        from ..grammars.storage import write_grammar

        write_grammar(results[0].grammar, grammar_out)
    latex = not json and (form is Form.latex or (form is None and (output or "").endswith(".tex")))
    _show(results, by, level, latex, write)


def _measure(
    names: Sequence[str], test: str | None, read: Callable[[str], Treebank], options: dict[str, Any]
) -> list[Difficulty]:
    from ..parsing_difficulty.measuring import difficulty as measure
    from ..report.difficulty import hardest_first
    from ..transforms.base import prepare

    for spec in options["transforms"]:
        prepare(spec)
    if sum(name == "-" or name.startswith("-:") for name in [*names, test or ""]) > 1:
        raise CallError("standard input (-) can be read once only; put the other trees into a file")
    measured = None if test is None else read(test)
    results = []
    for name in names:
        train = read(name)
        with progress(f"measuring {name}") as tick:
            results.append(measure(train, measured, name=name, test_name=test or "", progress=tick, **options))
        for remark in results[-1].remarks:
            note(remark)
    return hardest_first(results)


def _show(results: list[Difficulty], by: str | None, level: float, latex: bool, write: Callable[..., None]) -> None:
    from ..report import difficulty as report

    if by is not None:
        rows = report.sentence_rows(results)
        write(rows, rows, lambda: report.sentence_table(rows))
        return
    rows = [result.row() for result in results]
    flat = report.latex_rows(results) if latex else rows
    write(rows, flat, lambda: report.difficulty_table(results, level))
