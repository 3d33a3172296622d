"""Plain text to be parsed: one sentence per line, words separated by spaces, no tags and no trees.

Any text looks like this, so the format is never detected. Name it: `FILE:words`.
"""

from __future__ import annotations

from ..treebank import Treebank
from ..treebank.build import Builder
from .base import Format, Input, register_format


def read_words(input: Input) -> Treebank:
    """Read one sentence per line; lines without words are skipped."""
    builder = Builder()
    for number, line in enumerate(input.data.decode().split("\n"), 1):
        if "\0" in line:
            input.reject(number, "a NUL byte; remove it", line)
        elif words := line.split():
            builder.add({"source": input.source, "line": number}, [{"form": word} for word in words])
    return builder.build()


register_format(
    Format("words", "plain text to be parsed, one sentence per line (always named: FILE:words)", read_words, None)
)
