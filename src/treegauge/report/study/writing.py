"""`run_study`: make the rows of a study, its tables and figures, and write all of it into a folder."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...core.bounds import Threads, checked
from ...core.errors import DataError, MissingExtraError
from ...core.outputs import write_text
from ...core.remarks import remark
from ...core.tabular import Tabular, flat_row
from ...core.types import AnyRow, PathLike, Row
from ...core.wording import counted
from ...studies.running.engine import StudyRows, WatchStudy, run_rows
from ...studies.running.planning import StudyPlan, plan
from ...studies.running.study_file import StudyFile, read_study
from ...studies.running.tables import StudyTable, make_tables
from ..publishing import to_parquet
from .figures import drawn_figure
from .page import study_page
from .tables import csv, latex, markdown

WORK = "work"


@dataclass(frozen=True, repr=False)
class StudyResults(Tabular):
    """The results of a study: its rows (`study.rows`), its tables, and the folder in which all of it is."""

    title: str
    rows: StudyRows = field(repr=False)
    tables: tuple[StudyTable, ...] = field(repr=False)
    folder: str

    def table_rows(self) -> Sequence[AnyRow]:
        """The rows of all blocks."""
        return [flat_row(row) for row in self.rows.rows]

    def table(self, name: str) -> list[Row]:
        """The rows of a table."""
        for table in self.tables:
            if table.name == name:
                return list(table.rows)
        raise KeyError(name)

    def __repr__(self) -> str:
        failed = f", {len(self.rows.failed)} failed" if self.rows.failed else ""
        parts = f"{counted(len(self.rows.rows), 'row')}{failed}, {counted(len(self.tables), 'table')}"
        return f"<StudyResults {self.title}: {parts}, in {self.folder}>"


@checked
def run_study(
    study: PathLike | StudyFile,
    output: PathLike,
    *,
    tables: Sequence[str] = (),
    processes: Threads | None = None,
    cluster: str | None = None,
    watch: WatchStudy | None = None,
) -> StudyResults:
    """Run a study and write its results into a folder. Rows that the folder has are not made again: a run that was
    stopped at any moment goes on, and ends with the same files.

    study      the file of a study (TOML)
    tables     only these tables, and the rows that they need
    processes  how many rows are made at the same time; as many as there are processors, if not given. With more than
               one, a script must call `run_study` below `if __name__ == "__main__":`
    cluster    `local`, or the address of a Dask scheduler (`tcp://host:8786`), whose workers make the rows; they find
               the files of the study at the same paths, on storage that they share
    watch      is called with the state of the run (`Watching`) at the beginning and after each row
    """
    content = study if isinstance(study, StudyFile) else read_study(study)
    chosen = content.only(tables) if tables else content
    folder = os.fspath(output)
    results = run_rows(_planned(chosen), os.path.join(folder, WORK), processes=processes, cluster=cluster, watch=watch)
    made = tuple(make_tables(chosen, results))
    write_results(folder, chosen, results, made)
    return StudyResults(chosen.title, results, made, folder)


def _planned(study: StudyFile) -> StudyPlan:
    planned = plan(study)
    if not planned.units and planned.missing:
        raise DataError(f"{study.where}: no treebank of the study can be read; the first: {planned.missing[0].message}")
    return planned


def write_results(folder: str, study: StudyFile, results: StudyRows, tables: Sequence[StudyTable]) -> None:
    """Write the files of the results."""
    for name in ("", "tables", "figures"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in results.rows]
    write_text("".join(lines), os.path.join(folder, "rows.jsonl"))
    _write_parquet(results, os.path.join(folder, "rows.parquet"))
    figures = {table.name: drawn_figure(table) for table in tables}
    for table in tables:
        _write_table(folder, table, figures[table.name])
    write_text(study.text, os.path.join(folder, "study.toml"))
    write_text(
        "\n".join(f"## {_heading(table)}\n\n{markdown(table)}" for table in tables), os.path.join(folder, "tables.md")
    )
    write_text(study_page(study, results, tables, figures), os.path.join(folder, "index.html"))


def _heading(table: StudyTable) -> str:
    return table.entry.paper or table.name


def _write_table(folder: str, table: StudyTable, svg: str) -> None:
    name = re.sub(r"[^\w.-]+", "-", table.name)
    if svg:
        write_text(svg, os.path.join(folder, "figures", f"{name}.svg"))
    if table.rows:
        write_text(csv(table), os.path.join(folder, "tables", f"{name}.csv"))
    if table.rows and table.entry.kind == "table":
        write_text(latex(table), os.path.join(folder, "tables", f"{name}.tex"))
    write_text(markdown(table), os.path.join(folder, "tables", f"{name}.md"))


def _write_parquet(results: StudyRows, path: str) -> None:
    """The rows as Parquet, where the extra `frames` is installed."""
    if not results.rows:
        return
    flat: list[Mapping[str, object]] = [_flat(row) for row in results.rows]
    try:
        to_parquet(flat, path)
    except MissingExtraError:
        remark("rows.parquet is not written: it needs the extra 'frames' (polars)")


def _flat(row: Row) -> Row:
    """Lists and objects as JSON: a column of Parquet has one type."""
    return {
        name: json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value
        for name, value in row.items()
    }
