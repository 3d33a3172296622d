"""Ctrl-C: the command line ends within a second, whatever it does, and leaves nothing half done.

Python raises KeyboardInterrupt only between two steps of Python code. A compiled loop, the end of a thread pool or a
foreign library can be one long step. So `ending_in_time` starts a thread that is woken by the signal itself: if the
command has not ended soon afterwards, this thread undoes what is half done and ends the process. Compiled loops run
without Python's lock, so they cannot keep it from doing so.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

GRACE = 0.3  # seconds for the usual way out, in which every step of Python code is left properly
_SHOW_CURSOR = b"\r\x1b[2K\x1b[?25h"  # a progress bar hides the cursor of the terminal
_ENDING = ("SIGTERM", "SIGHUP")  # they end the process like Ctrl-C

_undo: dict[object, Callable[[], None]] = {}
_kept: dict[str, str] = {}
_printed: list[Stopped] = []


class Stopped(BaseException):
    """A signal asks the process to end."""

    def __init__(self, number: int = signal.SIGINT) -> None:
        super().__init__(number)
        self.number = number

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
        if isinstance(cause, Stopped):
            return cause
        if isinstance(cause, KeyboardInterrupt):
            return Stopped()
        cause = cause.__cause__ or cause.__context__
    return None


def keep(path: str, what: str = "") -> None:
    """Remember that a file is finished, so that the message of an interruption names it."""
    _kept[path] = what


@contextmanager
def ending_in_time() -> Iterator[None]:
    """End the process soon after Ctrl-C, or a signal that asks it to end, inside this context. The usual way is a
    KeyboardInterrupt (or `Stopped`); a thread ends the process where that takes too long."""
    _kept.clear()
    _printed.clear()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    before = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    handlers = {number: signal.signal(number, _stop) for number in _ending_signals()}
    threading.Thread(target=_end_in_time, args=(receiver,), name="interrupts", daemon=True).start()
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before)
        sender.close()


def _ending_signals() -> list[signal.Signals]:
    """Signals that end the process; one that is ignored (nohup) or handled by somebody else is left as it is."""
    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    return [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped(number)


def _end_in_time(receiver: socket.socket) -> None:
    """Wait for a signal. If the process still exists a moment after it, end the process."""
    with receiver:
        ending = {signal.SIGINT, *(getattr(signal, name) for name in _ENDING if hasattr(signal, name))}
        numbers: set[int] = set()
        while not numbers:
            data = receiver.recv(1)
            if not data:
                return
            numbers = ending.intersection(data)
        deadline = time.monotonic() + GRACE
        receiver.settimeout(GRACE)
        with suppress(OSError):
            # A second Ctrl-C does not wait. Nothing is received where the usual way out worked: then the rest of the
            # time is for the end of Python itself, which waits for all threads.
            if not receiver.recv(1):
                time.sleep(max(deadline - time.monotonic(), 0))
    end_now(Stopped(numbers.pop()))


def end_now(stopped: Stopped) -> None:
    """Undo what is half done, print the message unless it is printed, and end the process at once."""
    for undo in list(_undo.values()):
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
