"""The studies of an administrator, and how far each is."""

from __future__ import annotations

from sqlalchemy import func, select
from starlette.responses import Response

from ...database.records import ADMINISTRATOR, InviteRecord, MemberRecord, StudyRecord
from ...progress import DayOfStudy, days_of, progress_of
from ..rendering import rendered
from ..routes import Access, Call, redirect, web_page

_HEIGHT = 100  # of the chart, in its own units


@web_page("GET", "/admin", Access.person)
def studies_page(call: Call) -> Response:
    """The studies that this person administrates; an owner administrates all."""
    chosen = select(StudyRecord).order_by(StudyRecord.id)
    if not call.somebody.owner:
        mine = select(MemberRecord.study_id).where(
            MemberRecord.person_id == call.somebody.id, MemberRecord.role == ADMINISTRATOR
        )
        chosen = chosen.where(StudyRecord.id.in_(mine))
    studies = call.session.scalars(chosen).all()
    if not studies and not call.somebody.owner:
        return redirect("/")
    languages = {study.language for study in studies}
    rows = [(study, progress_of(call.session, study, call.now)) for study in studies]
    language = languages.pop() if len(languages) == 1 else "en"
    return rendered(call, "admin/studies.html", language=language, rows=rows)


@web_page("GET", "/admin/{study}", Access.administrator)
def overview_page(call: Call) -> Response:
    """How far a study is. Our script loads the figures of this page again and again."""
    links = select(func.count()).where(InviteRecord.study_id == call.in_study.id, InviteRecord.owner.is_(False))
    days = days_of(call.session, call.in_study, call.now)
    return rendered(
        call,
        "admin/overview.html",
        section="overview",
        progress=progress_of(call.session, call.in_study, call.now),
        days=days,
        bars=_bars(days),
        links=call.session.scalar(links) or 0,
        now=call.now,
    )


def _bars(days: list[DayOfStudy]) -> list[tuple[DayOfStudy, float]]:
    """The days with the heights of their bars."""
    most = max((day.answers for day in days), default=0) or 1
    return [(day, round(_HEIGHT * day.answers / most, 1)) for day in days]
