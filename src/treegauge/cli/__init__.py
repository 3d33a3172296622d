"""The command line: thin commands, each over one public function."""

from __future__ import annotations

import signal
import sys
from typing import Annotated

import typer

from ..core.errors import DataError, TreegaugeError
from ..version import __version__
from . import (
    derive,
    difficulty,
    entail,
    functions,
    heads,
    parse,
    parsers,
    perplexity,
    perturb,
    sample,
    schemes,
    scores,
    treebanks,
)

app = typer.Typer(
    name="treegauge",
    help="Measure trees: how good a parse is, and how hard a treebank is.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
treebanks.add_to(app)
scores.add_to(app)
difficulty.add_to(app)
heads.add_to(app)
parse.add_to(app)
parsers.add_to(app)
derive.add_to(app)
perplexity.add_to(app)
sample.add_to(app)
perturb.add_to(app)
schemes.add_to(app)
entail.add_to(app)
functions.add_to(app)


def main() -> None:
    """Run the command line; exit status 1 is bad data, 2 a wrong call."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that goes away (| head) ends this quietly
    try:
        app(_protected(sys.argv[1:]))
    except DataError as error:
        _fail(error, 1)
    except TreegaugeError as error:
        _fail(error, 2)
    except KeyboardInterrupt:
        sys.exit(130)


def _protected(arguments: list[str]) -> list[str]:
    """`-:FORMAT` is a file, not an option: hide its dash from the option parser, until `_named` shows it again."""
    return [f"\0{argument}" if argument.startswith("-:") else argument for argument in arguments]


def _fail(error: TreegaugeError, status: int) -> None:
    print(f"treegauge: error: {error}", file=sys.stderr)
    sys.exit(status)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"treegauge {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Options before the command."""
