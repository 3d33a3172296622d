"""Numbers with the right form of a noun, for messages."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """`1 sentence`, `2,077 sentences`, `3 entries` with the plural given."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
