"""Accounts, links, and who belongs to which study."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, joinedload

from ..core.errors import CallError
from ..core.wording import shown
from .attempts import folded_name
from .database.records import (
    ADMINISTRATOR,
    ANNOTATOR,
    InviteRecord,
    MemberRecord,
    PersonRecord,
    PlaceRecord,
    StudyRecord,
    VisitRecord,
)
from .places import add_answer_places, remove_free_places
from .secrets import LONGEST, SHORTEST, digest, hash_password, is_password, new_token

_DAY = 24 * 3600.0
VISIT_SECONDS = 30 * _DAY
_LONGEST_NAME = 80


class NameTakenError(CallError):
    """Another person has this name, or it cannot be one."""


class WeakPasswordError(CallError):
    """The password is too short or too long."""


def create_person(
    session: Session, now: float, name: str | None = None, password: str | None = None, *, owner: bool = False
) -> PersonRecord:
    """Somebody new, with a name and a password or with neither."""
    key = None
    if name is not None:
        name, key = " ".join(name.split()), folded_name(name)
        if not 1 <= len(name) <= _LONGEST_NAME or len(key) > _LONGEST_NAME or not name.isprintable():
            raise NameTakenError(f"the name {shown(name)} cannot be used")
    person = PersonRecord(
        name=name,
        key=key,
        password=None if password is None else password_hash(password),
        owner=owner,
        created=now,
        deleted=None,
    )
    try:
        with session.begin_nested():
            session.add(person)
    except IntegrityError:
        raise NameTakenError(f"the name {shown(name or '')} cannot be used") from None
    return person


def password_hash(password: str) -> str:
    """The hash of a password that is long enough."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise WeakPasswordError(f"a password has {SHORTEST} to {LONGEST} characters")
    return hash_password(password)


def logged_in(session: Session, name: str, password: str) -> PersonRecord | None:
    """The person of this name, if the password is right. A wrong one and an unknown name take the same time."""
    person = session.scalar(select(PersonRecord).where(PersonRecord.key == folded_name(name)))
    return person if is_password(password, None if person is None else person.password) else None


def start_visit(session: Session, person: PersonRecord, now: float) -> str:
    """The secret of a cookie that stands for this person from now on."""
    session.execute(delete(VisitRecord).where(VisitRecord.expires < now))
    token = new_token()
    session.add(VisitRecord(id=digest(token), person_id=person.id, started=now, expires=now + VISIT_SECONDS))
    return token


def end_visit(session: Session, token: str) -> None:
    """Log out."""
    session.execute(delete(VisitRecord).where(VisitRecord.id == digest(token)))


def visitor(session: Session, token: str, now: float) -> PersonRecord | None:
    """The person whom a cookie stands for."""
    return session.scalar(
        select(PersonRecord)
        .join(VisitRecord, VisitRecord.person_id == PersonRecord.id)
        .where(VisitRecord.id == digest(token), VisitRecord.expires >= now, PersonRecord.deleted.is_(None))
    )


def membership(session: Session, person_id: int, study_id: int, *, locked: bool = False) -> MemberRecord | None:
    """How a person belongs to a study. `locked`: others who ask for it so wait until this transaction is over."""
    chosen = (
        select(MemberRecord)
        .where(MemberRecord.person_id == person_id, MemberRecord.study_id == study_id)
        .options(joinedload(MemberRecord.study, innerjoin=True), joinedload(MemberRecord.person, innerjoin=True))
    )
    if locked:
        chosen = chosen.with_for_update(of=MemberRecord, key_share=True).execution_options(populate_existing=True)
    return session.scalar(chosen)


def join(session: Session, study: StudyRecord, person: PersonRecord, role: str, label: str, now: float) -> MemberRecord:
    """Make a person a member of a study; one who is a member keeps the higher role."""
    member = membership(session, person.id, study.id)
    if member is None:
        number = session.scalar(select(func.count()).where(MemberRecord.study_id == study.id)) or 0
        member = MemberRecord(
            study=study,
            person=person,
            role=role,
            label=label or person.name or f"person {number + 1}",
            joined=now,
            answered=0,
            excluded_because="",
        )
        session.add(member)
        session.flush()
    elif role == ADMINISTRATOR:
        member.role = role
    return member


def invite(
    session: Session,
    study: StudyRecord,
    now: float,
    *,
    label: str = "",
    role: str = ANNOTATOR,
    shared: bool = False,
    owner: bool = False,
    days: float | None = None,
    person: PersonRecord | None = None,
) -> tuple[InviteRecord, str]:
    """A link into a study, and its secret, which is not kept. A link that is not shared is for one person: whoever
    uses it first is known by it from then on, on any device."""
    if shared and role == ADMINISTRATOR:
        raise CallError("a link for administrators cannot be shared")
    token = new_token()
    record = InviteRecord(
        study_id=study.id,
        token=digest(token),
        label=label.strip()[:_LONGEST_NAME],
        role=role,
        shared=shared,
        owner=owner,
        person_id=None if person is None else person.id,
        used=0,
        created=now,
        expires=None if days is None else now + days * _DAY,
    )
    session.add(record)
    session.flush()
    return record, token


def valid_invite(session: Session, token: str, now: float, *, locked: bool = False) -> InviteRecord | None:
    """The link with this secret, if it is valid. One for an administrator is valid once. `locked`: others who use it
    wait until this transaction is over."""
    chosen = select(InviteRecord).where(InviteRecord.token == digest(token))
    record = session.scalar(chosen.with_for_update(key_share=True) if locked else chosen)
    if record is None or record.revoked is not None or (record.expires is not None and record.expires < now):
        return None
    if record.role == ADMINISTRATOR and record.used:
        return None
    return record


def use_invite(session: Session, record: InviteRecord, person: PersonRecord | None, now: float) -> MemberRecord:
    """Join the study of a link. A link of one person stands for that person, whoever is logged in."""
    study = session.get_one(StudyRecord, record.study_id)
    if not record.shared and record.person_id is not None:
        person = session.get_one(PersonRecord, record.person_id)
    person = person or create_person(session, now)
    if not record.shared:
        bound = session.execute(
            update(InviteRecord)
            .where(InviteRecord.id == record.id, InviteRecord.person_id.is_(None))
            .values(person_id=person.id)
        )
        if not bound.rowcount and record.person_id is None:  # type: ignore[attr-defined]
            raise CallError("this link is being used at this moment; open it again")  # two devices at the same time
    session.execute(update(InviteRecord).where(InviteRecord.id == record.id).values(used=InviteRecord.used + 1))
    return join(session, study, person, record.role, record.label, now)


def exclude(session: Session, member: MemberRecord, reason: str, now: float) -> None:
    """Leave a person out: their answers stay, marked, and others are asked in their place."""
    if member.excluded is not None:
        return
    member.excluded, member.excluded_because = now, reason.strip()
    session.flush()  # waits for an answer that this person gives at this moment
    session.execute(
        update(PlaceRecord)
        .where(PlaceRecord.member_id == member.id, PlaceRecord.choice.is_(None), PlaceRecord.number.is_not(None))
        .values(member_id=None, given=None, held_until=None)
    )
    pairs = select(PlaceRecord.pair_id).where(PlaceRecord.member_id == member.id, PlaceRecord.number.is_not(None))
    last = session.execute(
        select(PlaceRecord.pair_id, func.max(PlaceRecord.number))
        .where(PlaceRecord.pair_id.in_(pairs), PlaceRecord.number.is_not(None))
        .group_by(PlaceRecord.pair_id)
        .order_by(PlaceRecord.pair_id)
    ).all()
    add_answer_places(
        session,
        member.study,
        [row[0] for row in last],
        [range(number + 1, number + 2) for _, number in last if number is not None],
    )


def include(session: Session, member: MemberRecord) -> None:
    """Take an excluded person in again: where nobody else has answered meanwhile, nobody is asked."""
    member.excluded, member.excluded_because = None, ""
    pairs = select(PlaceRecord.pair_id).where(PlaceRecord.member_id == member.id, PlaceRecord.number.is_not(None))
    remove_free_places(session, [PlaceRecord.pair_id.in_(pairs)], 1)


def personal_data(session: Session, person: PersonRecord) -> dict[str, Any]:
    """All that is kept of a person, for themselves."""
    members = session.scalars(select(MemberRecord).where(MemberRecord.person_id == person.id)).all()
    studies = []
    for member in members:
        places = session.scalars(
            select(PlaceRecord)
            .where(PlaceRecord.member_id == member.id, PlaceRecord.choice.is_not(None))
            .options(joinedload(PlaceRecord.pair))
            .order_by(PlaceRecord.answered)
        )
        answers = [
            {
                "pair": place.pair.name,
                "text": place.pair.text,
                "hypothesis": place.pair.hypothesis,
                "answer": place.choice,
                "answered": place.answered,
                "seconds": place.seconds,
                "comment": place.comment,
                "taken_back": place.changed,
            }
            for place in places
        ]
        row = {"study": member.study.name, "joined": member.joined, "consented": member.consented, "answers": answers}
        excluded = {"excluded": member.excluded, "excluded_because": member.excluded_because}
        studies.append({**row, **excluded, "known_as": member.label, "role": member.role})
    visits = session.scalars(select(VisitRecord.started).where(VisitRecord.person_id == person.id)).all()
    return {"name": person.name, "created": person.created, "logged_in": list(visits), "studies": studies}


def delete_person(session: Session, person: PersonRecord, now: float, *, answers: bool = False) -> None:
    """Delete the name, the password, the links and the comments of a person; their answers too, if `answers`. Other
    answers stay, as those of somebody unknown."""
    members = session.scalars(select(MemberRecord).where(MemberRecord.person_id == person.id)).all()
    for member in members:
        mine = PlaceRecord.member_id == member.id
        if answers:
            exclude(session, member, "", now)
            session.execute(delete(PlaceRecord).where(mine))
            member.answered = 0
        session.execute(update(PlaceRecord).where(mine).values(comment=""))
        member.label, member.excluded_because = f"deleted {member.id}", ""
    for table in (VisitRecord, InviteRecord):
        session.execute(delete(table).where(table.person_id == person.id))
    person.name, person.key, person.password, person.owner, person.deleted = None, None, None, False, now
