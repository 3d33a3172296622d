"""treegauge measures trees: how good a parse is, and how hard a treebank is."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .errors import CallError, DataError, FormatError, Reject, TreegaugeError
    from .formats.api import read, write
    from .treebank import Rows, Strings, Text, Treebank, concatenate

_HOME = {
    "CallError": "errors",
    "DataError": "errors",
    "FormatError": "errors",
    "Reject": "errors",
    "Rows": "treebank",
    "Strings": "treebank",
    "Text": "treebank",
    "Treebank": "treebank",
    "TreegaugeError": "errors",
    "concatenate": "treebank",
    "read": "formats.api",
    "write": "formats.api",
}

__all__ = [
    "CallError",
    "DataError",
    "FormatError",
    "Reject",
    "Rows",
    "Strings",
    "Text",
    "Treebank",
    "TreegaugeError",
    "concatenate",
    "read",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'treegauge' has no attribute '{name}'")
    value = getattr(importlib.import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
