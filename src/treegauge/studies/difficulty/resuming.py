"""Rows of difficulty as they are kept in a file."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Self

from ...core.resuming import Finished, Kept
from ...core.types import PathLike
from .figures import Summary
from .measuring import Difficulty

_FIGURES = ("rules", "length", *(field.name for field in fields(Summary)))


@dataclass(frozen=True)
class Measured(Finished):
    """The row of a treebank, what in its trees may not belong into a grammar, and where asked for all that it comes
    from."""

    found: Difficulty | None = None

    @classmethod
    def of(cls, found: Difficulty, *, full: bool = False) -> Self:
        return cls(found.row(), found.remarks, found if full else None)


def read_kept(path: PathLike) -> Kept:
    """The rows in a file."""
    return Kept.read(path, _FIGURES, may_be_none=("test",))
