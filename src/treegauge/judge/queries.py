"""The questions about places that every page asks. They are made once: to make one takes as long as to answer it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BindParameter, bindparam, func, or_, select
from sqlalchemy.orm import aliased, contains_eager

from .database.records import ASKED, CONTROL, PairRecord, PlaceRecord

_MEMBER: BindParameter[int] = bindparam("member")
_STUDY: BindParameter[int] = bindparam("study")
_NOW: BindParameter[float] = bindparam("now")
_OTHER = aliased(PlaceRecord)
_MINE = select(_OTHER.pair_id).where(_OTHER.member_id == _MEMBER)

# What nobody has answered, to pairs that need a certain number of answers.
OPEN_PLACE = (PlaceRecord.choice.is_(None), PlaceRecord.number.is_not(None))
UNHELD = or_(PlaceRecord.member_id.is_(None), PlaceRecord.held_until < _NOW)

_WITH_PAIR = (
    select(PlaceRecord)
    .join(PlaceRecord.pair)
    .options(contains_eager(PlaceRecord.pair))
    .execution_options(populate_existing=True)
    .limit(1)
)
_OF_MEMBER = _WITH_PAIR.where(PlaceRecord.member_id == _MEMBER)
_HELD = _OF_MEMBER.where(PlaceRecord.answered.is_(None))

# The place that a member was shown last and has not answered; the same for pairs of one purpose.
HELD_PLACE = _HELD.where(PairRecord.purpose.in_((ASKED, CONTROL))).order_by(PlaceRecord.given.desc())
HELD_FOR_ALL = _HELD.where(PairRecord.purpose == bindparam("purpose")).order_by(PlaceRecord.id)

# The last answer of a member; a place by its number.
LAST_PLACE = _OF_MEMBER.where(PlaceRecord.answered.is_not(None), PairRecord.purpose.in_((ASKED, CONTROL))).order_by(
    PlaceRecord.answered.desc(), PlaceRecord.id.desc()
)
PLACE_IN_STUDY = _WITH_PAIR.where(PlaceRecord.id == bindparam("place"), PlaceRecord.study_id == _STUDY)

# The first place that a member can take; those that others are taking at this moment are passed over.
FREE_PLACE = (
    _WITH_PAIR.where(PlaceRecord.study_id == _STUDY, *OPEN_PLACE, UNHELD, PlaceRecord.pair_id.not_in(_MINE))
    .order_by(PlaceRecord.pair_id, PlaceRecord.id)
    .with_for_update(skip_locked=True, of=PlaceRecord)
)

# The first pair for everybody that a member has not been shown.
PAIR_FOR_ALL = (
    select(PairRecord)
    .where(PairRecord.study_id == _STUDY, PairRecord.purpose == bindparam("purpose"), PairRecord.id.not_in(_MINE))
    .order_by(PairRecord.id)
    .limit(1)
)


def _left() -> Any:
    """How many pairs are left for a member, at most `most`: those with room, and control pairs."""
    answered = _MINE.where(_OTHER.answered.is_not(None))
    room = or_(UNHELD, PlaceRecord.member_id == _MEMBER)
    pairs = (
        select(PlaceRecord.pair_id)
        .where(PlaceRecord.study_id == _STUDY, *OPEN_PLACE, room, PlaceRecord.pair_id.not_in(answered))
        .distinct()
        .limit(bindparam("most"))
    )
    controls = select(PairRecord.id).where(
        PairRecord.study_id == _STUDY, PairRecord.purpose == CONTROL, PairRecord.id.not_in(answered)
    )
    numbers = [select(func.count()).select_from(each.subquery()).scalar_subquery() for each in (pairs, controls)]
    return select(numbers[0] + numbers[1])


PAIRS_LEFT = _left()
