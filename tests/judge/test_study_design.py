"""What a study may be, and which pairs it takes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from small_judge import DESIGN, small_study, some_pairs

from treegauge.core.errors import CallError, DataError
from treegauge.judge.database.connection import Database
from treegauge.judge.database.records import StudyRecord
from treegauge.judge.studies import AskedPair, add_pairs, create_study

pytest_plugins = ["database_fixtures"]

GOOD = AskedPair("a", "The dog barks.", "A dog barks.")


@pytest.mark.parametrize(
    "change",
    [
        {"name": "My study"},
        {"name": "x" * 81},
        {"title": " "},
        {"language": "xx"},
        {"choices": ("yes", "maybe")},
        {"choices": ("yes", "no", "no")},
        {"choices": ("yes", "no", "<b>")},
        {"answers_needed": 0},
        {"answers_needed": 101},
        {"minutes": 0},
        {"control_every": -1},
    ],
)
def test_a_design_that_cannot_be(change: dict[str, Any]) -> None:
    with pytest.raises(CallError):
        replace(DESIGN, **change)


@pytest.mark.parametrize(
    "pairs",
    [
        [],
        [GOOD, GOOD],
        [replace(GOOD, name="asked-0")],
        [replace(GOOD, text=" ")],
        [replace(GOOD, hypothesis="A\0dog")],
        [replace(GOOD, text="half a smile \ud83d")],
        [replace(GOOD, kind="k" * 61)],
        [replace(GOOD, purpose="gold")],
        [replace(GOOD, purpose="control")],
        [replace(GOOD, purpose="trial", truth="perhaps")],
    ],
)
def test_one_pair_that_cannot_be_asked_leaves_all_out(database: Database, pairs: list[AskedPair]) -> None:
    small = small_study(database, some_pairs(1))
    first = [replace(GOOD, name="new")] if pairs else []
    with pytest.raises(DataError), database.writing() as session:
        add_pairs(session, session.get_one(StudyRecord, small.study), [*first, *pairs])
    assert small.places() == {"asked-0": 2}


def test_two_studies_do_not_have_one_name(database: Database) -> None:
    small_study(database, some_pairs(1))
    with pytest.raises(CallError, match="already"), database.writing() as session:
        create_study(session, DESIGN, 0.0)
