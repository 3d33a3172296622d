"""`treegauge replicate`: the tables and figures of a paper."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import CallError
from .options import note
from .printing import Json
from .run import Cluster, DryRun, OnlyTables, Processes, Workers, perform


def replicate(
    paper: Annotated[
        str | None,
        typer.Argument(metavar="PAPER", help="ecc, derivation-perplexity, pete, annotation-schemes, mph or atlas."),
    ] = None,
    folder: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FOLDER", show_default="PAPER-results", help="Where the results are kept."
        ),
    ] = None,
    table: OnlyTables = None,
    bundled: Annotated[bool, typer.Option("--bundled", help="Use the bundled treebanks alone: seconds.")] = False,
    contents: Annotated[bool, typer.Option("--list", help="List every table and figure of the paper.")] = False,
    dry_run: DryRun = False,
    jobs: Processes = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Make the tables and figures of a paper, next to the printed ones, with public data.

    Each table says what differs from the paper and why. Without a paper, all papers are listed. The treebanks are those
    of the catalogue: `treegauge treebanks` lists them and says how to get them.
    """
    from ..report.study.screen import contents_table
    from ..report.tables import console
    from ..studies.papers import paper_names, paper_study

    if paper is None or contents:
        for name in paper_names() if paper is None else [paper]:
            console().print(contents_table(paper_study(name)))
            note(f"treegauge replicate {name} [--table N] [--bundled]")
        return
    if bundled and jobs is None and cluster is None:
        jobs = 1  # a second process would take longer to start than its work
    if folder == "-":
        raise CallError("the results are a folder of files: name a folder")
    place = folder or f"{paper}{'-bundled' if bundled else ''}-results"
    perform(
        paper_study(paper, bundled=bundled),
        place,
        table or [],
        Workers(jobs, cluster),
        "replicate",
        dry_run=dry_run,
        json=json,
    )
