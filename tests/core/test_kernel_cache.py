"""Where compiled kernels are kept: by the content of all that they are made of, in a folder that may be absent."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TWICE = """from treegauge.core.compiled import kernel

@kernel
def twice(number):
    return {factor} * number
"""
SUM = """from treegauge.core.compiled import kernel

from .first import twice

@kernel
def total(number):
    return twice(number) + 1
"""
COMPILING = "treegauge: compiling for the first use"


def package(folder: Path, factor: int = 2) -> Path:
    """A package with a kernel that calls a kernel of another file."""
    source = folder / "toy"
    source.mkdir(parents=True, exist_ok=True)
    (source / "__init__.py").write_text("")
    (source / "first.py").write_text(TWICE.format(factor=factor))
    (source / "second.py").write_text(SUM)
    return folder


def call(folder: Path, cache: Path) -> tuple[str, str]:
    """What the kernel gives, and what is printed on standard error."""
    code = "from toy.second import total; print(total(5))"
    environment = {**os.environ, "TREEGAUGE_CACHE": str(cache)}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return run.stdout.strip(), run.stderr


def test_code_is_compiled_once_for_all_copies_of_the_source(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    value, errors = call(package(tmp_path / "here"), cache)
    assert value == "11"
    assert COMPILING in errors
    assert call(package(tmp_path / "there"), cache) == ("11", "")
    assert not list(tmp_path.glob("*here/**/*.nbi"))


def test_a_change_in_a_file_that_a_kernel_calls_is_seen(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    call(package(tmp_path), cache)
    value, errors = call(package(tmp_path, factor=3), cache)
    assert value == "16"
    assert COMPILING in errors
    assert call(package(tmp_path, factor=2), cache) == ("11", "")


@pytest.mark.skipif(os.name == "nt", reason="needs /dev/null")
def test_without_a_folder_to_write_to_it_runs_and_says_so_once(tmp_path: Path) -> None:
    value, errors = call(package(tmp_path), Path(os.devnull) / "cache")
    assert value == "11"
    assert errors.count("compiled code cannot be kept in") == 1
    assert "TREEGAUGE_CACHE names another folder" in errors


def test_a_damaged_file_is_compiled_again(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    call(package(tmp_path), cache)
    for file in cache.glob("*/*total*.nb[ic]"):
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    value, errors = call(package(tmp_path), cache)
    assert value == "11"
    assert COMPILING in errors
    assert call(package(tmp_path), cache) == ("11", "")


def test_processes_that_start_together_compile_each_kernel_once(tmp_path: Path) -> None:
    package(tmp_path)
    code = """
import time
from numba.core import event
compiled = []
class Listener(event.Listener):
    def on_start(self, happening): compiled.append(happening.data["dispatcher"].py_func.__name__)
    def on_end(self, happening): pass
event.register("numba:compile", Listener())
from toy.second import total
open(f"ready{NUMBER}", "w").close()
while not all(__import__("os").path.exists(f"ready{n}") for n in (0, 1)): time.sleep(0.01)
assert total(5) == 11
print(*[name for name in compiled if name in ("twice", "total")])
"""
    environment = {**os.environ, "TREEGAUGE_CACHE": str(tmp_path / "cache")}
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", f"NUMBER = {number}\n{code}"],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in (0, 1)
    ]
    names = [name for run in runs for name in run.communicate()[0].split()]
    assert [run.returncode for run in runs] == [0, 0]
    assert sorted(names) == ["total", "twice"]


def test_a_kernel_that_is_called_with_a_literal_is_compiled_once(tmp_path: Path) -> None:
    code = SUM.replace("twice(number) + 1", "twice(0) + twice(number) + 1")
    (package(tmp_path) / "toy" / "second.py").write_text(code)
    assert call(tmp_path, tmp_path / "cache")[0] == "11"
    assert len(list((tmp_path / "cache").glob("*/*twice*.nbc"))) == 1
