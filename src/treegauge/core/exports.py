"""Modules that export names of other modules, and import those only when a name is used: the start is quick."""

from __future__ import annotations

import importlib
import sys

TYPE_CHECKING = False  # that of `typing`, which takes longer to import than this file
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def lazy_exports(module: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a module that exports names; `homes` has the module of each. `dir` lists these
    names and those that Python itself gives to a module, not what the module imports."""

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module '{module}' has no attribute '{name}'")
        value = getattr(importlib.import_module(f"treegauge.{homes[name]}"), name)
        setattr(sys.modules[module], name, value)
        return value

    def names() -> list[str]:
        ours = (name for name in vars(sys.modules[module]) if name.startswith("__") and name.endswith("__"))
        return sorted({*ours, *homes})

    return find, names
