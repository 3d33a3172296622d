"""Pairs of files as a study asks them, the trial pairs that come with us, and what is decided of pairs."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from ..core.errors import CallError, DataError
from ..core.wording import shown
from ..entailments.pairs import EntailmentPair
from .database.records import ASKED, TRIAL, PairRecord, PersonRecord, PlaceRecord, StudyRecord
from .studies import NO, YES, AskedPair
from .texts import texts_of


def asked_pairs(pairs: Sequence[EntailmentPair], purpose: str = ASKED) -> list[AskedPair]:
    """Pairs of a file for a study. The answers that the file has are the known ones of control and trial pairs; people
    are never shown those of the others, and they are not kept."""
    return [_asked(pair, purpose) for pair in pairs]


def _asked(pair: EntailmentPair, purpose: str) -> AskedPair:
    if purpose == ASKED:
        return AskedPair(pair.id, pair.text, pair.hypothesis, pair.kind)
    if pair.answer is None:
        raise DataError(f'pair {shown(pair.id)} has no answer; {purpose} pairs need theirs: entailment="YES" or "NO"')
    return AskedPair(pair.id, pair.text, pair.hypothesis, pair.kind, purpose, YES if pair.answer else NO)


def usual_trials(language: str) -> list[AskedPair]:
    """The trial pairs that come with a language."""
    return [
        AskedPair(f"trial-{number}", each["text"], each["hypothesis"], "", TRIAL, each["answer"], each["reason"])
        for number, each in enumerate(texts_of(language)["trial"], 1)
    ]


def remove_usual_trials(session: Session, study: StudyRecord) -> None:
    """Make room for other trial pairs: remove ours, unless somebody has been shown one."""
    names = [pair.name for pair in usual_trials(study.language)]
    of_study = (PairRecord.study_id == study.id, PairRecord.purpose == TRIAL)
    shown_already = session.scalar(
        select(exists().where(*of_study, PlaceRecord.pair_id == PairRecord.id, PairRecord.name.in_(names)))
    )
    if not shown_already:
        session.execute(delete(PairRecord).where(*of_study, PairRecord.name.in_(names)))


def decide(session: Session, pair: PairRecord, choice: str | None, person: PersonRecord, now: float) -> None:
    """Decide what is gold for a pair, whatever people answered; None takes a decision back. Who decided it, and when,
    is kept."""
    study = session.get_one(StudyRecord, pair.study_id)
    if pair.purpose != ASKED:
        raise CallError(f"the answer to a {pair.purpose} pair is known; nothing is to be decided")
    if choice is not None and choice not in study.choices:
        raise CallError(f"a decision is one of {', '.join(study.choices)}, not {shown(choice)}")
    pair.decision = choice
    pair.decided_by, pair.decided = (None, None) if choice is None else (person.id, now)
