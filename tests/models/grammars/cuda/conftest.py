"""The machines on which the CUDA engine is tested: threads of the processor, and a device where there is one."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from emulated import Emulated, why_none

from treegauge.models.grammars.cuda.engine import Machine
from treegauge.models.grammars.cuda.machines import Cuda

# Threads, threads in a group, edges in a chunk: a small chunk divides short lists of edges too.
BLOCKS = {"one": (1, 1, 8), "four": (4, 2, 2), "eight": (8, 4, 3), "sixteen": (16, 16, 4)}
PARAMETERS = [*BLOCKS, pytest.param("device", marks=pytest.mark.cuda)]


@cache
def no_device() -> str | None:
    """Why there is no CUDA device, if there is none."""
    try:
        if import_module("cupy").cuda.runtime.getDeviceCount() > 0:
            return None
    except ImportError:
        return "CuPy, which the tests on a CUDA device need, is not installed"
    except Exception as error:  # of CuPy, which has its own for a driver that is not there
        return f"there is no CUDA device: {error}"
    return "there is no CUDA device"


@pytest.fixture(scope="session")
def kernels(request: pytest.FixtureRequest) -> Path:
    """The folder of the kernels that are compiled for the processor; they are kept for the next tests."""
    if reason := why_none():
        pytest.skip(reason)
    return request.config.cache.mkdir("kernels")


@pytest.fixture(scope="session", params=PARAMETERS)
def machine(request: pytest.FixtureRequest) -> Machine:
    if request.param == "device":
        if reason := no_device():
            pytest.skip(reason)
        return Cuda()
    threads, group, chunk = BLOCKS[request.param]
    return Emulated(request.getfixturevalue("kernels"), threads=threads, group=group, chunk=chunk)
