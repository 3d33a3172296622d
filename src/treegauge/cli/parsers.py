"""`treegauge parsers`: which parsers there are, and how to install what they need."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .options import note
from .printing import Json, print_json
from .verbs import Verb, Verbs, expanded, help_text

GROUP = typer.Typer(no_args_is_help=False)


def add_parsers(app: typer.Typer, panel: str) -> None:
    """Make the group a verb."""
    GROUP.callback(cls=Verbs, invoke_without_command=True, help=help_text(parsers))(parsers)
    GROUP.command("install", cls=Verb, help=help_text(install))(expanded(install))
    app.add_typer(GROUP, name="parsers", rich_help_panel=panel)


def parsers(context: typer.Context, json: Json = False) -> None:
    """List the parsers, and what is missing for those that cannot run here."""
    if context.invoked_subcommand is not None:
        return
    from ..parsers.available import available_parsers
    from ..report.tables import console, new_table

    rows = available_parsers()
    if json:
        print_json("parsers", rows)
        return
    table = new_table()
    table.add_labels("parser", "makes", "learns", "runs here")
    table.add_text("options")
    for row in rows:
        options = " ".join(_spelled(name, value) for name, value in row["options"].items())
        table.add_row(row["name"], row["makes"], _yes(row["learns"]), _yes(row["runs"]), options)
    console().print(table)
    for row in rows:
        if row["missing"] is not None:
            note(f"{row['name']} cannot run here: {row['missing']}")


def install(
    parser: Annotated[
        str, typer.Argument(metavar="PARSER", help="NAME or 'NAME(option=value)': corenlp, 'corenlp(language=de)'.")
    ],
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help="Take it from this file or folder, not from the network."),
    ] = None,
) -> None:
    """Install what a parser needs into your data folder; say how, if it is a package of your environment."""
    from ..parsers.base import find_parser

    chosen = find_parser(parser)
    if chosen.missing() is not None and (licence := chosen.licence()) is not None:
        note(licence)
    note(chosen.install(source))


def _spelled(name: str, value: Any) -> str:
    if value is None:
        return name
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"
