"""`treegauge list`: everything that has a name."""

from __future__ import annotations

from typing import Annotated

import typer

from .printing import Json, print_json


def list_(
    kind: Annotated[
        str | None,
        typer.Argument(
            help="formats, transforms, measures, parsers, heads, head-reassignments, schemes, tagsets, punctuation,"
            " preparations, transition-systems, error-kinds or prm; all if not given."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List everything that has a name: formats, transforms, measures, parsers and more."""
    from ..report.registered import registered, show_registered

    rows = registered(kind)
    if json:
        print_json("list", rows)
    else:
        show_registered(rows)
