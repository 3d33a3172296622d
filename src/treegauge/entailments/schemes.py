"""What the labels of a dependency scheme mean, and the words of the sentences: tables in TOML files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

SCHEMES = ("conll08", "ud")
_WORD_LISTS = ("negations", "correlatives", "denying", "participles", "plurals", "predicative_verbs")


@dataclass(frozen=True)
class Scheme:
    """The roles of labels. A label of several (LOC-PRD) has the role that stands first in the table; one with a subtype
    (nsubj:pass) that of the whole or, if the table does not have it, that without the subtype."""

    name: str
    about: str
    roles: Mapping[str, str]
    order: tuple[str, ...]
    known: dict[str, str | None] = field(default_factory=dict, compare=False)

    def role(self, label: str) -> str | None:
        """The role of a label, or None if the scheme does not have it."""
        if label not in self.known:
            self.known[label] = self._find(label)
        return self.known[label]

    def _find(self, label: str) -> str | None:
        if label in self.roles:
            return self.roles[label]
        base = label.partition(":")[0]
        if base in self.roles:
            return self.roles[base]
        parts = label.split("-")
        if len(parts) == 1 or not all(part in self.roles for part in parts):
            return None
        if "GAP" in parts:
            return self.roles["GAP"]
        return min((self.roles[part] for part in parts), key=self.order.index)


@cache
def schemes() -> tuple[Scheme, ...]:
    """Both schemes."""
    found = []
    for name in SCHEMES:
        table = _table(name)
        roles = {label: role for role, labels in table["roles"].items() for label in labels}
        found.append(Scheme(name, table["about"], roles, tuple(table["roles"])))
    return tuple(found)


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
    special: frozenset[str]  # words that are not just told with a space before them


@cache
def wording() -> Wording:
    """The wording, read once."""
    table = _table("sentences")
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


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("tables", f"{name}.toml").read_text("utf-8"))
