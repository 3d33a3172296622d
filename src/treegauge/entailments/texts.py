"""Find the parses of a text, however it is tokenised, also where it has several sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

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
        return []

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
