"""The people of a study: how fast they are, how often right, what they wrote; exclude them, or take them in again."""

from __future__ import annotations

from sqlalchemy import func, select
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ....core.errors import CallError
from ...database.records import ANNOTATOR, MemberRecord
from ...members import list_members, member_details
from ...people import exclude, include
from ..rendering import rendered
from ..routes import Access, Call, Opens, redirect, web_page
from .forms import PAGE, number_in_path, page_number, pages_of, refusal

_LONGEST = 500  # characters of a reason


@web_page("GET", "/admin/{study}/people", Access.administrator)
def people_page(call: Call) -> Response:
    """The members of the study."""
    of_study = MemberRecord.study_id == call.in_study.id
    number = call.session.scalar(select(func.count()).where(of_study)) or 0
    page = min(page_number(call), pages_of(number))
    rows = list_members(call.session, call.in_study, (page - 1) * PAGE, PAGE)
    return rendered(call, "admin/people.html", section="people", rows=rows, page=page, pages=pages_of(number))


@web_page("GET", "/admin/{study}/people/{member}", Access.administrator)
def one_person_page(call: Call) -> Response:
    """All about one member."""
    return _one_person_page(call, _member(call))


@web_page("POST", "/admin/{study}/people/{member}/exclude", Access.administrator, Opens.writing)
def exclude_person(call: Call) -> Response:
    """The answers of a person do not count from now on; others are asked in their place."""
    member, reason = _member(call), call.form.get("reason", "").strip()[:_LONGEST]

    def leave_out() -> None:
        if not reason:
            raise CallError("a reason is needed")
        if member.role != ANNOTATOR and not member.answered:
            raise CallError("an administrator who has not answered cannot be excluded")
        exclude(call.session, member, reason, call.now)

    if problem := refusal(call, leave_out):
        return _one_person_page(call, member, problem)
    return redirect(f"/admin/{call.in_study.name}/people/{member.id}")


@web_page("POST", "/admin/{study}/people/{member}/include", Access.administrator, Opens.writing)
def include_person(call: Call) -> Response:
    """The answers of a person count again."""
    member = _member(call)
    include(call.session, member)
    return redirect(f"/admin/{call.in_study.name}/people/{member.id}")


def _member(call: Call) -> MemberRecord:
    member = call.session.get(MemberRecord, number_in_path(call, "member"))
    if member is None or member.study_id != call.in_study.id:
        raise HTTPException(404)
    return member


def _one_person_page(call: Call, member: MemberRecord, problem: str | None = None) -> Response:
    return rendered(
        call,
        "admin/person.html",
        status=422 if problem else 200,
        section="people",
        who=member,
        details=member_details(call.session, member),
        problem_said=problem,
    )
