"""What goes wrong in a command is one line on standard error, and an exit status: never a traceback.

0 done; 1 the data is bad; 2 the call is wrong; 70 a bug in treegauge, with a report; 74 the system stopped it (memory,
disk, standard output); 130 Ctrl-C. The variable TREEGAUGE_DEBUG shows the traceback of anything but the first three.
"""

from __future__ import annotations

import errno
import io
import os
import platform
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn, TextIO

from ..core.errors import DataError, TreegaugeError
from ..core.interrupts import print_once, stopped_by
from ..version import __version__

BAD_DATA, WRONG_CALL, BUG, SYSTEM = 1, 2, 70, 74


class _Passed(BaseException):
    """Carries an exception past typer, which has answers of its own to some."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


@contextmanager
def past_typer() -> Iterator[None]:
    """Carry Ctrl-C and errors of the system to `answered`."""
    try:
        yield
    except (KeyboardInterrupt, OSError, EOFError) as error:
        raise _Passed(error) from error


@contextmanager
def answered() -> Iterator[None]:
    """Turn whatever is raised inside into one line on standard error and an exit status."""
    try:
        try:
            yield
        except SystemExit as leaving:
            _flush()
            raise leaving
        _flush()
    except _Passed as passed:
        _answer(passed.error)
    except SystemExit:
        raise
    except BaseException as error:
        _answer(error)


def _flush() -> None:
    """Write what is still in the buffer, while an error can be answered."""
    sys.stdout.flush()
    with suppress(OSError, ValueError):
        sys.stderr.flush()


def _answer(error: BaseException) -> NoReturn:
    stopped = stopped_by(error)
    if stopped is not None:
        print_once(stopped)
        _leave(stopped.status)
    if isinstance(error, BrokenPipeError) and not isinstance(error, TreegaugeError):
        _end_like_others()
    status, line = _status_and_line(error)
    if os.environ.get("TREEGAUGE_DEBUG") and status in (BUG, SYSTEM):
        _say("".join(traceback.format_exception(error)).rstrip("\n"))
    _say(f"treegauge: {line}")
    _leave(status)


def _status_and_line(error: BaseException) -> tuple[int, str]:
    if isinstance(error, TreegaugeError):
        return BAD_DATA if isinstance(error, DataError) else WRONG_CALL, f"error: {error}"
    if isinstance(error, MemoryError):
        return SYSTEM, "error: there is not enough memory; read fewer trees at a time, or use a larger machine"
    if isinstance(error, UnicodeEncodeError) and error.encoding != "utf-8":
        character = error.object[error.start].encode("unicode_escape").decode()
        return SYSTEM, (
            f"error: standard output is in {error.encoding}, which lacks the character {character};"
            " set the variable PYTHONIOENCODING=utf-8"
        )
    if isinstance(error, OSError):
        return SYSTEM, f"error: {_in_words(error)}"
    return BUG, f"bug: {_first_line(error)}; please send the report to the authors: {_report(error)}"


def _in_words(error: OSError) -> str:
    reason = next(iter((error.strerror or str(error)).splitlines()), type(error).__name__)[:300]
    if error.filename is not None:
        return f"cannot use '{os.fsdecode(error.filename)}': {reason}"
    if error.errno in (errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT):
        return f"cannot write to standard output: {reason}"
    return reason


def _first_line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0][:200]}" if lines else type(error).__name__


def _report(error: BaseException) -> str:
    """Save what a developer needs to find a bug; returns the name of the file."""
    lines = [
        f"treegauge {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"arguments: {sys.argv[1:]!r}",
        f"folder: {os.getcwd()}" if os.path.isdir(os.curdir) else "",
        "".join(traceback.format_exception(error)),
    ]
    name = f"treegauge-bug-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    for folder in _report_folders():
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / name
            path.write_text("\n".join(lines), "utf-8", "backslashreplace")
            return str(path)
    return "no file, since none can be written: TREEGAUGE_DEBUG=1 shows it"


def _report_folders() -> Iterator[Path]:
    from platformdirs import user_state_path

    with suppress(OSError, RuntimeError):
        yield user_state_path("treegauge")
    yield Path(tempfile.gettempdir())


def _say(text: str) -> None:
    with suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)


def _leave(status: int) -> NoReturn:
    """End with a status. What cannot be written is dropped: Python would try again at its end, and fail."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(status)


def _end_like_others() -> NoReturn:
    """The reader of a pipe has stopped (| head). End silently, by the signal that ends other programs then."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    _leave(SYSTEM)


class _ClosedOutput(io.TextIOBase):
    """Standard output where there is none: whatever is written to it is an error."""

    encoding = "utf-8"

    def fileno(self) -> int:
        raise OSError(errno.EBADF, "it is closed")

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "it is closed")


@contextmanager
def usable_streams() -> Iterator[None]:
    """Standard streams that can be used where one of them is closed. Python has None for it, to which `print` writes
    nothing; and the next file that is opened would take its number, and get what is written to it."""
    before = sys.stdin, sys.stdout, sys.stderr
    for number in (0, 1, 2):
        _open_if_closed(number)
    nothing: list[TextIO] = []
    if sys.stdin is None:
        nothing.append(open(os.devnull, encoding="utf-8"))  # noqa: SIM115
        sys.stdin = nothing[-1]
    if sys.stdout is None:
        sys.stdout = _ClosedOutput()
    elif isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="surrogateescape")  # names of files that are not in its encoding
    if sys.stderr is None:
        nothing.append(open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        sys.stderr = nothing[-1]
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for stream in nothing:
            stream.close()


def _open_if_closed(number: int) -> None:
    try:
        os.fstat(number)
    except OSError:
        opened = os.open(os.devnull, os.O_RDWR)
        if opened != number:
            os.dup2(opened, number)
            os.close(opened)
