"""A file appears under its name only when it is complete; what a killed run has left is removed."""

from __future__ import annotations

import gzip
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from treegauge.core import outputs
from treegauge.core.errors import CallError
from treegauge.core.outputs import create_binary, work_folder, write_text

KILLED = """
import os, signal, sys
from treegauge.core.outputs import create_binary, work_folder
with work_folder() as folder, create_binary(sys.argv[1]) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def kill_while_writing(path: Path, temporary: Path) -> None:
    """A process that is killed when half of a file is written."""
    call = [sys.executable, "-c", KILLED, str(path)]
    done = subprocess.run(call, check=False, env={**os.environ, "TMPDIR": str(temporary)})
    assert done.returncode == -signal.SIGKILL


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_killed_run_changes_nothing_and_the_next_one_cleans_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, temporary = tmp_path / "out", tmp_path / "tmp"
    folder.mkdir()
    temporary.mkdir()
    path = folder / "trees.mrg"
    path.write_text("before")
    kill_while_writing(path, temporary)
    assert path.read_text() == "before"
    assert len(names(folder)) == 2
    assert len(names(temporary)) == 1
    write_text("after", str(path))
    assert (path.read_text(), names(folder)) == ("after", ["trees.mrg"])
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    with work_folder() as place:
        assert names(temporary) == [place.name]


def test_files_of_living_writers_and_of_others_are_left_alone(tmp_path: Path) -> None:
    theirs = [
        f".treegauge-{outputs._HOST}-{os.getpid()}-77.part",
        ".treegauge-00000000-1-1.part",
        ".part-1-x",
        "x.part",
    ]
    for name in theirs:
        (tmp_path / name).touch()
    write_text("a", str(tmp_path / "a"))
    assert names(tmp_path) == sorted([*theirs, "a"])
    os.utime(tmp_path / theirs[1], (0, 0))  # of another machine, and old
    write_text("a", str(tmp_path / "a"))
    assert names(tmp_path) == sorted([theirs[0], *theirs[2:], "a"])


def test_an_error_while_writing_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("before")
    with pytest.raises(TypeError), create_binary(str(path)) as file:
        file.writelines([b"half", "not bytes"])  # type: ignore[list-item]
    assert (path.read_text(), names(tmp_path)) == ("before", ["a"])


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "a", tmp_path / "link"
    path.write_text("before")
    path.chmod(0o640)
    link.symlink_to("a")
    write_text("after", str(link))
    assert link.is_symlink()
    assert path.read_text() == "after"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_pipes_and_devices_are_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[str] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_text()))
    reader.start()
    write_text("through", str(pipe))
    reader.join(10)
    assert received == ["through"]
    write_text("nothing", os.devnull)
    assert names(tmp_path) == ["pipe"]


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1"])
def test_standard_output_has_several_names(name: str, tmp_path: Path) -> None:
    code = f"from treegauge.core.outputs import write_text; print('a'); write_text('b\\n', {name!r}); print('c')"
    with (tmp_path / "out").open("wb") as file:
        subprocess.run([sys.executable, "-c", code], stdout=file, check=True)
    assert sorted((tmp_path / "out").read_text().split()) == ["a", "b", "c"]


def test_the_same_content_is_the_same_file(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        write_text("x" * 1000, str(tmp_path / name))
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"x" * 1000


def test_what_cannot_be_written_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(CallError, match=r"cannot write .*: No such file or directory"):
        write_text("a", str(tmp_path / "missing" / "a"))
    with pytest.raises(CallError, match=r"cannot write .*: it is a folder"):
        write_text("a", str(tmp_path))
    write_text("a", str(tmp_path / ("x" * 250)))  # a name as long as names may be
