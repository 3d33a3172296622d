"""Ctrl-C: the command line ends at once, whatever it does, and leaves nothing half done.

Python raises KeyboardInterrupt only between two steps of Python code, and a compiled loop, the end of a thread pool or
a foreign library can be one long step. Elsewhere it can come too early: in the middle of numba's compiler it crashes
the process. So `ending_at_once` has a thread that is woken by the signal itself, undoes what is half done and ends the
process. Compiled loops run without Python's lock, so they cannot keep it from doing so.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType

_SHOW_CURSOR = b"\r\x1b[2K\x1b[?25h"  # a progress bar hides the cursor of the terminal
_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")

SignalHandler = Callable[[int, FrameType | None], None]

_undo: dict[object, Callable[[], None]] = {}
_kept: dict[str, str] = {}
_printed: list[Stopped] = []


@dataclass(frozen=True)
class Stopped:
    """A signal asks the process to end."""

    number: int = signal.SIGINT

    @property
    def status(self) -> int:
        """The exit status that shells expect: 130 after Ctrl-C."""
        return 128 + self.number

    @property
    def message(self) -> str:
        """One line: what happened, and what was finished before."""
        name = "interrupted" if self.number == signal.SIGINT else f"ended by {signal.Signals(self.number).name}"
        files = ", ".join(f"{path} ({what})" if what else path for path, what in _kept.items())
        return f"treegauge: {name}" + (f"; kept: {files}" if files else "")


@contextmanager
def undone_if_stopped(undo: Callable[[], None]) -> Iterator[None]:
    """Call `undo` if the process must end inside this context without leaving it, as after Ctrl-C in a compiled loop.
    It must be short, and it must not fail. The context itself has to clean up where it is left properly."""
    key = object()
    _undo[key] = undo
    try:
        yield
    finally:
        del _undo[key]


def stopped_by(error: BaseException) -> Stopped | None:
    """The signal that an exception comes from, directly or through code that turned it into another exception."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, KeyboardInterrupt):
            return Stopped()
        cause = cause.__cause__ or cause.__context__
    return None


def keep(path: str, what: str = "") -> None:
    """Remember that a file is finished, so that the message of an interruption names it."""
    _kept[path] = what


@contextmanager
def ending_at_once(*replaced: SignalHandler) -> Iterator[None]:
    """End the process when Ctrl-C, or a signal that asks it to end, comes inside this context. Python's handlers, and
    those given here, are replaced."""
    numbers = _ending_signals(replaced)
    if not numbers or threading.current_thread() is not threading.main_thread():
        yield
        return
    _kept.clear()
    _printed.clear()
    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    before = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    handlers = {number: signal.signal(number, _leave_it_to_the_thread) for number in numbers}
    threading.Thread(target=_end_at_once, args=(receiver, numbers), name="interrupts", daemon=True).start()
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before)
        sender.close()


def _ending_signals(replaced: Sequence[SignalHandler]) -> list[int]:
    """Signals that end the process; one that is ignored (nohup) or handled already is left as it is."""
    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    usual = (signal.SIG_DFL, signal.default_int_handler, *replaced)
    return [number for number in numbers if signal.getsignal(number) in usual]


def _leave_it_to_the_thread(number: int, frame: FrameType | None) -> None:
    """Do nothing: the number was also written to the socket."""


def _end_at_once(receiver: socket.socket, numbers: list[int]) -> None:
    """Wait for a signal, and end the process. Nothing is received where the context is left."""
    with receiver:
        while data := receiver.recv(1):
            if data[0] in numbers:
                end_now(Stopped(data[0]))


def end_now(stopped: Stopped) -> None:
    """Undo what is half done, print the message unless it is printed, and end the process at once."""
    for undo in reversed(list(_undo.values())):  # the last first: a program before its folder
        with suppress(Exception):
            undo()
    with suppress(OSError):
        if os.isatty(2):
            os.write(2, _SHOW_CURSOR)
    print_once(stopped)
    os._exit(stopped.status)


def print_once(stopped: Stopped) -> None:
    """Print the message, directly: a thread that was interrupted can have the lock of standard error."""
    if _printed:
        return
    _printed.append(stopped)
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    with suppress(OSError):
        os.write(2, f"{stopped.message}\n".encode(encoding, "backslashreplace"))
