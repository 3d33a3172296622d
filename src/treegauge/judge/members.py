"""The people of a study, as its administrator sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from sqlalchemy import and_, case, func, select
from sqlalchemy.orm import Session, joinedload

from ..core.types import Interval
from ..evaluation.judging.persons import JudgingPerson, judge_persons
from ..evaluation.statistics import share_interval
from .answers import person_names, study_judgements
from .database.records import CONTROL, MemberRecord, PairRecord, PlaceRecord, StudyRecord

_LAST = 100  # answers, by which the pace of a person is seen at a glance


@dataclass(frozen=True)
class MemberOverview:
    """A member in a list. `seconds` is the median time of their last answers, None if there are none; `controls` are
    their answers to control pairs, of which so many are `right`, with the interval of that share."""

    member: MemberRecord
    seconds: float | None
    controls: int
    right: int
    interval: Interval

    @property
    def accuracy(self) -> float | None:
        """The share of the control pairs that were answered rightly."""
        return self.right / self.controls if self.controls else None


@dataclass(frozen=True)
class MemberDetails:
    """A member on a page of their own.

    figures   of their answers; None if they have not answered
    measured  how many of the times were measured by the browser, and of how many
    comments  what they wrote, the last first, with the answers
    """

    figures: JudgingPerson | None
    measured: int
    timed: int
    comments: Sequence[PlaceRecord]


def list_members(session: Session, study: StudyRecord, first: int, most: int) -> list[MemberOverview]:
    """Some of the members, in the order in which they joined."""
    members = session.scalars(
        select(MemberRecord)
        .where(MemberRecord.study_id == study.id)
        .options(joinedload(MemberRecord.person))
        .order_by(MemberRecord.id)
        .offset(first)
        .limit(most)
    ).all()
    controls = _on_controls(session, study, members)
    rows = []
    for member in members:
        number, right = controls.get(member.id, (0, 0))
        interval = share_interval(right, number)
        rows.append(MemberOverview(member, _pace(session, member), number, right, interval))
    return rows


def _pace(session: Session, member: MemberRecord) -> float | None:
    last = session.scalars(
        select(PlaceRecord.seconds)
        .where(PlaceRecord.member_id == member.id, PlaceRecord.answered.is_not(None))
        .order_by(PlaceRecord.answered.desc())
        .limit(_LAST)
    )
    seconds = [each for each in last if each is not None]
    return median(seconds) if seconds else None


def _on_controls(session: Session, study: StudyRecord, members: Sequence[MemberRecord]) -> dict[int, tuple[int, int]]:
    """For each member, the answers to control pairs, and how many of them are right."""
    right = func.sum(case((PlaceRecord.choice == PairRecord.truth, 1), else_=0))
    rows = session.execute(
        select(PlaceRecord.member_id, func.count(), right)
        .join(PairRecord, and_(PairRecord.id == PlaceRecord.pair_id, PairRecord.purpose == CONTROL))
        .where(PairRecord.study_id == study.id, PlaceRecord.choice.is_not(None))
        .where(PlaceRecord.member_id.in_([member.id for member in members]))
        .group_by(PlaceRecord.member_id)
    )
    return {member: (number, int(correct)) for member, number, correct in rows if member is not None}


def member_details(session: Session, member: MemberRecord) -> MemberDetails:
    """All about one member, from their answers and those of others to the same pairs."""
    mine = (PlaceRecord.member_id == member.id, PlaceRecord.choice.is_not(None))
    timed = session.execute(
        select(func.count(), func.sum(case((PlaceRecord.measured, 1), else_=0))).where(
            *mine, PlaceRecord.seconds.is_not(None)
        )
    ).one()
    comments = session.scalars(
        select(PlaceRecord)
        .where(*mine, PlaceRecord.comment != "")
        .options(joinedload(PlaceRecord.pair))
        .order_by(PlaceRecord.answered.desc())
        .limit(_LAST)
    ).all()
    figures = _figures(session, member) if member.answered else None
    return MemberDetails(figures, timed[1] or 0, timed[0], comments)


def _figures(session: Session, member: MemberRecord) -> JudgingPerson | None:
    judgements = study_judgements(session, member.study, of=member)
    name = person_names(session, member.study)[member.id]
    return next((person for person in judge_persons(judgements, draws=0) if person.person == name), None)
