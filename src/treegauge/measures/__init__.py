"""The measures, one file each: `from treegauge.measures import Parseval`."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .attachment import Attachment
    from .exact_match import ExactMatch
    from .functions import Functions
    from .leaf_ancestor import LeafAncestor
    from .mph import MaximalProjections
    from .parseval import Parseval
    from .pete import Pete
    from .struct_iou import StructIoU
    from .tree_edit import TreeEdit
    from .triples import Triples
    from .ud import UniversalDependencies

_HOME = {
    "Attachment": "attachment",
    "ExactMatch": "exact_match",
    "Functions": "functions",
    "LeafAncestor": "leaf_ancestor",
    "MaximalProjections": "mph",
    "Parseval": "parseval",
    "Pete": "pete",
    "StructIoU": "struct_iou",
    "TreeEdit": "tree_edit",
    "Triples": "triples",
    "UniversalDependencies": "ud",
}

__all__ = [
    "Attachment",
    "ExactMatch",
    "Functions",
    "LeafAncestor",
    "MaximalProjections",
    "Parseval",
    "Pete",
    "StructIoU",
    "TreeEdit",
    "Triples",
    "UniversalDependencies",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'treegauge.measures' has no attribute '{name}'")
    return getattr(importlib.import_module(f".{_HOME[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
