"""Putting out results: tables for people, JSON, CSV, Parquet, LaTeX."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import CallError
from .options import as_json

if TYPE_CHECKING:
    from ..evaluation.result import Result


class Form(StrEnum):
    """What the output looks like."""

    table = "table"
    json = "json"
    csv = "csv"
    parquet = "parquet"
    latex = "latex"


_ENDINGS = {".json": Form.json, ".csv": Form.csv, ".parquet": Form.parquet, ".tex": Form.latex}

FormOption = Annotated[Form | None, typer.Option("--format", help="table, json, csv, parquet or latex.")]
Output = Annotated[
    str | None, typer.Option("-o", "--output", metavar="FILE", help="Write to FILE; its ending says how.")
]


def show(results: Sequence[Result], by: str | None, level: float, write: Callable[..., None]) -> None:
    """Put out results: as they are, divided, or as a confusion of labels."""
    from ..report import scores

    if by is None:
        write(
            [result.row() for result in results], scores.score_rows(results), lambda: scores.score_table(results, level)
        )
        return
    if by == "confusion":
        able = [result for result in results if result.measure.has_confusion]
        if not able:
            raise CallError(f"{', '.join(result.measure.name for result in results)}: there is no confusion of labels")
        rows = [row for result in able for row in scores.confusion_rows(result)]
        write(rows, rows, lambda: scores.plain_table(rows))
        return
    able = [result for result in results if by in ("sentence", "length", *result.measure.breakdowns)]
    if not able:
        known = sorted({name for result in results for name in result.measure.breakdowns})
        known += ["confusion"] if any(result.measure.has_confusion for result in results) else []
        raise CallError(f"cannot divide by '{by}'; possible: {', '.join(['sentence', 'length', *known])}")
    parts = [result.by(by) for result in able]
    tables = [scores.part_rows(own, by) for own in parts]
    write(
        [part.row(by) for own in parts for part in own],
        [row for table in tables for row in table],
        lambda: scores.part_tables(tables),
    )


def writer(command: str, output: str | None, form: Form | None, json: bool) -> Callable[..., None]:
    """A function that puts out results: as JSON objects (with what `more` there is beside them), as flat rows, or as a
    table for people."""
    wanted = Form.json if json else form
    if wanted is None and output is not None:
        wanted = next((kind for ending, kind in _ENDINGS.items() if output.endswith(ending)), None)
        if wanted is None:
            raise CallError(f"cannot tell what '{output}' should be; name it .json, .csv, .parquet or .tex")

    def write(objects: list[dict[str, Any]], rows: list[dict[str, Any]], table: Callable[[], Any], **more: Any) -> None:
        from ..report import scores

        if wanted is None or (wanted is Form.table and output is None):
            from ..report.tables import console

            console().print(table(), crop=False)
        elif wanted is Form.parquet:
            scores.to_parquet(rows, output or "-")
        else:
            text = {
                Form.table: lambda: _as_text(table()),
                Form.json: lambda: as_json(command, objects, **more) + "\n",
                Form.csv: lambda: scores.to_csv(rows),
                Form.latex: lambda: scores.to_latex(rows),
            }[wanted]()
            put(text, output)

    return write


def _as_text(table: Any) -> str:
    from ..report.tables import as_text

    return as_text(table)


def put(text: str, output: str | None) -> None:
    """Write a text to a file, or to standard output."""
    if output is None or output == "-":
        sys.stdout.write(text)
        return
    try:
        with open(output, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise CallError(f"cannot write '{output}': {error.strerror}") from None
