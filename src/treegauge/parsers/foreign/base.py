"""The base of parsers that are programs of others, and of their models, which are files."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from ...core.parallel import available, current_jobs
from ...core.types import Progress
from ...programs.files import ProgramFile, foreign_program, megabytes, missing_files, program_files
from ...programs.installing import install_files
from ...programs.java import JavaRun, check_memory, default_memory, missing_java, run_java
from ...programs.running import LOG
from ...treebank import Treebank
from ..base import Parser, ParserModel
from .models import copy_model, kept_model, plain_model

_FEW = 100  # sentences: fewer are not worth a second program


@dataclass(frozen=True, kw_only=True)
class TrainedParser(Parser):
    """A parser of others whose models are files. A model is kept, and found again by what it learned from."""

    @property
    def title(self) -> str:
        """The name and the version of the program or package."""
        raise NotImplementedError

    def train(self, treebank: Treebank, progress: Progress | None = None) -> ParserModel:
        self.check_treebank(treebank)
        learn = partial(self.learn, treebank, progress)
        return self.model_in(kept_model(treebank, self.trained_as, self.title, self.saved[0], learn))

    @property
    def trained_as(self) -> str:
        """The specification of all options that make a difference to a trained model."""
        return self.spec

    def check_treebank(self, treebank: Treebank) -> None:
        """Raise an error if nothing can be learned from a treebank with these options."""

    def learn(self, treebank: Treebank, progress: Progress | None, folder: Path) -> Path:
        """Train in an empty folder; returns the file of the model."""
        raise NotImplementedError

    def model_in(self, path: Path) -> ParserModel:
        """The model in a file, which is complete."""
        raise NotImplementedError

    def load(self, path: str | os.PathLike[str]) -> ParserModel:
        return self.model_in(plain_model(path, self.saved))


@dataclass(frozen=True, kw_only=True)
class ProgramParser(TrainedParser):
    """A parser whose files are listed in files.toml under the name of the parser, or under `program`."""

    program: ClassVar[str] = ""

    @property
    def files(self) -> list[ProgramFile]:
        """The files that it needs with these options."""
        return program_files(foreign_program(self.program or self.name).files)

    @property
    def title(self) -> str:
        """The name and the version of the program."""
        return foreign_program(self.program or self.name).title

    def missing(self) -> str | None:
        return missing_files(self.files, self.name if self == type(self)() else self.install_spec)

    @property
    def install_spec(self) -> str:
        """What `treegauge parsers install` takes, for these options."""
        return self.name

    def licence(self) -> str | None:
        program = foreign_program(self.program or self.name)
        return f"{program.title} has the licence {program.licence}; {megabytes(self.files)}"

    def install(self, source: str | os.PathLike[str] | None = None) -> str:
        if all(file.is_installed for file in self.files):
            return f"{self.title} is installed already, in {self.files[0].path.parent}"
        install_files(self.files, self.title, source)
        return f"{self.title} is installed in {self.files[0].path.parent}"


@dataclass(frozen=True, kw_only=True)
class JavaParser(ProgramParser):
    """A parser that runs in Java, each time in one process for all sentences, or in several side by side.

    memory  the memory of Java (4g); by default half of the machine's, divided by the number of processes
    """

    oldest_java: ClassVar[int] = 8
    needs: ClassVar[int] = 2 << 30  # bytes of memory that it needs to parse
    memory: str | None = None

    def missing(self) -> str | None:
        return missing_java(self.oldest_java) or super().missing()

    def check(self) -> None:
        super().check()
        check_memory(self.memory)

    @property
    def trained_as(self) -> str:
        return replace(self, memory=None).spec

    def workers(self, sentences: int) -> int:
        """How many processes parse this many sentences side by side: as many as processors, if memory allows."""
        if self.memory is not None:
            return 1
        fitting = default_memory() // self.needs
        return max(1, min(current_jobs() or available(), fitting, sentences // _FEW))

    def classes(self, folder: Path) -> list[Path]:
        """The jars of the program; folders of classes that replace some of theirs can be made and come first."""
        return [file.path for file in self.files if not file.is_python]

    def run(
        self,
        main: str,
        arguments: list[str],
        folder: Path,
        report: Callable[[], None] = lambda: None,
        *,
        workers: int = 1,
        output: Path | None = None,
    ) -> JavaRun:
        """Run a main class of the program in a folder."""
        check_memory(self.memory)
        limit = self.memory or f"{default_memory(workers) >> 20}m"
        return run_java(self.classes(folder), main, arguments, folder, memory=limit, report=report, output=output)


def reporting(
    folder: Path, line: re.Pattern[str], total: int, progress: Progress | None, *, first: int = 1
) -> Callable[[], None]:
    """What `JavaParser.run` calls while the program runs: it looks for lines of the program's log with a number, which
    counts from `first`."""
    position = 0

    def report() -> None:
        nonlocal position
        log = folder / LOG
        if progress is None or not log.exists():
            return
        with log.open("rb") as file:
            file.seek(position)
            text, _, _ = file.read().rpartition(b"\n")
        position += len(text)
        numbers = line.findall(text.decode("utf-8", "replace"))
        if numbers:
            progress(min(int(numbers[-1]) + 1 - first, total), total)

    return report


@dataclass(frozen=True, eq=False)
class FileModel(ParserModel):
    """A model in a file of the program's own format."""

    path: Path

    def save(self, path: str | os.PathLike[str]) -> None:
        copy_model(self.path, path)

    def linked(self, folder: Path) -> str:
        """A plain name of the model in a folder, for programs that do not take every name."""
        link = folder / "model"
        try:
            link.symlink_to(self.path.absolute())
        except OSError:
            copy_model(self.path, link)
        return link.name
