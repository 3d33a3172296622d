"""Make a study, change it, give it pairs, and delete it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session

from ..core.errors import CallError, DataError
from ..core.wording import counted, shown
from .database.records import (
    ASKED,
    CONTROL,
    OPEN,
    PAUSED,
    TRIAL,
    MemberRecord,
    PairRecord,
    PersonRecord,
    PlaceRecord,
    StudyRecord,
)
from .places import add_answer_places, remove_free_places
from .texts import LANGUAGES

YES, NO, UNSURE = "yes", "no", "unsure"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_UNWRITABLE = re.compile("[\0\ud800-\udfff]")  # databases refuse them
_MOST_CHOICES = 9  # the keys 1 to 9
_MANY = 500  # people who are deleted by one statement


@dataclass(frozen=True)
class StudyDesign:
    """What a study is to be.

    answers_needed  how many people answer each pair
    minutes         for which a pair is held by the person who is shown it
    control_every   every such-and-such pair is one with a known answer; 0: those come last
    about           who asks, and why: shown before people agree to take part
    sign_up         whether people may make accounts themselves
    """

    name: str
    title: str
    language: str = "en"
    choices: Sequence[str] = (YES, NO, UNSURE)
    answers_needed: int = 3
    minutes: int = 30
    control_every: int = 10
    about: str = ""
    sign_up: bool = False

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name) or len(self.name) > 80:
            raise CallError(f"a study's name has small letters, digits and hyphens, not {shown(self.name)}")
        if not self.title.strip():
            raise CallError("a study needs a title")
        if self.language not in LANGUAGES:
            raise CallError(f"there are no texts in {shown(self.language)}; there are: {', '.join(LANGUAGES)}")
        if not {YES, NO} <= set(self.choices) or len(set(self.choices)) < len(self.choices):
            raise CallError("the answers are different words; yes and no are among them")
        if len(self.choices) > _MOST_CHOICES or not all(_NAME.fullmatch(choice) for choice in self.choices):
            raise CallError(f"up to {_MOST_CHOICES} answers, of small letters, digits and hyphens")
        for value, name, most in (
            (self.answers_needed, "answers per pair", 100),
            (self.minutes, "minutes", 24 * 60),
        ):
            if not 1 <= value <= most:
                raise CallError(f"{name}: 1 to {most}, not {value}")
        if not 0 <= self.control_every <= 1000:
            raise CallError(f"pairs per control pair: 0 to 1000, not {self.control_every}")


@dataclass(frozen=True)
class AskedPair:
    """A pair for a study. `truth` is the right answer, of control and trial pairs."""

    name: str
    text: str
    hypothesis: str
    kind: str = ""
    purpose: str = ASKED
    truth: str | None = None
    reason: str = ""


def create_study(session: Session, design: StudyDesign, now: float) -> StudyRecord:
    """A new study without pairs."""
    if session.scalar(select(StudyRecord.id).where(StudyRecord.name == design.name)) is not None:
        raise CallError(f"there is a study {shown(design.name)} already; choose another name")
    study = StudyRecord(**{**asdict(design), "choices": list(design.choices)}, state=OPEN, created=now)
    session.add(study)
    session.flush()
    return study


def change_study(session: Session, study: StudyRecord, design: StudyDesign, state: str) -> None:
    """Change what can be changed while people answer: all but the name, and the answers that were given already."""
    if state not in (OPEN, PAUSED):
        raise CallError(f"a study is {OPEN} or {PAUSED}, not {shown(state)}")
    chosen = select(PlaceRecord.choice).where(PlaceRecord.study_id == study.id, PlaceRecord.choice.is_not(None))
    used = session.scalars(chosen.distinct())
    if gone := sorted({str(choice) for choice in used} - set(design.choices)):
        raise CallError(f"people have answered {', '.join(gone)}; these answers must stay")
    if design.answers_needed != study.answers_needed:
        _change_places(session, study, design.answers_needed)
    for key, value in asdict(design).items():
        if key != "name":
            setattr(study, key, list(value) if key == "choices" else value)
    study.state = state


def _change_places(session: Session, study: StudyRecord, needed: int) -> None:
    """More room for answers, or less: room that is not yet used is removed."""
    rows = session.execute(
        select(PlaceRecord.pair_id, func.max(PlaceRecord.number))
        .where(PlaceRecord.study_id == study.id, PlaceRecord.number.is_not(None))
        .group_by(PlaceRecord.pair_id)
    ).all()
    more = needed - study.answers_needed
    if more > 0:
        ids = [row[0] for row in rows]
        add_answer_places(
            session, study, ids, [range(last + 1, last + 1 + more) for _, last in rows if last is not None]
        )
        return
    remove_free_places(session, [PlaceRecord.study_id == study.id], -more)


def add_pairs(session: Session, study: StudyRecord, pairs: Sequence[AskedPair], seed: int = 0) -> int:
    """Give a study pairs, in an order drawn at random: pairs of one sentence seldom follow each other. Trial pairs keep
    their order. Raises an error, and adds nothing, if one cannot be asked."""
    known = set(session.scalars(select(PairRecord.name).where(PairRecord.study_id == study.id)))
    _check_pairs(pairs, known, study.choices)
    shuffled = [pair for pair in pairs if pair.purpose != TRIAL]
    random.Random(seed).shuffle(shuffled)
    trials = [pair for pair in pairs if pair.purpose == TRIAL]
    rows = [{"study_id": study.id, **asdict(pair)} for pair in (*trials, *shuffled)]
    session.execute(insert(PairRecord), rows)
    new = select(PairRecord.id, PairRecord.name).where(PairRecord.study_id == study.id, PairRecord.purpose == ASKED)
    asked = [number for number, name in session.execute(new.order_by(PairRecord.id)) if name not in known]
    add_answer_places(session, study, asked, [range(study.answers_needed)] * len(asked))
    return len(rows)


def delete_study(session: Session, study: StudyRecord) -> None:
    """Delete a study with its pairs, answers and links, and the people who are known by a link of this study only."""
    people = session.scalars(select(MemberRecord.person_id).where(MemberRecord.study_id == study.id)).all()
    session.execute(delete(StudyRecord).where(StudyRecord.id == study.id))
    for first in range(0, len(people), _MANY):
        elsewhere = select(MemberRecord.person_id)
        session.execute(
            delete(PersonRecord)
            .where(PersonRecord.id.in_(people[first : first + _MANY]), PersonRecord.name.is_(None))
            .where(PersonRecord.id.not_in(elsewhere))
        )


def _check_pairs(pairs: Sequence[AskedPair], known: set[str], choices: Sequence[str]) -> None:
    if not pairs:
        raise DataError("there are no pairs to add")
    twice = [name for name, times in Counter(pair.name for pair in pairs).items() if times > 1]
    if twice:
        raise DataError(f"{counted(len(twice), 'pair')} with the name of another: {shown(twice[0])}; names must differ")
    if again := [pair.name for pair in pairs if pair.name in known]:
        raise DataError(f"{counted(len(again), 'pair')} are in the study already: {shown(again[0])}")
    for pair in pairs:
        where = f"pair {shown(pair.name)}"
        if not pair.text.strip() or not pair.hypothesis.strip():
            raise DataError(f"{where} has no text or no hypothesis")
        if any(map(_UNWRITABLE.search, (pair.name, pair.text, pair.hypothesis, pair.kind, pair.reason))):
            raise DataError(f"{where} has a character that no text may have: U+0000, or half of one")
        if len(pair.name) > 200 or len(pair.kind) > 60:
            raise DataError(f"{where}: a name has up to 200 characters, a kind up to 60")
        if pair.purpose not in (ASKED, CONTROL, TRIAL):
            raise DataError(f"{where}: {shown(pair.purpose)} is not one of {ASKED}, {CONTROL}, {TRIAL}")
        if pair.purpose != ASKED and pair.truth not in choices:
            raise DataError(f"{where}: a {pair.purpose} pair needs its right answer: {', '.join(choices)}")
