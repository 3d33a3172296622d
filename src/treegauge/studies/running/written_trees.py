"""Trees that are written in the file of a study: the examples of a paper."""

from __future__ import annotations

from ...formats.base import FORMATS, Input
from ...treebank import Treebank


def written_trees(brackets: str, name: str) -> Treebank:
    """The trees of a text in brackets; errors begin with the name."""
    read = FORMATS.get("brackets").read
    assert read is not None
    return read(Input(brackets.encode(), name))
