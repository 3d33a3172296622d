"""`warm`: the list of kernels is whole, and what it compiles is found by later calls."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from numba.core.dispatcher import Dispatcher

import treegauge
from treegauge.core import warming
from treegauge.core.errors import CallError
from treegauge.core.kernel_types import types_from_text, types_to_text
from treegauge.core.warming import listed_kernels


def kernels() -> set[str]:
    """The names of all functions that `kernel` compiles."""
    names = set()
    for module in walk_packages(treegauge.__path__, "treegauge."):
        if module.name.endswith("__main__") or ".migrations." in module.name:  # Alembic imports these
            continue
        for name, value in vars(import_module(module.name)).items():
            compiled = isinstance(value, Dispatcher) and not value.targetoptions.get("inline")
            if compiled and value.py_func.__module__ == module.name:
                names.add(f"{module.name}.{name}")
    return names


def test_every_kernel_is_listed() -> None:
    # If this fails, a kernel was added or removed: `./run kernels` makes the list anew.
    assert {kernel.full_name for kernel in listed_kernels()} == kernels()


def test_a_kernel_comes_before_the_one_that_calls_it() -> None:
    seen: set[str] = set()
    for kernel in listed_kernels():
        assert kernel.caller not in seen - {kernel.full_name}, kernel.full_name
        seen.add(kernel.full_name)


def test_types_survive_as_text() -> None:
    for kernel in listed_kernels():
        assert types_to_text(types_from_text(kernel.arguments)) == kernel.arguments


@pytest.mark.parametrize("text", ["int65", "int64[C1", "(int64", "int64)", "int64 int64", "treegauge.version:x()"])
def test_what_is_not_a_type_is_an_error(text: str) -> None:
    with pytest.raises((CallError, AttributeError, IndexError)):
        types_from_text(text)


def small() -> list[Any]:
    """Two kernels that are compiled quickly, one of which calls the other."""
    listed = listed_kernels()
    callee = min((kernel for kernel in listed if kernel.caller), key=lambda kernel: kernel.seconds)
    return [callee, *(kernel for kernel in listed if kernel.full_name == callee.caller)]


@pytest.mark.slow
def test_what_warm_compiles_is_ready(tmp_path: Path) -> None:
    code = f"""
from treegauge.core import warming
chosen = warming.listed_kernels()
small = [kernel for kernel in chosen if kernel.full_name in {[kernel.full_name for kernel in small()]!r}]
warming.listed_kernels = lambda: small
print(sum(kernel.compiled for kernel in warming.kernel_status()), len(warming.warm(1)),
      sum(kernel.compiled for kernel in warming.kernel_status()) == len(small), len(warming.warm(1)))
"""
    environment = {**os.environ, "TREEGAUGE_CACHE": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=300
    )
    assert run.stdout.split() == ["0", str(len(small())), "True", "0"]
    assert not run.stderr


def test_status_shows_where_the_code_is(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "kernel_status", lambda: listed_kernels()[:3])
    status, out, _ = command("warm", "--status")
    assert status == 0
    assert out.startswith("0 of 3 kernels compiled, in ")
    assert "on one processor" in out


@pytest.mark.slow
def test_a_wheel_brings_its_kernels(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    if not (root / "run").exists():
        pytest.skip("only in a clone")
    subprocess.run([root / "run", "wheel", tmp_path], check=True, capture_output=True, timeout=1800)
    (wheel,) = tmp_path.glob("*.whl")
    assert "-none-any" not in wheel.name
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "fresh"], check=True)
    python = tmp_path / "fresh" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel], check=True, timeout=900)
    data = root / "src" / "treegauge" / "data"
    environment = {**os.environ, "TREEGAUGE_CACHE": str(tmp_path / "kernels")}
    environment.pop("PYTHONPATH", None)
    for arguments in (
        ["warm", "--status"],
        ["score", data / "english.mrg", data / "english.parsed.mrg"],
        ["score", data / "english.conllu", data / "english.parsed.conllu"],
        ["difficulty", data / "english.mrg", "-t", "prepare"],
    ):
        run = subprocess.run(
            [python, "-m", "treegauge", *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (run.returncode, run.stderr) == (0, "")
    assert not (tmp_path / "kernels").exists()
