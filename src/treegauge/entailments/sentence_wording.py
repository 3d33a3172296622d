"""The sentences that entailments are, and the words they are made with: `tables/sentences.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ..core.toml import packaged_toml


@dataclass(frozen=True)
class Wording:
    """The sentences and the words they are made with: `tables/sentences.toml`."""

    templates: Mapping[str, tuple[tuple[str, bool], ...]]  # words, and fields to fill
    unknown: str
    singular: tuple[str, str]
    plural: tuple[str, str]
    first_person: tuple[str, str]
    perfect: tuple[str, str]
    genitive: str
    articles: tuple[str, str]
    vowels: str
    negations: frozenset[str]
    correlatives: frozenset[str]
    denying: frozenset[str]
    participles: frozenset[str]
    plurals: frozenset[str]
    predicative_verbs: frozenset[str]
    capital: frozenset[str]
    hyphen: str
    joined_left: frozenset[str]
    joined_right: frozenset[str]
    special: frozenset[str]  # words that are not simply preceded by a space


@dataclass(frozen=True)
class _Words:
    """The words that sentences are made with, as TOML has them."""

    unknown: str
    singular: tuple[str, str]
    plural: tuple[str, str]
    first_person: tuple[str, str]
    perfect: tuple[str, str]
    genitive: str
    articles: tuple[str, str]
    vowels: str
    negations: frozenset[str]
    correlatives: frozenset[str]
    denying: frozenset[str]
    participles: frozenset[str]
    plurals: frozenset[str]
    predicative_verbs: frozenset[str]


@dataclass(frozen=True)
class _Spelling:
    """How words are spelled, as TOML has it."""

    capital: frozenset[str]
    hyphen: str
    joined_left: frozenset[str]
    joined_right: frozenset[str]


@dataclass(frozen=True)
class _WordingTable:
    """`tables/sentences.toml`."""

    templates: Mapping[str, str]
    words: _Words
    spelling: _Spelling


@cache
def wording() -> Wording:
    """The wording, read once."""
    table = packaged_toml(__package__, "tables/sentences.toml", _WordingTable)
    spelling = table.spelling
    return Wording(
        templates={
            name: tuple((part.strip("{}"), part.startswith("{")) for part in text.split())
            for name, text in table.templates.items()
        },
        **vars(table.words),
        **vars(spelling),
        special=frozenset({*table.words.articles, *spelling.joined_left, *spelling.joined_right}),
    )
