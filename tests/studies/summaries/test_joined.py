"""Rows of several blocks become one row per treebank."""

from __future__ import annotations

from treegauge.core.types import Row
from treegauge.studies.summaries.joined import joined_rows


def test_the_names_of_columns_have_their_block_and_the_value_of_by() -> None:
    rows: list[Row] = [
        {"rows": "loo", "treebank": "A", "language": "de", "ecc": 1.0},
        {"rows": "parse", "treebank": "A", "language": "de", "parser": "pcfg", "f1": 2.0},
        {"rows": "parse", "treebank": "A", "language": "de", "parser": "arc-eager", "f1": 3.0},
        {"rows": "loo", "treebank": "B", "language": "en", "ecc": None},
    ]
    assert joined_rows(rows, by="parser", labels="language") == [
        {"treebank": "A", "language": "de", "loo.ecc": 1.0, "parse.pcfg.f1": 2.0, "parse.arc-eager.f1": 3.0},
        {"treebank": "B", "language": "en", "loo.ecc": None},
    ]
