"""Penn tags for words that have only universal tags: from tag, features, relation and the word itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

# The Penn tags of universal tags where there is no further information.
_UNIVERSAL = {
    "ADJ": "JJ",
    "ADP": "IN",
    "ADV": "RB",
    "CCONJ": "CC",
    "CONJ": "CC",
    "DET": "DT",
    "INTJ": "UH",
    "NOUN": "NN",
    "NUM": "CD",
    "PART": "RB",
    "PRON": "PRP",
    "PROPN": "NNP",
    "PUNCT": ".",
    "SCONJ": "IN",
    "SYM": "SYM",
    "X": "FW",
}
_DEGREES = {"Cmp": "R", "Sup": "S"}
_ASKING = frozenset({"Rel", "Int", "Int,Rel"})
_MODALS = frozenset({"can", "could", "may", "might", "must", "shall", "should", "will", "would"})
_SYMBOLS = {"$": "$", "£": "$", "€": "$", "#": "#", "%": "NN"}
# Words that add information to their universal tags.
INFORMATIVE_WORDS = _MODALS | {*_SYMBOLS, "there", "to", "that", "which"}


@cache
def universal_to_penn(universal: str | None, features: str | None, relation: str | None, word: str | None) -> str:
    """The Penn tag of a word that has none; `word` in lower case if it is in `INFORMATIVE_WORDS`, else None."""
    given = dict(part.split("=", 1) for part in (features or "").split("|") if "=" in part)
    if word == "there" and relation == "expl":
        return "EX"
    if universal in ("VERB", "AUX"):
        return "MD" if universal == "AUX" and word in _MODALS else _verb_tag(universal, given)
    if universal in ("NOUN", "PROPN"):
        plural = given.get("Number") in ("Plur", "Ptan")
        return ("NN" if universal == "NOUN" else "NNP") + ("S" if plural else "")
    if universal in ("PRON", "ADV", "DET") and (pronoun := _pronoun_tag(universal, given, word)):
        return pronoun
    if relation == "compound:prt":
        return "RP"
    if universal in ("ADJ", "ADV"):
        return _UNIVERSAL[universal] + _DEGREES.get(given.get("Degree", ""), "")
    if universal == "PART" and relation in ("case", "mark"):
        return "POS" if relation == "case" and word != "to" else "TO"
    if universal == "SYM" and word in _SYMBOLS:
        return _SYMBOLS[word]
    return "TO" if universal == "PART" and word == "to" else _UNIVERSAL.get(universal or "", "XX")


def _pronoun_tag(universal: str, given: Mapping[str, str], word: str | None) -> str | None:
    """The tag of a possessive, a question word, or a pronoun that is not personal; None for other words."""
    kind = given.get("PronType", "")
    if kind in _ASKING:
        if given.get("Poss") == "Yes":
            return "WP$"
        return "WDT" if word in ("that", "which") else {"PRON": "WP", "ADV": "WRB", "DET": "WDT"}[universal]
    if universal in ("PRON", "DET") and given.get("Poss") == "Yes":
        return "PRP$"
    if universal == "PRON" and kind in ("Dem", "Ind", "Neg", "Tot"):
        return "DT" if kind == "Dem" else "NN"
    return None


def _verb_tag(universal: str, given: Mapping[str, str]) -> str:
    shape, past, mood = given.get("VerbForm"), given.get("Tense") == "Past", given.get("Mood")
    if shape == "Part":
        return "VBN" if past else "VBG"
    if shape in ("Ger", "Inf"):
        return {"Ger": "VBG", "Inf": "VB"}[shape]
    if mood == "Imp" or (mood == "Sub" and not past):
        return "VB"
    if universal == "AUX" and "Tense" not in given:
        return "MD"
    if past:
        return "VBD"
    return "VBZ" if given.get("Number") == "Sing" and given.get("Person") == "3" else "VBP"
