"""Fixtures for all tests, and how long they try. `shared` is the folder of real treebanks, where there is one."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

HERE = Path(__file__).parent
SHARED = HERE.parent.parent / "shared"
# Twins and small treebanks are imported by name from any folder of the tests.
sys.path[:0] = [str(folder) for folder in (HERE, *sorted(HERE.rglob("[!_.]*/")))]

# How many random cases a test tries: a few each time, many with HYPOTHESIS_PROFILE=thorough.
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_report_header() -> str:
    if SHARED.is_dir():
        return "real treebanks: found in ../shared"
    return "real treebanks: ../shared is not there, so the tests on real treebanks and outside figures are left out"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real treebanks; tests that need it are skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("needs ../shared/treebanks")
    return SHARED / "treebanks"


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of figures from outside programs."""
    if not SHARED.is_dir():
        pytest.skip("needs ../shared/reference")
    return SHARED / "reference"


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run the command line: exit status, standard output, standard error without the announcement of compiling."""
    from treegauge.cli import main

    def call(*arguments: object, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["treegauge", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        capfd.readouterr()
        with pytest.raises(SystemExit) as caught:
            main()
        captured = capfd.readouterr()
        said = [line for line in captured.err.splitlines(keepends=True) if "compiling for the first use" not in line]
        return int(caught.value.code or 0), captured.out, "".join(said)

    return call
