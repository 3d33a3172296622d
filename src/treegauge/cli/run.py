"""`treegauge run`: a study from its file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.bounds import Threads
from ..core.errors import DataError
from ..core.wording import counted
from .options import note
from .printing import Json, as_json

if TYPE_CHECKING:
    from ..studies.running.engine import Watching, WatchStudy
    from ..studies.running.planning import FailedUnit
    from ..studies.running.study_file import StudyFile

OnlyTables = Annotated[
    list[str] | None, typer.Option("--table", metavar="N", help="Only this table, and the rows it needs; repeatable.")
]
Processes = Annotated[
    Threads | None, typer.Option("--jobs", show_default="all processors", help="How many rows at the same time.")
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="local|ADDRESS", help="Make the rows on the workers of a Dask scheduler (extra cluster)."),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what there is to do, and how long it will take.")]


def run(
    study: Annotated[str, typer.Argument(metavar="STUDY.toml", help="The file of a study.")],
    folder: Annotated[str, typer.Option("-o", "--output", metavar="FOLDER", help="Where the results are kept.")],
    table: OnlyTables = None,
    dry_run: DryRun = False,
    jobs: Processes = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Run a study: treebanks, what is measured on them, and the tables and figures to make.

    The folder gets all rows, tables and figures, and a page with all of it. Rows that are done are never made again,
    so a run that was stopped goes on. A row that fails is reported and does not stop the others.
    """
    from ..studies.running.study_file import read_study

    workers = Workers(jobs, cluster)
    perform(read_study(study), folder, table or [], workers, "run", dry_run=dry_run, json=json)


@dataclass(frozen=True)
class Workers:
    """Where the rows are made: in how many processes, or on which cluster."""

    jobs: int | None
    cluster: str | None


def perform(
    study: StudyFile, folder: str, tables: Sequence[str], workers: Workers, command: str, *, dry_run: bool, json: bool
) -> None:
    """Run a study, or show its plan."""
    if dry_run:
        _show_plan(study.only(tables) if tables else study, folder, workers.jobs)
        return
    from ..report.study.writing import run_study

    with watched() as watch:
        results = run_study(study, folder, tables=tables, processes=workers.jobs, cluster=workers.cluster, watch=watch)
    if json:
        print(as_json(command, results.rows.rows))
    else:
        from ..report.study.screen import study_tables
        from ..report.tables import console

        console().print(study_tables(results.tables))
    rows = results.rows
    note(f"{counted(rows.made, 'row')} made, {rows.kept:,} from before; all of it is in {folder}/index.html")
    for line in not_made(rows.failed):
        note(f"not made: {line}")
    if rows.failed:
        raise DataError(f"{counted(len(rows.failed), 'row')} could not be made; the next call tries again")


def not_made(failed: Sequence[FailedUnit]) -> list[str]:
    """What could not be made: one line for each reason, such as a program that is missing."""
    titles: dict[str, list[str]] = {}
    for unit in failed:
        titles.setdefault(unit.message, []).append(unit.title)
    return [
        f"{own[0]}: {message}" + (f" (and {counted(len(own) - 1, 'more row')})" if len(own) > 1 else "")
        for message, own in titles.items()
    ]


def _show_plan(study: StudyFile, folder: str, jobs: int | None) -> None:
    import os

    from ..core.parallel import available
    from ..report.study.screen import plan_table
    from ..report.study.writing import WORK
    from ..report.tables import console
    from ..studies.running.engine import done_before
    from ..studies.running.estimating import estimate
    from ..studies.running.planning import plan

    planned, work = plan(study), os.path.join(folder, WORK)
    done = done_before(planned, work)
    left = [unit for unit in planned.units if unit.key not in done]
    console().print(plan_table(planned, done, estimate(left, work, jobs or available())))


@contextmanager
def watched() -> Iterator[WatchStudy | None]:
    """On a terminal: how many rows are done, which ones are running, how many are to come. Nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns: tuple[Any, ...] = (
        TextColumn("rows"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task("", total=None)

        def update(state: Watching) -> None:
            failed = f"{state.failed:,} failed; " if state.failed else ""
            running = f"running: {', '.join(state.running)}" if state.running else ""
            bar.update(shown, completed=state.done, total=state.total, description=failed + running)

        yield update
