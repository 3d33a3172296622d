"""Tokens and passwords: what is given to people, and the hashes that are kept of it."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

SHORTEST, LONGEST = 8, 200  # characters of a password
_ARGON2 = PasswordHash((Argon2Hasher(),))
_NOBODY = _ARGON2.hash(secrets.token_urlsafe())  # so that an unknown name takes as long as a wrong password


def new_token() -> str:
    """A secret for a link or a cookie."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a token: a database that is read by others opens no door."""
    return hashlib.sha256(token.encode()).hexdigest()


def hash_password(password: str) -> str:
    """The argon2 hash of a password."""
    return _ARGON2.hash(password)


def is_password(password: str, kept: str | None) -> bool:
    """Whether a password is the one whose hash is kept; None, of an unknown person, takes the same time."""
    right = _ARGON2.verify(password, kept or _NOBODY)
    return right and kept is not None


def same(first: str, second: str) -> bool:
    """Whether two secrets are equal, in a time that does not depend on where they differ."""
    return hmac.compare_digest(first.encode(), second.encode())
