"""The figures of a study that need all answers: computed once, and kept until there are other answers."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from ..core.errors import DataError
from ..evaluation.judging.gold import GoldAnswer, JudgedGold
from ..evaluation.judging.results import JudgementResults, judge_results
from .answers import study_judgements
from .database.connection import Database
from .database.records import MemberRecord, PairRecord, StudyRecord

_STUDIES = 4  # whose figures are kept
_RESAMPLES = 1_000
_DRAWS = 1_000  # of the model, for answers up to a number; fewer for more
_ANSWERS = 20_000
_SURE = 0.95


@dataclass(frozen=True, eq=False)
class StudyFigures:
    """The figures of a study. `results` are those of people's answers alone; the others know what was decided, too.

    decisions  what was decided, by the names of pairs
    doubtful   the pairs to adjudicate
    numbers    how many pairs have gold, and by which way
    computed   when `results` were computed, and `seconds` how long that took
    """

    results: JudgementResults
    decisions: dict[str, str]
    doubtful: tuple[GoldAnswer, ...]
    numbers: dict[str, int]
    computed: float
    seconds: float


@dataclass(eq=False)
class FigureKeeper:
    """Keeps the figures of the studies that were asked for last."""

    _kept: dict[int, tuple[Any, StudyFigures]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)  # one at a time: it takes all of a processor

    def figures(self, database: Database, study: StudyRecord, now: float) -> StudyFigures | None:
        """The figures of a study as it is now; None if no answer counts yet."""
        with database.reading() as session:
            state, decisions = _state(session, study), decisions_of(session, study)
        with self._lock:
            before, kept = self._kept.pop(study.id, (None, None))
            if kept is None or before != state:
                kept = _computed(database, study, now)
            if kept is None:
                return None
            if kept.decisions != decisions:
                kept = _adjudicated(kept, decisions)
            self._kept[study.id] = (state, kept)
            while len(self._kept) > _STUDIES:
                del self._kept[next(iter(self._kept))]
            return kept


def decisions_of(session: Session, study: StudyRecord) -> dict[str, str]:
    """What was decided of pairs, by their names."""
    rows = session.execute(
        select(PairRecord.name, PairRecord.decision).where(
            PairRecord.study_id == study.id, PairRecord.decision.is_not(None)
        )
    )
    return {name: str(decision) for name, decision in rows}


def _state(session: Session, study: StudyRecord) -> tuple[Any, ...]:
    """What changes when other figures are due. Each member knows how many answers they gave, and when the last; their
    names are in the figures."""
    member = MemberRecord
    of_study = member.study_id == study.id
    answers = session.execute(select(func.sum(member.answered), func.max(member.seen)).where(of_study)).one()
    names = session.execute(select(member.id, member.label, member.excluded).where(of_study).order_by(member.id))
    return (study.created, tuple(study.choices), *answers, *(tuple(row) for row in names))


def _computed(database: Database, study: StudyRecord, now: float) -> StudyFigures | None:
    begin = time.perf_counter()
    try:
        with database.reading() as session:
            judgements = study_judgements(session, study)
        judgements.decisions[:] = -1
        draws = min(_DRAWS, _DRAWS * _ANSWERS // len(judgements))
        results = judge_results(judgements, resamples=_RESAMPLES, draws=draws if draws >= _DRAWS // 10 else 0)
    except DataError:  # nobody has answered, or all who did are excluded
        return None
    spent = time.perf_counter() - begin
    return _adjudicated(StudyFigures(results, {}, (), {}, now, spent), {})


def _adjudicated(figures: StudyFigures, decisions: dict[str, str]) -> StudyFigures:
    """The figures after these decisions."""
    gold = figures.results.gold.adjudicated(decisions)
    doubtful = tuple(gold.to_adjudicate())
    return replace(figures, decisions=decisions, doubtful=doubtful, numbers=_numbers(gold))


def _numbers(gold: JudgedGold) -> dict[str, int]:
    """How many pairs have an answer by the majority, and by the model; control pairs left out."""
    asked = [answer for answer in gold.answers if answer.control is None]
    return {
        "pairs": len(asked),
        "majority": sum(answer.majority is not None for answer in asked),
        "unanimous": sum(max(answer.votes.values()) == sum(answer.votes.values()) for answer in asked),
        "same": sum(answer.majority == answer.probable for answer in asked),
        "sure": sum(answer.probability >= _SURE for answer in asked),
        "decided": sum(answer.decision is not None for answer in asked),
    }
