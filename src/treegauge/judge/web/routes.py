"""What every page goes through: who asks, whether they may, whether a form is theirs; and one transaction.

A handler is a plain function `Call -> Response`. It is called in a thread, inside one transaction; its response is sent
when the transaction is on disk. A handler without a rule cannot be written: the rule is an argument of `web_page`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ..database.records import ADMINISTRATOR, MemberRecord, PersonRecord, StudyRecord
from ..people import membership, visitor
from ..texts import preferred_language
from .sessions import Cookie, cookie_of, set_cookie
from .site import Site

_FORM = 64 * 1024  # bytes
_UPLOAD = 32 * 1024 * 1024
_FIELDS = 100


class Access(StrEnum):
    """Who may see a page."""

    anyone = "anyone"
    person = "person"  # somebody who is logged in
    member = "member"  # somebody who belongs to the study
    administrator = "administrator"  # of the study, or an owner
    owner = "owner"  # of the whole installation


class Opens(StrEnum):
    """What a handler does with the database."""

    reading = "reading"
    writing = "writing"
    itself = "itself"  # it opens transactions itself, since it does slow work between them


@dataclass(frozen=True)
class Call:
    """A request, after all has been checked."""

    site: Site
    cookie: Cookie
    person: PersonRecord | None
    study: StudyRecord | None
    member: MemberRecord | None
    path: Mapping[str, str]
    query: Mapping[str, str]
    form: Mapping[str, str]
    files: Mapping[str, tuple[str, bytes]]
    address: str  # of the other side
    base: str  # of our own addresses, as the other side sees them
    language: str  # that the browser prefers
    quick: bool  # whether our script asks, which shows what comes back
    opened: Session | None = field(default=None)

    @property
    def session(self) -> Session:
        """The transaction of this call."""
        assert self.opened is not None
        return self.opened

    @property
    def somebody(self) -> PersonRecord:
        """The person, where the rule asks for one."""
        assert self.person is not None
        return self.person

    @property
    def in_study(self) -> StudyRecord:
        """The study in the address."""
        assert self.study is not None
        return self.study

    @property
    def as_member(self) -> MemberRecord:
        """How the person belongs to the study, where the rule asks for it."""
        assert self.member is not None
        return self.member

    @property
    def now(self) -> float:
        """Seconds since 1970."""
        return self.site.clock()


Handler = Callable[[Call], Response]


@dataclass(frozen=True)
class Page:
    """A handler with its address and its rule."""

    method: str
    address: str
    rule: Access
    opens: Opens
    handler: Handler
    upload: bool


PAGES: list[Page] = []


def web_page(
    method: str, address: str, rule: Access, opens: Opens = Opens.reading, *, upload: bool = False
) -> Callable[[Handler], Handler]:
    """Make a function the handler of an address."""

    def add(handler: Handler) -> Handler:
        PAGES.append(Page(method, address, rule, opens, handler, upload))
        return handler

    return add


def as_routes(site: Site, pages: list[Page]) -> list[Route]:
    """The pages as routes of an application."""
    return [Route(each.address, _endpoint(site, each), methods=[each.method]) for each in pages]


def redirect(address: str) -> Response:
    """Go on to another page, by GET."""
    return RedirectResponse(address, status_code=303)


def _endpoint(site: Site, asked: Page) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        request.scope["page"] = asked.address
        form: dict[str, str] = {}
        files: dict[str, tuple[str, bytes]] = {}
        if any("\0" in value for value in (*request.path_params.values(), *request.query_params.values())):
            raise HTTPException(404)  # no text in a database has it
        if asked.upload:
            await run_in_threadpool(_admit, site, asked, request)  # before much is read from just anybody
        if asked.method == "POST":
            form, files = await _form(request, _UPLOAD if asked.upload else _FORM)
        return await run_in_threadpool(_answer, site, asked, request, form, files)

    return endpoint


async def _form(request: Request, most: int) -> tuple[dict[str, str], dict[str, tuple[str, bytes]]]:
    """The fields and files of a form. One that is too large is refused while it comes in, not when it is here."""
    size = 0

    async def bounded() -> Any:
        nonlocal size
        message = await request.receive()
        size += len(message.get("body", b""))
        if size > most:
            raise HTTPException(413)
        return message

    length = request.headers.get("content-length", "0")
    if length.isascii() and length.isdigit() and int(length) > most:
        raise HTTPException(413)
    fields, files = {}, {}
    try:
        async with Request(request.scope, bounded).form(max_files=10, max_fields=_FIELDS, max_part_size=most) as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    files[name] = (value.filename or "", await value.read())
                else:
                    fields[name] = value
    except ClientDisconnect:
        raise HTTPException(400) from None
    if any("\0" in value for value in fields.values()):
        raise HTTPException(422)
    return fields, files


def _admit(site: Site, asked: Page, request: Request) -> None:
    """Refuse who may not see a page, before its form is read."""
    with site.database.reading() as session:
        found = _who(session, cookie_of(site, request), request, site.clock())
        _check(asked.rule, *found, "study" in request.path_params)


def _answer(
    site: Site, asked: Page, request: Request, form: Mapping[str, str], files: Mapping[str, tuple[str, bytes]]
) -> Response:
    """Check a request, and hand it to its handler, inside a transaction."""
    cookie = cookie_of(site, request)
    database = site.database
    context: Any = database.writing() if asked.opens is Opens.writing else database.reading()
    with context if asked.opens is not Opens.itself else nullcontext() as session:
        with nullcontext(session) if session is not None else database.reading() as looking:
            person, study, member = _who(looking, cookie, request, site.clock(), locked=asked.opens is Opens.writing)
        _check(asked.rule, person, study, member, "study" in request.path_params)
        if asked.method == "POST" and not site.is_own_form(cookie, form.get("csrf", ""), request):
            raise HTTPException(403, "form_old")
        call = Call(
            site=site,
            cookie=cookie,
            person=person,
            study=study,
            member=member,
            path={name: str(value) for name, value in request.path_params.items()},
            query=dict(request.query_params),
            form=form,
            files=files,
            address=request.client.host if request.client else "",
            base=site.public or str(request.base_url).rstrip("/"),
            language=preferred_language(request.headers.get("accept-language", "")),
            quick=request.headers.get("x-quick") == "1",
            opened=session,
        )
        response = asked.handler(call)
    set_cookie(site, request, response, cookie)
    return response


def _who(
    session: Session, cookie: Cookie, request: Request, now: float, *, locked: bool = False
) -> tuple[PersonRecord | None, StudyRecord | None, MemberRecord | None]:
    person = None if cookie.new else visitor(session, cookie.token, now)
    name = request.path_params.get("study")
    study = None if name is None else session.scalar(select(StudyRecord).where(StudyRecord.name == name))
    member = None if person is None or study is None else membership(session, person.id, study.id, locked=locked)
    return person, study, member


def _check(
    rule: Access, person: PersonRecord | None, study: StudyRecord | None, member: MemberRecord | None, named: bool
) -> None:
    """Refuse who may not see a page. Whether a study exists is not said to those who do not belong to it."""
    if rule is Access.anyone:
        if named and study is None:
            raise HTTPException(404)
        return
    if person is None:
        raise HTTPException(401)
    if rule is Access.owner and not person.owner:
        raise HTTPException(404)
    if rule is Access.member and member is None:
        raise HTTPException(404)
    administrates = person.owner or (member is not None and member.role == ADMINISTRATOR)
    if rule is Access.administrator and (study is None or not administrates):
        raise HTTPException(404)
