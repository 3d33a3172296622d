"""The tables of a study as Markdown, LaTeX, CSV and HTML, each with the printed figures of the paper next to it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...studies.running.tables import StudyTable
from ..publishing import escaped, tabular, to_csv

PRINTED = "printed in the paper"


def markdown(table: StudyTable) -> str:
    """A table with its title; below it the figures of the paper, and what differs."""
    parts = [f"**{table.entry.title}**"]
    if table.failed:
        parts.append(f"Not made: {table.failed}")
    elif table.entry.kind == "table":
        parts.append(markdown_table(table.heads, table.cells, table.numeric))
    parts += [f"{heading}: {text}" for heading, text in said_of(table)]
    if table.entry.printed:
        parts += [f"The same, {PRINTED}:", markdown_table(table.heads, table.printed_cells, table.numeric)]
    return "\n\n".join(parts) + "\n"


def markdown_table(heads: Sequence[str], cells: Sequence[Sequence[str]], numeric: Sequence[bool]) -> str:
    """A Markdown table; columns of numbers are aligned at the right."""
    rule = " | ".join("---:" if number else "---" for number in numeric)
    rows = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in cells]
    return "\n".join(f"| {line} |" for line in [" | ".join(heads), rule, *rows])


def said_of(table: StudyTable) -> list[tuple[str, str]]:
    """What is said about a table, with a heading each."""
    entry = table.entry
    said = [("What differs", entry.differs), ("Not with public data", entry.cannot)]
    return [(heading, text) for heading, text in said if text]


def latex(table: StudyTable) -> str:
    """A table for the package booktabs."""
    alignment = "".join("r" if number else "l" for number in table.numeric)
    head = [" & ".join(map(escaped, table.heads)) + r" \\"]
    cells = [[escaped(cell).replace("±", r"$\pm$") for cell in row] for row in table.cells]
    return "\n".join([f"% {table.entry.title}", *tabular(head, alignment, cells)]) + "\n"


def csv(table: StudyTable) -> str:
    """All columns of the rows, unrounded."""
    return to_csv(table.rows)


def html(table: StudyTable, svg: str = "") -> str:
    """A table or figure as a section of the page."""
    title = f"{table.entry.paper}: {table.entry.title}" if table.entry.paper else table.entry.title
    parts = [f'<section id="{escape(table.name)}"><h2>{escape(title)}</h2>']
    if table.failed:
        parts.append(f'<p class="failed">Not made: {escape(table.failed)}</p>')
    else:
        parts.append(f"<figure>{svg}</figure>" if svg else _html_table(table.heads, table.cells, table.numeric))
    parts += [f"<p><b>{heading}.</b> {escape(text)}</p>" for heading, text in said_of(table)]
    if table.entry.printed:
        own = _html_table(table.heads, table.printed_cells, table.numeric)
        parts.append(f"<details open><summary>{PRINTED.capitalize()}</summary>{own}</details>")
    return "".join([*parts, "</section>"])


def _html_table(heads: Sequence[str], cells: Sequence[Sequence[str]], numeric: Sequence[bool]) -> str:
    kinds = [' class="n"' if number else "" for number in numeric]
    head = "".join(f"<th{kind}>{escape(title)}</th>" for title, kind in zip(heads, kinds, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(row, kinds, strict=True)) + "</tr>"
        for row in cells
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
