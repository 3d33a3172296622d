"""The summary `groups`."""

from __future__ import annotations

from ...core.types import Row
from ..running.tasks import summary


@summary("groups")
def members_of_groups(rows: list[Row], *, by: str = "group", of: str = "treebank") -> list[Row]:
    """The groups of treebanks: the number of rows with each value of the column `by`, and their values of `of`."""
    members: dict[str, list[str]] = {}
    for row in rows:
        members.setdefault(str(row.get(by, "")), []).append(str(row.get(of, "")))
    return [{by: name, "number": len(own), of: ", ".join(own)} for name, own in members.items()]
