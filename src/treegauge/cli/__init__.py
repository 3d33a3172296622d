"""The command line: one file per verb, each a thin call of public functions."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from typing import Annotated, Any

import typer

from ..core.interrupts import ending_at_once
from ..core.remarks import TreegaugeWarning
from ..version import __version__
from . import (
    compare,
    convert,
    derive,
    difficulty,
    entail,
    functions,
    parse,
    parsers,
    perplexity,
    perturb,
    reassign,
    sample,
    schemes,
    score,
    stats,
    tour,
    warm,
)
from . import (
    list as list_verb,
)
from .faults import answered, usable_streams
from .options import note
from .verbs import Verbs, add_verb

_VERBS: dict[str, tuple[Callable[..., None], ...]] = {
    "Look at trees": (tour.tour, stats.stats, convert.convert, list_verb.list_, warm.warm),
    "Score parsers": (score.score, compare.compare, entail.entail),
    "Measure treebanks": (difficulty.difficulty, perplexity.perplexity, derive.derive, sample.sample),
    "Learn and parse": (parse.parse, functions.functions, reassign.reassign),
    "Studies of measures": (perturb.perturb, schemes.schemes),
}

app = typer.Typer(
    name="treegauge",
    cls=Verbs,
    help="Measure trees: how good a parse is, and how hard a treebank is.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _panel, _verbs in _VERBS.items():
    for _verb in _verbs:
        add_verb(app, _verb, _panel)
parsers.add_parsers(app, "Learn and parse")


def main() -> None:
    """Run the command line; `faults` says which exit status means what."""
    with usable_streams(), ending_at_once(), answered(), warnings.catch_warnings():
        _print_remarks()
        app(_protected(sys.argv[1:]), prog_name="treegauge")


def _print_remarks() -> None:
    """Print remarks, which Python shows as warnings, as one line each, and none of them twice."""
    usual = warnings.showwarning
    printed: set[str] = set()

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, TreegaugeWarning):
            if str(message) not in printed:
                note(str(message))
            printed.add(str(message))
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


@app.callback(cls=Verbs)
def _common(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Options before the verb."""
