"""A Dask scheduler and its workers as processes of their own, on the loopback address."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

FAILURES = 2  # an item is given up when more workers have ended on it; tests that kill two workers lose nothing
_WAIT = 120  # seconds for a process to be there: the machine may be busy


@dataclass
class Cluster:
    """A scheduler and the processes of its workers."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def add(self, number: int, **variables: str) -> None:
        """Start some workers, which are not started again when they end."""
        call = ["worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1"]
        for _ in range(number):
            self.workers.append(_started(call, **variables))

    def kill(self, number: int) -> None:
        """Kill a worker as the system does."""
        self.workers[number].send_signal(signal.SIGKILL)


def _started(call: list[str], **variables: str) -> subprocess.Popen[bytes]:
    """With the modules of the tests, whose functions are the work."""
    nothing, path = subprocess.DEVNULL, {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "dask", *call]
    return subprocess.Popen(command, stdout=nothing, stderr=nothing, env={**os.environ, **path, **variables})


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """A scheduler with some workers, until the end of the context."""
    file = folder / "scheduler.json"
    call = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    found = Cluster("", _started(call, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES=str(FAILURES)))
    try:
        found.address = _address(file)
        found.add(workers)
        wait_for(found.address, workers)
        yield found
    finally:
        for process in [*found.workers, found.scheduler]:
            process.kill()
            process.wait()


def _address(file: Path) -> str:
    until = time.monotonic() + _WAIT
    while time.monotonic() < until:
        try:
            return str(json.loads(file.read_text("utf-8"))["address"])
        except (OSError, ValueError):
            time.sleep(0.1)
    raise TimeoutError("the scheduler has not started")


def wait_for(address: str, workers: int) -> None:
    dask: Any = import_module("dask.distributed")
    if workers:
        with dask.Client(address, timeout=_WAIT) as client:
            client.wait_for_workers(workers, timeout=_WAIT)
