"""Attempts to come in, counted by name and by address, so that nobody can guess for long."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from .database.records import AttemptRecord
from .secrets import digest

_DAY = 24 * 3600.0


@dataclass(frozen=True)
class Limit:
    """How many attempts are allowed in how many seconds."""

    attempts: int
    seconds: float


def allowed(session: Session, source: str, limit: Limit, now: float) -> bool:
    """Whether another attempt is within the limit; if so, it is counted."""
    session.execute(delete(AttemptRecord).where(AttemptRecord.made < now - _DAY))
    key = digest(source)
    recent = session.scalar(
        select(func.count()).where(AttemptRecord.source == key, AttemptRecord.made > now - limit.seconds)
    )
    if (recent or 0) >= limit.attempts:
        return False
    session.add(AttemptRecord(source=key, made=now))
    return True


def attempts_on(name: str) -> str:
    """Attempts on a name, for `allowed`: however it is spelled."""
    return f"name {folded_name(name)}"


def attempts_from(what: str, address: str) -> str:
    """Attempts from an address, for `allowed`. One customer has a whole network of the addresses of IPv6."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return f"{what} {address}"
    if isinstance(parsed, IPv6Address):
        return f"{what} {parsed.ipv4_mapped or int(parsed) >> 64}"
    return f"{what} {parsed}"


def folded_name(name: str) -> str:
    """What two names have in common that people would take for the same: spaces, capitals, forms of letters."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()
