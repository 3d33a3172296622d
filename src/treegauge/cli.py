"""The command line: thin commands, each over one public function."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import __version__
from .errors import CallError, DataError, Reject, TreegaugeError

if TYPE_CHECKING:
    from .treebank import Treebank

app = typer.Typer(
    name="treegauge",
    help="Measure trees: how good a parse is, and how hard a treebank is.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class OnError(StrEnum):
    """What to do with a sentence that cannot be read."""

    stop = "stop"
    skip = "skip"


Transforms = Annotated[
    list[str] | None,
    typer.Option(
        "-t", "--transform", metavar="TRANSFORM", help="Change the trees first; any number of times, in order."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object, numbers unrounded.")]
Rejects = Annotated[str | None, typer.Option("--rejects", metavar="FILE", help="Keep what could not be read in FILE.")]
Encoding = Annotated[str | None, typer.Option(help="Encoding of the input; found out if not given.")]
Seed = Annotated[int | None, typer.Option(help="Seed for transforms that draw at random.")]
Jobs = Annotated[int, typer.Option(min=1, help="Treebanks read at the same time.")]


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


def _named(file: str) -> str:
    return file.removeprefix("\0")


def _fail(error: TreegaugeError, status: int) -> None:
    print(f"treegauge: error: {error}", file=sys.stderr)
    sys.exit(status)


def _note(message: str) -> None:
    print(f"treegauge: {message}", file=sys.stderr)


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


@app.command()
def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="A file, tar, directory or glob; FILE:FORMAT; - is standard input.")
    ],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file, FILE:FORMAT, or -:FORMAT for standard output.")],
    transform: Transforms = None,
    on_error: Annotated[OnError, typer.Option(help="Stop at a bad sentence, or skip it and count.")] = OnError.stop,
    rejects: Rejects = None,
    encoding: Encoding = None,
    to_encoding: Annotated[str, typer.Option(help="Encoding of the output.")] = "utf-8",
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Convert a treebank from one format to another."""
    from .formats.api import check_target, losses, write

    source, target = _named(source), _named(target)
    steps = _steps(transform, seed)
    check_target(target)
    treebank, kept = _read(source, on_error, rejects, encoding)
    for step in steps:
        treebank = step(treebank)
    write(treebank, target, encoding=to_encoding)
    lost = losses(treebank, target)
    if lost:
        _note(f"{target}: the format has no place for {', '.join(lost)}; they were left out")
    if json:
        _print_json("convert", [{"sentences": len(treebank), "tokens": len(treebank.tokens), "skipped": len(kept)}])


@app.command()
def stats(
    treebanks: Annotated[list[str], typer.Argument(metavar="TREEBANK...", help="Files, tars, directories or globs.")],
    transform: Transforms = None,
    on_error: Annotated[OnError, typer.Option(help="Stop at a bad sentence, or skip it and count.")] = OnError.skip,
    rejects: Rejects = None,
    encoding: Encoding = None,
    seed: Seed = None,
    jobs: Jobs = 1,
    labels: Annotated[int, typer.Option(metavar="N", help="Also show the N most frequent labels of each.")] = 0,
    json: Json = False,
) -> None:
    """Count sentences, words, nodes and labels: one row a treebank."""
    from .report.describe import describe
    from .report.tables import console, show_labels, stats_table

    steps = _steps(transform, seed)

    def row(name: str) -> tuple[Any, Any]:
        treebank, kept = _read(name, on_error, rejects, encoding)
        for step in steps:
            treebank = step(treebank)
        return describe(treebank, name, len(kept)), treebank if labels else None

    rows = list(_in_parallel(row, [_named(name) for name in treebanks], jobs))
    if json:
        _print_json("stats", [description.row() for description, _ in rows])
        return
    console().print(stats_table([description for description, _ in rows]))
    for description, treebank in rows:
        if treebank is not None:
            show_labels(description.treebank, treebank, labels)


@app.command("list")
def list_(
    kind: Annotated[str | None, typer.Argument(help="formats, transforms or heads; all if not given.")] = None,
    json: Json = False,
) -> None:
    """List what is registered, with one line each."""
    from .report.tables import registered, show_registered

    rows = registered(kind)
    if json:
        _print_json("list", rows)
    else:
        show_registered(rows)


@app.command()
def tour() -> None:
    """Show everything, on the bundled treebank."""
    from .report.tour import run_tour

    run_tour()


def _steps(specs: list[str] | None, seed: int | None) -> list[Callable[[Treebank], Treebank]]:
    from .transforms.base import prepare

    return [prepare(spec, seed) for spec in specs or []]


def _read(name: str, on_error: OnError, rejects: str | None, encoding: str | None) -> tuple[Treebank, list[Reject]]:
    """Read a treebank, tell what was passed over or skipped, and keep the rejects."""
    from .formats.api import read

    kept: list[Reject] = []
    passed: list[str] = []
    with _progress(f"reading {name}") as progress:
        treebank = read(
            name, encoding=encoding, on_error=on_error.value, rejects=kept, passed_over=passed, progress=progress
        )
    if passed:
        shown = ", ".join(passed[:5]) + (f" and {len(passed) - 5} more" if len(passed) > 5 else "")
        _note(f"{name}: passed over {len(passed)} files that are no treebank: {shown}")
    if kept:
        _note(f"{name}: left out {len(kept)} bad sentences, the first at {kept[0]}")
        if rejects:
            _keep(kept, rejects)
    return treebank, kept


def _keep(kept: list[Reject], path: str) -> None:
    try:
        with open(path, "a", encoding="utf-8") as file:
            for reject in kept:
                file.write(f"### {reject}\n{reject.text.rstrip()}\n\n")
    except OSError as error:
        raise CallError(f"cannot write '{path}': {error.strerror}") from None


@contextmanager
def _progress(message: str) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(message, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _in_parallel(function: Callable[[str], Any], names: list[str], jobs: int) -> Iterator[Any]:
    if jobs == 1:
        yield from map(function, names)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(function, names)


def _print_json(command: str, results: list[dict[str, Any]]) -> None:
    import json

    print(json.dumps({"treegauge": __version__, "command": command, "results": results}, ensure_ascii=False))
