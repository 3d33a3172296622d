"""Programs that run as child processes, such as foreign parsers. None of them outlives the call, nor this process."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from .interrupts import undone_if_stopped

# It waits for the end of a file that only our process can write to, which comes even if our process is killed.
_GUARD = ["/bin/sh", "-c", "read -r _; kill -9 0"]


@contextmanager
def child_process(call: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a program, with the options of `subprocess.Popen`. It ends with this context, and so do the programs that
    it started itself, also if this process is killed. Ctrl-C reaches this process only, so that a program cannot fail
    before it is stopped."""
    with _process_group() as group, subprocess.Popen(call, process_group=group, **options) as process:
        kill = partial(_kill, process, group)
        with undone_if_stopped(kill):
            try:
                yield process
            finally:
                kill()


@contextmanager
def _process_group() -> Iterator[int | None]:
    """A new group of processes, with a guard that kills all of the group when our process ends."""
    if os.name != "posix":
        yield None
        return
    guard = subprocess.Popen(
        _GUARD, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0
    )
    # All of the group, not the guard alone: Ctrl-C can come when a program runs and `Popen` has not yet returned.
    kill = partial(_kill, guard, guard.pid)
    with guard, undone_if_stopped(kill):
        try:
            yield guard.pid
        finally:
            kill()


def _kill(process: subprocess.Popen[Any], group: int | None) -> None:
    """Kill a process and all of its group. The guard belongs to the group, so its number is not in use elsewhere."""
    with suppress(OSError):
        if group is not None:
            os.killpg(group, signal.SIGKILL)
        else:
            process.kill()
