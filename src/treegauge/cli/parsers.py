"""`treegauge parsers`: which parsers there are, and how to install what they need."""

from __future__ import annotations

from typing import Annotated

import typer

from .options import note
from .printing import Json, print_json
from .verbs import Verb, Verbs, expanded, help_text

_COMMAND = "install it with: "  # is followed by a command, in what is missing for a parser

GROUP = typer.Typer(no_args_is_help=False)


def add_parsers(app: typer.Typer, panel: str) -> None:
    """Make the group a verb."""
    GROUP.callback(cls=Verbs, invoke_without_command=True, help=help_text(parsers))(parsers)
    GROUP.command("install", cls=Verb, help=help_text(install))(expanded(install))
    app.add_typer(GROUP, name="parsers", rich_help_panel=panel)


def parsers(context: typer.Context, json: Json = False) -> None:
    """List the parsers, and how to install those that cannot run here."""
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
    for row in rows:
        table.add_row(row["name"], row["makes"], "yes" if row["learns"] else "no", _state(row["missing"]))
    console().print(table)
    others = [row["missing"] for row in rows if row["missing"] is not None and _COMMAND not in row["missing"]]
    for reason in dict.fromkeys(others):
        names = ", ".join(row["name"] for row in rows if row["missing"] == reason)
        note(f"{names} cannot run here: {reason}")


def _state(missing: str | None) -> str:
    """Whether a parser can run, in a few words: the command that installs it, or what is missing."""
    if missing is None:
        return "yes"
    problem, _, command = missing.partition(_COMMAND)
    return f"no: {command or problem.partition(';')[0]}"


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
