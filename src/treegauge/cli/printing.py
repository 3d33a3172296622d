"""Printing results: tables for people, JSON, CSV, Parquet, LaTeX."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar

import typer

from ..core.errors import CallError
from ..core.outputs import write_text
from ..version import __version__

Rows = Sequence[Mapping[str, Any]]


class Form(StrEnum):
    """What the output looks like."""

    table = "table"
    json = "json"
    csv = "csv"
    parquet = "parquet"
    latex = "latex"


_ENDINGS = {".json": Form.json, ".csv": Form.csv, ".parquet": Form.parquet, ".tex": Form.latex}
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object, numbers unrounded.")]


@dataclass(frozen=True)
class Printing:
    """Where results are printed, and in which form."""

    panel: ClassVar[str] = "Printing results"
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write to FILE: .json, .csv, .parquet or .tex."),
    ] = None
    form: Annotated[Form | None, typer.Option("--format", show_default="table", help="How to print.")] = None
    json: Json = False
    wide: Annotated[bool, typer.Option("--wide", help="Print all columns of a table, whatever the width.")] = False

    @property
    def given(self) -> tuple[object, ...]:
        """The options as they were given."""
        return self.output, self.form, self.json

    def wanted(self) -> Form:
        """The form asked for, by option or by the name of the file."""
        if self.json:
            if self.form not in (None, Form.json):
                raise CallError(f"--json and --format {self.form.value} exclude each other")
            return Form.json
        if self.form is not None or self.output is None:
            return self.form or Form.table
        for ending, form in _ENDINGS.items():
            if self.output.endswith(ending):
                return form
        raise CallError(
            f"the format is not recognised from the name '{self.output}'; end it in .json, .csv, .parquet or .tex"
        )

    def write(
        self,
        command: str,
        objects: Rows,
        rows: Rows | None,
        table: Callable[[], Any],
        *,
        latex: Callable[[], str] | None = None,
        **more: Any,
    ) -> None:
        """Print results: as JSON objects (with `more` next to them), as flat rows (the objects, if None), as a table
        for people, or as LaTeX (the flat rows, if there is nothing special)."""
        from ..report import publishing

        form, flat = self.wanted(), [dict(row) for row in (objects if rows is None else rows)]
        if form is Form.table and self.output is None:
            from ..report.tables import console

            console(wide=self.wide).print(table())
        elif form is Form.parquet:
            publishing.to_parquet(flat, self.output or "-")
        elif form is Form.table:
            from ..report.tables import as_text

            put(as_text(table()), self.output)
        elif form is Form.json:
            put(as_json(command, objects, **more) + "\n", self.output)
        elif form is Form.csv:
            put(publishing.to_csv(flat), self.output)
        else:
            put(publishing.to_latex(flat) if latex is None else latex(), self.output)


def print_json(command: str, results: Rows) -> None:
    """Print one JSON object."""
    print(as_json(command, results))


def as_json(command: str, results: Rows, **more: Any) -> str:
    """One object; a number that is not defined (0/0) is null."""
    import json

    whole = {"treegauge": __version__, "command": command, "results": _without_nan(results), **_without_nan(more)}
    return json.dumps(whole, ensure_ascii=False, allow_nan=False)


def _without_nan(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_nan(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def put(text: str, output: str | None) -> None:
    """Write a text to a file, or to standard output."""
    if output is None or output == "-":
        sys.stdout.write(text)
        return
    write_text(text, output)
