"""Checks for plug-ins: the invariants that the tests of treegauge itself run over everything registered.

Each function takes a member, tries it on treebanks (a few of treegauge's own and random ones, or those that it is
given), and raises an `AssertionError` that says which invariant does not hold, and on what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.exports import lazy_exports

if TYPE_CHECKING:
    from .formats import check_format
    from .measures import check_measure
    from .parsers import check_parser
    from .transforms import check_transform
    from .treebanks import check_treebank, random_treebanks

_HOME = {
    "check_format": "testing.formats",
    "check_measure": "testing.measures",
    "check_parser": "testing.parsers",
    "check_transform": "testing.transforms",
    "check_treebank": "testing.treebanks",
    "random_treebanks": "testing.treebanks",
}

__all__ = [
    "check_format",
    "check_measure",
    "check_parser",
    "check_transform",
    "check_treebank",
    "random_treebanks",
]

__getattr__, __dir__ = lazy_exports(__name__, _HOME)
