"""The summary `fields`."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.types import Row
from ..running.tasks import summary


@summary("fields")
def fields(rows: list[Row], *, descriptions: Mapping[str, str], example: int = 1) -> list[Row]:
    """The columns of rows as rows: number, name, description, and the value that one of the rows has as an example."""
    chosen = rows[example - 1]
    return [
        {"field": number, "name": name, "description": description, "example": str(chosen[name])}
        for number, (name, description) in enumerate(descriptions.items(), 1)
    ]
