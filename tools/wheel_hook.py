"""Put compiled kernels into the wheel: those in the folder that TREEGAUGE_KERNELS names. `./run wheel` sets it.

Such a wheel is for one version of Python, one of numba, and one kind of machine. Without the variable the wheel has no
compiled code, and is for all.
"""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelsHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the folder, and says what it is for."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        folder = os.environ.get("TREEGAUGE_KERNELS")
        if not folder:
            return
        build_data["force_include"][folder] = "treegauge/compiled_kernels"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["dependencies"].append(f"numba=={os.environ['TREEGAUGE_NUMBA']}")
