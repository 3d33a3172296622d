"""What the commands have in common: options, reading, progress, JSON."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import CallError, Reject
from ..version import __version__

if TYPE_CHECKING:
    from ..treebank import Treebank


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
Level = Annotated[float, typer.Option(min=0.5, max=0.9999, help="Level of the intervals.")]
SeedOption = Annotated[int, typer.Option(min=0, help="Seed of everything that is drawn at random.")]
JobsOption = Annotated[int | None, typer.Option(min=1, help="Threads; as many as processors if not given.")]
OnErrorOption = Annotated[OnError, typer.Option(help="Stop at a bad sentence, or skip it and count.")]


def named(file: str) -> str:
    """A file as the user wrote it: see `_protected` in the package."""
    return file.removeprefix("\0")


def only_once(names: Iterable[str], others: str = "other") -> None:
    """Standard input may be one of the files."""
    if sum(name == "-" or name.startswith("-:") for name in names) > 1:
        raise CallError(f"standard input (-) can be read once only; put the {others} trees into a file")


def once_each(values: list[str], treebanks: int, option: str) -> list[str]:
    """The values of an option for each treebank: it is given once for all of them, or once for each."""
    if len(values) not in (1, treebanks):
        raise CallError(f"{option} is given {len(values)} times for {treebanks} treebanks; once, or once for each")
    return values * treebanks if len(values) == 1 else values


def note(message: str) -> None:
    """A remark on standard error."""
    print(f"treegauge: {message}", file=sys.stderr)


def prepare_steps(specs: list[str] | None, seed: int | None) -> list[Callable[[Treebank], Treebank]]:
    """The transforms asked for."""
    from ..transforms.base import prepare

    return [prepare(spec, seed) for spec in specs or []]


def read_treebank(
    name: str, on_error: OnError, rejects: str | None, encoding: str | None, lenient: bool = False
) -> tuple[Treebank, list[Reject]]:
    """Read a treebank, tell what was passed over or skipped, and keep the rejects."""
    from ..formats.api import read

    kept: list[Reject] = []
    passed: list[str] = []
    with progress(f"reading {name}") as tick:
        treebank = read(
            name,
            encoding=encoding,
            on_error=on_error.value,
            lenient=lenient,
            rejects=kept,
            passed_over=passed,
            progress=tick,
        )
    if passed:
        shown = ", ".join(passed[:5]) + (f" and {len(passed) - 5} more" if len(passed) > 5 else "")
        note(f"{name}: passed over {len(passed)} files that are no treebank: {shown}")
    if kept:
        note(f"{name}: left out {len(kept)} bad sentences, the first at {kept[0]}")
        if rejects:
            _keep(kept, rejects)
    return treebank, kept


def changed_reader(
    transform: list[str] | None,
    seed: int | None,
    on_error: OnError,
    rejects: str | None,
    encoding: str | None,
    lenient: bool = False,
) -> Callable[[str], Treebank]:
    """A function that reads a treebank and applies the transforms. `lenient` keeps graphs with a cycle: attachment
    scores them, ud says itself that it refuses them."""
    steps = prepare_steps(transform, seed)

    def read(name: str) -> Treebank:
        treebank, _ = read_treebank(name, on_error, rejects, encoding, lenient)
        for step in steps:
            treebank = step(treebank)
        return treebank

    return read


def _keep(kept: list[Reject], path: str) -> None:
    try:
        with open(path, "a", encoding="utf-8") as file:
            for reject in kept:
                file.write(f"### {reject}\n{reject.text.rstrip()}\n\n")
    except OSError as error:
        raise CallError(f"cannot write '{path}': {error.strerror}") from None


@contextmanager
def progress(message: str) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(message, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def in_parallel(function: Callable[[str], Any], names: list[str], jobs: int) -> Iterator[Any]:
    """The function of each name, in order."""
    if jobs == 1:
        yield from map(function, names)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(function, names)


def print_json(command: str, results: Sequence[Mapping[str, Any]]) -> None:
    """One object; what is no number (0/0) is null."""
    print(as_json(command, results))


def as_json(command: str, results: Sequence[Mapping[str, Any]], **more: Any) -> str:
    import json

    found = {"treegauge": __version__, "command": command, "results": _without_nan(results), **_without_nan(more)}
    return json.dumps(found, ensure_ascii=False, allow_nan=False)


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_nan(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
