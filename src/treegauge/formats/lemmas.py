"""Whether an English word can be a form of a lemma, for files that have lemmas but do not say which word it is."""

from __future__ import annotations

_ENDINGS = ("s", "es", "ed", "d", "ing", "er", "est", "r", "st", "n", "en", "ly", ".")
_IRREGULAR = {
    lemma: frozenset(forms.split())
    for lemma, forms in {
        "be": "am is are was were been being 's 're 'm",
        "become": "became",
        "begin": "began begun",
        "bring": "brought",
        "build": "built",
        "buy": "bought",
        "can": "could ca",
        "come": "came",
        "do": "did does done",
        "fall": "fell",
        "feel": "felt",
        "find": "found",
        "flee": "fled",
        "get": "got gotten",
        "give": "gave",
        "go": "went gone",
        "grow": "grew",
        "have": "has had having 've 'd",
        "hold": "held",
        "keep": "kept",
        "know": "knew",
        "lead": "led",
        "leave": "left",
        "lie": "lay lain lying",
        "lose": "lost",
        "make": "made",
        "man": "men",
        "mean": "meant",
        "meet": "met",
        "much": "more most",
        "good": "better best",
        "bad": "worse worst",
        "not": "n't",
        "pay": "paid",
        "person": "people",
        "rise": "rose",
        "run": "ran",
        "say": "said",
        "see": "saw",
        "sell": "sold",
        "send": "sent",
        "speak": "spoke",
        "spin": "spun",
        "stand": "stood",
        "take": "took",
        "tell": "told",
        "think": "thought",
        "this": "these",
        "that": "those",
        "will": "would wo 'll",
        "woman": "women",
        "write": "wrote written",
    }.items()
}


def can_be_form_of(word: str, lemma: str) -> bool:
    """Whether a word is the lemma, a regular form of it, or one of the frequent irregular forms."""
    word, lemma = word.lower(), lemma.lower()
    if word == lemma or word in _IRREGULAR.get(lemma, ()):
        return True
    stems = {lemma, lemma + lemma[-1:]}  # stop, stopped
    if lemma.endswith("e"):
        stems.add(lemma[:-1])
    if lemma.endswith("y"):
        stems.add(lemma[:-1] + "i")
    return any(word.startswith(stem) and word[len(stem) :] in _ENDINGS for stem in stems)
