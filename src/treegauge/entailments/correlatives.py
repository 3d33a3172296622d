"""Both ... and, either ... or, neither ... nor: the first word of each is left out of sentences about one conjunct."""

from __future__ import annotations

from .analysis import Analysis
from .sentence_wording import wording

_LOOSE = frozenset({"modifier", "adverbial", "aside", "conjunct"})  # roles of words that can be left out


def mend_correlatives(analysis: Analysis) -> None:
    """Leave out correlatives. Nothing is entailed of the conjuncts of neither ... nor; a verb keeps `neither` as a
    negation (neither ate)."""
    words = wording()
    for token, form in enumerate(analysis.forms):
        word = form.lower()
        if word not in words.correlatives:
            continue
        _lower(analysis, token)
        first = _first_conjunct(analysis, token)
        if first < 0:
            continue
        if word not in words.denying:
            analysis.role[token] = "aside"
        elif analysis.verbal[first]:
            analysis.role[token] = "negation"
        else:
            analysis.role[token] = "aside"
            analysis.denied.add(_content(analysis, first))


def _lower(analysis: Analysis, token: int) -> None:
    """Attach a correlative that is the head of its conjuncts (both as a sign and as a symbol) to the first conjunct."""
    heads, roles, labels = analysis.head, analysis.role, analysis.labels
    below = [other for other, head in enumerate(heads) if head == token]
    first = next((other for other in below if roles[other] == "conjunct" and other > token), -1)
    if first < 0 or analysis.tags[first] == "CC":
        return  # a conjunct itself: both and more
    for other in below:
        heads[other] = first
    heads[first], roles[first], labels[first] = heads[token], roles[token], labels[token]
    heads[token], roles[token] = first, "aside"


def _first_conjunct(analysis: Analysis, token: int) -> int:
    """The word that a correlative belongs to, or the word that this leads to (both to him and her), if further
    conjuncts follow it; -1 if not."""
    word = analysis.head[token]
    if word < token or analysis.role[token] not in _LOOSE or analysis.labels[token] == "det":
        return -1
    while word >= 0:
        if any(head == word < other and analysis.role[other] == "conjunct" for other, head in enumerate(analysis.head)):
            return word
        word = _inside(analysis, word)
    return -1


def _content(analysis: Analysis, word: int) -> int:
    """The content word that a function word leads to."""
    while (inside := _inside(analysis, word)) >= 0:
        word = inside
    return word


def _inside(analysis: Analysis, word: int) -> int:
    below = (other for other, head in enumerate(analysis.head) if head == word < other)
    return next((other for other in below if analysis.role[other] == "within"), -1)
