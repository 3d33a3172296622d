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
        typer.Argument(
            metavar="PAPER",
            help="ecc, derivation-perplexity, pete, annotation-schemes or mph; or atlas, smoothed-difficulty, "
            "latent-difficulty, ud-converters.",
        ),
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

    Each table says what differs from the paper and why. Without a paper, all papers are listed. The list of one paper
    also says what is done in the folder of results, and how long the rest will take. The treebanks are those of the
    catalogue: `treegauge treebanks` lists them and says how to get them.
    """
    from ..studies.papers import paper_study

    place = folder or f"{paper}{'-bundled' if bundled else ''}-results"
    if paper is None or contents:
        _list(paper, place, jobs, bundled=bundled)
        return
    if bundled and jobs is None and cluster is None:
        jobs = 1  # a second process would take longer to start than its work
    if folder == "-":
        raise CallError("the results are a folder of files: name a folder")
    perform(
        paper_study(paper, bundled=bundled),
        place,
        table or [],
        Workers(jobs, cluster),
        "replicate",
        dry_run=dry_run,
        json=json,
    )


def _list(paper: str | None, folder: str, jobs: int | None, *, bundled: bool) -> None:
    """The tables and figures of all papers, or of one, with what is done of them."""
    import os

    from ..core.parallel import available
    from ..report.study.screen import Standing, contents_table
    from ..report.study.writing import WORK
    from ..report.tables import console
    from ..studies.papers import paper_names, paper_study
    from ..studies.running.engine import done_before
    from ..studies.running.planning import plan

    for name in paper_names() if paper is None else [paper]:
        study, standing = paper_study(name, bundled=bundled), None
        if paper is not None:
            planned, work = plan(study), os.path.join(folder, WORK)
            standing = Standing(planned, done_before(planned, work), work, jobs or available())
        console().print(contents_table(study, standing))
        note(f"treegauge replicate {name} [--table N] [--bundled]")
