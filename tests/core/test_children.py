"""Programs that run as child processes end with us, however we end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from treegauge.core.children import child_process

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
FAMILY = "sleep 1000 & echo $! $$ > pids.new; mv pids.new pids; wait"
OURS = f"""
import sys
from treegauge.core.children import child_process
with child_process(["/bin/sh", "-c", {FAMILY!r}]) as process:
    process.wait()
"""


def runs(process: int) -> bool:
    """Whether a process runs; one that has ended but was not asked for its status does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children() -> list[int]:
    """All child processes of this one, also those that have ended and were not asked for their status."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    return [child for child, parent in parents.items() if parent == os.getpid()]


def ended(processes: list[int]) -> bool:
    deadline = time.monotonic() + 10
    while any(map(runs, processes)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(runs, processes))


def pids(folder: Path) -> list[int]:
    """The numbers of a child and a grandchild, when they run."""
    deadline = time.monotonic() + 60
    while not (folder / "pids").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    return [int(number) for number in (folder / "pids").read_text().split()]


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process of ours with a child and a grandchild."""
    with subprocess.Popen([sys.executable, "-c", OURS], cwd=tmp_path, start_new_session=True) as process:
        yield process
        process.kill()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_children_and_grandchildren_end_with_a_process_that_is_killed(
    ours: subprocess.Popen[bytes], tmp_path: Path, number: signal.Signals
) -> None:
    family = pids(tmp_path)
    assert all(map(runs, family))
    group = {os.getpgid(family[0])}
    ours.send_signal(number)
    ours.wait(10)
    assert ended(family)
    assert ended([*group])  # the guard, which leads the group


def test_a_program_whose_start_is_interrupted_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C can come when the program runs, but before `Popen` has returned it to us."""
    start = subprocess.Popen.__init__
    started = []

    def interrupted(process: subprocess.Popen[bytes], call: list[str], **options: Any) -> None:
        start(process, call, **options)
        if FAMILY in call:
            pids(tmp_path)
            started.append(process)
            raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "__init__", interrupted)
    with pytest.raises(KeyboardInterrupt), child_process(["/bin/sh", "-c", FAMILY], cwd=tmp_path):
        pass
    assert ended(pids(tmp_path))
    assert started[0].wait(10) == -signal.SIGKILL


def test_nothing_is_left_after_a_normal_end(tmp_path: Path) -> None:
    before = set(children())
    with child_process(["/bin/sh", "-c", "exit 3"], cwd=tmp_path) as process:
        process.wait()
    assert process.returncode == 3
    assert set(children()) == before


def test_a_program_that_is_left_early_is_ended(tmp_path: Path) -> None:
    before = set(children())
    with child_process(["/bin/sh", "-c", FAMILY], cwd=tmp_path):
        family = pids(tmp_path)
    assert ended(family)
    assert set(children()) == before


def test_what_a_program_started_ends_with_the_program(tmp_path: Path) -> None:
    with child_process(["/bin/sh", "-c", FAMILY.replace("; wait", "")], cwd=tmp_path) as process:
        process.wait()
        family = pids(tmp_path)
    assert ended(family)


def test_a_program_that_does_not_exist_leaves_nothing(tmp_path: Path) -> None:
    before = set(children())
    with pytest.raises(FileNotFoundError), child_process([str(tmp_path / "nothing")]):
        pass
    assert set(children()) == before


def test_ctrl_c_of_the_terminal_reaches_only_us(tmp_path: Path) -> None:
    """A program in a group of its own is not asked to end by the terminal, so it is not reported as failed."""
    with child_process(["/bin/sh", "-c", FAMILY], cwd=tmp_path) as process:
        pids(tmp_path)
        assert os.getpgid(process.pid) != os.getpgid(0)
