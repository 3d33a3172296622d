"""Rows of several blocks become one row per treebank."""

from __future__ import annotations

import pytest

from treegauge.core.errors import DataError
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


def test_of_a_block_only_the_best_row_of_each_treebank_is_kept() -> None:
    rows: list[Row] = [
        {"rows": "parse", "treebank": "A", "parser": "x", "las": 70.0},
        {"rows": "parse", "treebank": "A", "parser": "y", "las": 80.0},
        {"rows": "parse", "treebank": "B", "parser": "x", "las": 60.0},
        {"rows": "bias", "treebank": "A", "measure": "triples", "slope": 1.0},
        {"rows": "bias", "treebank": "A", "measure": "parseval", "slope": 2.0},
    ]
    assert joined_rows(rows, by="measure", best={"parse": "las"}) == [
        {
            "treebank": "A",
            "parse.parser": "y",
            "parse.las": 80.0,
            "bias.triples.slope": 1.0,
            "bias.parseval.slope": 2.0,
        },
        {"treebank": "B", "parse.parser": "x", "parse.las": 60.0},
    ]


def test_two_blocks_with_one_name_share_their_columns() -> None:
    rows: list[Row] = [
        {"rows": "phrases", "treebank": "A", "parser": "pcfg", "f1": 70.0},
        {"rows": "dependencies", "treebank": "B", "parser": "swap-lazy", "las": 80.0},
    ]
    assert joined_rows(rows, names={"phrases": "parsed", "dependencies": "parsed"}) == [
        {"treebank": "A", "parsed.parser": "pcfg", "parsed.f1": 70.0},
        {"treebank": "B", "parsed.parser": "swap-lazy", "parsed.las": 80.0},
    ]


def test_two_blocks_with_one_name_and_one_treebank_are_refused() -> None:
    rows: list[Row] = [{"rows": block, "treebank": "A", "ecc": 1.0} for block in ("train", "loo")]
    with pytest.raises(DataError, match=r"A.*train.*loo"):
        joined_rows(rows, names={"train": "ecc", "loo": "ecc"})
