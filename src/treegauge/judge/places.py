"""Who is shown which pair, and what they answer.

A pair has as many places as answers are needed. To be shown a pair is to hold one of its places for some minutes; to
answer is to fill it. Both are one statement to the database, which lets only one person have a place. The caller has
locked the member (`people.membership`), so that two devices of one person wait for each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import case, delete, func, or_, select, update
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from .database.records import CONTROL, TRIAL, MemberRecord, PairRecord, PlaceRecord, StudyRecord
from .queries import (
    FREE_PLACE,
    HELD_FOR_ALL,
    HELD_PLACE,
    LAST_PLACE,
    OPEN_PLACE,
    PAIR_FOR_ALL,
    PAIRS_LEFT,
    PLACE_IN_STUDY,
    UNHELD,
)

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
    held: PlaceRecord | None = session.scalar(HELD_PLACE, {"member": member.id})
    if held is not None and _held_on(session, held, member, now):
        return held
    every = member.study.control_every
    if every and member.answered % every == every - 1:
        control = place_for_all(session, member, CONTROL, now)
        if control is not None:
            return control
    return _take(session, member, now) or place_for_all(session, member, CONTROL, now)


def place_for_all(session: Session, member: MemberRecord, purpose: str, now: float) -> PlaceRecord | None:
    """A place of the first control or trial pair that this member has not been shown, or holds."""
    wanted = {"member": member.id, "study": member.study_id, "purpose": purpose}
    held: PlaceRecord | None = session.scalar(HELD_FOR_ALL, wanted)
    if held is not None:
        return held
    pair: PairRecord | None = session.scalar(PAIR_FOR_ALL, wanted)
    if pair is None:
        return None
    place = PlaceRecord(**_free(pair.study_id, pair.id, None), pair=pair, member_id=member.id, given=now)
    session.add(place)
    session.flush()
    return place


def _held_on(session: Session, place: PlaceRecord, member: MemberRecord, now: float) -> bool:
    """Hold a place for longer, if nobody has taken it at this moment because its time was over."""
    until = now + 60 * member.study.minutes
    kept = session.execute(
        update(PlaceRecord)
        .where(PlaceRecord.id == place.id, PlaceRecord.member_id == member.id, PlaceRecord.choice.is_(None))
        .values(held_until=until)
        .execution_options(synchronize_session=False)
    )
    set_committed_value(place, "held_until", until)
    return bool(kept.rowcount)  # type: ignore[attr-defined]


def _take(session: Session, member: MemberRecord, now: float) -> PlaceRecord | None:
    """Hold the first place that is free, or whose holder's time is over."""
    wanted = {"member": member.id, "study": member.study_id, "now": now}
    place: PlaceRecord | None = session.scalar(FREE_PLACE, wanted)
    if place is None:
        return None
    _pass_on(place, member, given=now)
    place.held_until = now + 60 * member.study.minutes
    session.flush()
    return place


def _pass_on(place: PlaceRecord, member: MemberRecord, given: float | None) -> None:
    """Give a place to a member; nothing stays in it of who held it before."""
    place.member_id, place.given, place.comment, place.changed = member.id, given, "", 0


def answer_place(
    session: Session, member: MemberRecord, place_id: int, given: GivenAnswer, now: float
) -> AnswerOutcome:
    """Fill a place. The same answer sent twice counts once. One that comes after its time counts if the pair still
    needs it."""
    place: PlaceRecord | None = session.scalar(PLACE_IN_STUDY, {"place": place_id, "study": member.study_id})
    if place is None:
        return AnswerOutcome.passed_on
    if place.member_id == member.id and _filled(session, place, member, given, now):
        return AnswerOutcome.saved
    before = session.scalar(
        select(PlaceRecord.choice).where(PlaceRecord.pair_id == place.pair_id, PlaceRecord.member_id == member.id)
    )
    if before is not None:
        return AnswerOutcome.again if before == given.choice else AnswerOutcome.other
    other = session.scalar(
        select(PlaceRecord)
        .where(PlaceRecord.pair_id == place.pair_id, *OPEN_PLACE)
        .where(or_(UNHELD, PlaceRecord.member_id == member.id))
        .order_by(case((PlaceRecord.member_id == member.id, 0), else_=1))  # nobody has two places of a pair
        .limit(1)
        .with_for_update(skip_locked=True),
        {"now": now},
    )
    if other is None:
        return AnswerOutcome.passed_on
    if other.member_id != member.id:
        _pass_on(other, member, given=None)
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
        .execution_options(synchronize_session=False)
    )
    if not filled.rowcount:  # type: ignore[attr-defined]
        return False
    trial = place.pair.purpose == TRIAL
    session.expire(place)
    if not trial:
        _count(session, member, 1, now)
    return True


def take_back(session: Session, member: MemberRecord, answered: int, now: float) -> PlaceRecord | None:
    """Undo the last answer of a member: its pair is shown again. What they hold now goes to others. Trial pairs are
    left as they are. `answered` is how many answers the page shows, so that asking twice takes back one."""
    last = last_answer(session, member) if member.answered == answered else None
    if last is None:
        return None
    session.execute(
        update(PlaceRecord)
        .where(PlaceRecord.member_id == member.id, PlaceRecord.answered.is_(None), *OPEN_PLACE)
        .values(member_id=None, given=None, held_until=None)
        .execution_options(synchronize_session=False)
    )
    undone = session.execute(
        update(PlaceRecord)
        .where(PlaceRecord.id == last.id, PlaceRecord.choice == last.choice)
        .values(
            choice=None,
            answered=None,
            seconds=None,
            comment="",
            given=now,
            held_until=now + 60 * member.study.minutes,
            changed=PlaceRecord.changed + 1,
        )
        .execution_options(synchronize_session=False)
    )
    if undone.rowcount:  # type: ignore[attr-defined]
        _count(session, member, -1, now)
    session.refresh(last)
    return last


def last_answer(session: Session, member: MemberRecord) -> PlaceRecord | None:
    """The last answer that a member gave, trials left out."""
    last: PlaceRecord | None = session.scalar(LAST_PLACE, {"member": member.id})
    return last


def left_for(session: Session, member: MemberRecord, most: int, now: float) -> int:
    """How many pairs this member can still answer, at most `most`: pairs that need answers count if others do not hold
    all their places, and control pairs do."""
    wanted = {"member": member.id, "study": member.study_id, "now": now, "most": most}
    return min(session.scalar(PAIRS_LEFT, wanted) or 0, most)


def add_answer_places(session: Session, study: StudyRecord, pair_ids: list[int], numbers: list[range]) -> None:
    """Make room for answers: places of these numbers for each of these pairs."""
    rows = [_free(study.id, pair, number) for pair, each in zip(pair_ids, numbers, strict=True) for number in each]
    if rows:
        session.execute(PlaceRecord.__table__.insert(), rows)  # type: ignore[attr-defined]


def remove_free_places(session: Session, conditions: list[Any], most: int) -> None:
    """Remove places that nobody holds: at most so many of each pair. One that is taken at this moment stays."""
    unused = (*OPEN_PLACE, PlaceRecord.member_id.is_(None))
    rank = func.row_number().over(partition_by=PlaceRecord.pair_id, order_by=PlaceRecord.number.desc())
    ranked = select(PlaceRecord.id, rank.label("rank")).where(*unused, *conditions).subquery()
    chosen = select(ranked.c.id).where(ranked.c.rank <= most)
    session.execute(
        delete(PlaceRecord).where(PlaceRecord.id.in_(chosen), *unused).execution_options(synchronize_session=False)
    )


def _free(study: int, pair: int, number: int | None) -> dict[str, Any]:
    return {"study_id": study, "pair_id": pair, "number": number, "measured": False, "comment": "", "changed": 0}


def _count(session: Session, member: MemberRecord, more: int, now: float) -> None:
    answered = session.scalar(
        update(MemberRecord)
        .where(MemberRecord.id == member.id)
        .values(answered=MemberRecord.answered + more, seen=now)
        .returning(MemberRecord.answered)
        .execution_options(synchronize_session=False)
    )
    set_committed_value(member, "answered", answered)
    set_committed_value(member, "seen", now)
