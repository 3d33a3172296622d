"""The command that says which parsers there are, and gets what they need."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import Json, note, print_json

if TYPE_CHECKING:
    from ..parsers.base import Parser

_group = typer.Typer(no_args_is_help=False)


def add_to(app: typer.Typer) -> None:
    """Make the command known."""
    app.add_typer(_group, name="parsers")


@_group.callback(invoke_without_command=True)
def parsers(context: typer.Context, json: Json = False) -> None:
    """Show all parsers, and what those that cannot run here lack."""
    if context.invoked_subcommand is not None:
        return
    from ..parsers.base import PARSERS
    from ..report.tables import console, new_table

    rows = [_row(name, member) for name, member in PARSERS.items()]
    if json:
        print_json("parsers", rows)
        return
    table = new_table()
    for column in ("parser", "makes", "learns", "runs here", "options"):
        table.add_column(column, no_wrap=column != "options")
    for row in rows:
        options = " ".join(_spelled(name, value) for name, value in row["options"].items())
        table.add_row(row["name"], row["makes"], *(_yes(row[key]) for key in ("learns", "runs")), options)
    console().print(table)
    for row in rows:
        if row["missing"] is not None:
            note(f"{row['name']} cannot run here: {row['missing']}")


@_group.command()
def install(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The parser.")],
    source: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="Take it from this file, not from the network.")
    ] = None,
) -> None:
    """Get what a parser needs; for one that is a Python package, say how."""
    from ..parsers.base import PARSERS

    note(PARSERS.get(name).install(source))


def _row(name: str, member: type[Parser]) -> dict[str, Any]:
    missing = member.missing()
    return {
        "name": name,
        "description": member.summary(),
        "makes": member.makes,
        "learns": member.learns,
        "runs": missing is None,
        "missing": missing,
        "options": {field.name: field.default for field in fields(member)},
        "saved": list(member.saved),
    }


def _spelled(name: str, value: Any) -> str:
    if value is None:
        return name
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"
