"""`treegauge convert`: from one format to another."""

from __future__ import annotations

from typing import Annotated

import typer

from .options import Reading, given
from .printing import Json, print_json
from .trees import ToEncoding, write_trees


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
    from ..transforms.preparation import apply_alike

    source, target = given(source), given(target)
    transforms = reading.transforms
    check_target(target)
    treebank, skipped = reading.read_counted(source)
    (treebank,), _ = apply_alike([treebank], transforms, reading.seed)
    write_trees(treebank, target, to_encoding)
    if json:
        print_json("convert", [{"sentences": len(treebank), "tokens": len(treebank.tokens), "skipped": skipped}])
