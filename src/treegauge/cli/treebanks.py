"""Commands on treebanks: convert, stats, list, tour."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .options import (
    Encoding,
    Jobs,
    Json,
    OnError,
    OnErrorOption,
    Rejects,
    Seed,
    Transforms,
    in_parallel,
    named,
    prepare_steps,
    print_json,
    read_treebank,
)
from .trees import write_trees


def add_to(app: typer.Typer) -> None:
    """Make the commands known."""
    for command in (convert, stats, tour):
        app.command()(command)
    app.command("list")(list_)


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="A file, tar, directory or glob; FILE:FORMAT; - is standard input.")
    ],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file, FILE:FORMAT, or -:FORMAT for standard output.")],
    transform: Transforms = None,
    on_error: OnErrorOption = OnError.stop,
    rejects: Rejects = None,
    encoding: Encoding = None,
    to_encoding: Annotated[str, typer.Option(help="Encoding of the output.")] = "utf-8",
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Convert a treebank from one format to another."""
    from ..formats.api import check_target

    source, target = named(source), named(target)
    steps = prepare_steps(transform, seed)
    check_target(target)
    treebank, kept = read_treebank(source, on_error, rejects, encoding)
    for step in steps:
        treebank = step(treebank)
    write_trees(treebank, target, to_encoding)
    if json:
        print_json("convert", [{"sentences": len(treebank), "tokens": len(treebank.tokens), "skipped": len(kept)}])


def stats(
    treebanks: Annotated[list[str], typer.Argument(metavar="TREEBANK...", help="Files, tars, directories or globs.")],
    transform: Transforms = None,
    on_error: Annotated[OnError, typer.Option(help="Stop at a bad sentence, or skip it and count.")] = OnError.skip,
    rejects: Rejects = None,
    encoding: Encoding = None,
    seed: Seed = None,
    jobs: Jobs = 1,
    labels: Annotated[int, typer.Option(metavar="N", help="Also show the N most frequent labels of each.")] = 0,
    json: Json = False,
) -> None:
    """Count sentences, words, nodes and labels: one row a treebank."""
    from ..evaluation.describe import describe
    from ..report.tables import console, show_labels, stats_table

    steps = prepare_steps(transform, seed)

    def row(name: str) -> tuple[Any, Any]:
        treebank, kept = read_treebank(name, on_error, rejects, encoding)
        for step in steps:
            treebank = step(treebank)
        return describe(treebank, name, len(kept)), treebank if labels else None

    rows = list(in_parallel(row, [named(name) for name in treebanks], jobs))
    if json:
        print_json("stats", [description.row() for description, _ in rows])
        return
    console().print(stats_table([description for description, _ in rows]))
    for description, treebank in rows:
        if treebank is not None:
            show_labels(description.treebank, treebank, labels)


def list_(
    kind: Annotated[
        str | None, typer.Argument(help="formats, transforms, heads, measures, parsers; all if not given.")
    ] = None,
    json: Json = False,
) -> None:
    """List what is registered, with one line each."""
    from ..report.tables import registered, show_registered

    rows = registered(kind)
    if json:
        print_json("list", rows)
    else:
        show_registered(rows)


def tour() -> None:
    """Show everything, on the bundled treebank."""
    from ..report.tour import run_tour

    run_tour()
