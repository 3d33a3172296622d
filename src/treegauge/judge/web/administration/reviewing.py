"""How far people agree, what is gold, and the pairs to adjudicate: figures that need all answers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sqlalchemy import Select, select
from sqlalchemy.orm import Session
from starlette.responses import Response

from ....evaluation.judging.gold import GoldAnswer
from ....evaluation.judging.persons import JudgingPerson
from ...answers import person_names
from ...database.records import PairRecord, PersonRecord, StudyRecord
from ...figures import StudyFigures
from ..rendering import rendered
from ..routes import Access, Call, Opens, web_page
from .forms import PAGE, page_number, pages_of


@web_page("GET", "/admin/{study}/agreement", Access.administrator, Opens.itself)
def agreement_page(call: Call) -> Response:
    """Agreement, overall and by kind, and the persons by how reliable they are."""
    figures = _figures(call)
    if figures is None:
        return rendered(call, "admin/agreement.html", section="agreement", figures=None)
    with call.site.database.reading() as session:
        members = {name: number for number, name in person_names(session, call.in_study).items()}
    persons = sorted(figures.results.persons, key=_least_reliable_first)
    page = min(page_number(call), pages_of(len(persons)))
    return rendered(
        call,
        "admin/agreement.html",
        section="agreement",
        figures=figures,
        persons=persons[(page - 1) * PAGE : page * PAGE],
        members=members,
        page=page,
        pages=pages_of(len(persons)),
    )


@web_page("GET", "/admin/{study}/gold", Access.administrator, Opens.itself)
def gold_page(call: Call) -> Response:
    """Gold, the pairs to adjudicate, and what was decided."""
    figures = _figures(call)
    doubtful = figures.doubtful if figures is not None else ()
    page = min(page_number(call), pages_of(len(doubtful)))
    some = doubtful[(page - 1) * PAGE : page * PAGE]
    with call.site.database.reading() as session:
        records = _records(session, call.in_study, some)
        decided = session.execute(_decided(call.in_study)).all()
    return rendered(
        call,
        "admin/gold.html",
        section="gold",
        figures=figures,
        doubtful=[(answer, records[answer.pair]) for answer in some if answer.pair in records],
        number=len(doubtful),
        decided=decided[:PAGE],
        more=len(decided) > PAGE,
        page=page,
        pages=pages_of(len(doubtful)),
        said=call.query.get("said"),
    )


def _figures(call: Call) -> StudyFigures | None:
    return call.site.figures.figures(call.site.database, call.in_study, call.now)


def _least_reliable_first(person: JudgingPerson) -> tuple[bool, float]:
    return person.excluded, math.inf if math.isnan(person.reliability) else person.reliability


def _records(session: Session, study: StudyRecord, answers: Sequence[GoldAnswer]) -> dict[str, PairRecord]:
    """The pairs of some gold answers, by name."""
    names = [answer.pair for answer in answers]
    rows = session.scalars(select(PairRecord).where(PairRecord.study_id == study.id, PairRecord.name.in_(names)))
    return {row.name: row for row in rows}


def _decided(study: StudyRecord) -> Select[PairRecord, str | None]:
    return (
        select(PairRecord, PersonRecord.name)
        .outerjoin(PersonRecord, PersonRecord.id == PairRecord.decided_by)
        .where(PairRecord.study_id == study.id, PairRecord.decision.is_not(None))
        .order_by(PairRecord.decided.desc(), PairRecord.id)
        .limit(PAGE + 1)
    )
