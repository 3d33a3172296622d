"""How often people may try: to log in, to make accounts, to use links, to change a password."""

from __future__ import annotations

from ..attempts import Limit, allowed, attempts_from, attempts_on
from .routes import Call

_ADDRESS = Limit(100, 600)  # a class behind one address
_NAME = Limit(10, 600)
_ACCOUNTS = Limit(60, 3600)
_LINKS = Limit(600, 3600)  # shared links make people


def may_log_in(call: Call, name: str) -> bool:
    """Count an attempt to log in, against the address and against the name."""
    return _within(call, (attempts_from("login", call.address), _ADDRESS), (attempts_on(name), _NAME))


def may_sign_up(call: Call) -> bool:
    """Count an attempt to make an account."""
    return _within(call, (attempts_from("account", call.address), _ACCOUNTS))


def may_use_link(call: Call) -> bool:
    """Count an attempt to come in by a link."""
    return _within(call, (attempts_from("link", call.address), _LINKS))


def may_change_password(call: Call) -> bool:
    """Count an attempt to change the password, for which the old one is needed."""
    return _within(call, (f"password {call.somebody.id}", _NAME))


def _within(call: Call, *limits: tuple[str, Limit]) -> bool:
    """With our secret, so that an address cannot be read from the hash that is kept of it."""
    with call.site.counting, call.site.database.writing() as session:
        return all(allowed(session, f"{call.site.secret} {source}", limit, call.now) for source, limit in limits)
