"""Small studies for tests, with people who have come as far as the first pair."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from treegauge.judge.database.connection import Database
from treegauge.judge.database.records import ANNOTATOR, MemberRecord, PairRecord, PersonRecord, PlaceRecord, StudyRecord
from treegauge.judge.people import create_person, join, membership
from treegauge.judge.places import AnswerOutcome, GivenAnswer, answer_place, next_place
from treegauge.judge.studies import AskedPair, StudyDesign, add_pairs, create_study

DESIGN = StudyDesign("letters", "Do they follow?", answers_needed=2, minutes=10, control_every=0)


@dataclass(frozen=True)
class Small:
    """A study in a database."""

    database: Database
    study: int

    @contextmanager
    def as_person(self, person: int) -> Iterator[tuple[Session, MemberRecord]]:
        """A transaction of a person, as a page has it."""
        with self.database.writing() as session:
            member = membership(session, person, self.study, locked=True)
            assert member is not None
            yield session, member

    def kept(self) -> dict[tuple[int, str], str]:
        """All answers: by person and pair."""
        with self.database.reading() as session:
            rows = session.execute(
                select(MemberRecord.person_id, PairRecord.name, PlaceRecord.choice)
                .join(PlaceRecord, PlaceRecord.member_id == MemberRecord.id)
                .join(PairRecord, PairRecord.id == PlaceRecord.pair_id)
                .where(PlaceRecord.choice.is_not(None))
            ).all()
        kept = {(person, pair): str(choice) for person, pair, choice in rows}
        assert len(kept) == len(rows)
        return kept

    def answered(self) -> dict[int, int]:
        """How many answers each person's membership says."""
        with self.database.reading() as session:
            rows = session.execute(select(MemberRecord.person_id, MemberRecord.answered))
            return {row[0]: row[1] for row in rows}

    def places(self) -> dict[str, int]:
        """How many places each pair has."""
        with self.database.reading() as session:
            counts = select(PairRecord.name, func.count()).join(PlaceRecord, PlaceRecord.pair_id == PairRecord.id)
            return {row[0]: row[1] for row in session.execute(counts.group_by(PairRecord.name))}


def small_study(database: Database, pairs: list[AskedPair], people: int = 0, **options: Any) -> Small:
    """A study; its people have the numbers 1, 2 and so on."""
    with database.writing() as session:
        study = create_study(session, replace(DESIGN, **options), 0.0)
        add_pairs(session, study, pairs)
        for _ in range(people):
            add_person(session, study)
        return Small(database, study.id)


def add_person(session: Session, study: StudyRecord) -> PersonRecord:
    """Somebody who has agreed to take part, and read the instructions."""
    person = create_person(session, 0.0)
    member = join(session, study, person, ANNOTATOR, "", 0.0)
    member.consented = member.instructed = 0.0
    session.flush()
    return person


def some_pairs(count: int, **options: Any) -> list[AskedPair]:
    """Pairs with different names."""
    names = [f"{options.get('purpose', 'asked')}-{number}" for number in range(count)]
    return [AskedPair(name, f"The text of {name}.", f"The hypothesis of {name}.", **options) for name in names]


def shown(small: Small, person: int, now: float) -> tuple[int, str] | None:
    """The place and the pair that a person is shown."""
    with small.as_person(person) as (session, member):
        place = next_place(session, member, now)
        return None if place is None else (place.id, place.pair.name)


def answered(small: Small, person: int, place: int, given: GivenAnswer, now: float) -> AnswerOutcome:
    with small.as_person(person) as (session, member):
        return answer_place(session, member, place, given, now)


def answer_all(small: Small, person: int) -> None:
    """Answer until nothing is left, and send every answer twice."""
    while (page := shown(small, person, 1.0)) is not None:
        for _ in range(2):
            answered(small, person, page[0], GivenAnswer("no" if person % 2 else "yes"), 2.0)
