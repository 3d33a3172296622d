"""Run a program in a folder and look at it from time to time."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from ..core.children import child_process

LOG = "log"  # the file in its folder that gets what a program says
_POLL = 0.1  # seconds between two reports of progress


def run_program(
    call: Sequence[str],
    folder: Path,
    report: Callable[[], None] = lambda: None,
    *,
    source: Path | None = None,
    output: Path | None = None,
) -> tuple[int, tuple[str, ...]]:
    """Run a program in a folder: its exit status, and what it said, line by line. `report` is called while it runs;
    `source` is its standard input, and `output` gets its standard output, which is otherwise part of what it says."""
    log, nothing = folder / LOG, Path(os.devnull)
    with log.open("wb") as said, (source or nothing).open("rb") as read, (output or nothing).open("wb") as out:
        pipes = {"stdin": read, "stdout": out if output else said, "stderr": said}
        with child_process(call, cwd=folder, env={**os.environ, "LC_ALL": "C.UTF-8"}, **pipes) as process:
            while process.poll() is None:
                try:
                    process.wait(_POLL)
                except subprocess.TimeoutExpired:
                    report()
    return process.returncode, tuple(log.read_text("utf-8", "replace").splitlines())
