"""`treegauge explain`: why two programs give different scores."""

from __future__ import annotations

from typing import Annotated

import typer

from .completion import complete_program
from .options import Reading, check_standard_input, given
from .printing import Printing
from .score import GoldArgument, OnlyScores


def explain(
    gold: GoldArgument,
    test: Annotated[str, typer.Argument(metavar="TEST", help="The parser's output for the same sentences.")],
    reading: Reading,
    printing: Printing,
    programs: Annotated[
        list[str] | None,
        typer.Option(
            "--as",
            metavar="PROGRAM",
            autocompletion=complete_program,
            help="A program (treegauge list programs), a measure or a signature; twice or more.",
        ),
    ] = None,
    scores: OnlyScores = None,
) -> None:
    """Explain why two programs give different scores: rule by rule, in points.

    The rules in which the programs differ are changed one at a time, from the first program to the second, in a fixed
    order: what is left out, the root, empty elements, punctuation, words, labels, equal brackets. The points of the
    steps add up to the whole difference, and each step names the first sentences where it shows. Folders are many
    treebanks, as for score: the points are those of the macro-averages.
    """
    from ..evaluation.explaining import explain
    from ..report.explaining import explanation_table

    files = given(gold), given(test)
    check_standard_input(files)
    printing.wanted()
    folders = reading.read_folders(files[0], {files[1]: files[1]})
    sources = reading.read_all(files, lenient=True) if folders is None else [folders[0], folders[1][files[1]]]
    explanations = explain(
        sources[0],
        sources[1],
        programs or [],
        transforms=reading.transforms,
        scores=scores,
        seed=reading.seed,
    )
    flat = [row for explanation in explanations for row in explanation.table_rows()]
    printing.write(
        "explain", [explanation.row() for explanation in explanations], flat, lambda: explanation_table(explanations)
    )
