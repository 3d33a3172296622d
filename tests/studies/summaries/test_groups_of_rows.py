"""The summary `groups`, and accuracies that are undefined in the summaries of derivation perplexity."""

from __future__ import annotations

from typing import Any

from treegauge.studies.summaries.derivation_perplexity import (
    perplexity_of_treebanks,
    perplexity_predicts,
    perplexity_ranks,
)
from treegauge.studies.summaries.groups import members_of_groups

TREEBANKS: list[dict[str, Any]] = [
    {"treebank": name, "group": group, "size": size, "words": 10, "oov": 1, "string": 50.0, "derivation": 75.0}
    for name, group, size in (("a", "one", 100), ("b", "one", 300), ("c", "two", 900))
]


def parser(treebank: str, name: str, uas: float, las: float | None, output: str) -> dict[str, Any]:
    scores = {"uas": uas, "las": las, "uem": uas / 2, "lem": None}
    own = {f"attachment_{score}": value for score, value in scores.items()}
    return {"treebank": treebank, "group": "", "parser": name, "derivation": 100 - uas, "output": output, **own}


PARSERS = [parser(own["treebank"], f"p{n}", 60.0 + 10 * n, None, f"o{n}") for own in TREEBANKS for n in range(3)]


def test_groups_count_and_list_their_members() -> None:
    assert members_of_groups(TREEBANKS) == [
        {"group": "one", "number": 2, "treebank": "a, b"},
        {"group": "two", "number": 1, "treebank": "c"},
    ]


def test_treebanks_without_relations_have_no_labelled_accuracy() -> None:
    row = perplexity_of_treebanks([*TREEBANKS, *PARSERS])[0]
    assert (row["best_uas"], row["average_uas"], row["oov_share"]) == (80.0, 70.0, 10.0)
    assert "best_las" not in row
    assert row["size_over_string"] == 2.0
    assert {row["accuracy"] for row in perplexity_predicts([*TREEBANKS, *PARSERS], least=3)} == {"UAS"}


def test_an_output_that_two_parsers_share_is_averaged_once() -> None:
    twin = parser("a", "twin", 80.0, None, "o2")
    assert perplexity_of_treebanks([*TREEBANKS, *PARSERS, twin])[0]["average_uas"] == 70.0


def test_a_parser_whose_better_outputs_are_less_perplexing_has_a_negative_correlation() -> None:
    rows = {row["pair"]: row for row in perplexity_ranks(PARSERS, draws=50)}
    assert round(rows["P/UAS"]["r"], 6) == -1
    assert rows["P/LAS"]["treebanks"] == 0
