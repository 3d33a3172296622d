"""Links into a study: make them, see how often they were used, and revoke them."""

from __future__ import annotations

from sqlalchemy import select
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ....core.errors import CallError
from ...database.records import ADMINISTRATOR, ANNOTATOR, InviteRecord
from ...people import invite
from ..rendering import rendered
from ..routes import Access, Call, Opens, redirect, web_page
from .forms import PAGE, number_in_path, page_number, refusal, whole_number

_KINDS = {"one": (ANNOTATOR, False), "shared": (ANNOTATOR, True), "administrator": (ADMINISTRATOR, False)}
_LONGEST = 3650  # days


@web_page("GET", "/admin/{study}/links", Access.administrator)
def links_page(call: Call) -> Response:
    """The links, and a form for a new one."""
    return _links_page(call)


@web_page("POST", "/admin/{study}/links", Access.administrator, Opens.writing)
def make_link(call: Call) -> Response:
    """Make a link. It is shown once: only its hash is kept."""
    token = ""

    def make() -> None:
        nonlocal token
        role, shared = _KINDS.get(call.form.get("kind", ""), _KINDS["one"])
        days = call.form.get("days", "").strip()
        number = whole_number(days, "days") if days else None
        if number is not None and not 1 <= number <= _LONGEST:
            raise CallError(f"days: 1 to {_LONGEST:,}, not {number:,}")
        label = call.form.get("label", "")
        _, token = invite(call.session, call.in_study, call.now, label=label, role=role, shared=shared, days=number)

    problem = refusal(call, make)
    return _links_page(call, link=f"{call.base}/join/{token}" if token else None, problem=problem)


@web_page("POST", "/admin/{study}/links/{link}/revoke", Access.administrator, Opens.writing)
def revoke_link(call: Call) -> Response:
    """From now on, a link opens nothing; who has come in by it stays."""
    record = call.session.get(InviteRecord, number_in_path(call, "link"))
    if record is None or record.study_id != call.in_study.id or record.owner:
        raise HTTPException(404)
    record.revoked = record.revoked or call.now
    return redirect(f"/admin/{call.in_study.name}/links?said=revoked")


def _links_page(call: Call, *, link: str | None = None, problem: str | None = None) -> Response:
    page = page_number(call)
    rows = call.session.scalars(
        select(InviteRecord)
        .where(InviteRecord.study_id == call.in_study.id, InviteRecord.owner.is_(False))
        .order_by(InviteRecord.id.desc())
        .offset((page - 1) * PAGE)
        .limit(PAGE + 1)
    ).all()
    return rendered(
        call,
        "admin/links.html",
        status=422 if problem else 200,
        section="links",
        links=rows[:PAGE],
        page=page,
        pages=page + (len(rows) > PAGE),
        made=link,
        form=call.form,
        now=call.now,
        said=call.query.get("said"),
        problem_said=problem,
    )
