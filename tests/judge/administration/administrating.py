"""Answers to a study, and the requests of an administrator, without a network."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import select
from sqlalchemy.orm import Session

from treegauge.judge.database.connection import Database
from treegauge.judge.database.records import CONTROL, MemberRecord, PairRecord, PersonRecord, StudyRecord
from treegauge.judge.people import create_person, join, start_visit
from treegauge.judge.places import GivenAnswer, answer_place, next_place
from treegauge.judge.studies import AskedPair
from treegauge.judge.web.application import create_application
from treegauge.judge.web.sessions import Cookie
from treegauge.judge.web.site import Site

NOW = 1_750_000_000.0
BOUNDARY = "between-the-parts"
Choose = Callable[[int, PairRecord], str]  # the number of a person, and a pair

ASKED_PAIRS = [
    AskedPair(
        f"pair-{number}", f"The text number {number}.", f"The hypothesis {number}.", "subject" if number % 2 else ""
    )
    for number in range(6)
]
CONTROL_PAIRS = [
    AskedPair(f"known-{number}", "The dog barks.", "A dog barks.", "", CONTROL, "yes", "") for number in range(2)
]


@dataclass(frozen=True)
class Response:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def goes_to(self) -> str:
        """Where it redirects to."""
        return self.headers.get("location", "")

    @property
    def words(self) -> str:
        """What can be read on the page."""
        return " ".join(re.sub(r"(?s)<script.*?</script>|<[^>]+>", " ", self.text).split())


@dataclass
class Desk:
    """A study with its administrator at a browser."""

    database: Database
    site: Site
    study: int
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, address: str) -> Response:
        """Open a page."""
        return self._ask("GET", address, b"", "")

    def post(self, address: str, **fields: str) -> Response:
        """Send a form."""
        body = urlencode({"csrf": self.secret(), **fields}).encode()
        return self._ask("POST", address, body, "application/x-www-form-urlencoded")

    def upload(self, address: str, name: str, content: bytes, **fields: str) -> Response:
        """Send a form with a file."""
        parts = [
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in {"csrf": self.secret(), **fields}.items()
        ]
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
        body = b"".join(parts) + head + content + f"\r\n--{BOUNDARY}--\r\n".encode()
        return self._ask("POST", address, body, f"multipart/form-data; boundary={BOUNDARY}")

    def secret(self) -> str:
        """What the forms of this visit have."""
        found = re.search(r'name="csrf" value="([0-9a-f]+)"', self.get("/account").text)
        assert found is not None
        return found[1]

    def as_person(self, person: PersonRecord) -> Desk:
        """The same installation in the browser of somebody else."""
        with self.database.writing() as session:
            cookie = Cookie(start_visit(session, person, NOW), new=True)
        cookies = {"treegauge": str(self.site.cookies.dumps(cookie.token))}
        return Desk(self.database, self.site, self.study, cookies)

    def member(self, label: str) -> MemberRecord:
        """A member by the label."""
        with self.database.reading() as session:
            return session.scalars(select(MemberRecord).where(MemberRecord.label == label)).one()

    def pair(self, name: str) -> PairRecord:
        """A pair by its name."""
        with self.database.reading() as session:
            return session.scalars(select(PairRecord).where(PairRecord.name == name)).one()

    def _ask(self, method: str, address: str, body: bytes, kind: str) -> Response:
        path, _, query = address.partition("?")
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"host": "judge.test", "cookie": cookie, "content-type": kind, "content-length": str(len(body))}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "scheme": "http",
            "server": ("judge.test", 80),
            "client": ("192.0.2.7", 1),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items() if value],
        }
        return asyncio.run(_answered(create_application(self.site), scope, body))


async def _answered(application: Any, scope: dict[str, Any], body: bytes) -> Response:
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await application(scope, receive, send)
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Response(sent[0]["status"], headers, b"".join(message.get("body", b"") for message in sent[1:]))


def answered_by(session: Session, study: StudyRecord, label: str, choose: Choose, number: int, most: int = 99) -> None:
    """Somebody new answers all that they are shown, one pair per minute, ten seconds each."""
    member = join(session, study, create_person(session, NOW), "annotator", label, NOW)
    member.consented = member.instructed = NOW
    session.flush()
    for turn in range(most):
        place = next_place(session, member, NOW + 60 * turn)
        if place is None:
            return
        given = GivenAnswer(choose(number, place.pair), 10.0 + number, f"comment of {label}" if not turn else "")
        answer_place(session, member, place.id, given, NOW + 60 * turn + 10)


def all_yes_but_the_third(number: int, pair: PairRecord) -> str:
    """Two agree on everything, the third contradicts them on pairs with an even number, and the known pairs."""
    return "no" if number == 2 and int(pair.name[-1]) % 2 == 0 else "yes"
