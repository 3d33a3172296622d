"""Text from right to left (Arabic, Hebrew, Persian, Urdu ...): pictures have its first word at the right."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from .views import Tree

_FROM_RIGHT = ("R", "AL")  # bidirectional classes of Unicode: Hebrew and the like, Arabic and the like


def is_from_right(tree: Tree) -> bool:
    """Whether most letters of a sentence are written from right to left."""
    directions = [_direction(letter) for token in tree.tokens for letter in token.form if letter.isalpha()]
    return 2 * directions.count(-1) > len(directions)


def is_word_from_right(word: str, in_sentence: bool) -> bool:
    """Whether a word is written from right to left: as its first letter is, or as the sentence where it has none, so
    that brackets open to the right side."""
    first = next(filter(None, map(_direction, word)), -1 if in_sentence else 1)
    return first < 0


@lru_cache(4096)
def _direction(character: str) -> int:
    """-1: from right to left, 1: from left to right, 0: as the text around it."""
    kind = unicodedata.bidirectional(character)
    return -1 if kind in _FROM_RIGHT else int(kind == "L")
