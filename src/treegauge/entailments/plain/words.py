"""The words of plain sentences: `tables/plain.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ...core.toml import packaged_toml
from ..analysis import Analysis
from ..inflection import base_forms, is_form_of_any


@dataclass(frozen=True)
class PlainWords:
    """`tables/plain.toml`."""

    persons: frozenset[str]
    endings: tuple[str, ...]
    titles: frozenset[str]
    person_pronouns: frozenset[str]
    subject_forms: Mapping[str, str]
    object_forms: Mapping[str, str]
    clitics: Mapping[str, str]
    escapes: Mapping[str, str]
    connecting: frozenset[str]
    before_verb: frozenset[str]
    factive: frozenset[str]
    conditions: frozenset[str]
    questions: frozenset[str]
    needs_phrase: frozenset[str]
    stative: frozenset[str]
    hedges: frozenset[str]
    few: frozenset[str]
    measures: frozenset[str]
    universal: frozenset[str]
    naming: frozenset[str]
    whenever: frozenset[str]
    times: frozenset[str]
    particles: frozenset[str]
    limiting: frozenset[str]
    saying_something: frozenset[str]
    light: frozenset[str]
    empty: frozenset[str]
    there_prepositions: frozenset[str]
    mutual: frozenset[str]


@cache
def plain_words() -> PlainWords:
    """The words, read once."""
    return packaged_toml("treegauge.entailments", "tables/plain.toml", PlainWords)


def is_person(tree: Analysis, token: int) -> bool:
    """Whether a word is probably somebody: a pronoun, a noun for people, a name with a title."""
    words, form = plain_words(), tree.forms[token].lower()
    if tree.tags[token][:3] == "PRP" or tree.tags[token] == "WP":
        return form in words.person_pronouns
    if any(tree.forms[other].lower() in words.titles for other in tree.dependents[token]):
        return True
    if tree.tags[token][:3] == "NNP":
        return False
    return is_form_of_any(form, words.persons) or any(
        base.endswith(words.endings) for base in base_forms(form) if len(base) > 5
    )
