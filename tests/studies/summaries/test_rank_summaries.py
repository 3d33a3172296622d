"""The summaries of ranks, of losses and of fields."""

from __future__ import annotations

from treegauge.core.types import Row
from treegauge.studies.summaries.fields import fields
from treegauge.studies.summaries.ranking import changed_orders, rank_correlations, ranks
from treegauge.studies.summaries.tag_losses import tag_losses

SCORES = {"here": {"a": 60.0, "b": 50.0, "c": 40.0}, "there": {"a": 30.0, "b": 35.0, "c": 10.0, "d": 90.0}}
ROWS: list[Row] = [
    {"treebank": treebank, "system": system, "recall": value, "uas": 100 - value}
    for treebank, own in SCORES.items()
    for system, value in own.items()
]


def test_ranks_are_over_the_systems_of_all_treebanks() -> None:
    assert ranks(ROWS, value="recall") == [
        {"system": "a", "here": "1 (60.00)", "there": "2 (30.00)"},
        {"system": "b", "here": "2 (50.00)", "there": "1 (35.00)"},
        {"system": "c", "here": "3 (40.00)", "there": "3 (10.00)"},
        {"system": "rho with the first", "here": 1.0, "there": 0.5},
    ]


def test_correlations_need_three_systems() -> None:
    rows = rank_correlations([*ROWS, {"treebank": "few", "system": "a", "recall": 1.0}], value="recall", others=["uas"])
    assert [(row["treebank"], row["systems"], row["uas"]) for row in rows] == [
        ("here", 3, -1.0),
        ("there", 4, -1.0),
        ("few", 1, None),
    ]


def test_a_pair_in_another_order_is_counted_whichever_comes_first() -> None:
    def pair(treebank: str, a: str, b: str, difference: float, p: float) -> Row:
        return {"treebank": treebank, "a": a, "b": b, "recall": difference, "recall_p": p}

    rows = [
        pair("here", "a", "b", 10, 0.01),
        pair("here", "a", "c", 20, 0.01),
        pair("here", "b", "c", 10, 0.2),
        pair("there", "b", "a", 5, 0.04),
        pair("there", "a", "c", 20, 0.01),
        pair("there", "b", "c", 25, 0.01),
    ]
    assert changed_orders(rows, value="recall") == [
        {
            "treebank": "there",
            "pairs": 3,
            "same": 2,
            "same_significant": 1,
            "other": 1,
            "other_significant_there": 1,
            "other_significant": 1,
        }
    ]


def test_the_share_of_tags_is_what_gold_tags_do_not_lose() -> None:
    values = {("here", "tags"): 70.0, ("here", "words"): 60.0, ("there", "tags"): 60.0, ("there", "words"): 40.0}
    rows: list[Row] = [
        {"treebank": treebank, "system": "a", "given": given, "recall": value}
        for (treebank, given), value in values.items()
    ]
    assert tag_losses(rows, value="recall") == [
        {"treebank": "there", "system": "a", "loss_tags": 10.0, "loss_words": 20.0, "difference": 10.0, "share": 50.0}
    ]
    assert tag_losses(rows[:3], value="recall") == []


def test_fields_are_the_columns_of_a_row() -> None:
    rows = fields([{"ID": 1}, {"ID": 2}], descriptions={"ID": "Token counter"}, example=2)
    assert rows == [{"field": 1, "name": "ID", "description": "Token counter", "example": "2"}]
