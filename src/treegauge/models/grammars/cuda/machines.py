"""Where the kernel runs: a CUDA device by CuPy."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from typing import Any

from numpy.typing import NDArray

from .engine import LaunchPlan

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


def source() -> str:
    """The source of the kernel, its parts one after the other."""
    return "\n".join(files(__package__).joinpath(part).read_text("utf-8") for part in PARTS)


class Cuda:
    """The present CUDA device. The kernel is compiled on first use and kept by CuPy."""

    plans = LaunchPlan(512, 16, 4, 8, 1), LaunchPlan(256, 4, 8, 1, 3)

    def __init__(self) -> None:
        self.cupy: Any = import_module("cupy")
        self._kernels: dict[LaunchPlan, Any] = {}
        self._streams: list[Any] = []
        self._room: Any = None
        properties = self.cupy.cuda.runtime.getDeviceProperties(self.cupy.cuda.Device().id)
        self.processors, self.name = properties["multiProcessorCount"], properties["name"].decode()

    def kernel(self, plan: LaunchPlan) -> Any:
        if plan not in self._kernels:
            names = {name.upper(): value for name, value in plan._asdict().items()}
            options = ["--std=c++17", "-DINFINITY=__longlong_as_double(0x7ff0000000000000LL)"]
            options += [f"-D{name}={value}" for name, value in names.items()]
            module = self.cupy.RawModule(code=source(), options=tuple(options))
            self._kernels[plan] = module.get_function("infer_sentences")
        return self._kernels[plan]

    def put(self, array: NDArray[Any]) -> Any:
        return self.cupy.asarray(array)

    def empty(self, size: int, kind: Any) -> Any:
        return self.cupy.empty(size, kind)

    def address(self, array: Any) -> int:
        return int(array.data.ptr)

    def get(self, array: Any) -> NDArray[Any]:
        result: NDArray[Any] = self.cupy.asnumpy(array)
        return result

    def room(self) -> tuple[Any, int]:
        """Room for sentences, most of what is free, and how many bytes it has; it is kept."""
        if self._room is None:
            self.cupy.get_default_memory_pool().free_all_blocks()
            free, _ = self.cupy.cuda.runtime.memGetInfo()
            self._room = self.cupy.cuda.Memory(int(free * 0.8))
        return self._room.ptr, self._room.size

    def teams(self, plan: LaunchPlan) -> int:
        return int(self.processors * plan.blocks // plan.team)

    def launch(self, problem: Any, teams: int, plan: LaunchPlan) -> None:
        stream = self.cupy.cuda.Stream(non_blocking=True)
        self.cupy.cuda.runtime.deviceSynchronize()
        self.kernel(plan)((teams * plan.team,), (plan.threads,), (problem,), stream=stream)
        self._streams.append(stream)

    def wait(self) -> None:
        for stream in self._streams:
            stream.synchronize()
        self._streams.clear()
