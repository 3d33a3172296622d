"""The words that decide how the parts of a clause are related: `tables/verbs.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ...core.toml import packaged_toml
from ..inflection import is_form_of_any, is_form_of_be

RELATIVE = frozenset({"WDT", "WP"})
_PRONOUNS = frozenset({"that", "which", "who", "whom"})


@dataclass(frozen=True)
class ClauseWords:
    """`tables/verbs.toml`."""

    copulas: frozenset[str]
    object_control: frozenset[str]
    subject_control: frozenset[str]
    object_raising: frozenset[str]
    circumstances: frozenset[str]
    partitives: frozenset[str]
    negative: frozenset[str]
    about_object: frozenset[str]
    two_objects: frozenset[str]
    dating: frozenset[str]
    saying: frozenset[str]
    content_nouns: frozenset[str]
    object_participle: frozenset[str]
    without_object: frozenset[str]
    told: frozenset[str]
    asking: frozenset[str]
    tough: frozenset[str]
    infinitive_nouns: frozenset[str]
    bare_infinitive: frozenset[str]


@cache
def clause_words() -> ClauseWords:
    """The words, read once."""
    return packaged_toml("treegauge.entailments", "tables/verbs.toml", ClauseWords)


@cache
def is_form_of(form: str, kind: str) -> bool:
    """Whether a form is one of a word of this kind: `is_form_of("became", "copulas")`."""
    words: frozenset[str] = getattr(clause_words(), kind)
    return is_form_of_any(form, words) or (kind == "copulas" and is_form_of_be(form))


def is_pronoun(form: str, tag: str) -> bool:
    """Whether a word may be a relative pronoun; some trees tag `that` and `which` as prepositions."""
    word = form.lower()
    return (tag in RELATIVE and not word.startswith("what")) or (tag in ("IN", "DT") and word in _PRONOUNS)


def is_auxiliary(form: str, tag: str) -> bool:
    """Whether a verb is a form of be, have or do, or a modal."""
    return tag == "MD" or is_form_of_any(form, {"be", "have", "do", "'s", "'d", "get"})
