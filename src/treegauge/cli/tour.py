"""`treegauge tour`: everything, on the bundled treebank."""

from __future__ import annotations

from typing import Annotated

import typer


def tour(
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE.html", show_default="in a temporary folder", help="The report at the end."
        ),
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Open the report in the browser.")] = False,
) -> None:
    """Show everything, on the bundled treebank."""
    from ..report.tour import run_tour
    from .report import open_page

    page = run_tour(page=output)
    if open_:
        open_page(page)
