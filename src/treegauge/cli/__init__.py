"""The command line: one file per verb, each a thin call of public functions."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer

from ..core.interrupts import ending_at_once
from ..core.remarks import TreegaugeWarning
from ..core.wording import options_of_command_line
from ..version import __version__
from .faults import answered, usable_streams
from .options import note
from .verbs import Verbs, add_verb

_VERBS = {
    "Look at trees": ("tour", "show", "stats", "convert", "treebanks", "list", "warm"),
    "Score parsers": ("score", "compare", "diff", "explain", "errors", "entail", "judge", "report"),
    "Measure treebanks": ("difficulty", "perplexity", "surprisal", "derive", "suspects", "sample", "agree"),
    "Learn and parse": ("parse", "functions", "reassign", "parsers"),
    "Studies": ("run", "replicate", "perturb", "schemes"),
}
_GROUPS = ("judge", "parsers", "treebanks")  # verbs with verbs of their own


def main() -> None:
    """Run the command line; `faults` says which exit status means what."""
    with usable_streams(), ending_at_once(), answered(), options_of_command_line(), warnings.catch_warnings():
        _print_remarks()
        application(_wanted(sys.argv[1:]))(_protected(sys.argv[1:]), prog_name="treegauge")


def _wanted(arguments: list[str]) -> str | None:
    """The verb that is called, or None where all are needed: for the help, for completion, for an unknown verb."""
    known = arguments[:1] and any(arguments[0] in verbs for verbs in _VERBS.values())
    return arguments[0] if known and "_TREEGAUGE_COMPLETE" not in os.environ else None


@cache
def application(only: str | None = None) -> typer.Typer:
    """The command line, with all verbs, or with only one: loading the others takes longer than most calls."""
    app = typer.Typer(
        name="treegauge",
        cls=Verbs,
        help="Measure trees: how good a parse is, and how hard a treebank is.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(cls=Verbs)(_common)
    for panel, verb in ((panel, verb) for panel, verbs in _VERBS.items() for verb in verbs):
        if only not in (None, verb):
            continue
        if verb in _GROUPS:
            getattr(import_module(f".{verb}", __name__), f"add_{verb}")(app, panel)
        else:
            add_verb(app, _function(verb), panel)
    return app


def verb_functions() -> Iterator[Callable[..., None]]:
    """The functions of all verbs, without the groups."""
    return (_function(verb) for verbs in _VERBS.values() for verb in verbs if verb not in _GROUPS)


def _function(verb: str) -> Callable[..., None]:
    module = import_module(f".{verb}", __name__)
    function: Callable[..., None] = getattr(module, "list_" if verb == "list" else verb)
    return function


def _print_remarks() -> None:
    """Print remarks, which Python shows as warnings, as one line each, and none of them twice."""
    usual = warnings.showwarning
    printed: set[str] = set()
    lock = threading.Lock()

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, TreegaugeWarning):
            with lock:  # files that are read at the same time may have the same remark
                is_new = str(message) not in printed
                printed.add(str(message))
            if is_new:
                note(str(message))
        else:
            usual(message, category, *place, **more)

    warnings.simplefilter("always", TreegaugeWarning)
    warnings.showwarning = show


def _protected(arguments: list[str]) -> list[str]:
    """`-:FORMAT` is a file, not an option: hide its dash from the option parser, until `given` shows it again."""
    return [f"\0{argument}" if argument.startswith("-:") else argument for argument in arguments]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"treegauge {__version__}")
        raise typer.Exit


def _common(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Options before the verb."""
