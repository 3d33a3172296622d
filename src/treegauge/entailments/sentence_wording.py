"""The sentences that entailments are, and the words they are made with: `tables/sentences.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from .relation_schemes import read_entailment_table

_WORD_LISTS = ("negations", "correlatives", "denying", "participles", "plurals", "predicative_verbs")


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


@cache
def wording() -> Wording:
    """The wording, read once."""
    table = read_entailment_table("sentences")
    words, spelling = table["words"], table["spelling"]
    return Wording(
        templates={
            name: tuple((part.strip("{}"), part.startswith("{")) for part in text.split())
            for name, text in table["templates"].items()
        },
        unknown=words["unknown"],
        singular=tuple(words["singular"]),
        plural=tuple(words["plural"]),
        first_person=tuple(words["first_person"]),
        perfect=tuple(words["perfect"]),
        genitive=words["genitive"],
        articles=tuple(words["articles"]),
        vowels=words["vowels"],
        **{name: frozenset(words[name]) for name in _WORD_LISTS},
        hyphen=spelling["hyphen"],
        **{name: frozenset(spelling[name]) for name in ("capital", "joined_left", "joined_right")},
        special=frozenset({*words["articles"], *spelling["joined_left"], *spelling["joined_right"]}),
    )
