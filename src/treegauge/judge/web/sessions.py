"""The cookie: a signed secret that stands for a visit. It is HttpOnly and SameSite, and Secure where TLS is."""

from __future__ import annotations

from dataclasses import dataclass

from itsdangerous import BadSignature
from starlette.requests import Request
from starlette.responses import Response

from ..people import VISIT_SECONDS
from ..secrets import new_token
from .site import Site


@dataclass
class Cookie:
    """What the cookie has; a handler that logs somebody in or out gives it another secret."""

    token: str
    new: bool

    def replace(self, token: str) -> None:
        """From now on, the cookie has this secret."""
        self.token, self.new = token, True


def cookie_of(site: Site, request: Request) -> Cookie:
    """The cookie of a request, or a new one: not given, not ours, or too old."""
    try:
        token = site.cookies.loads(request.cookies.get(_name(site, request), ""), max_age=int(VISIT_SECONDS))
        return Cookie(str(token), new=False)
    except BadSignature:
        return Cookie(new_token(), new=True)


def set_cookie(site: Site, request: Request, response: Response, cookie: Cookie) -> None:
    """Give the cookie to the browser, if it does not have it yet."""
    if cookie.new:
        response.set_cookie(
            _name(site, request),
            str(site.cookies.dumps(cookie.token)),
            max_age=int(VISIT_SECONDS),
            path="/",
            secure=_secure(site, request),
            httponly=True,
            samesite="lax",
        )


def _secure(site: Site, request: Request) -> bool:
    return site.secure or request.url.scheme == "https"


def _name(site: Site, request: Request) -> str:
    """With TLS, a name that browsers accept only for this host, from this host."""
    return "__Host-treegauge" if _secure(site, request) else "treegauge"
