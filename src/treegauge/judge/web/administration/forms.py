"""What forms and addresses of administrators have, checked."""

from __future__ import annotations

from collections.abc import Callable

from starlette.exceptions import HTTPException

from ....core.errors import CallError, DataError
from ....core.wording import shown
from ..routes import Call

PAGE = 50  # rows of a table
_LARGEST = 2**31 - 1  # that a column of numbers holds


def refusal(call: Call, change: Callable[[], object]) -> str | None:
    """Make a change; if it cannot be made, undo all of it, and return why."""
    try:
        with call.session.begin_nested():
            change()
    except (CallError, DataError) as error:
        return str(error)
    return None


def whole_number(text: str, what: str) -> int:
    """The number of a field of a form."""
    text = text.strip()
    if not text.isascii() or not text.isdigit() or int(text[:12]) > _LARGEST:
        raise CallError(f"{what}: a whole number, not {shown(text)}")
    return int(text)


def number_in_path(call: Call, name: str) -> int:
    """The number in an address."""
    text = call.path[name]
    if not text.isascii() or not text.isdigit() or int(text[:12]) > _LARGEST:
        raise HTTPException(404)
    return int(text)


def page_number(call: Call) -> int:
    """The page of a long table that is asked for, from 1."""
    text = call.query.get("page", "1")
    return max(1, int(text[:6])) if text.isascii() and text.isdigit() else 1


def pages_of(rows: int) -> int:
    """How many pages a table has."""
    return max(1, -(-rows // PAGE))
