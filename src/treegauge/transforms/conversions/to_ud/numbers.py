"""Numbers of several words: the last is the head in UD (5 million); what limits them (at least 5)."""

from __future__ import annotations

from collections.abc import Sequence

_BOUNDS = frozenset({"least", "most"})
_MAGNITUDES = frozenset({"hundred", "thousand", "million", "billion", "trillion", "dozen"})


def join_numbers(tags: Sequence[str], forms: Sequence[str], heads: list[int], relations: list[str]) -> None:
    """Attach a number to the word after it that says how large it is, and what depends on the number too. Changes heads
    and relations."""
    for word in range(len(tags) - 1):
        after = word + 1
        if tags[word] != "CD" or tags[after] not in ("CD", "NN") or forms[after].lower() not in _MAGNITUDES:
            continue
        if heads[after] == word or heads[word] not in (heads[after], after):
            continue
        heads[word], relations[word] = after, "compound"
        for other, head in enumerate(heads):
            if head == word and other < word:
                heads[other] = after


def join_bounds(forms: Sequence[str], heads: list[int], relations: list[str]) -> None:
    """In `at least` and `at most`, `at` is a preposition. Changes heads and relations."""
    for word in range(len(forms) - 1):
        after = word + 1
        if forms[word] != "at" or forms[after] not in _BOUNDS or heads[after] not in (word, heads[word]):
            continue
        if heads[after] == word:
            heads[after], relations[after] = heads[word], relations[word]
            for other, head in enumerate(heads):
                if head == word:
                    heads[other] = after
        heads[word], relations[word] = after, "case"
