"""Repeated n-grams: all strings of words that occur more than once, by their length. Exact, and linear in practice: few
long strings are repeated, and only these are extended."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...core.types import Int64s
from .leaving_out import numbered


def repeated(words: Int64s, offsets: Int64s) -> Iterator[tuple[int, Int64s, Int64s]]:
    """For each length, the first rows of all strings of that length that occur again, and a number for the string; no
    string extends over the end of a sentence."""
    end = np.repeat(offsets[1:], np.diff(offsets))
    start, string = np.arange(len(words)), words
    length = 1
    while True:
        string = numbered(string)
        again = np.bincount(string, minlength=1)[string] > 1
        start, string = start[again], string[again]
        if not len(start):
            return
        yield length, start, string
        # A longer string can occur twice only if it occurs twice without its last word, and without its first.
        active = np.zeros(len(words) + 1, bool)
        active[start] = True
        longer = active[start + 1] & (start + length < end[start])
        start, string = start[longer], string[longer]
        if not len(start):
            return
        string = numbered(string, words[start + length])
        length += 1
