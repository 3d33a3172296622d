"""Modules that export names of other modules, and import those only when a name is used: the start is quick."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def lazy_exports(module: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a module that exports names; `homes` has the module of each."""

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module '{module}' has no attribute '{name}'")
        value = getattr(importlib.import_module(f"treegauge.{homes[name]}"), name)
        setattr(sys.modules[module], name, value)
        return value

    return find, lambda: sorted({*vars(sys.modules[module]), *homes})
