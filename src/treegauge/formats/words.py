"""Plain text to be parsed: one sentence per line, words separated by spaces, no tags and no trees.

Any text looks like this, so the format is never detected. Name it: `FILE:words`.
"""

from __future__ import annotations

from itertools import chain

import numpy as np

from ..treebank import Treebank
from ..treebank.rows import Column, Rows
from ..treebank.strings import Text
from .base import Format, Input, register_format


def read_words(input: Input) -> Treebank:
    """Read one sentence per line; lines without words are skipped."""
    lines, sentences = [], []
    for number, line in enumerate(input.data.decode().split("\n"), 1):
        if "\0" in line:
            input.reject(number, "a NUL byte; remove it", line)
        elif words := line.split():
            lines.append(number)
            sentences.append(words)
    form = Text.of(chain.from_iterable(sentences))
    about: dict[str, Column] = {
        "id": Text.constant(None, len(lines)),
        "comments": Text.constant(None, len(lines)),
        "source": Text.constant(input.source, len(lines)),
        "line": np.array(lines, np.int64),
    }
    offsets = np.zeros(len(lines) + 1, np.int64)
    np.cumsum([len(words) for words in sentences], out=offsets[1:])
    return Treebank.of(
        Rows(np.arange(len(lines) + 1, dtype=np.int64), about),
        Rows(offsets, {"form": form, "tag": Text.constant(None, len(form))}),
    )


register_format(
    Format("words", "plain text to be parsed, one sentence per line (always named: FILE:words)", read_words, None)
)
