"""The best row of each treebank."""

from __future__ import annotations

from treegauge.studies.summaries.best import best_rows


def test_the_best_parser_of_each_treebank() -> None:
    scores = [("A", "x", 1.0), ("A", "y", 3.0), ("A", "z", 3.0), ("B", "x", None), ("B", "y", 2.0), ("C", "x", None)]
    rows = [{"treebank": treebank, "parser": parser, "las": las} for treebank, parser, las in scores]
    assert [(row["treebank"], row["parser"]) for row in best_rows(rows, of="las")] == [("A", "y"), ("B", "y")]
