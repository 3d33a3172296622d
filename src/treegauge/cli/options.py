"""Options that verbs share, as classes: a verb that takes a `Reading` has `-t`, `--on-error`, `--encoding` ..."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast

import typer

from ..core.bounds import Bounds, SeedNumber, Threads
from ..core.errors import CallError, Reject
from ..core.limits import MAX_SIZE
from ..core.wording import counted
from .completion import complete_transform

if TYPE_CHECKING:
    from ..core.types import Progress
    from ..formats.sources import Source
    from ..models.grammars.inference.devices import Device
    from ..treebank import Treebank


class OnError(StrEnum):
    """What to do with a sentence that cannot be read."""

    stop = "stop"
    skip = "skip"


class DeviceName(StrEnum):
    """Where sums over trees are made."""

    cpu = "cpu"
    cuda = "cuda"
    auto = "auto"


DeviceOption = Annotated[
    DeviceName,
    typer.Option(
        "--device",
        help="Where sums over trees are made: on the processor, on a CUDA device (extra cuda), or on the device if "
        "there is one (auto). The figures are the same.",
    ),
]


def on_device(device: DeviceName) -> AbstractContextManager[None]:
    """The context of work on a device; the processor needs none."""
    if device is DeviceName.cpu:
        return nullcontext()
    from ..models.grammars.inference.devices import on_device

    return on_device(cast("Device", device.value))


Jobs = Annotated[Threads | None, typer.Option(show_default="all processors", help="Number of threads.")]


class _LevelBounds(Bounds):
    """A level of confidence is a share; one in per cent is understood."""

    def parse(self, text: str, name: str) -> float:
        try:
            percentage = float(text)
        except ValueError:
            percentage = 0.0
        if not 50 <= percentage <= 99.99:
            share: float = super().parse(text, name)
            return share
        share = round(percentage / 100, 6)
        note(f"{name} {text} is read as {share:g} ({percentage:g} %)")
        return share


Level = Annotated[
    float, _LevelBounds(0.5, 0.9999, whole=False), typer.Option(help="Level of the intervals, from 0.5 to 0.9999.")
]


@dataclass(frozen=True)
class Reading:
    """How treebanks are read, and what is done to the trees first."""

    panel: ClassVar[str] = "Reading trees"
    transform: Annotated[
        list[str] | None,
        typer.Option(
            "-t",
            "--transform",
            metavar="TRANSFORM",
            autocompletion=complete_transform,
            help="Change the trees first; repeatable, applied in order.",
        ),
    ] = None
    seed: Annotated[SeedNumber, typer.Option(help="Seed of everything that is drawn at random.")] = 0
    on_error: Annotated[OnError, typer.Option(help="Stop at a bad sentence, or skip and count it.")] = OnError.stop
    rejects: Annotated[
        str | None, typer.Option("--rejects", metavar="FILE", help="Append what could not be read to FILE.")
    ] = None
    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", show_default="detected", help="Encoding of the input.")
    ] = None

    max_size: Annotated[str, typer.Option(metavar="SIZE", help="The largest input, when unpacked: 500MB, 32GB ...")] = (
        MAX_SIZE
    )

    @property
    def transforms(self) -> list[str]:
        """The transforms asked for, with their seeds; a wrong name or option is an error here, before any work."""
        from ..transforms.base import with_seed

        return [with_seed(spec, self.seed) for spec in self.transform or []]

    @property
    def is_plain(self) -> bool:
        """Whether files are read in the usual way, so that a function may read them itself."""
        return self.encoding is None and self.on_error is OnError.stop

    def read(self, name: str, *, lenient: bool = False) -> Treebank:
        """A treebank as it is in the file; remarks say what was passed over or skipped."""
        return self.read_counted(name, lenient=lenient)[0]

    def read_counted(self, name: str, *, lenient: bool = False) -> tuple[Treebank, int]:
        """A treebank as it is in the file, and how many sentences were skipped."""
        from ..formats.api import passed_over_message, read

        rejects: list[Reject] = []
        passed_over: list[str] = []
        with progress(f"reading {name}") as tick:
            treebank = read(
                name,
                encoding=self.encoding,
                on_error=self.on_error.value,
                lenient=lenient,
                rejects=rejects,
                passed_over=passed_over,
                progress=tick,
            )
        if passed_over:
            note(passed_over_message(name, passed_over))
        self._report(name, rejects)
        return treebank, len(rejects)

    def _report(self, name: str, rejects: list[Reject]) -> None:
        """Say how many sentences of a treebank were left out, and keep them if asked to."""
        if rejects:
            note(f"{name}: left out {counted(len(rejects), 'bad sentence')}, the first at {rejects[0]}")
            if self.rejects:
                _keep(rejects, self.rejects)

    def read_folders(self, gold: str, tests: Mapping[str, str], *, nested: bool = False) -> tuple[Any, Any] | None:
        """The treebanks of folders, by name on both sides; None if these are not folders of treebanks."""
        from ..evaluation.treebanks.layout import find_collection, read_collection

        collection = find_collection(gold, tests, nested=nested)
        if collection is None:
            return None
        return read_collection(collection, self._read_source, skip=self.on_error is OnError.skip)

    def _read_source(self, source: Source, format: str | None, alone: bool) -> Treebank | None:
        from ..formats.api import read_source

        rejects: list[Reject] = []
        treebank = read_source(
            source, format, alone=alone, encoding=self.encoding, on_error=self.on_error.value, rejects=rejects
        )
        self._report(source.name, rejects)
        return treebank

    def transformed(self, name: str, *, lenient: bool = False) -> Treebank:
        """A treebank after the transforms, which `prepare(auto)` decides for this treebank alone."""
        return self.alike([name], lenient=lenient)[0]

    def alike(self, names: Sequence[str], *, lenient: bool = False) -> list[Treebank]:
        """Treebanks after the same transforms; `prepare(auto)` is decided on the first."""
        from ..transforms.preparation import apply_alike

        specs = self.transforms
        return apply_alike(self.read_all(names, lenient=lenient), specs, self.seed)[0]

    def read_all(self, names: Sequence[str], *, lenient: bool = False) -> list[Treebank]:
        """Treebanks as they are in the files, read at the same time."""
        from ..core.parallel import together

        return together([partial(self.read, name, lenient=lenient) for name in names])


@dataclass(frozen=True)
class SkippingReading(Reading):
    """The same for a verb that counts bad sentences and goes on."""

    on_error: Annotated[OnError, typer.Option(help="Stop at a bad sentence, or skip and count it.")] = OnError.skip


def given(file: str) -> str:
    """A file as the user wrote it; see `_protected` in the package."""
    return file.removeprefix("\0")


def all_given(files: Iterable[str] | None) -> list[str]:
    """Files as the user wrote them; standard input may be one of them."""
    return [given(file) for file in files or []]


def check_standard_input(files: Iterable[str], others: str = "other") -> None:
    """Standard input can be read only once."""
    if sum(file == "-" or file.startswith("-:") for file in files) > 1:
        raise CallError(f"standard input (-) can be read only once; put the {others} trees into a file")


def once_each(values: list[str], treebanks: int, option: str) -> list[str]:
    """The values of an option for each treebank: it is given once for all of them, or once for each."""
    if len(values) not in (1, treebanks):
        times = counted(len(values), "time")
        raise CallError(f"{option} is given {times} for {counted(treebanks, 'treebank')}; once, or once for each")
    return values * treebanks if len(values) == 1 else values


def check_exclusive(options: dict[str, object], others: dict[str, object]) -> None:
    """Options that cannot be given together; one that is None, False or empty is not given."""
    for option, value in options.items():
        for other, other_value in others.items():
            if option != other and value and other_value:
                raise CallError(f"{option} and {other} exclude each other")


def note(message: str) -> None:
    """A remark on standard error; where it cannot be written, the work goes on."""
    with suppress(OSError):
        print(f"treegauge: {message}", file=sys.stderr)


def note_first(lines: Sequence[str], more: Callable[[int], str], shown: int = 10) -> None:
    """The first of many remarks, and how many more there are."""
    for line in lines[:shown]:
        note(line)
    if len(lines) > shown:
        note(more(len(lines) - shown))


def _keep(rejects: list[Reject], path: str) -> None:
    text = "".join(f"### {reject}\n{reject.text.rstrip()}\n\n" for reject in rejects)
    try:
        with open(path, "ab") as file:
            file.write(text.encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise CallError(f"cannot write '{path}': {error.strerror}") from None


_SECONDS_WITHOUT_BAR = 1


@contextmanager
def progress(message: str) -> Iterator[Progress | None]:
    """A progress bar on a terminal, once the work has taken a second; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from threading import Timer

    from rich.console import Console
    from rich.progress import Progress as Bar

    bar = Bar(console=Console(stderr=True), transient=True)
    task = bar.add_task(message, total=None)
    timer = Timer(_SECONDS_WITHOUT_BAR, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda done, total: bar.update(task, completed=done, total=total)
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
