"""A study on the screen: its plan, and its tables next to those of the paper."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rich.console import Group

from ...core.wording import counted
from ...studies.running.estimating import Estimate, estimate
from ...studies.running.planning import StudyPlan, rows_of_table
from ...studies.running.study_file import StudyFile, TableEntry
from ...studies.running.tables import StudyTable
from ..fitting import FittedTable
from ..tables import new_table
from .tables import PRINTED, said_of


def plan_table(planned: StudyPlan, done: Collection[str], estimated: Estimate) -> FittedTable:
    """How much of each block is done, and what the rest will take."""
    table = new_table()
    table.add_labels("rows", "task")
    table.add_figures("all", "done", "to do")
    for block in dict.fromkeys(unit.block for unit in planned.units):
        units = [unit for unit in planned.units if unit.block == block]
        finished = sum(unit.key in done for unit in units)
        table.add_row(block, units[0].task, str(len(units)), str(finished), str(len(units) - finished))
    left = sum(unit.key not in done for unit in planned.units)
    if left:
        table.notes.append(
            f"about {duration(estimated.seconds)} for {counted(left, 'row')}, and {estimated.memory / 1e9:.1f} GB of"
            f" memory; {_basis(estimated)}"
        )
    table.notes += [f"cannot be made: {unit.title}: {unit.message}" for unit in planned.missing]
    return table


def _basis(estimated: Estimate) -> str:
    if estimated.measured == 1:
        return "by the times of earlier rows of the same tasks"
    return (
        f"a rough guess: {100 * (1 - estimated.measured):.0f} % of the rows are of tasks that were not timed here yet"
    )


def duration(seconds: float) -> str:
    """A time in words: `40 seconds`, `12 minutes`, `3.5 hours`."""
    if seconds < 90:
        return counted(max(round(seconds), 1), "second")
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:.1f} hours"


def study_tables(tables: Sequence[StudyTable]) -> Group:
    """All tables below each other, each with the printed figures of the paper; at the end those that could not be made,
    by reason."""
    parts: list[FittedTable | str] = []
    for table in tables:
        if not table.failed:
            parts += [*([""] if parts else []), *_parts(table)]
    failed: dict[str, list[str]] = {}
    for table in tables:
        if table.failed:
            failed.setdefault(table.failed, []).append(table.name)
    lines = [f"not made: {counted(len(names), 'table')} ({', '.join(names)}): {why}" for why, names in failed.items()]
    return Group(*parts, *([""] if parts and lines else []), *lines)


def _parts(table: StudyTable) -> list[FittedTable | str]:
    title = f"{table.entry.paper}: {table.entry.title}" if table.entry.paper else table.entry.title
    if table.entry.kind != "table":
        return [f"{title}: figures/{table.name}.svg"]
    own = _fitted(table, title, table.cells)
    own.notes += [f"{heading}: {text}" for heading, text in said_of(table)]
    printed = [_fitted(table, PRINTED, table.printed_cells)] if table.entry.printed else []
    return [own, *printed]


def _fitted(table: StudyTable, title: str, cells: Sequence[Sequence[str]]) -> FittedTable:
    fitted = new_table(title)
    for head, number in zip(table.heads, table.numeric, strict=True):
        if number:
            fitted.add_figures(head)
        else:
            fitted.add_names(head)
    for row in cells:
        fitted.add_row(*row)
    return fitted


def contents_table(study: StudyFile, standing: Standing | None = None) -> FittedTable:
    """Every table and figure of a paper: whether it can be made, of what, and how many rows have to be measured for it;
    with `standing`, also how many are done, and how long the others will take."""
    table = new_table(study.title)
    table.add_labels("table")
    table.add_names("title")
    table.add_labels("state")
    table.add_figures("rows", *(() if standing is None else ("done", "to do", "no treebank")))
    for name, entry in study.tables.items():
        more = () if standing is None else standing.of(entry)
        table.add_row(name, entry.title, _state(entry), str(rows_of_table(study, entry)), *more)
    return table


@dataclass(frozen=True)
class Standing:
    """The plan of a study, the keys of the rows that are done, and the folder that knows how long rows took."""

    planned: StudyPlan
    done: Collection[str]
    folder: str
    processes: int

    def of(self, entry: TableEntry) -> tuple[str, str, str]:
        """How many rows of a table are done, how long the others will take, and how many cannot be made here."""
        units = {unit.key: unit for unit in self.planned.units if unit.block in entry.rows}
        left = [unit for key, unit in units.items() if key not in self.done]
        missing = sum(unit.block in entry.rows for unit in self.planned.missing)
        time = duration(estimate(left, self.folder, self.processes).seconds) if left else "-"
        return str(len(units) - len(left)), time, str(missing) if missing else "-"


def _state(entry: TableEntry) -> str:
    if not entry.paper:
        return "not in the paper"
    return "the nearest one" if entry.cannot else "other data" if entry.differs else "as printed"
