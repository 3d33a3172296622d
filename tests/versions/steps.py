"""Commands that set up an environment or test in it: what they print, or an error with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


class StepError(Exception):
    """A step failed; the message is what it printed."""


def run_step(*command: str | Path) -> str:
    """Run a command in the folder of the project, outside any environment; what it prints."""
    run = subprocess.run(
        list(map(str, command)),
        cwd=ROOT,
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if run.returncode:
        raise StepError(f"$ {' '.join(map(str, command))}\n{run.stdout[-8000:]}")
    return run.stdout


def clean_environment() -> dict[str, str]:
    """The variables of this process, without those that would lead a Python to other packages."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def find_uv() -> str:
    """uv, which is installed next to this Python."""
    return shutil.which("uv", path=Path(sys.executable).parent) or "uv"
