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
    order: what is left out, the root, empty elements, punctuation, labels, equal brackets. The points of the steps add
    up to the whole difference, and each step names the first sentences where it shows.
    """
    from ..evaluation.explaining import explain, remark_on_folders
    from ..report.explaining import explanation_table

    files = given(gold), given(test)
    check_standard_input(files)
    printing.wanted()
    remark_on_folders(*files)
    gold_trees, test_trees = reading.read_all(files, lenient=True)
    explanations = explain(
        gold_trees,
        test_trees,
        programs or [],
        transforms=reading.transforms,
        scores=scores,
        seed=reading.seed,
    )
    flat = [row for explanation in explanations for row in explanation.table_rows()]
    printing.write(
        "explain", [explanation.row() for explanation in explanations], flat, lambda: explanation_table(explanations)
    )
