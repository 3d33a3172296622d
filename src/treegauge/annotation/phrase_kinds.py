"""Kinds of phrases that every annotation scheme has, whatever their labels: what errors are classed by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from ..core.errors import CallError
from ..core.toml import packaged_toml
from ..core.types import Mask
from ..treebank import Treebank
from .patterns import Names, Spelling
from .schemes import Scheme, find_scheme

PhraseKind = Literal[
    "coordination", "prepositional_phrase", "clause", "noun_phrase", "verb_phrase", "modifier", "other"
]
PHRASE_KINDS: tuple[PhraseKind, ...] = get_args(PhraseKind)
GENERIC = "generic"
_ANY_CASE = Spelling("", fold=True)
_CATEGORIES: Mapping[str, Names] = {"modifier": ("adjective_phrase", "adverb_phrase")}


@dataclass(frozen=True)
class PhraseKinds:
    """The kinds of the labels of a scheme; without a scheme, by names that are usual."""

    scheme: Scheme | None

    @property
    def name(self) -> str:
        """The name of the scheme."""
        return GENERIC if self.scheme is None else self.scheme.name

    def kind(self, label: str) -> PhraseKind:
        """The kind of a label."""
        return next((kind for kind, matches in self._matchers() if matches(label)), "other")

    def labels(self, key: Literal["conjunct", "framing_clause"]) -> Callable[[str], bool]:
        """A function that decides whether a label is one of those under a key of the table: parts of a coordination,
        or clauses whose body is a clause of its own."""
        names = _table().get(self.name, {}).get(key, ())
        return (_ANY_CASE if self.scheme is None else self.scheme.spelling).matcher(names)

    def words(self, treebank: Treebank, name: Literal["conjunction", "adverb", "noun"]) -> Mask:
        """The tokens that are coordinating conjunctions, adverbs, or nouns and names."""
        if self.scheme is not None:
            return self.scheme.tokens(treebank, *(("noun", "name") if name == "noun" else (name,)))
        return treebank.tokens.text("tag").mask(_ANY_CASE.matcher(_table()[GENERIC][name]))

    def _matchers(self) -> list[tuple[PhraseKind, Callable[[str], bool]]]:
        more = _table().get(self.name, {})
        matchers = []
        for kind in PHRASE_KINDS[:-1]:
            names = more.get(kind, ())
            if self.scheme is None:
                matchers.append((kind, _ANY_CASE.matcher(names)))
                continue
            known = (self.scheme.categories[category] for category in _CATEGORIES.get(kind, (kind,)))
            named = (*names, *(name for category in known for name in category))
            matchers.append((kind, self.scheme.spelling.matcher(named)))
        return matchers


@cache
def _table() -> dict[str, dict[str, Names]]:
    return packaged_toml(__package__, "phrase_kinds.toml", dict[str, dict[str, Names]])


def find_phrase_kinds(scheme: str, treebank: Treebank) -> PhraseKinds:
    """The kinds of phrases of a scheme, by its name or from a TOML file. `auto` recognises the scheme, and takes usual
    names if it does not; `generic` is these names."""
    if scheme == GENERIC:
        return PhraseKinds(None)
    if scheme != "auto":
        return PhraseKinds(find_scheme(scheme, treebank, also=(GENERIC,)))
    try:
        return PhraseKinds(find_scheme("auto", treebank))
    except CallError:
        return PhraseKinds(None)
