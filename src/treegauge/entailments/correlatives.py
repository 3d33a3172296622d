"""Both ... and, either ... or, neither ... nor: the first word of each is told of no conjunct alone."""

from __future__ import annotations

from .analysis import Analysis
from .wording import wording

_LOOSE = frozenset({"modifier", "adverbial", "aside", "conjunct"})  # roles of a word that is no part of a sentence


def mend_correlatives(found: Analysis) -> None:
    """Leave out correlatives. What neither ... nor joins is not told; a verb keeps it as a negation (neither ate)."""
    words = wording()
    for token, form in enumerate(found.forms):
        word = form.lower()
        if word not in words.correlatives:
            continue
        _lower(found, token)
        first = _first_conjunct(found, token)
        if first < 0:
            continue
        if word not in words.denying:
            found.role[token] = "aside"
        elif found.verbal[first]:
            found.role[token] = "negation"
        else:
            found.role[token] = "aside"
            found.denied.add(_content(found, first))


def _lower(found: Analysis, token: int) -> None:
    """A correlative that heads what it goes with (both as a sign and as a symbol) hangs from the first conjunct."""
    heads, roles, labels = found.head, found.role, found.labels
    below = [other for other, head in enumerate(heads) if head == token]
    first = next((other for other in below if roles[other] == "conjunct" and other > token), -1)
    if first < 0 or found.tags[first] == "CC":
        return  # a conjunct itself: both and more
    for other in below:
        heads[other] = first
    heads[first], roles[first], labels[first] = heads[token], roles[token], labels[token]
    heads[token], roles[token] = first, "aside"


def _first_conjunct(found: Analysis, token: int) -> int:
    """The word that a correlative goes with, or what that leads to (both to him and her), if it has further conjuncts
    behind it; -1 if not."""
    word = found.head[token]
    if word < token or found.role[token] not in _LOOSE or found.labels[token] == "det":
        return -1
    while word >= 0:
        if any(head == word < other and found.role[other] == "conjunct" for other, head in enumerate(found.head)):
            return word
        word = _inside(found, word)
    return -1


def _content(found: Analysis, word: int) -> int:
    """The content that a function word leads to."""
    while (inside := _inside(found, word)) >= 0:
        word = inside
    return word


def _inside(found: Analysis, word: int) -> int:
    below = (other for other, head in enumerate(found.head) if head == word < other)
    return next((other for other in below if found.role[other] == "within"), -1)
