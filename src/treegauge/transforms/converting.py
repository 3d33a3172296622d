"""`convert`: a treebank from one file to another, in another format."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.bounds import SeedNumber, checked
from ..core.types import PathLike
from ..formats.api import check_target, read, write
from ..treebank import Treebank
from .preparation import apply_alike


@checked
def convert(
    source: Treebank | PathLike,
    target: PathLike,
    *,
    transforms: str | Sequence[str] = (),
    seed: SeedNumber = 0,
    encoding: str = "utf-8",
) -> Treebank:
    """Write a treebank, or that of a file, to another file after some transforms; returns what was written. The format
    follows from the name of the target, or is named: `"out.txt:brackets"`."""
    check_target(target)
    trees = source if isinstance(source, Treebank) else read(source)
    (trees,), _ = apply_alike([trees], transforms, seed)
    write(trees, target, encoding=encoding)
    return trees
