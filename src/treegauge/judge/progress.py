"""How far a study is, counted by the database from what is open, and from indexes: also fast with a million answers."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import distinct, func, select
from sqlalchemy.orm import Session

from .database.records import ASKED, CONTROL, TRIAL, MemberRecord, PairRecord, PlaceRecord, StudyRecord

DAY = 24 * 3600.0
_DAYS = 30  # that are counted one by one
_ACTIVE = 600.0  # seconds


@dataclass(frozen=True)
class StudyProgress:
    """How far a study is. The answers of people who are excluded do not count; others are asked in their place.

    complete  pairs with all their answers
    held      pairs that people have before them now
    active    people who answered in the last ten minutes
    excluded  answers that do not count
    """

    pairs: int
    complete: int
    answers: int
    needed: int
    held: int
    controls: int
    trials: int
    people: int
    active: int
    excluded: int

    def row(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


@dataclass(frozen=True)
class DayOfStudy:
    """The answers of one day (UTC), which begins at `start`."""

    start: float
    answers: int


def progress_of(session: Session, study: StudyRecord, now: float) -> StudyProgress:
    """How far a study is."""
    of_study = PairRecord.study_id == study.id
    rows = session.execute(select(PairRecord.purpose, func.count()).where(of_study).group_by(PairRecord.purpose))
    purposes = {row[0]: row[1] for row in rows}
    waiting = select(func.count(), func.count(distinct(PlaceRecord.pair_id))).where(
        PlaceRecord.study_id == study.id, PlaceRecord.choice.is_(None), PlaceRecord.number.is_not(None)
    )
    free, incomplete = session.execute(waiting).one()
    mine = (MemberRecord.study_id == study.id, MemberRecord.answered > 0)
    people = session.scalar(select(func.count()).where(*mine)) or 0
    active = session.scalar(select(func.count()).where(*mine, MemberRecord.seen >= now - _ACTIVE)) or 0
    answers = _answers(session, study, MemberRecord.excluded.is_(None))
    return StudyProgress(
        pairs=purposes.get(ASKED, 0),
        complete=purposes.get(ASKED, 0) - incomplete,
        answers=answers,
        needed=answers + free,
        held=_held(session, study, now),
        controls=purposes.get(CONTROL, 0),
        trials=purposes.get(TRIAL, 0),
        people=people,
        active=active,
        excluded=_answers(session, study, MemberRecord.excluded.is_not(None)),
    )


def _answers(session: Session, study: StudyRecord, members: Any) -> int:
    """The answers of some members to pairs that are asked: each member has the number of theirs, from which those to
    control pairs are taken away."""
    all_answers = select(func.sum(MemberRecord.answered)).where(MemberRecord.study_id == study.id, members)
    to_controls = (
        select(func.count())
        .select_from(PairRecord)
        .join(PlaceRecord, PlaceRecord.pair_id == PairRecord.id)
        .join(MemberRecord, MemberRecord.id == PlaceRecord.member_id)
        .where(PairRecord.study_id == study.id, PairRecord.purpose == CONTROL)
        .where(PlaceRecord.choice.is_not(None), members)
    )
    return int(session.scalar(all_answers) or 0) - (session.scalar(to_controls) or 0)


def _held(session: Session, study: StudyRecord, now: float) -> int:
    of_study = select(MemberRecord.id).where(MemberRecord.study_id == study.id)
    held = select(func.count()).where(
        PlaceRecord.member_id.in_(of_study), PlaceRecord.answered.is_(None), PlaceRecord.held_until >= now
    )
    return session.scalar(held) or 0


def days_of(session: Session, study: StudyRecord, now: float) -> list[DayOfStudy]:
    """How many answers each of the last days brought, from the day on which the study was made."""
    today = now // DAY * DAY
    first = max(study.created // DAY * DAY, today - (_DAYS - 1) * DAY)
    return [
        DayOfStudy(start, _answers_between(session, study, start, start + DAY))
        for start in (first + number * DAY for number in range(int((today - first) / DAY) + 1))
    ]


def _answers_between(session: Session, study: StudyRecord, start: float, end: float) -> int:
    counted = select(func.count()).where(
        PlaceRecord.study_id == study.id,
        PlaceRecord.answered >= start,
        PlaceRecord.answered < end,
        PlaceRecord.number.is_not(None),
    )
    return session.scalar(counted) or 0
