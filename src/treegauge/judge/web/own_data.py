"""What is kept of a person, for that person: to see, to download, to delete."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import delete, select
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ..database.records import MemberRecord, PersonRecord, VisitRecord
from ..people import WeakPasswordError, delete_person, password_hash, personal_data
from ..secrets import digest, is_password
from .limits import may_change_password
from .rendering import rendered
from .routes import Access, Call, Opens, web_page


@web_page("GET", "/account", Access.person)
def account_page(call: Call) -> Response:
    """The name, the studies, the password, the data."""
    return _account(call, call.session.scalars(_members(call)).all())


@web_page("GET", "/account/data.json", Access.person)
def own_data(call: Call) -> Response:
    """All that is kept of the person."""
    content = json.dumps(personal_data(call.session, call.somebody), ensure_ascii=False, indent=2)
    headers = {"Content-Disposition": 'attachment; filename="my-data.json"'}
    return Response(content, media_type="application/json", headers=headers)


@web_page("POST", "/account/password", Access.person, Opens.itself)
def change_password(call: Call) -> Response:
    """Change the password; visits on other devices end."""
    database = call.site.database
    if not may_change_password(call):
        raise HTTPException(429)
    with call.site.hashing:
        right = is_password(call.form.get("old", ""), call.somebody.password)
        try:
            changed = password_hash(call.form.get("new", "")) if right else None
        except WeakPasswordError:
            changed = None
    with database.writing() as session:
        members = session.scalars(_members(call)).all()
        if changed is not None:
            session.get_one(PersonRecord, call.somebody.id).password = changed
            session.execute(
                delete(VisitRecord).where(
                    VisitRecord.person_id == call.somebody.id, VisitRecord.id != digest(call.cookie.token)
                )
            )
        message = "changed" if changed is not None else "short" if right else "wrong"
        return _account(call, members, status=200 if changed is not None else 422, message=message)


@web_page("POST", "/account/delete", Access.person, Opens.writing)
def delete_own_data(call: Call) -> Response:
    """Delete what is kept of the person."""
    if call.form.get("sure") != "yes":
        raise HTTPException(422, "form_wrong")
    delete_person(call.session, call.somebody, call.now, answers=call.form.get("answers") == "yes")
    return rendered(call, "deleted.html")


def _members(call: Call) -> Any:
    return select(MemberRecord).where(MemberRecord.person_id == call.somebody.id).order_by(MemberRecord.id)


def _account(call: Call, members: object, *, status: int = 200, message: str | None = None) -> Response:
    return rendered(call, "account.html", status=status, members=members, message=message)
