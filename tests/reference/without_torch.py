"""Import the scorers of supar and stanza where torch is not installed: they compute with plain Python."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

_TORCH = ("torch", "torch.distributed", "torch.nn")


def scoring_modules(packages: Sequence[str], names: Sequence[str]) -> list[Any]:
    """Modules, without running what these packages import at their start (torch, models and much else). `torch` is a
    module of empty classes meanwhile. Nothing of this is left for other tests."""
    roots = {packages[0], "torch"}
    before = {name: module for name, module in sys.modules.items() if name.partition(".")[0] in roots}
    for name in before:
        del sys.modules[name]
    try:
        for name in packages:
            sys.modules[name] = _bare(name)
        sys.modules.update({name: _Empty(name) for name in _TORCH})
        return [importlib.import_module(name) for name in names]
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] in roots]:
            del sys.modules[name]
        sys.modules.update(before)


def _bare(name: str) -> ModuleType:
    """A package whose modules can be imported, but without the contents of its __init__.py."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.submodule_search_locations is None:
        raise ModuleNotFoundError(f"No module named '{name}'")
    module = ModuleType(name)
    module.__path__ = list(spec.submodule_search_locations)
    module.__spec__ = spec
    return module


class _Any(type):
    """The type of a class that has every attribute: itself."""

    def __getattr__(cls, name: str) -> Any:
        return _attribute(name)


class _Thing(metaclass=_Any):
    """A class to inherit from, which is never used."""


class _Empty(ModuleType):
    """A module that has every name."""

    def __getattr__(self, name: str) -> Any:
        return _attribute(name)


def _attribute(name: str) -> type[_Thing]:
    if name.startswith("__"):
        raise AttributeError(name)
    return _Thing


class Tensor(np.ndarray[Any, Any]):
    """An array with the one method of a tensor that supar's metric calls and arrays do not have."""

    @classmethod
    def of(cls, values: Sequence[Any]) -> Tensor:
        return np.asarray(values).view(cls)

    def eq(self, other: Any) -> Any:
        return self == other
