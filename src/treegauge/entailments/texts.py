"""Find the parses of a text, however it is tokenised, also where it has several sentences."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import accumulate

_LEAST = 12  # letters of a text that is looked for within others
_ALIKE = 0.96  # how much of two texts is the same, from 0 to 1
_BRACKET = re.compile(r"-[LR][RSC]B-")


def text_key(text: str) -> str:
    """A text as a key: letters and digits only, so that its tokenisation does not matter."""
    return "".join(character for character in _BRACKET.sub("", text).casefold() if character.isalnum())


def running_text(words: Sequence[str]) -> str:
    """The words of a sentence as people write them: without the spaces and the signs that treebanks add."""
    text, inside = "", False
    tight = True
    for word in words:
        form = _SPELLED.get(word, word).replace("\\/", "/").replace("\\*", "*")
        closing = form == '"' and (inside or word == "''")
        left = _ATTACHED.fullmatch(form) is not None or closing or word == "''"
        text += form if tight or left else f" {form}"
        if form == '"':
            inside = not closing
        tight = form in _OPENING or (form == '"' and inside)
    return text


_SPELLED = {
    "``": '"', "''": '"', "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}",
}  # fmt: skip
_ATTACHED = re.compile(r"[,.;:?!%)\]}]|\.\.\.|n['’]t|['’](?:s|re|ve|ll|d|m)?", re.IGNORECASE)
_OPENING = frozenset({"$", "£", "#", "(", "[", "{"})


@dataclass(frozen=True)
class ParsedTexts:
    """The texts of sentences that were parsed."""

    keys: Sequence[str]
    numbers: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, texts: Sequence[str]) -> ParsedTexts:
        """The texts, found by their letters."""
        keys = [text_key(text) for text in texts]
        numbers: dict[str, list[int]] = {}
        for number, key in enumerate(keys):
            numbers.setdefault(key, []).append(number)
        return cls(keys, numbers)

    def find(self, text: str) -> list[int]:
        """The numbers of the sentences of a text, in order; none if they are not there."""
        key = text_key(text)
        if not key:
            return []
        if key in self.numbers:
            return self.numbers[key][:1]
        for start, first in enumerate(self.keys):
            if first and key.startswith(first) and (sentences := self._following(key, start)):
                return sentences
        return self._within(key) or self._alike(key)

    def _alike(self, key: str) -> list[int]:
        """The sentence that differs from a text in a few letters only: a parser may write color for colour."""
        found = get_close_matches(key, self.numbers, 1, _ALIKE) if len(key) >= _LEAST else []
        return self.numbers[found[0]][:1] if found else []

    def _within(self, key: str) -> list[int]:
        """The sentences that a text is in, where they are divided in other places than the text."""
        whole = "".join(self.keys)
        start = whole.find(key) if len(key) >= _LEAST else -1
        if start < 0:
            return []
        ends = [*accumulate(len(own) for own in self.keys)]
        last = bisect_left(ends, start + len(key))
        return [number for number in range(bisect_right(ends, start), last + 1) if self.keys[number]]

    def _following(self, key: str, start: int) -> list[int]:
        """The sentences from one on that together are the text, or none."""
        sentences, place = [], 0
        for number in range(start, len(self.keys)):
            if not key.startswith(self.keys[number], place):
                return []
            sentences.append(number)
            place += len(self.keys[number])
            if place == len(key):
                return sentences
        return []
