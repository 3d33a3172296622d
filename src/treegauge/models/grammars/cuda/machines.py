"""Where the kernels run: a CUDA device by CuPy."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .engine import LaunchPlan, Machine

PARTS = (
    "block.cuh",
    "problem.cuh",
    "part.cuh",
    "room.cuh",
    "closure.cuh",
    "ways.cuh",
    "chart.cuh",
    "trace.cuh",
    "bits.cuh",
    "infer.cu",
)
LATENT_PARTS = (
    "block.cuh",
    "latent_problem.cuh",
    "latent_inside.cuh",
    "latent_outside.cuh",
    "latent_max_rule.cuh",
    "latent_trace.cuh",
    "latent.cu",
)
_PAUSE = 0.001  # seconds between two looks at whether the device has ended
_TICK = 0.2  # ... and at how far it is


def source(parts: tuple[str, ...] = PARTS) -> str:
    """The source of a kernel, its parts one after the other."""
    return "\n".join(files(__package__).joinpath(part).read_text("utf-8") for part in parts)


class Cuda:
    """The present CUDA device, with the kernels for treebank grammars. They are compiled when it is opened, while
    others go on; CuPy keeps them."""

    parts: tuple[str, ...] = PARTS
    entry = "infer_sentences"

    def __init__(self) -> None:
        self.cupy: Any = import_module("cupy")
        device = self.cupy.cuda.Device()
        properties = self.cupy.cuda.runtime.getDeviceProperties(device.id)
        self.processors, self.name = properties["multiProcessorCount"], properties["name"].decode()
        team = 8 if properties["major"] >= 9 else 1  # older devices do not run blocks together
        self.plans = self.plans_for(team)
        self._streams: list[Any] = []
        self._room: Any = None
        pool = ThreadPoolExecutor(1)  # NVRTC compiles one after the other: first what most sentences need
        self._kernels = {plan: pool.submit(self._compile, plan, device) for plan in reversed(self.plans)}
        pool.shutdown(wait=False)

    def plans_for(self, team: int) -> tuple[LaunchPlan, LaunchPlan]:
        """How long sentences are done, and others; `team`: how many blocks can work on one."""
        return LaunchPlan(512, 16, 4, team, 1), LaunchPlan(256, 4, 8, 1, 4)

    def _compile(self, plan: LaunchPlan, device: Any) -> Any:
        names = {name.upper(): value for name, value in plan._asdict().items()}
        defined = {"INFINITY": "__longlong_as_double(0x7ff0000000000000LL)", **names}
        options = ("--std=c++17", *(f"-D{name}={value}" for name, value in defined.items()))
        with device:
            return self.cupy.RawModule(code=source(self.parts), options=options).get_function(self.entry)

    def put(self, array: NDArray[Any]) -> Any:
        return self.cupy.asarray(array)

    def empty(self, size: int, kind: Any) -> Any:
        return self.cupy.empty(size, kind)

    def address(self, array: Any) -> int:
        return int(array.data.ptr)

    def get(self, array: Any) -> NDArray[Any]:
        result: NDArray[Any] = self.cupy.asnumpy(array)
        return result

    def fill(self, array: Any, value: int) -> None:
        array.set(np.full(array.shape, value, array.dtype))

    def room(self) -> tuple[Any, int]:
        """Room for sentences, most of what is free, and how many bytes it has. It is kept until it is given back, as it
        takes longer to get than some treebanks."""
        if self._room is None:
            self.cupy.get_default_memory_pool().free_all_blocks()
            free, _ = self.cupy.cuda.runtime.memGetInfo()
            self._room = self.cupy.cuda.Memory(int(free * 0.8))
        return self._room.ptr, self._room.size

    def give_back(self) -> None:
        self._room = None
        self.cupy.get_default_memory_pool().free_all_blocks()

    def teams(self, plan: LaunchPlan) -> int:
        return int(self.processors * plan.blocks // plan.team)

    def launch(self, problem: Any, teams: int, plan: LaunchPlan) -> None:
        try:
            kernel = self._kernels[plan].result()
        except Exception as error:  # those of CuPy have no base class of their own
            raise RuntimeError(f"its kernel cannot be compiled: {error}") from error
        # The arrays are there before the kernel begins; kernels that were launched before need not have ended.
        self.cupy.cuda.get_current_stream().synchronize()
        stream = self.cupy.cuda.Stream(non_blocking=True)
        kernel((teams * plan.team,), (plan.threads,), (problem,), stream=stream)
        self._streams.append(stream)

    def wait(self, tick: Callable[[], None] | None = None) -> None:
        last = time.monotonic()
        while not all(stream.done for stream in self._streams):  # Ctrl-C takes effect in between
            time.sleep(_PAUSE)
            if tick is not None and time.monotonic() > last + _TICK:
                tick()
                last = time.monotonic()
        for stream in self._streams:
            stream.synchronize()
        self._streams.clear()


class LatentCuda(Cuda):
    """The same device with the kernels for latent-variable grammars; the room is that of `device`."""

    parts = LATENT_PARTS
    entry = "infer_latent"

    def __init__(self, device: Machine) -> None:
        self.device = device
        super().__init__()

    def plans_for(self, team: int) -> tuple[LaunchPlan, LaunchPlan]:
        return LaunchPlan(1024, 4, 8, 1, 1), LaunchPlan(256, 4, 8, 1, 4)

    def room(self) -> tuple[Any, int]:
        return self.device.room()

    def give_back(self) -> None:
        self.device.give_back()
