"""The tables of the database, one class each.

A pair is answered in *places*: as many as the study needs answers, made together with the pair. A person who is shown
a pair holds one of its places until they answer or the time is over; so a pair is never given to more people than
needed, whatever happens at the same time. Trial and control pairs are for everybody: their places are made when they
are given.

Times are seconds since 1970 (UTC), so that both kinds of database keep them alike.
"""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import JSON, CheckConstraint, Double, ForeignKey, Index, MetaData, String, Text, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

_NAMES = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

ASKED, CONTROL, TRIAL = "asked", "control", "trial"  # what a pair is for
ANNOTATOR, ADMINISTRATOR = "annotator", "administrator"  # what a member of a study may do
_OPEN = text("choice IS NULL")
_COUNTED = ("study_id", "choice", "pair_id", "number")  # `choice` is none: SQLite takes the index that knows more
_NEEDED = text("choice IS NULL AND number IS NOT NULL")
OPEN, PAUSED = "open", "paused"  # whether a study takes answers


class Record(DeclarativeBase):
    """The base of all tables."""

    metadata = MetaData(naming_convention=_NAMES)
    type_annotation_map: ClassVar[dict[Any, Any]] = {float: Double}


class StudyRecord(Record):
    """A study: what is asked, in which language, how often."""

    __tablename__ = "study"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80), unique=True)  # in addresses: letters, digits and hyphens
    title: Mapped[str] = mapped_column(String(200))
    language: Mapped[str] = mapped_column(String(20))
    choices: Mapped[list[str]] = mapped_column(JSON)  # yes, no, unsure
    answers_needed: Mapped[int]  # per pair
    minutes: Mapped[int]  # for which a pair is held by a person
    control_every: Mapped[int]  # one control pair among so many
    about: Mapped[str] = mapped_column(Text)  # a text of the study's own: who asks and why
    sign_up: Mapped[bool]  # whether people may make accounts themselves
    state: Mapped[str] = mapped_column(String(10))
    created: Mapped[float]


class PairRecord(Record):
    """A text and a hypothesis."""

    __tablename__ = "pair"
    __table_args__ = (
        UniqueConstraint("study_id", "name"),
        Index("ix_pair_purpose", "study_id", "purpose"),
        Index("ix_pair_decided_by", "decided_by"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(200))  # as in the file
    text: Mapped[str] = mapped_column(Text)
    hypothesis: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(String(60))  # of entailment
    purpose: Mapped[str] = mapped_column(String(10))
    truth: Mapped[str | None] = mapped_column(String(20))  # the right answer, of control and trial pairs
    reason: Mapped[str] = mapped_column(Text)  # why, shown after a trial pair
    decision: Mapped[str | None] = mapped_column(String(20))  # of an administrator, where people disagree
    decided_by: Mapped[int | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"))
    decided: Mapped[float | None]


class PersonRecord(Record):
    """Somebody: with a name and a password, or known by a link only."""

    __tablename__ = "person"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str | None] = mapped_column(String(80))
    key: Mapped[str | None] = mapped_column(String(80), unique=True)  # the name as it is compared: folded
    password: Mapped[str | None] = mapped_column(String(300))  # its hash
    owner: Mapped[bool]  # may make studies, and administrates all of them
    created: Mapped[float]
    deleted: Mapped[float | None]


class MemberRecord(Record):
    """A person in a study, and how far they are."""

    __tablename__ = "member"
    __table_args__ = (UniqueConstraint("study_id", "person_id"), Index("ix_member_person", "person_id"))
    id: Mapped[int] = mapped_column(primary_key=True)
    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"))
    role: Mapped[str] = mapped_column(String(20))
    label: Mapped[str] = mapped_column(String(80))  # by which the administrator knows them
    joined: Mapped[float]
    consented: Mapped[float | None]
    instructed: Mapped[float | None]
    answered: Mapped[int]  # pairs, trials left out
    seen: Mapped[float | None]  # when they last answered
    excluded: Mapped[float | None]
    excluded_because: Mapped[str] = mapped_column(Text)
    person: Mapped[PersonRecord] = relationship()
    study: Mapped[StudyRecord] = relationship()


class PlaceRecord(Record):
    """One answer to a pair, or room for it: free, held by a member, or answered."""

    __tablename__ = "place"
    __table_args__ = (
        UniqueConstraint("pair_id", "number"),
        UniqueConstraint("pair_id", "member_id"),
        CheckConstraint("choice IS NULL OR member_id IS NOT NULL", name="answered_by_somebody"),
        Index("ix_place_member", "member_id", "answered", "pair_id"),
        Index("ix_place_open", "study_id", "pair_id", "id", sqlite_where=_OPEN, postgresql_where=_OPEN),
        Index("ix_place_needed", *_COUNTED, sqlite_where=_NEEDED, postgresql_where=_NEEDED),
        Index("ix_place_answered", "study_id", "answered", "number"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"))
    pair_id: Mapped[int] = mapped_column(ForeignKey("pair.id", ondelete="CASCADE"))
    number: Mapped[int | None]  # None: of a pair that is for everybody
    member_id: Mapped[int | None] = mapped_column(ForeignKey("member.id", ondelete="CASCADE"))
    given: Mapped[float | None]
    held_until: Mapped[float | None]
    choice: Mapped[str | None] = mapped_column(String(20))
    answered: Mapped[float | None]
    seconds: Mapped[float | None]  # that the pair was on the screen
    measured: Mapped[bool]  # by the person's browser, which knows of hidden tabs; else by the server
    comment: Mapped[str] = mapped_column(Text)
    changed: Mapped[int]  # how many times the answer was taken back
    pair: Mapped[PairRecord] = relationship()
    member: Mapped[MemberRecord | None] = relationship()


class InviteRecord(Record):
    """A link into a study: for one person, who is known by it from then on, or shared."""

    __tablename__ = "invite"
    id: Mapped[int] = mapped_column(primary_key=True)
    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"), index=True)
    token: Mapped[str] = mapped_column(String(64), unique=True)  # its hash
    label: Mapped[str] = mapped_column(String(80))
    role: Mapped[str] = mapped_column(String(20))
    shared: Mapped[bool]
    owner: Mapped[bool]  # whether it makes its person an owner of the installation
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    used: Mapped[int]
    created: Mapped[float]
    expires: Mapped[float | None]
    revoked: Mapped[float | None]


class VisitRecord(Record):
    """A person who is logged in on a device."""

    __tablename__ = "visit"
    id: Mapped[str] = mapped_column(String(64), primary_key=True)  # the hash of what the cookie has
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    started: Mapped[float]
    expires: Mapped[float] = mapped_column(index=True)


class AttemptRecord(Record):
    """An attempt to log in, to sign up or to use a link, counted for the limits."""

    __tablename__ = "attempt"
    __table_args__ = (Index("ix_attempt_source", "source", "made"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    source: Mapped[str] = mapped_column(String(64))  # the hash of an address or of a name
    made: Mapped[float]


def as_columns(record: Record) -> dict[str, Any]:
    """A row as names and values."""
    return {column.key: getattr(record, column.key) for column in record.__table__.columns}
