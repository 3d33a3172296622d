"""Writing trees: to a file, or one file for each treebank that a verb reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import CallError
from ..core.wording import counted
from .options import all_given, note

if TYPE_CHECKING:
    from ..treebank import Treebank

Outputs = Annotated[
    list[str] | None,
    typer.Option("-o", "--output", metavar="FILE", help="Write the trees to FILE; once for each treebank."),
]
ToEncoding = Annotated[str, typer.Option(metavar="NAME", help="Encoding of the output.")]


def check_outputs(outputs: list[str] | None, treebanks: int, json: bool) -> list[str]:
    """The files to write, one per treebank or none; what is wrong with them is an error before any work."""
    from ..formats.api import check_target

    targets = all_given(outputs)
    if targets and len(targets) != treebanks:
        files = counted(len(targets), "file")
        raise CallError(f"{counted(treebanks, 'treebank')} cannot be written to {files}; give -o once for each")
    targets = ["-:brackets" if target == "-" else target for target in targets]
    if sum(target.startswith("-:") for target in targets) > (not json):
        raise CallError("standard output can take one thing only; write the trees to a file: -o FILE")
    for target in targets:
        check_target(target)
    return targets


def to_terminal(targets: list[str]) -> bool:
    """Whether trees are written to standard output, so that nothing else may be."""
    return any(target.startswith("-:") for target in targets)


def write_trees(trees: Treebank, target: str, encoding: str = "utf-8") -> None:
    """Write a treebank; a remark says what its format cannot represent."""
    from ..formats.api import write

    write(trees, target, encoding=encoding)
    note_losses(trees, target)


def note_losses(trees: Treebank, target: str) -> None:
    """A remark on what the format cannot represent."""
    from ..formats.api import CHARACTERS, losses

    lost = losses(trees, target)
    characters = [words for words in lost if words.startswith(CHARACTERS)]
    others = [words for words in lost if words not in characters]
    several = any(words.startswith(f"{CHARACTERS}s ") for words in characters)
    replaced = f"{'they were' if several else 'it was'} replaced"
    for words, ending in ((others, "they were left out"), (characters, replaced)):
        if words:
            note(f"{target}: the format cannot represent {', '.join(words)}; {ending}")
