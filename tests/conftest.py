"""Fixtures for all tests, and which tests run. `shared` is the folder of real treebanks, where there is one."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from published_files import Site

HERE = Path(__file__).parent
SHARED = HERE.parent.parent / "shared"
NO_SHARED = "there is no folder ../shared"
NO_CASES = [pytest.param("", marks=pytest.mark.skip(NO_SHARED))]  # of files that are not there
LEFT_OUT = pytest.StashKey[int]()
# Twins and small treebanks are imported by name from any folder of the tests; the benchmarks are too.
sys.path[:0] = [str(folder) for folder in (HERE, *sorted(HERE.rglob("[!_.]*/")), HERE.parent / "benchmarks")]
pytest_plugins = ["cuda_machines"]  # fixtures of the tests of the CUDA engine, and which of them run

# How many random cases a test tries: a few each time, many with HYPOTHESIS_PROFILE=thorough.
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests too")


def pytest_report_header(config: pytest.Config) -> list[str]:
    treebanks = "found in ../shared" if SHARED.is_dir() else f"left out: {NO_SHARED}"
    slow = "included" if _with_slow(config) else "left out: only with --slow"
    from browsers import why_none

    from postgres import why_none as why_no_postgres

    postgres = f"left out: {why_no_postgres()}" if why_no_postgres() else "included"
    browser = f"left out: {why_none()}" if why_none() else "included"
    return [
        f"tests on real treebanks and against outside figures: {treebanks}",
        f"slow tests: {slow}",
        f"tests of pages in a browser: {browser}",
        f"tests on PostgreSQL: {postgres}",
        f"tests of Java programs: {_java_programs()}",
    ]


def _java_programs() -> str:
    """Which are included, and why the others are left out."""
    from treegauge.parsers.base import PARSERS
    from treegauge.parsers.foreign.base import JavaParser

    missing = {name: kind().missing() for name, kind in PARSERS.items() if issubclass(kind, JavaParser)}
    left_out = [f"{name} ({reason})" for name, reason in missing.items() if reason is not None]
    included = ", ".join(name for name, reason in missing.items() if reason is None) or "none"
    return f"{included}; left out: {', '.join(left_out)}" if left_out else included


def _with_slow(config: pytest.Config) -> bool:
    return bool(config.getoption("--slow")) or "slow" in config.getoption("markexpr")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if _with_slow(config):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    items[:] = [item for item in items if not item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=slow)
    config.stash[LEFT_OUT] = len(slow)


# With pytest-xdist the workers collect the tests, and the process that prints the summary has to ask them.
def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if number := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{number} slow test{'s' if number > 1 else ''} left out; --slow includes them")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real treebanks; tests that need it are skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(NO_SHARED)
    return SHARED / "treebanks"


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of outside programs' figures, and of the trees that they are figures of."""
    if not SHARED.is_dir():
        pytest.skip(NO_SHARED)
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


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder in which nothing is installed."""
    monkeypatch.setenv("TREEGAUGE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of all programs that can be called; it is empty."""
    folder = tmp_path / "commands"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def java(commands: Path) -> Path:
    """The stand-in for Java as the only program."""
    from stand_ins import put_java

    put_java(commands)
    return commands


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the small files of tests/cli, which is the present one."""
    from small_files import write_files

    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(command: Callable[..., tuple[int, str, str]], files: Path) -> Callable[..., tuple[int, str, str]]:
    """Run the command line in the folder of the files: exit status, standard output, standard error."""
    return command


@pytest.fixture
def empty_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a catalogue that has yet to be written."""
    from treegauge.catalogue import entries

    monkeypatch.setattr(entries, "_ROOT", tmp_path / "catalogue")
    cached = (entries._catalogue, entries.catalogue, entries.public_treebank)
    for function in cached:
        function.cache_clear()
    yield tmp_path / "catalogue"
    for function in cached:
        function.cache_clear()


@pytest.fixture
def small(empty_catalogue: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder, for a catalogue with the treebank `small`, one whose content was never seen, and one that may
    not be distributed."""
    from published_files import ENTRY, TREES, listed, unlisted, write_catalogue

    monkeypatch.delenv("TREEGAUGE_TREEBANKS", raising=False)
    closed = {**ENTRY, "title": "A closed treebank", "restricted": True}
    write_catalogue(
        empty_catalogue,
        {"small": ENTRY, "unseen": ENTRY, "closed": closed},
        {
            "small": {name: listed(content) for name, content in TREES.items()},
            "unseen": {name: unlisted(content) for name, content in TREES.items()},
        },
    )
    return data


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A server that publishes the small treebank; no proxy, and no waiting between attempts."""
    from published_files import Site

    from treegauge.catalogue import downloading

    monkeypatch.setattr(downloading, "_WAIT", 0.0)
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    published = Site()
    yield published
    published.close()
