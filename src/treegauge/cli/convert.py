"""`treegauge convert`: from one format to another."""

from __future__ import annotations

from typing import Annotated

import typer

from .options import Reading, given
from .printing import Json, print_json
from .trees import ToEncoding, note_losses


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="A file, tar, directory or glob; FILE:FORMAT; - is standard input.")
    ],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file, FILE:FORMAT, or -:FORMAT for standard output.")],
    reading: Reading,
    to_encoding: ToEncoding = "utf-8",
    json: Json = False,
) -> None:
    """Convert a treebank from one format to another."""
    from ..formats.api import check_target
    from ..transforms.converting import convert

    target, transforms = given(target), reading.transforms
    check_target(target)
    trees, skipped = reading.read_counted(given(source))
    treebank = convert(trees, target, transforms=transforms, seed=reading.seed, encoding=to_encoding)
    note_losses(treebank, target)
    if json:
        print_json("convert", [{"sentences": len(treebank), "tokens": len(treebank.tokens), "skipped": skipped}])
