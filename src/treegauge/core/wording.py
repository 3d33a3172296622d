"""Numbers with the right form of a noun, and messages in one line."""

from __future__ import annotations

import re

LONGEST_MESSAGE = 1000  # characters
_NOT_IN_A_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """`1 sentence`, `2,077 sentences`, `3 entries` with the plural given."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def one_line(message: str) -> str:
    """A message as one line of text, whatever it quotes from a file: control characters and line ends are shown as
    escapes, and the middle of a very long message is left out."""
    line = _NOT_IN_A_LINE.sub(lambda match: match[0].encode("unicode_escape").decode(), message)
    if len(line) <= LONGEST_MESSAGE:
        return line
    half = LONGEST_MESSAGE // 2
    return f"{line[:half]} ... {line[-half + 5 :]}"
