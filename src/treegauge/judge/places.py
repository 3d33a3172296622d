"""Who is shown which pair, and what they answer.

A pair has as many places as answers are needed. To be shown a pair is to hold one of its places for some minutes; to
answer is to fill it. Both are one statement to the database, which lets only one person have a place.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import and_, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased, joinedload

from .database.records import ASKED, CONTROL, TRIAL, MemberRecord, PairRecord, PlaceRecord, StudyRecord

_LONGEST = 3600.0  # seconds that count as work on one pair


class AnswerOutcome(StrEnum):
    """What became of an answer."""

    saved = "saved"
    again = "again"  # it was saved before
    other = "other"  # another answer of this person was saved before, and stays
    passed_on = "passed-on"  # the time was over, and others have all places of the pair


@dataclass(frozen=True)
class GivenAnswer:
    """What a person answers."""

    choice: str
    seconds: float | None = None  # on the screen, as the browser measured it
    comment: str = ""


def next_place(session: Session, member: MemberRecord, now: float) -> PlaceRecord | None:
    """The place that a member holds, or else takes: of a control pair when it is time for one, or of the first pair
    that needs answers. None if there is nothing left for this member."""
    held = _first(
        session,
        _of(member)
        .where(PlaceRecord.choice.is_(None), PairRecord.purpose.in_((ASKED, CONTROL)))
        .order_by(PlaceRecord.given.desc()),
    )
    if held is not None:
        held.held_until = now + 60 * member.study.minutes
        return held
    every = member.study.control_every
    if every and member.answered % every == every - 1:
        control = place_for_all(session, member, CONTROL, now)
        if control is not None:
            return control
    return _take(session, member, now) or place_for_all(session, member, CONTROL, now)


def place_for_all(session: Session, member: MemberRecord, purpose: str, now: float) -> PlaceRecord | None:
    """A place of the first control or trial pair that this member has not been shown, or holds."""
    held = _first(
        session, _of(member).where(PlaceRecord.choice.is_(None), PairRecord.purpose == purpose).order_by(PlaceRecord.id)
    )
    if held is not None:
        return held
    mine = select(PlaceRecord.pair_id).where(PlaceRecord.member_id == member.id)
    pair = session.scalar(
        select(PairRecord)
        .where(PairRecord.study_id == member.study_id, PairRecord.purpose == purpose, PairRecord.id.not_in(mine))
        .order_by(PairRecord.id)
        .limit(1)
    )
    if pair is None:
        return None
    place = PlaceRecord(**_free(pair.study_id, pair.id, None), pair=pair)
    place.member_id, place.given = member.id, now
    try:
        with session.begin_nested():
            session.add(place)
    except IntegrityError:  # the same person at the same time on another device
        return _first(session, _of(member).where(PlaceRecord.pair_id == pair.id))
    return place


def _take(session: Session, member: MemberRecord, now: float) -> PlaceRecord | None:
    """Hold the first place that is free, or whose holder's time is over. Places that others are taking at this moment
    are passed over."""
    own = aliased(PlaceRecord)
    mine = select(own.pair_id).where(own.member_id == member.id)
    place = session.scalar(
        select(PlaceRecord)
        .where(
            PlaceRecord.study_id == member.study_id,
            PlaceRecord.choice.is_(None),
            PlaceRecord.number.is_not(None),
            _free_at(now),
            PlaceRecord.pair_id.not_in(mine),
        )
        .order_by(PlaceRecord.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    if place is None:
        return None
    place.member_id, place.given, place.held_until = member.id, now, now + 60 * member.study.minutes
    try:
        with session.begin_nested():
            session.flush()
    except IntegrityError:  # the same person on another device has just taken another place of this pair
        session.expire(place)
        return _first(session, _of(member).where(PlaceRecord.choice.is_(None)))
    return place


def answer_place(
    session: Session, member: MemberRecord, place_id: int, given: GivenAnswer, now: float
) -> AnswerOutcome:
    """Fill a place. The same answer sent twice counts once. One that comes after its time counts if the pair still
    needs it."""
    place = session.get(PlaceRecord, place_id)
    if place is None or place.study_id != member.study_id:
        return AnswerOutcome.passed_on
    if place.member_id == member.id and _filled(session, place, member, given, now):
        return AnswerOutcome.saved
    session.expire(place)
    before = session.scalar(
        select(PlaceRecord.choice).where(PlaceRecord.pair_id == place.pair_id, PlaceRecord.member_id == member.id)
    )
    if before is not None:
        return AnswerOutcome.again if before == given.choice else AnswerOutcome.other
    other = session.scalar(
        select(PlaceRecord)
        .where(PlaceRecord.pair_id == place.pair_id, PlaceRecord.choice.is_(None), PlaceRecord.number.is_not(None))
        .where(or_(_free_at(now), PlaceRecord.member_id == member.id))
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    if other is None:
        return AnswerOutcome.passed_on
    other.member_id, other.given = member.id, other.given if other.member_id == member.id else None
    session.flush()
    return AnswerOutcome.saved if _filled(session, other, member, given, now) else AnswerOutcome.passed_on


def _filled(session: Session, place: PlaceRecord, member: MemberRecord, given: GivenAnswer, now: float) -> bool:
    seconds = given.seconds if given.seconds is not None else None if place.given is None else now - place.given
    filled = session.execute(
        update(PlaceRecord)
        .where(PlaceRecord.id == place.id, PlaceRecord.member_id == member.id, PlaceRecord.choice.is_(None))
        .values(
            choice=given.choice,
            answered=now,
            held_until=None,
            seconds=None if seconds is None else min(max(seconds, 0.0), _LONGEST),
            measured=given.seconds is not None,
            comment=given.comment,
        )
    )
    if not filled.rowcount:  # type: ignore[attr-defined]
        return False
    session.refresh(place)
    if place.pair.purpose == TRIAL:
        return True
    _count(session, member, 1, now)
    return True


def take_back(session: Session, member: MemberRecord, now: float) -> PlaceRecord | None:
    """Undo the last answer of a member: its pair is shown again. What they hold now goes to others. Trial pairs are
    left as they are."""
    last = last_answer(session, member)
    if last is None:
        return None
    session.execute(
        update(PlaceRecord)
        .where(PlaceRecord.member_id == member.id, PlaceRecord.choice.is_(None), PlaceRecord.number.is_not(None))
        .values(member_id=None, given=None, held_until=None)
    )
    undone = session.execute(
        update(PlaceRecord)
        .where(PlaceRecord.id == last.id, PlaceRecord.choice == last.choice)
        .values(
            choice=None,
            answered=None,
            seconds=None,
            given=now,
            held_until=now + 60 * member.study.minutes,
            changed=PlaceRecord.changed + 1,
        )
    )
    if undone.rowcount:  # type: ignore[attr-defined]
        _count(session, member, -1, now)
    session.refresh(last)
    return last


def last_answer(session: Session, member: MemberRecord) -> PlaceRecord | None:
    """The last answer that a member gave, trials left out."""
    return _first(
        session,
        _of(member)
        .where(PlaceRecord.choice.is_not(None), PairRecord.purpose.in_((ASKED, CONTROL)))
        .order_by(PlaceRecord.answered.desc(), PlaceRecord.id.desc())
        .limit(1),
    )


def left_for(session: Session, member: MemberRecord, most: int) -> int:
    """How many pairs this member can still answer, at most `most`: pairs that need answers and are not held by others
    count, control pairs too."""
    mine = select(PlaceRecord.pair_id).where(PlaceRecord.member_id == member.id, PlaceRecord.choice.is_not(None))
    pairs = (
        select(PlaceRecord.pair_id)
        .where(PlaceRecord.study_id == member.study_id, PlaceRecord.choice.is_(None), PlaceRecord.number.is_not(None))
        .where(PlaceRecord.pair_id.not_in(mine))
        .distinct()
        .limit(most)
    )
    controls = select(PairRecord.id).where(
        PairRecord.study_id == member.study_id, PairRecord.purpose == CONTROL, PairRecord.id.not_in(mine)
    )
    both = [session.scalar(select(func.count()).select_from(chosen.subquery())) or 0 for chosen in (pairs, controls)]
    return min(sum(both), most)


def add_answer_places(session: Session, study: StudyRecord, pair_ids: list[int], numbers: list[range]) -> None:
    """Make room for answers: places of these numbers for each of these pairs."""
    rows = [_free(study.id, pair, number) for pair, each in zip(pair_ids, numbers, strict=True) for number in each]
    if rows:
        session.execute(PlaceRecord.__table__.insert(), rows)  # type: ignore[attr-defined]


def _free(study: int, pair: int, number: int | None) -> dict[str, Any]:
    return {"study_id": study, "pair_id": pair, "number": number, "measured": False, "comment": "", "changed": 0}


def _free_at(now: float) -> Any:
    return or_(PlaceRecord.member_id.is_(None), PlaceRecord.held_until < now)


def _first(session: Session, places: Any) -> PlaceRecord | None:
    place: PlaceRecord | None = session.scalar(places.limit(1))
    return place


def _of(member: MemberRecord) -> Any:
    """The places of a member, with their pairs."""
    return (
        select(PlaceRecord)
        .join(PairRecord, and_(PairRecord.id == PlaceRecord.pair_id))
        .where(PlaceRecord.member_id == member.id)
        .options(joinedload(PlaceRecord.pair))
        .execution_options(populate_existing=True)
    )


def _count(session: Session, member: MemberRecord, more: int, now: float) -> None:
    session.execute(
        update(MemberRecord)
        .where(MemberRecord.id == member.id)
        .values(answered=MemberRecord.answered + more, seen=now)
        .execution_options(synchronize_session="fetch")
    )
