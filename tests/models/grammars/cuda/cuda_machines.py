"""The machines on which the CUDA engine is tested: threads of the processor, and a device where there is one."""

from __future__ import annotations

import shutil
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from treegauge.models.grammars.cuda.engine import Machine

# Threads, threads in a group, edges in a chunk: a small chunk divides short lists of edges too.
BLOCKS = {"one": (1, 1, 8), "two": (2, 2, 2), "four": (4, 2, 2), "eight": (8, 4, 3)}
MANY = ("four", "eight")  # threads: they wait for each other, which is slow on few processors
KINDS = [
    *(pytest.param(name, marks=pytest.mark.slow) if name in MANY else name for name in BLOCKS),
    pytest.param("device", marks=pytest.mark.cuda),
]


@cache
def no_device() -> str | None:
    """Why there is no CUDA device, if there is none."""
    try:
        if import_module("cupy").cuda.runtime.getDeviceCount() > 0:
            return None
    except ImportError:
        return "CuPy is not installed"
    except Exception as error:  # of CuPy, which has its own where there is no driver
        return f"there is none: {error}"
    return "there is none"


def pytest_report_header() -> str:
    return f"tests on a CUDA device: {f'left out: {no_device()}' if no_device() else 'included'}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where there is no device, tests on one are left out, and skipped with `-m cuda`."""
    if no_device() is None or "cuda" in config.getoption("markexpr"):
        return
    config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("cuda")])
    items[:] = [item for item in items if not item.get_closest_marker("cuda")]


@pytest.fixture(scope="session")
def kernels(request: pytest.FixtureRequest) -> Path:
    """The folder of the kernels that are compiled for the processor; they are kept for the next tests."""
    from emulated import COMPILER

    if shutil.which(COMPILER) is None:
        pytest.skip(f"there is no {COMPILER}, which compiles the kernel of the CUDA engine for the processor")
    cache = request.config.cache
    assert cache is not None
    return cache.mkdir("kernels")


@pytest.fixture(scope="session", params=KINDS)
def machine(request: pytest.FixtureRequest) -> Machine:
    from emulated import Emulated

    from treegauge.models.grammars.cuda.machines import Cuda

    if request.param == "device":
        if reason := no_device():
            pytest.skip(f"tests on a CUDA device: {reason}")
        return Cuda()
    threads, group, chunk = BLOCKS[request.param]
    return Emulated(request.getfixturevalue("kernels"), threads=threads, group=group, chunk=chunk)


@pytest.fixture(scope="session")
def one_thread(kernels: Path) -> Machine:
    from emulated import Emulated

    return Emulated(kernels, threads=1, group=1, chunk=8)


@pytest.fixture(scope="session")
def large_group(kernels: Path) -> Machine:
    """A group goes through all places of a word of 64 bits, as large groups do on a device. Slow: for few words."""
    from emulated import Emulated

    return Emulated(kernels, threads=16, group=16, chunk=4)
