"""Numbers with the right form of a noun, values in quotes, options as the caller writes them, messages in one line."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

LONGEST_MESSAGE = 1000  # characters
_NOT_IN_A_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


_command_lines: list[object] = []  # one while the command line runs; not of a thread: messages come from all of them


@contextmanager
def options_of_command_line() -> Iterator[None]:
    """Inside this context, messages name options as the command line has them."""
    _command_lines.append(None)
    try:
        yield
    finally:
        _command_lines.pop()


def on_command_line() -> bool:
    """Whether the caller is the command line."""
    return bool(_command_lines)


def option(name: str, value: str | float | None = None) -> str:
    """An option as the caller writes it, for advice in a message: `--missing leave-out` on the command line, and
    `missing="leave-out"` in Python; without a value only its name."""
    if on_command_line():
        return f"--{name.replace('_', '-')}" + ("" if value is None else f" {value}")
    quoted = f'"{value}"' if isinstance(value, str) else f"{value}"
    return name if value is None else f"{name}={quoted}"


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


def shown(text: str, most: int = 60) -> str:
    """A text in quotes, on one line: `'NP'`; a long one is cut, and what a terminal cannot show is escaped."""
    cut = f"{text[:most]}..." if len(text) > most else text
    return f"'{one_line(cut)}'"


def unreadable_value(error: ValueError) -> str:
    """Why a value in TOML or JSON cannot be read, without Python's advice to programmers about long numbers."""
    digits = "a number has too many digits" if "set_int_max_str_digits" in str(error) else str(error)
    return f"a value cannot be read: {digits}"


def nearest(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'left'?`, or nothing if no known name is similar."""
    near = difflib.get_close_matches(name[:100], list(known), n=1)
    return f"; did you mean '{near[0]}'?" if near else ""
