"""Keep finished rows of results in a file, so that a long run can be stopped and continued.

A line that was damaged or altered is not used: its row is computed again, and a remark says how many there were and
why. Only one process at a time uses a file.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import IO, Any, Protocol, Self

from ..version import __version__
from .errors import CallError, DataError
from .interrupts import keep, undone_if_stopped
from .kept_rows import DamagedRowError, Finished, KeptRow, is_begun, looks_like_a_row, parse_row, row_line
from .outputs import create_binary
from .remarks import remark
from .specs import parse_spec
from .types import PathLike
from .wording import counted

LARGEST = 1 << 30  # bytes of a file; a row has a few hundred
_ASIDE = ".damaged"  # is added to the name of the file that gets the lines that cannot be used


@dataclass(frozen=True, eq=False)
class Kept:
    """The rows in a file, by key. `used` are the keys that were asked for and are in the file."""

    path: PathLike
    rows: dict[str, Finished]
    study: str = ""
    used: set[str] = field(default_factory=set)

    @classmethod
    @contextmanager
    def open(
        cls, path: PathLike, study: str, figures: Collection[str] = (), may_be_none: Collection[str] = ()
    ) -> Iterator[Self]:
        """The rows of a file, for this process alone. At the end, a remark says if none of them was of use."""
        with _locked(path):
            kept = cls.read(path, figures, may_be_none, study)
            there = len(kept.rows)
            yield kept
            if there and not kept.used:
                rows = counted(there, "row is", "rows are")
                remark(f"{os.fspath(path)}: {rows} of other calls (other trees, options or files), and not of this one")

    @classmethod
    def read(
        cls, path: PathLike, figures: Collection[str] = (), may_be_none: Collection[str] = (), study: str = ""
    ) -> Self:
        """Read the rows of a file; a file that does not exist has none. An incomplete last line, left by a run that was
        stopped, is removed. Lines that were damaged are moved to another file, with a remark.

        figures      numbers that every row must have
        may_be_none  keys whose value may be None; null under any other key is an undefined number
        study        the study that the rows must be of
        """
        content = _Content(os.fspath(path), figures, may_be_none)
        try:
            content.read()
        except FileNotFoundError:
            return cls(path, {}, study)
        except OSError as error:
            raise CallError(f"cannot use '{os.fspath(path)}' to resume: {error.strerror}") from None
        content.check_study(study)
        content.repair()
        rows = {row.key: row.finished for row in content.rows if row.version == __version__}
        return cls(path, rows, study)

    def find(self, key: str) -> Finished | None:
        """The row of a key, if the file has it."""
        finished = self.rows.get(key)
        if finished is not None:
            self.used.add(key)
        return finished

    def add(self, key: str, finished: Finished) -> None:
        """Add a row, and write it to the file at once."""
        line = row_line(key, finished, self.study)
        try:
            with open(self.path, "ab") as file:
                _append(file, line)
        except OSError as error:
            raise CallError(f"cannot write '{os.fspath(self.path)}': {error.strerror}") from None
        self.rows[key] = finished
        keep(os.fspath(self.path), counted(len(self.rows), "row"))


def _append(file: IO[bytes], line: bytes) -> None:
    """Write a line, or nothing of it."""
    end = file.seek(0, os.SEEK_END)
    try:
        file.write(line)
        file.flush()
    except OSError:
        with suppress(OSError):
            os.ftruncate(file.fileno(), end)
        raise


class _Content:
    """The lines of a file: rows, and lines that cannot be used, with the reasons."""

    def __init__(self, path: str, figures: Collection[str], may_be_none: Collection[str]) -> None:
        self.path, self.figures, self.may_be_none = path, figures, may_be_none
        self.lines: list[bytes] = []
        self.rows: list[KeptRow] = []
        self.damaged: list[tuple[bytes, str]] = []

    def read(self) -> None:
        """Read all lines. A file with other content is refused: it must not be cut or written to."""
        with open(self.path, "rb") as file:
            if os.fstat(file.fileno()).st_size > LARGEST:
                raise self._other_content()
            *lines, rest = file.read().split(b"\n")
        for line in lines:
            try:
                self.rows.append(parse_row(line, self.figures, self.may_be_none))
                self.lines.append(line)
            except DamagedRowError as error:
                self.damaged.append((line, str(error)))
        ours = self.rows or any(looks_like_a_row(line) for line in lines)
        if not ours and (self.damaged or not is_begun(rest)):
            raise self._other_content()
        if rest:
            os.truncate(self.path, sum(map(len, lines)) + len(lines))

    def _other_content(self) -> DataError:
        return DataError(f"{self.path}: this is not a file of finished rows; name another file to resume from")

    def check_study(self, study: str) -> None:
        """Raise DataError if the file has rows of another study."""
        others = sorted({row.study for row in self.rows} - {study})
        if others:
            raise DataError(
                f"{self.path}: its rows are of another study ({others[0]}); name another file to resume from"
            )

    def repair(self) -> None:
        """Move damaged lines to another file, and say how many rows of the file are of no use, and why."""
        reasons = Counter(reason for _, reason in self.damaged)
        reasons.update(f"of treegauge {row.version}" for row in self.rows if row.version != __version__)
        if self.damaged:
            self._move_damaged()
        if reasons:
            unused, total = sum(reasons.values()), len(self.rows) + len(self.damaged)
            listed = ", ".join(f"{reason}: {number:,}" for reason, number in reasons.most_common())
            aside = f"; the damaged lines are now in {self.path}{_ASIDE}" if self.damaged else ""
            remark(
                f"{self.path}: {unused:,} of {counted(total, 'row')} cannot be used ({listed}); what this call needs of"
                f" them is computed again{aside}"
            )

    def _move_damaged(self) -> None:
        try:
            with open(f"{self.path}{_ASIDE}", "ab") as file:
                file.writelines(line + b"\n" for line, _ in self.damaged)
        except OSError as error:
            raise CallError(f"cannot write '{self.path}{_ASIDE}': {error.strerror}") from None
        with create_binary(self.path) as file:
            file.writelines(line + b"\n" for line in self.lines)


@contextmanager
def _locked(path: PathLike) -> Iterator[None]:
    """Lock a file for this process, until the end or until the process ends in whatever way. The lock is on another
    file, since this one may be replaced."""
    name = os.fspath(path)
    lock = os.path.join(os.path.dirname(name), f".{os.path.basename(name)}.lock")
    file = _lock_file(lock, name)
    if file is None:
        yield
        return
    with file, undone_if_stopped(partial(os.unlink, lock)):
        try:
            yield
        finally:
            with suppress(OSError):
                os.unlink(lock)


def _lock_file(lock: str, name: str) -> IO[bytes] | None:
    """The file that was locked; None if it cannot be: on Windows, in a folder that is read-only or does not exist, or
    on a file system without locks."""
    try:
        import fcntl
    except ImportError:
        return None
    while True:
        try:
            file = open(lock, "ab")  # noqa: SIM115
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.exists(lock) and os.path.samestat(os.fstat(file.fileno()), os.stat(lock)):
                return file
        except BlockingIOError:
            raise CallError(
                f"'{name}' is in use by another process; wait until it has ended, or name another file to resume from"
            ) from None
        except OSError:
            return None


class Data(Protocol):
    """Data from which results are computed: anything with a fingerprint, such as a treebank."""

    def fingerprint(self) -> str: ...


def key(data: Sequence[Data], specs: Sequence[str], settings: Sequence[Any]) -> str:
    """The key of a row: it changes with the trees, the version, the specifications, the files that they name, and the
    other settings."""
    files = [_file(name) for spec in specs for name in [spec, *_values(spec)]]
    parts = [__version__, [item.fingerprint() for item in data], list(specs), files, list(settings)]
    return _digest(json.dumps(parts, default=str).encode())


def _values(spec: str) -> list[str]:
    """The arguments of a specification; a file of parameters may have any name, and has no arguments."""
    if os.path.isfile(spec):
        return []
    _, arguments, options = parse_spec(spec)
    return [str(value) for value in [*arguments, *options.values()]]


def _file(name: str) -> str | None:
    """A digest of the content, if the name is that of a file."""
    if not os.path.isfile(name):
        return None
    with open(name, "rb") as file:
        return _digest(file.read())


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
