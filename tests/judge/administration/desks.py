"""Studies with an administrator, for tests of the administrator's pages: `pytest_plugins = ["desks"]`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from administrating import ASKED_PAIRS, CONTROL_PAIRS, NOW, Choose, Desk, all_yes_but_the_third, answered_by
from databases import NewAddress

from treegauge.judge import figures
from treegauge.judge.database.connection import Database, open_database
from treegauge.judge.database.records import ADMINISTRATOR
from treegauge.judge.people import create_person, join
from treegauge.judge.studies import StudyDesign, add_pairs, create_study
from treegauge.judge.web.site import Site

pytest_plugins = ["database_fixtures"]


@pytest.fixture
def sqlite_file(new_address: NewAddress) -> Iterator[Database]:
    """An empty database in a file."""
    with closing(open_database(new_address("sqlite"))) as database:
        yield database


@pytest.fixture
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Intervals that take no time; it is not their ends that are tested here."""
    monkeypatch.setattr(figures, "_RESAMPLES", 20)
    monkeypatch.setattr(figures, "_DRAWS", 20)


@pytest.fixture
def make_desk(sqlite_file: Database, few_draws: None) -> Callable[..., Desk]:
    """Make a study with an administrator; options are those of `StudyDesign`."""

    def make(*, owner: bool = False, people: int = 0, choose: Choose = all_yes_but_the_third, **options: Any) -> Desk:
        pairs = options.pop("pairs", [*ASKED_PAIRS, *CONTROL_PAIRS])
        design = StudyDesign(**{"name": "letters", "title": "Do they follow?", "control_every": 3, **options})
        with sqlite_file.writing() as session:
            study = create_study(session, design, NOW)
            if pairs:
                add_pairs(session, study, pairs)
            administrator = create_person(session, NOW, f"keeper of {design.name}", "correct horse", owner=owner)
            join(session, study, administrator, ADMINISTRATOR, "", NOW)
            for number in range(people):
                answered_by(session, study, f"person {chr(97 + number)}", choose, number)
        site = Site(sqlite_file, "a secret of the tests", clock=lambda: NOW + 3600)
        return Desk(sqlite_file, site, study.id).as_person(administrator)

    return make


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    """A study that three people have answered."""
    return make_desk(people=3)
