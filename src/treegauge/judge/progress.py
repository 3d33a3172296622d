"""How far a study is. All of it is counted by the database, from indexes: it is fast with a million answers too."""

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
    purposes = dict(
        session.execute(
            select(PairRecord.purpose, func.count()).where(PairRecord.study_id == study.id).group_by(PairRecord.purpose)
        ).all()
    )
    waiting = select(func.count(distinct(PlaceRecord.pair_id))).where(
        PlaceRecord.study_id == study.id, PlaceRecord.choice.is_(None), PlaceRecord.number.is_not(None)
    )
    of_study = select(MemberRecord.id).where(MemberRecord.study_id == study.id)
    held = select(func.count()).where(
        PlaceRecord.member_id.in_(of_study), PlaceRecord.answered.is_(None), PlaceRecord.held_until >= now
    )
    excluded = select(func.count()).where(
        PlaceRecord.member_id.in_(of_study.where(MemberRecord.excluded.is_not(None))),
        PlaceRecord.answered.is_not(None),
        PlaceRecord.number.is_not(None),
    )
    members = select(func.count()).where(MemberRecord.study_id == study.id, MemberRecord.answered > 0)
    left_out = session.scalar(excluded) or 0
    return StudyProgress(
        pairs=purposes.get(ASKED, 0),
        complete=purposes.get(ASKED, 0) - (session.scalar(waiting) or 0),
        answers=_places(session, study, PlaceRecord.answered.is_not(None)) - left_out,
        needed=_places(session, study) - left_out,
        held=session.scalar(held) or 0,
        controls=purposes.get(CONTROL, 0),
        trials=purposes.get(TRIAL, 0),
        people=session.scalar(members) or 0,
        active=session.scalar(members.where(MemberRecord.seen >= now - _ACTIVE)) or 0,
        excluded=left_out,
    )


def days_of(session: Session, study: StudyRecord, now: float) -> list[DayOfStudy]:
    """How many answers each of the last days brought, from the day on which the study was made."""
    today = now // DAY * DAY
    first = max(study.created // DAY * DAY, today - (_DAYS - 1) * DAY)
    return [
        DayOfStudy(start, _places(session, study, PlaceRecord.answered >= start, PlaceRecord.answered < start + DAY))
        for start in (first + number * DAY for number in range(int((today - first) / DAY) + 1))
    ]


def _places(session: Session, study: StudyRecord, *conditions: Any) -> int:
    """The places of pairs that are asked, on which some conditions hold."""
    of_study = (PlaceRecord.study_id == study.id, PlaceRecord.number.is_not(None))
    return session.scalar(select(func.count()).select_from(PlaceRecord).where(*of_study, *conditions)) or 0
