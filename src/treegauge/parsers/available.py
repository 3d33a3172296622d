"""`available_parsers`: which parsers there are, and whether they can run here."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypedDict

from .base import PARSERS


class ParserRow(TypedDict):
    """A row of `treegauge parsers --json`."""

    name: str
    description: str
    makes: str
    learns: bool
    runs: bool
    missing: str | None
    options: dict[str, Any]
    saved: list[str]


def available_parsers() -> list[ParserRow]:
    """One row per parser: what it makes, whether it can run here, and if not what is missing."""
    rows: list[ParserRow] = []
    for name, kind in PARSERS.items():
        missing = kind().missing()
        rows.append(
            {
                "name": name,
                "description": kind.summary(),
                "makes": kind().makes,
                "learns": kind.learns,
                "runs": missing is None,
                "missing": missing,
                "options": {field.name: field.default for field in fields(kind)},
                "saved": list(kind.saved),
            }
        )
    return rows
