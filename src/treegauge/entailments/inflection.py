"""Forms of English words: from a form to its possible base forms, and from a base form to others.

A form may have several base forms (`found`: find, found); two forms are forms of one word if they share one.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import cache

from ..core.toml import packaged_toml

_VOWELS = frozenset("aeiou")
_BE = {
    "am": "be",
    "is": "be",
    "are": "be",
    "was": "be",
    "were": "be",
    "been": "be",
    "being": "be",
    "'m": "be",
    "'re": "be",
}
_HAVE = {"has": "have", "'ve": "have", "having": "have"}
_SIBILANTS = ("s", "x", "z", "ch", "sh")
_SHORTEST = 2  # letters of a base form


@dataclass(frozen=True)
class _InflectionTable:
    """`tables/inflection.toml`."""

    verbs: tuple[str, ...]
    nouns: tuple[str, ...]
    doubled: frozenset[str]


@dataclass(frozen=True)
class _Irregular:
    """Irregular words: base forms by form, the past tense and the participle by verb, and all forms with tense and all
    participles; verbs whose last consonant is doubled."""

    bases: dict[str, frozenset[str]]
    past: dict[str, str]
    participle: dict[str, str]
    tensed: frozenset[str]
    participles: frozenset[str]
    doubled: frozenset[str]


@cache
def _irregular() -> _Irregular:
    table = packaged_toml(__package__, "tables/inflection.toml", _InflectionTable)
    bases: dict[str, set[str]] = {}
    past, participle = {"be": "was"}, {"be": "been"}
    tensed, participles = set[str](), {"been"}
    for form, base in {**_BE, **_HAVE}.items():
        bases.setdefault(form, set()).add(base)
    for line in table.verbs:
        verb, *forms = line.split(" ")
        pasts, perfects = (part.split("/") for part in forms)
        past[verb], participle[verb] = pasts[0], perfects[0]
        tensed |= {verb, *pasts}
        participles |= {*perfects}
        for form in (*pasts, *perfects):
            bases.setdefault(form, set()).add(verb)
    for line in table.nouns:
        singular, plural = line.split(" ")
        bases.setdefault(plural, set()).add(singular)
    known = {form: frozenset(words) for form, words in bases.items()}
    return _Irregular(known, past, participle, frozenset(tensed), frozenset(participles), table.doubled)


@cache
def base_forms(form: str) -> frozenset[str]:
    """The words that a form may be a form of, itself among them, in lower case."""
    word = form.casefold().replace("’", "'")
    known = _irregular().bases.get(word)
    if known is not None and word in {**_BE, **_HAVE}:
        return known
    return frozenset({word, *(known or ()), *_regular_bases(word)})


def _regular_bases(word: str) -> set[str]:
    bases: set[str] = set()
    for ending, replacements in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= (1 if "ie" in replacements else _SHORTEST):
            bases |= {stem + replacement for replacement in replacements}
            if ending in ("ed", "ing") and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
                bases.add(stem[:-1])
    return bases


_ENDINGS = (
    ("s", ("",)),
    ("es", ("",)),
    ("ies", ("y", "ie")),
    ("ed", ("", "e")),
    ("ied", ("y", "ie")),
    ("ing", ("", "e")),
    ("ying", ("ie",)),
)


def is_form_of_be(form: str) -> bool:
    """Whether a form is one of be, also a clitic."""
    word = form.casefold().replace("’", "'")
    return word in {"be", "'s"} or word in _BE


def is_form_of_any(form: str, words: Set[str]) -> bool:
    """Whether a form may be one of some words, given by their base forms."""
    return not base_forms(form).isdisjoint(words)


def same_word(one: str, other: str) -> bool:
    """Whether two forms may be forms of the same word."""
    return is_form_of_any(one, base_forms(other))


def plural_verb(form: str) -> str:
    """The form of a verb after they, from that after he: go, try, say."""
    word = form.casefold()
    if word in _irregular().bases:
        return {"is": "are", "was": "were", "has": "have"}.get(word, word)
    if word.endswith("ies") and len(word) > len("ties"):
        return word[:-3] + "y"
    if word.endswith("es") and word[:-2].endswith((*_SIBILANTS, "o")) and not word.endswith(("ses", "zes")):
        return word[:-2]
    if word.endswith(("sses", "zzes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def third_person(base: str) -> str:
    """The form of a verb after he, she or it: goes, tries, says."""
    if base in ("be", "have"):
        return {"be": "is", "have": "has"}[base]
    if base.endswith((*_SIBILANTS, "o")):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base[:-1] + "ies"
    return base + "s"


def past_participle(base: str) -> str:
    """The participle of a verb: sold, stopped, tried."""
    return _irregular().participle.get(base) or _with_ed(base)


def past_tense(base: str) -> str:
    """The past tense of a verb: sold, stopped, went."""
    return _irregular().past.get(base) or _with_ed(base)


def _with_ed(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base[:-1] + "ied"
    return base + base[-1] + "ed" if _doubles(base) else base + "ed"


def _doubles(base: str) -> bool:
    """Whether the last consonant is doubled before -ed: stopped, admitted; not opened, waited."""
    if base in _irregular().doubled:
        return True
    if len(base) <= _SHORTEST or base[-1] in "aeiouwxy" or base[-2] not in _VOWELS or base[-3] in _VOWELS:
        return False
    return sum(letter in _VOWELS for letter in base) == 1


def is_participle(form: str) -> bool:
    """Whether a form may be a past participle: sold, made, opened."""
    word = form.casefold()
    return word.endswith("ed") or word in _irregular().participles


def has_tense(form: str) -> bool:
    """Whether a form may have tense: it is not a gerund, nor only a participle (done, known)."""
    word, irregular = form.casefold(), _irregular()
    return not word.endswith("ing") and (word not in irregular.participles or word in irregular.tensed)
