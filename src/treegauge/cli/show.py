"""`treegauge show`: trees to look at."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..core.wording import counted
from .options import Reading, all_given, given, note
from .picturing import Picturing
from .printing import Json, print_json

_MOST = 10  # trees on a terminal where no sentence is named


def show(
    treebank: Annotated[
        str,
        typer.Argument(metavar="TREEBANK", help="A file, tar, directory or glob; FILE:FORMAT; - is standard input."),
    ],
    reading: Reading,
    picturing: Picturing,
    sentences: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SENTENCE]...", help="Numbers from 1 (3 17), ranges (40-45, 40-) or ids."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write pictures to FILE: .svg, .html, .tex or .txt."),
    ] = None,
    bits: Annotated[
        bool,
        typer.Option("--bits", help="How hard each node is, as `difficulty` measures it: a number, and a colour."),
    ] = False,
    json: Json = False,
) -> None:
    """Show trees: as text, or as pictures in a file.

    If no sentence is named, a terminal shows the first 10; a pipe or a file gets all. A tree that is too wide for
    the terminal is drawn from top to bottom.

    In LaTeX, phrases are drawn with forest and dependencies with tikz-dependency, one page per sentence. A
    discontinuous phrase is drawn in parts that have the same number, connected by dashed lines.
    """
    from ..report.showing import PICTURES, picture_ending, show

    if output is not None:
        picture_ending(output, PICTURES)
    wanted = all_given(sentences) or None
    # A graph with a cycle or several roots is not a tree, and worth looking at for that.
    trees = reading.read(given(treebank), lenient=True)
    shown = show(trees, wanted, transforms=reading.transforms, seed=reading.seed, bits=bits)
    if not len(shown):
        note(f"{treebank} has no sentences")
    if output is not None:
        shown.write(output)
    elif json:
        print_json("show", shown.rows())
    else:
        rest = len(shown) - _MOST if wanted is None and sys.stdout.isatty() else 0
        picturing.print((shown.first(_MOST) if rest > 0 else shown).lines(picturing.columns))
        if rest > 0:
            more = counted(rest, "more sentence")
            note(f"{more}: name those to show (11-20), write them to a file (-o trees.html), or use a pipe")
