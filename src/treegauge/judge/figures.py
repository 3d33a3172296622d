"""The figures of a study that need all answers: computed once, and kept until there are other answers."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from ..core.errors import DataError
from ..evaluation.judging.gold import JudgedGold
from ..evaluation.judging.results import JudgementResults, judge_results
from .answers import study_judgements
from .database.connection import Database
from .database.records import MemberRecord, PairRecord, PlaceRecord, StudyRecord

_STUDIES = 4  # whose figures are kept
_RESAMPLES = 1_000
_DRAWS = 1_000  # of the model, for answers up to a number; fewer for more
_ANSWERS = 20_000


@dataclass(frozen=True, eq=False)
class StudyFigures:
    """The figures of a study. `results` are those of people's answers alone; `gold` has what was decided, too.

    computed  when; seconds: how long that took
    """

    results: JudgementResults
    gold: JudgedGold
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
            state = _state(session, study)
        with self._lock:
            before, kept = self._kept.pop(study.id, (None, None))
            if kept is None or before != state:
                kept = _computed(database, study, now)
            if kept is None:
                return None
            self._kept[study.id] = (state, kept)
            while len(self._kept) > _STUDIES:
                del self._kept[next(iter(self._kept))]
        with database.reading() as session:
            gold = kept.gold.adjudicated(decisions_of(session, study))
        return StudyFigures(kept.results, gold, kept.computed, kept.seconds)


def decisions_of(session: Session, study: StudyRecord) -> dict[str, str]:
    """What was decided of pairs, by their names."""
    rows = session.execute(
        select(PairRecord.name, PairRecord.decision).where(
            PairRecord.study_id == study.id, PairRecord.decision.is_not(None)
        )
    )
    return {name: str(decision) for name, decision in rows}


def _state(session: Session, study: StudyRecord) -> tuple[Any, ...]:
    """What changes when other figures are due; it is counted from indexes."""
    places = session.execute(
        select(func.count(), func.max(PlaceRecord.answered)).where(
            PlaceRecord.study_id == study.id, PlaceRecord.answered.is_not(None)
        )
    ).one()
    members = session.execute(
        select(MemberRecord.id, MemberRecord.label).where(
            MemberRecord.study_id == study.id, MemberRecord.excluded.is_not(None)
        )
    ).all()
    return (study.created, tuple(study.choices), *places, *map(tuple, members))


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
    return StudyFigures(results, results.gold, now, time.perf_counter() - begin)
