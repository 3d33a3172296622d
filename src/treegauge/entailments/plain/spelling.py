"""Words as a sentence: with a capital letter and a full stop, clitics joined, articles that fit."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..sentence_wording import wording

_LEFT = re.compile(r"\s+(n['’]t|['’](?:s|re|ve|ll|d|m)?|[,.;:!?%)\]}])(?=\s|$)")
_RIGHT = re.compile(r"(^|\s)([$£#(\[{~≈])\s+")
_HYPHEN = re.compile(r"(?<=\w)\s+([-–/])\s+(?=[\w−])")
_MINUS = re.compile(r"\b(at|about|by|from|in|of|than|to) [-−] (?=\d)()")
_ARTICLE = re.compile(r"\b([Aa])(n?) (\w+)")
_KEPT = re.compile(r"[a-z]{1,2}-?[A-Z]|[α-ω]")  # iPhone, mRNA, c-Myc, γH2AX
_AN = frozenset({"hour", "honest", "honor", "heir", "hourly"})
_NOT_AN = ("uni", "use", "eu", "one", "once", "u.s", "us-")


def spell(words: list[str], articles: Collection[tuple[str, str]] = ()) -> str:
    """The text of a sentence; empty if there are no words. `articles` are those of the text with the words after them,
    which are kept as they are (an mr-s transcript)."""
    text = " ".join(words).strip()
    if not text:
        return ""
    text = text.replace(" can not ", " cannot ").replace("\\/", "/").replace("\\*", "*")
    text = _MINUS.sub(r"\1 -\2", text)
    text = _HYPHEN.sub(r"\1", _RIGHT.sub(r"\1\2", _LEFT.sub(r"\1", text)))
    text = _ARTICLE.sub(lambda match: _fitting(match, articles), text)
    if not _KEPT.match(text):
        text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else f"{text}."


def _fitting(match: re.Match[str], articles: Collection[tuple[str, str]]) -> str:
    article, word = match.group(1), match.group(3)
    whole = (article + match.group(2)).lower()
    if any(own == whole and after.startswith(word.lower()) for own, after in articles):
        return match.group()
    lower = word.lower()
    vowel = lower[:1] in wording().vowels and not lower.startswith(_NOT_AN)
    if word.isupper() and len(word) > 1:
        vowel = word[0] in "AEFHILMNORSX"
    if lower[:1].isdigit():
        vowel = lower.startswith(("8", "11", "18"))
    return f"{article}{'n' if vowel or lower in _AN else ''} {word}"
