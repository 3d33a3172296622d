"""Writing trees: to a file, or one file for each treebank that a command reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import CallError
from .options import named, note

if TYPE_CHECKING:
    from ..treebank import Treebank

Outputs = Annotated[
    list[str] | None,
    typer.Option("-o", "--output", metavar="FILE", help="Write the trees to FILE; once for each treebank."),
]


def check_outputs(outputs: list[str] | None, treebanks: int, json: bool) -> list[str]:
    """The files to write, one a treebank or none; what is wrong with them is told before any work."""
    from ..formats.api import check_target

    targets = [named(output) for output in outputs or []]
    if targets and len(targets) != treebanks:
        raise CallError(f"there are {treebanks} treebanks and {len(targets)} files to write; give -o once for each")
    targets = ["-:brackets" if target == "-" else target for target in targets]
    if sum(target.startswith("-:") for target in targets) > (not json):
        raise CallError("standard output can take one thing only; write the trees to a file: -o FILE")
    for target in targets:
        check_target(target)
    return targets


def to_terminal(targets: list[str]) -> bool:
    """Whether trees go to standard output, so that nothing else may."""
    return any(target.startswith("-:") for target in targets)


def write_trees(trees: Treebank, target: str, encoding: str = "utf-8") -> None:
    """Write a treebank, and tell what its format has no place for."""
    from ..formats.api import losses, write

    write(trees, target, encoding=encoding)
    lost = losses(trees, target)
    if lost:
        note(f"{target}: the format has no place for {', '.join(lost)}; they were left out")
