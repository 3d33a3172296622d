"""Requests to the application as a browser sends them, without a network: cookies are kept, redirects not followed."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import unquote, urlencode

from sqlalchemy.orm import Session
from starlette.types import ASGIApp, Message

from treegauge.judge.database.connection import Database
from treegauge.judge.database.records import PersonRecord
from treegauge.judge.people import start_visit
from treegauge.judge.web.application import create_application
from treegauge.judge.web.sessions import Cookie
from treegauge.judge.web.site import Site

_TOKEN = re.compile(r'name="csrf" value="([0-9a-f]+)"')


@dataclass(frozen=True)
class Answered:
    """What came back."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def goes_to(self) -> str | None:
        """Where it redirects to."""
        return self.header("location")

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name), None)


@dataclass
class Browser:
    """Somebody's browser, with its cookies."""

    application: ASGIApp
    cookies: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)  # that every request has
    scheme: str = "http"
    address: str = "192.0.2.1"

    def get(self, address: str, **headers: str) -> Answered:
        return self.ask("GET", address, [], headers)

    def post(self, address: str, fields: dict[str, str] | None = None, *, page: str | None = None) -> Answered:
        """Send a form: with the secret of the form of a page, the login page if none is named."""
        secret = _TOKEN.search(self.get(page or "/login").text)
        assert secret is not None, "there is no form"
        return self.send(address, {"csrf": secret[1], **(fields or {})})

    def send(self, address: str, fields: dict[str, str], **headers: str) -> Answered:
        """Send a form as it is."""
        kind = {"content-type": "application/x-www-form-urlencoded"}
        return self.ask("POST", address, [urlencode(fields).encode()], {**kind, **headers})

    def ask(self, method: str, address: str, parts: list[bytes], headers: dict[str, str]) -> Answered:
        """Any request; the body comes in parts."""
        path, _, query = address.partition("?")
        sent = {"host": "judge.test", **self.headers, **headers}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "path": unquote(path, errors="replace"),
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "scheme": self.scheme,
            "server": ("judge.test", 80),
            "client": (self.address, 1234),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        }
        answer = asyncio.run(_asked(self.application, scope, parts))
        for name, value in answer.headers:
            if name == "set-cookie":
                self.cookies.update({key: morsel.value for key, morsel in SimpleCookie(value).items()})
        return answer


async def _asked(application: ASGIApp, scope: dict[str, Any], parts: list[bytes]) -> Answered:
    waiting = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    waiting.append({"type": "http.request", "body": b"", "more_body": False})
    status, headers, body = 0, [], b""

    async def receive() -> Message:
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        nonlocal status, headers, body
        if message["type"] == "http.response.start":
            status = message["status"]
            headers = [(name.decode(), value.decode()) for name, value in message["headers"]]
        body += message.get("body", b"")

    try:
        await application(scope, receive, send)
    except Exception:
        if status != 500:  # Starlette raises an error again, for the log, after it was answered
            raise
    return Answered(status, headers, body)


def site_of(database: Database, **options: Any) -> Site:
    """An installation with a secret of its own."""
    return Site(database, "a secret of the tests", **options)


def open_browser(site: Site, **options: Any) -> Browser:
    """A browser that has been nowhere."""
    return Browser(create_application(site), **options)


def browser_of(site: Site, session: Session, person: PersonRecord, now: float) -> Browser:
    """The browser of somebody who is logged in."""
    cookie = Cookie(start_visit(session, person, now), new=True)
    name = "__Host-treegauge" if site.secure else "treegauge"
    return Browser(create_application(site), {name: str(site.cookies.dumps(cookie.token))})
