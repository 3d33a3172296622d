"""`treegauge treebanks`: public treebanks, what they are, and how to fetch them."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import CallError
from .completion import complete_treebank
from .options import note, progress
from .printing import Json, print_json
from .verbs import Verb, Verbs, expanded, help_text

if TYPE_CHECKING:
    from ..catalogue.available import TreebankRow

GROUP = typer.Typer(no_args_is_help=False)


class TreebankKind(StrEnum):
    """What trees a treebank has."""

    constituency = "constituency"
    dependency = "dependency"


_Name = Annotated[str, typer.Argument(metavar="NAME", help="A treebank.", autocompletion=complete_treebank)]
_Names = Annotated[
    list[str],
    typer.Argument(
        metavar="NAME...", help="Treebanks, or parts: ud-english-ewt/dev.", autocompletion=complete_treebank
    ),
]


def add_treebanks(app: typer.Typer, panel: str) -> None:
    """Make the group a verb."""
    GROUP.callback(cls=Verbs, invoke_without_command=True, help=help_text(treebanks))(treebanks)
    GROUP.command("show", cls=Verb, help=help_text(show_entry))(expanded(show_entry))
    GROUP.command("fetch", cls=Verb, help=help_text(fetch))(expanded(fetch))
    app.add_typer(GROUP, name="treebanks", rich_help_panel=panel)


def treebanks(
    context: typer.Context,
    language: Annotated[
        str | None, typer.Option("--language", metavar="NAME", help="Only those of a language: --language german.")
    ] = None,
    kind: Annotated[TreebankKind | None, typer.Option("--kind", help="Only those with such trees.")] = None,
    json: Json = False,
) -> None:
    """List the public treebanks that treegauge can fetch. Their names stand for their files in every command:
    treegauge difficulty wsj-sample icepahc."""
    if context.invoked_subcommand is not None:
        return
    from ..catalogue.available import available_treebanks
    from ..report.tables import console, new_table

    rows = available_treebanks(language, kind and kind.value)
    if json:
        print_json("treebanks", rows)
        return
    table = new_table()
    table.add_labels("treebank")
    table.add_text("language")
    table.add_labels("trees", "here")
    table.add_text("licence")
    for row in rows:
        table.add_row(row["name"], row["language"], row["kind"], _state(row), row["licence"])
    console().print(table)


def _state(row: TreebankRow) -> str:
    if row["restricted"]:
        return "restricted"
    return "yes" if row["fetched"] else "no"


def show_entry(name: _Name, json: Json = False) -> None:
    """Show all that the catalogue has about a treebank: licence, citations, known faults, where it is published."""
    from ..catalogue.available import treebank_row

    row = treebank_row(name)
    if json:
        print_json("treebanks show", [row])
        return
    print("\n".join(_described(row)))


def _described(row: TreebankRow) -> list[str]:
    size = f", {row['bytes'] / 1e6:,.1f} MB" if row["bytes"] else ""
    files = "none here; get it from there" if row["restricted"] else f"{row['files']:,}{size}"
    prepared = f"-t 'prepare({row['preparation']})'" if row["preparation"] else ""
    pairs = [
        *(("name", row["name"]), ("title", row["title"]), ("language", row["language"]), ("trees", row["kind"])),
        *(("format", row["format"]), ("licence", row["licence"]), ("published", row["home"]), ("files", files)),
        *(("prepare", prepared), *(("cite", text) for text in row["cite"])),
        *(("fault", text) for text in row["faults"]),
    ]
    return [f"{label:<10}{text}" for label, text in pairs if text]


def fetch(
    names: _Names,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="DIR", help="Take them from this folder or file, not from the network."),
    ] = None,
    mirror: Annotated[
        str | None,
        typer.Option("--mirror", metavar="URL", help="A copy of https://raw.githubusercontent.com to fetch from."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Accept the licences without a question.")] = False,
) -> None:
    """Fetch treebanks into your data folder, after showing their licences. What is there already is not fetched again,
    and what was cut short is continued."""
    from ..catalogue.fetching import check_fetched, fetch_treebank

    absent = [name for name in names if not check_fetched(name)]
    _show_licences(absent)
    if absent and not yes:
        _ask()
    for name in names:
        with progress(f"fetching {name}") as tick:
            files = fetch_treebank(name, source, mirror=mirror, progress=tick)
        note(f"{name}: {len(files):,} file{'s' if len(files) != 1 else ''} in {files[0].parent}")


def _show_licences(names: list[str]) -> None:
    from ..catalogue.available import treebank_row

    for row in (treebank_row(name.partition("/")[0]) for name in names):
        note(f"{row['name']}: {row['title']}, from {row['home']}")
        note(f"  licence: {row['licence']}")
        for text in row["cite"]:
            note(f"  cite: {text}")


def on_terminal() -> bool:
    """Whether somebody can read a question and answer it."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _ask() -> None:
    """Ask whether the licences are accepted."""
    if not on_terminal():
        raise CallError("fetching needs your consent to the licences above; give it with --yes")
    if not typer.confirm("Do you accept the licences?", err=True):
        raise CallError("nothing was fetched, as the licences were not accepted")
