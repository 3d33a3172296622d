"""The application: all pages, the headers that every answer gets, and what is said when something is wrong."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..database.connection import AwayError, NoSpaceError
from . import administration, answering, entering, own_data  # noqa: F401  (their pages)
from .rendering import error_page
from .routes import PAGES, as_routes, redirect
from .site import Site

_LOG = logging.getLogger("treegauge.judge")
_MESSAGES = {401: "not_allowed", 403: "not_allowed", 404: "not_found", 413: "too_large", 429: "too_many"}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # addresses of links are secrets
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def create_application(site: Site) -> ASGIApp:
    """The web application of an installation."""
    return _Guarded(create_pages(site), secure=site.secure)  # around all: also what is said after a mistake of ours


def create_pages(site: Site) -> Starlette:
    """The pages of an installation, without what guards them."""
    static = Mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static")
    handlers: Any = {
        HTTPException: _refused,
        NoSpaceError: _no_space,
        AwayError: _away,
        Exception: _failed,
    }
    application = Starlette(routes=[*as_routes(site, PAGES), static], exception_handlers=handlers)
    application.router.redirect_slashes = False  # that would go where the header Host says
    return application


class _Guarded:
    """Adds headers to every answer, and logs it: by its route, since addresses of links have secrets."""

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self.app = app
        self.secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begin = time.perf_counter()

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers["Cache-Control"] = "max-age=3600" if scope["path"].startswith("/static/") else "no-store"
                if self.secure or scope["scheme"] == "https":
                    headers["Strict-Transport-Security"] = "max-age=31536000"
                page = scope.get("page", "-")
                spent = 1000 * (time.perf_counter() - begin)
                _LOG.info("%s %s %s %.0f ms", scope["method"], page, message["status"], spent)
            await send(message)

        await self.app(scope, receive, sending)


def _refused(request: Request, error: HTTPException) -> Response:
    if error.status_code == 401 and request.method == "GET":
        return redirect("/login")
    message = (
        error.detail if error.detail in ("form_old", "form_wrong") else _MESSAGES.get(error.status_code, "form_wrong")
    )
    return error_page(request, error.status_code, message)


def _no_space(request: Request, error: Exception) -> Response:
    _LOG.error("the disk of the database is full")
    return error_page(request, 507, "no_space")


def _away(request: Request, error: Exception) -> Response:
    _LOG.error("the database does not answer")
    return error_page(request, 503, "away")


def _failed(request: Request, error: Exception) -> Response:
    return error_page(request, 500, "internal")
