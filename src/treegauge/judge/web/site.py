"""What all pages share: the database, the secret, the templates."""

from __future__ import annotations

import hashlib
import hmac
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from itsdangerous import URLSafeTimedSerializer
from starlette.requests import Request

from ..database.connection import Database
from ..figures import FigureKeeper
from ..secrets import same

if TYPE_CHECKING:
    from .sessions import Cookie


@dataclass(frozen=True, eq=False)
class Site:
    """An installation.

    secret  signs cookies and forms
    public  the address by which people reach it, without a slash at the end; that of the request, if not given
    """

    database: Database
    secret: str
    public: str = ""
    clock: Callable[[], float] = time.time
    hashing: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(2))  # argon2 takes 64 MB each
    counting: threading.Lock = field(default_factory=threading.Lock)  # of attempts: none slips through between others
    figures: FigureKeeper = field(default_factory=FigureKeeper)

    @property
    def secure(self) -> bool:
        """Whether people reach it by TLS, whatever a request says of itself."""
        return self.public.startswith("https:")

    @property
    def cookies(self) -> URLSafeTimedSerializer:
        """It signs cookies, and reads those that it signed."""
        return URLSafeTimedSerializer(self.secret, salt="visit")

    def form_token(self, cookie: Cookie) -> str:
        """What a form of this visit has, and a form of another site has not."""
        return hmac.new(self.secret.encode(), b"form:" + cookie.token.encode(), hashlib.sha256).hexdigest()

    def is_own_form(self, cookie: Cookie, token: str, request: Request) -> bool:
        """Whether a form was made by us, for this visit, and is sent from one of our pages."""
        if request.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            return False
        origin = request.headers.get("origin")
        ours = {urlsplit(self.public).netloc, request.headers.get("host", "")} - {""}
        if origin is not None and origin != "null" and urlsplit(origin).netloc not in ours:
            return False
        return not cookie.new and same(token, self.form_token(cookie))
