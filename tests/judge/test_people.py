"""Accounts, links, and what is kept of people: for themselves, when they are left out, and after they are deleted."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from small_judge import DESIGN, Small, answered, shown, small_study, some_pairs
from sqlalchemy import select

from treegauge.core.errors import CallError
from treegauge.judge.database.connection import Database
from treegauge.judge.database.records import ADMINISTRATOR, PersonRecord, PlaceRecord, Record, StudyRecord
from treegauge.judge.people import (
    NameTakenError,
    create_person,
    delete_person,
    exclude,
    include,
    invite,
    logged_in,
    personal_data,
    start_visit,
    use_invite,
    valid_invite,
    visitor,
)
from treegauge.judge.places import GivenAnswer
from treegauge.judge.studies import change_study

pytest_plugins = ["database_fixtures"]

pytestmark = pytest.mark.usefixtures("quick_passwords")


def answer_some(small: Small, person: int, count: int) -> list[str]:
    """Answer so many pairs; their names."""
    names = []
    for number in range(count):
        (place, name) = shown(small, person, number) or (0, "")
        answered(small, person, place, GivenAnswer("yes", 1.0, f"a comment of {person}"), number)
        names.append(name)
    return names


@pytest.mark.parametrize("name", ["Anna", "  Ärger  und ŻÓŁĆ ", "Straße", "ﬁne", "名前"])
def test_a_name_of_any_alphabet_logs_in_however_it_is_spelled(database: Database, name: str) -> None:
    with database.writing() as session:
        person = create_person(session, 0.0, name, "correct horse")
        for spelled in (name, name.lower(), name.upper(), f" {name} "):
            assert logged_in(session, spelled, "correct horse") is person
            with pytest.raises(NameTakenError):
                create_person(session, 0.0, spelled, "another horse")
        assert logged_in(session, name, "correct house") is None
        assert logged_in(session, f"{name}x", "correct horse") is None


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "a\0b", "a\u202eb", "\ufdfa" * 20])
def test_what_is_not_a_name(sqlite: Database, name: str) -> None:
    with sqlite.writing() as session, pytest.raises(NameTakenError):
        create_person(session, 0.0, name)


def test_two_people_at_the_same_time_do_not_get_one_name(database: Database) -> None:
    def sign_up(spelled: str) -> bool:
        try:
            with database.writing() as session:
                create_person(session, 0.0, spelled)
        except NameTakenError:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(sign_up, ("Anna", "anna", "ANNA", "anna "))) == 1


def test_a_link_of_an_administrator_is_used_once_also_at_the_same_time(database: Database) -> None:
    small = small_study(database, some_pairs(1))
    with database.writing() as session:
        study = session.get_one(StudyRecord, small.study)
        _, token = invite(session, study, 0.0, role=ADMINISTRATOR, owner=True)
        with pytest.raises(CallError):
            invite(session, study, 0.0, role=ADMINISTRATOR, shared=True)

    def use(number: int) -> bool:
        with database.writing() as session:
            record = valid_invite(session, token, 0.0, locked=True)
            if record is None:
                return False
            use_invite(session, record, create_person(session, 0.0, f"person {number}"), 0.0)
            return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(use, range(4))) == 1


def test_a_link_ends_when_it_expires_or_is_revoked(sqlite: Database) -> None:
    small = small_study(sqlite, some_pairs(1))
    with sqlite.writing() as session:
        study = session.get_one(StudyRecord, small.study)
        record, token = invite(session, study, 0.0, days=1)
        assert valid_invite(session, token, 24 * 3600.0) is record
        assert valid_invite(session, token, 24 * 3600.0 + 1) is None
        assert valid_invite(session, token[:-1], 0.0) is None
        record.revoked = 1.0
        assert valid_invite(session, token, 2.0) is None


def test_a_link_of_one_person_is_that_person_on_any_device_and_a_shared_one_is_not(sqlite: Database) -> None:
    small = small_study(sqlite, some_pairs(1))
    with sqlite.writing() as session:
        study = session.get_one(StudyRecord, small.study)
        for shared, people in ((False, 1), (True, 3)):
            record, _ = invite(session, study, 0.0, shared=shared, label="Anna")
            assert len({use_invite(session, record, None, 0.0).person_id for _ in range(3)}) == people


def test_the_answers_of_an_excluded_person_stay_and_others_are_asked(database: Database) -> None:
    small = small_study(database, some_pairs(3), people=3)
    names = answer_some(small, 1, 2)
    held = shown(small, 1, 5)
    assert held is not None
    with small.as_person(1) as (session, member):
        exclude(session, member, "answers at random", 6)
        exclude(session, member, "again", 7)
    kept = {(1, name) for name in names}
    assert set(small.kept()) == kept
    assert small.places() == {name: 3 if name in names else 2 for _, name in [*kept, held]}
    for person in (2, 3):
        answer_some(small, person, 3)
        assert shown(small, person, 9) is None
    assert len(small.kept()) == 2 + 6


def test_who_is_taken_in_again_leaves_no_room_for_more_than_needed(database: Database) -> None:
    small = small_study(database, some_pairs(2), people=3)
    answer_some(small, 1, 2)
    with small.as_person(1) as (session, member):
        exclude(session, member, "a mistake", 6)
    held = shown(small, 2, 7)
    with small.as_person(1) as (session, member):
        include(session, member)
    assert held is not None
    assert small.places() == {"asked-0": 2, "asked-1": 2}
    assert shown(small, 2, 8) == held


def test_fewer_answers_than_before_take_no_place_from_anybody(database: Database) -> None:
    small = small_study(database, some_pairs(2), people=3, answers_needed=3)
    answer_some(small, 1, 1)
    held = {shown(small, person, 5) for person in (2, 3)}
    with database.writing() as session:
        study = session.get_one(StudyRecord, small.study)
        change_study(session, study, replace(DESIGN, answers_needed=1), "open")
    assert sorted(small.places().values()) == [1, 3]
    assert {shown(small, person, 6) for person in (2, 3)} == held


def everything(database: Database) -> str:
    """All rows of all tables, as a text."""
    with database.reading() as session:
        return str([session.execute(select(table)).all() for table in Record.metadata.sorted_tables])


def test_what_is_kept_of_a_person_is_for_them_and_nothing_of_others(database: Database) -> None:
    small = small_study(database, some_pairs(2), people=2)
    answer_some(small, 1, 2)
    answer_some(small, 2, 1)
    with database.writing() as session:
        data = personal_data(session, session.get_one(PersonRecord, 2))
        (study,) = data["studies"]
        assert [answer["comment"] for answer in study["answers"]] == ["a comment of 2"]
        assert set(study) >= {"joined", "consented", "excluded", "excluded_because", "known_as", "role"}
        assert "a comment of 1" not in str(data)


@pytest.mark.parametrize("answers", [False, True])
def test_a_person_who_is_deleted_leaves_answers_without_a_name_or_none(database: Database, answers: bool) -> None:
    small = small_study(database, some_pairs(2), people=2)
    answer_some(small, 1, 2)
    with database.writing() as session:
        person = session.get_one(PersonRecord, 1)
        person.name, person.key, person.password = "Anna Smith", "anna smith", "a hash"
        token = start_visit(session, person, 0.0)
        study = session.get_one(StudyRecord, small.study)
        record, link = invite(session, study, 0.0, label="Anna Smith of Delft", person=person)
        use_invite(session, record, person, 0.0).label = "Anna Smith of Delft"
    with database.writing() as session:
        delete_person(session, session.get_one(PersonRecord, 1), 9.0, answers=answers)
    with database.reading() as session:
        assert visitor(session, token, 0.0) is None
        assert valid_invite(session, link, 0.0) is None
        mine = session.scalars(select(PlaceRecord).where(PlaceRecord.choice.is_not(None))).all()
        assert [place.comment for place in mine] == ([] if answers else ["", ""])
    for word in ("anna", "Anna", "Delft", "a hash", "a comment of 1"):
        assert word not in everything(database)
    assert small.places() == {"asked-0": 2, "asked-1": 2}
    answer_some(small, 2, 2)
    assert sum(person == 2 for person, _ in small.kept()) == 2
