"""How people come in: by a link, by a name and a password, or with a new account."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ..database.records import ADMINISTRATOR, ANNOTATOR, InviteRecord, MemberRecord, PersonRecord, StudyRecord
from ..people import (
    NameTakenError,
    WeakPasswordError,
    create_person,
    end_visit,
    join,
    logged_in,
    password_hash,
    start_visit,
    use_invite,
    valid_invite,
)
from .limits import may_log_in, may_sign_up, may_use_link
from .rendering import rendered
from .routes import Access, Call, Opens, redirect, web_page


@web_page("GET", "/", Access.anyone)
def home(call: Call) -> Response:
    """Where somebody belongs: their study, the list of theirs, or the page to log in."""
    if call.person is None:
        return redirect("/login")
    members = call.session.scalars(select(MemberRecord).where(MemberRecord.person_id == call.person.id)).all()
    if call.person.owner or any(member.role == ADMINISTRATOR for member in members):
        return redirect("/admin")
    return redirect(f"/s/{members[0].study.name}") if len(members) == 1 else redirect("/account")


@web_page("GET", "/login", Access.anyone)
def login_page(call: Call) -> Response:
    """A form for a name and a password."""
    return rendered(call, "login.html", message=None)


@web_page("POST", "/login", Access.anyone, Opens.itself)
def login(call: Call) -> Response:
    """Log in. A wrong password and an unknown name give the same answer, in the same time."""
    name, password = call.form.get("name", ""), call.form.get("password", "")
    if not may_log_in(call, name):
        return rendered(call, "login.html", status=429, message="too_many")
    with call.site.hashing, call.site.database.reading() as session:
        person = logged_in(session, name, password)
    if person is None:
        return rendered(call, "login.html", status=403, message="wrong")
    with call.site.database.writing() as session:
        _enter(session, call, person)
    return redirect("/")


@web_page("POST", "/logout", Access.person, Opens.writing)
def logout(call: Call) -> Response:
    """Log out, on this device."""
    end_visit(call.session, call.cookie.token)
    return redirect("/login")


@web_page("GET", "/s/{study}/signup", Access.anyone)
def sign_up_page(call: Call) -> Response:
    """A form for a new account, where the study allows it."""
    _check_sign_up(call.in_study)
    return rendered(call, "sign_up.html", message=None)


@web_page("POST", "/s/{study}/signup", Access.anyone, Opens.itself)
def sign_up(call: Call) -> Response:
    """Make an account, and join the study with it."""
    _check_sign_up(call.in_study)
    if not may_sign_up(call):
        return rendered(call, "sign_up.html", status=429, message="too_many")
    try:
        with _new_account(call) as (session, person):
            study = session.get_one(StudyRecord, call.in_study.id)
            join(session, study, person, ANNOTATOR, "", call.now)
            _enter(session, call, person)
    except NameTakenError:
        return rendered(call, "sign_up.html", status=422, message="taken")
    except WeakPasswordError:
        return rendered(call, "sign_up.html", status=422, message="short")
    return redirect(f"/s/{call.in_study.name}")


@web_page("GET", "/join/{token}", Access.anyone)
def join_page(call: Call) -> Response:
    """What a link leads to. Nothing happens until the button is pressed: programs that look at links press none."""
    record = valid_invite(call.session, call.path["token"], call.now)
    if record is None:
        return rendered(call, "join_ended.html", status=404)
    return _join_page(call, record, call.session)


@web_page("POST", "/join/{token}", Access.anyone, Opens.itself)
def use_link(call: Call) -> Response:
    """Come in by a link."""
    if not may_use_link(call):
        raise HTTPException(429)
    with call.site.database.reading() as session:
        record = valid_invite(session, call.path["token"], call.now)
    if record is None:
        return rendered(call, "join_ended.html", status=404)
    try:
        return _administrator_joins(call) if record.role == ADMINISTRATOR else _annotator_joins(call)
    except (NameTakenError, WeakPasswordError) as error:
        with call.site.database.reading() as session:
            message = "taken" if isinstance(error, NameTakenError) else "short"
            return _join_page(call, record, session, status=422, message=message)


def _annotator_joins(call: Call) -> Response:
    """Whoever is logged in joins. A link opens no account that has a password: that of an administrator, who has
    tried the link before giving it away, least of all."""
    with call.site.database.writing() as session:
        record = valid_invite(session, call.path["token"], call.now, locked=True)
        if record is None:
            raise HTTPException(404)
        present = None if call.person is None else session.get(PersonRecord, call.person.id)
        known = None if record.shared or record.person_id is None else session.get(PersonRecord, record.person_id)
        if known is not None and known.password is not None and known is not present:
            return redirect("/login")
        member = use_invite(session, record, present, call.now)
        if present is None or present.id != member.person_id:
            _enter(session, call, member.person)
        name = member.study.name
    return redirect(f"/s/{name}")


def _administrator_joins(call: Call) -> Response:
    """One who has an account keeps it; others choose a name and a password."""
    if call.person is not None and call.person.name is not None:
        with call.site.database.writing() as session:
            _take_office(session, call, session.get_one(PersonRecord, call.person.id))
    else:
        with _new_account(call) as (session, person):
            _take_office(session, call, person)
            _enter(session, call, person)
    return redirect("/admin")


def _take_office(session: Session, call: Call, person: PersonRecord) -> None:
    record = valid_invite(session, call.path["token"], call.now, locked=True)
    if record is None:
        raise HTTPException(404)
    use_invite(session, record, person, call.now)
    person.owner = person.owner or record.owner


def _join_page(
    call: Call, record: InviteRecord, session: Session, *, status: int = 200, message: str | None = None
) -> Response:
    study = session.get_one(StudyRecord, record.study_id)
    return rendered(
        call,
        "join.html",
        status=status,
        language=study.language,
        invited=study,
        returning=record.person_id is not None and not record.shared,
        needs_account=record.role == ADMINISTRATOR and (call.person is None or call.person.name is None),
        administrator=record.role == ADMINISTRATOR,
        token=call.path["token"],
        message=message,
    )


@contextmanager
def _new_account(call: Call) -> Iterator[tuple[Session, PersonRecord]]:
    """A person with the name and the password of the form. The password is hashed before the transaction begins."""
    with call.site.hashing:
        password = password_hash(call.form.get("password", ""))
    with call.site.database.writing() as session:
        person = create_person(session, call.now, call.form.get("name", ""))
        person.password = password
        yield session, person


def _enter(session: Session, call: Call, person: PersonRecord) -> None:
    """From now on, the cookie stands for this person; a new secret, so that an old one is worth nothing."""
    if not call.cookie.new:
        end_visit(session, call.cookie.token)
    call.cookie.replace(start_visit(session, person, call.now))


def _check_sign_up(study: StudyRecord) -> None:
    if not study.sign_up:
        raise HTTPException(404)
