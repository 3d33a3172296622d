"""Programs that run as child processes, such as foreign parsers. None of them outlives the call."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from .interrupts import undone_if_stopped


@contextmanager
def child_process(call: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a program, with the options of `subprocess.Popen`. It ends with this context, and so do the programs that
    it started itself. Ctrl-C reaches this process only, so that a program cannot fail before it is stopped."""
    process = subprocess.Popen(call, start_new_session=os.name == "posix", **options)
    with undone_if_stopped(partial(_kill, process)), process:
        try:
            yield process
        finally:
            _kill(process)


def _kill(process: subprocess.Popen[Any]) -> None:
    """Kill a process and all of its process group; one that has ended is left alone, as its number may be reused."""
    if process.poll() is not None:
        return
    with suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
