"""The answers of a study as columns, read in bulk, for agreement, gold and exports."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from ..core.errors import DataError
from ..core.types import Int64s
from ..core.wording import shown
from ..entailments.pairs import EntailmentPair
from ..evaluation.judging.judgements import TRUTHS, Judgements
from .database.records import ASKED, CONTROL, MemberRecord, PairRecord, PlaceRecord, StudyRecord
from .reading import JudgedStudy


def study_answers(session: Session, study: StudyRecord, *, details: bool = False) -> JudgedStudy:
    """The answers and the pairs of a study; `details` are times and comments."""
    judgements = study_judgements(session, study, details=details)
    asked = select(PairRecord.name, PairRecord.text, PairRecord.hypothesis, PairRecord.kind).where(
        PairRecord.study_id == study.id, PairRecord.purpose == ASKED
    )
    pairs = tuple(
        EntailmentPair(name, text, hypothesis, None, kind=kind)
        for name, text, hypothesis, kind in session.execute(asked.order_by(PairRecord.id))
    )
    return JudgedStudy(study.name, judgements, pairs)


def study_judgements(
    session: Session, study: StudyRecord, *, details: bool = False, of: MemberRecord | None = None
) -> Judgements:
    """The answers to the pairs of a study that are asked or control pairs; `of`: those to pairs that one member
    answered. Raises an error if there are none."""
    pairs, read = _Pairs.of(session, study, of), _columns(session, study, details, of)
    place, member = pairs.place(np.array(read[0], np.int64)), np.array(read[1], np.int64)
    order = np.lexsort((member, place))  # by pair, and then by person
    rows = order[place[order] >= 0]  # the others are trials
    if not len(rows):
        raise DataError(f"nobody has answered in the study {shown(study.name)} yet")
    code = {choice: number for number, choice in enumerate(study.choices)}
    used, pair = np.unique(place[rows], return_inverse=True)
    members, person = np.unique(member[rows], return_inverse=True)
    names, excluded = _persons(session, study, members)
    return Judgements(
        _some(pairs.names, used),
        names,
        tuple(study.choices),
        TRUTHS,
        pair.astype(np.int64),
        person.astype(np.int64),
        np.array([code[choice] for choice in read[2]], np.int64)[rows],
        np.array([math.nan if each is None else each for each in read[3]], np.float64)[rows],
        tuple(_as_time(read[4][row]) if details else "" for row in rows),
        tuple(read[5][row] if details else "" for row in rows),
        _some(pairs.kinds, used),
        np.array([TRUTHS.index(truth) if (truth := pairs.truths[each]) in TRUTHS else -1 for each in used], np.int64),
        np.array([code.get(pairs.decisions[each] or "", -1) for each in used], np.int64),
        excluded,
    )


def _columns(session: Session, study: StudyRecord, details: bool, of: MemberRecord | None) -> list[Sequence[Any]]:
    """The columns of all answers, or of those to pairs that a member answered; trials are among them."""
    columns = [PlaceRecord.pair_id, PlaceRecord.member_id, PlaceRecord.choice, PlaceRecord.seconds]
    columns += [PlaceRecord.answered, PlaceRecord.comment] if details else []
    wanted = PlaceRecord.study_id == study.id if of is None else PlaceRecord.pair_id.in_(_answered_by(of))
    chosen = select(*columns).where(wanted, PlaceRecord.choice.is_not(None))
    return list(zip(*session.execute(chosen), strict=True)) or [()] * len(columns)


@dataclass(frozen=True)
class _Pairs:
    """The asked and control pairs of a study, as columns."""

    ids: Int64s
    names: Sequence[str]
    kinds: Sequence[str]
    truths: Sequence[str | None]
    decisions: Sequence[str | None]

    @classmethod
    def of(cls, session: Session, study: StudyRecord, member: MemberRecord | None) -> _Pairs:
        """Read them: all, or those that a member answered."""
        record = PairRecord
        columns: tuple[Any, ...] = (record.id, record.name, record.kind, record.truth, record.decision)
        wanted = record.study_id == study.id if member is None else record.id.in_(_answered_by(member))
        chosen = select(*columns).where(wanted, record.purpose.in_((ASKED, CONTROL)))
        rows = session.execute(chosen.order_by(record.id)).all()
        ids, names, kinds, truths, decisions = zip(*rows, strict=True) if rows else ((),) * 5
        return cls(np.array(ids, np.int64), names, kinds, truths, decisions)

    def place(self, ids: Int64s) -> Int64s:
        """The place of each pair in the columns; -1 for others."""
        if not len(self.ids):
            return np.full(len(ids), -1, np.int64)
        place = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
        return np.where(self.ids[place] == ids, place, -1)


def _answered_by(member: MemberRecord) -> Select[int]:
    """The pairs that a member answered."""
    return select(PlaceRecord.pair_id).where(PlaceRecord.member_id == member.id, PlaceRecord.choice.is_not(None))


def _persons(session: Session, study: StudyRecord, members: Int64s) -> tuple[tuple[str, ...], frozenset[str]]:
    """The names of members, and of those whose answers do not count."""
    names = person_names(session, study)
    left_out = session.scalars(
        select(MemberRecord.id).where(MemberRecord.study_id == study.id, MemberRecord.excluded.is_not(None))
    )
    chosen = tuple(names[number] for number in members.tolist())
    return chosen, frozenset(names[number] for number in left_out) & set(chosen)


def person_names(session: Session, study: StudyRecord) -> dict[int, str]:
    """The names of the members in the answers of the study, each different."""
    columns = (MemberRecord.id, MemberRecord.label)
    rows = session.execute(select(*columns).where(MemberRecord.study_id == study.id)).all()
    times = Counter(label for _, label in rows)
    return {number: label if times[label] == 1 else f"{label} ({number})" for number, label in rows}


def _some(values: Sequence[str], places: Int64s) -> tuple[str, ...]:
    return tuple(values[place] for place in places)


def _as_time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
