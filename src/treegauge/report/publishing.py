"""Rows as files: for papers (LaTeX) and for machines (CSV, Parquet)."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from ..core.errors import CallError, MissingExtraError
from ..core.outputs import create_binary
from ..core.types import AnyRow
from ..treebank.tex import OTHER_ENGINES, beyond_pdflatex
from .cells import cell, is_missing, p_value, shown_columns

_LATEX = {ord(mark): f"\\{mark}" for mark in "&%$#_{}"} | str.maketrans(
    {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "…": r"\dots{}"}
    | {"<": "$<$", ">": "$>$", "|": "$|$"}  # as text, the fonts that LaTeX begins with have other marks in their places
)


def to_csv(rows: Sequence[AnyRow]) -> str:
    """Comma-separated values with a header; numbers unrounded, 0/0 empty."""
    buffer = io.StringIO()
    names = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(buffer, names, restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _plain(value) for name, value in row.items()})
    return buffer.getvalue()


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return " ".join(str(item) for item in value)
    return "" if is_missing(value) else value


def to_latex(rows: Sequence[AnyRow]) -> str:
    """A table for the package booktabs, two digits; the signatures are above it as comments."""
    names = shown_columns(rows)
    numeric = {name for name in names if any(isinstance(row.get(name), (int, float, list)) for row in rows)}
    lines = [f"% {signature}" for signature in dict.fromkeys(row["signature"] for row in rows if "signature" in row)]
    alignment = "".join("r" if name in numeric else "l" for name in names)
    titles = [escaped(name.replace("_", " ")) for name in names]
    cells = [[escaped(_latex_cell(name, row.get(name))) for name in names] for row in rows]
    table = "\n".join(tabular([" & ".join(titles) + r" \\"], alignment, cells))
    other = [OTHER_ENGINES] if beyond_pdflatex(table) else []
    return "\n".join([*other, *lines, table]) + "\n"


def tabular(head: Sequence[str], alignment: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table for the package booktabs; the lines of its head and the cells are LaTeX already."""
    return [
        rf"\begin{{tabular}}{{{alignment}}}",
        r"\toprule",
        *head,
        r"\midrule",
        *(" & ".join(row) + r" \\" for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]


def _latex_cell(name: str, value: Any) -> str:
    """Counts are whole numbers where they can be; p has four digits."""
    if name in ("p", "p_holm"):
        return p_value(value)
    whole = name.startswith("n_") and isinstance(value, float) and value.is_integer()
    return f"{value:.0f}" if whole else cell(value)


def escaped(text: str) -> str:
    """A text as LaTeX."""
    return text.translate(_LATEX)


def to_parquet(rows: Sequence[AnyRow], path: str) -> None:
    """The rows as a Parquet file (extra `frames`)."""
    try:
        import polars
    except ImportError:
        raise MissingExtraError("polars", "frames", "writing Parquet") from None
    if path == "-":
        raise CallError("Parquet cannot be written to standard output; name a file: -o scores.parquet")
    with create_binary(path) as file:
        polars.DataFrame(list(rows), infer_schema_length=None).write_parquet(file)
