"""Annotation schemes as data: how a treebank labels noun phrases, prepositional phrases, clauses ..."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Literal, get_args

from ..core.errors import CallError, DataError
from ..core.registry import Registry
from ..core.tables import TableSource, existing, packaged
from ..core.toml import read_toml
from ..core.types import Mask
from ..treebank import Text, Treebank
from .patterns import PLAIN, Names, Spelling, matching_share, with_all
from .tagsets import TagSet, first_place, named_tagset, some_values, tag_share

LEAST_SCHEME_SHARE = 0.7  # of the tags, and of the labels, of a treebank, for `auto` to choose a scheme
Category = Literal[
    "noun_phrase",
    "prepositional_phrase",
    "verb_phrase",
    "clause",
    "adjective_phrase",
    "adverb_phrase",
    "coordination",
    "middle_field",
    "field",
]
CATEGORIES: Names = get_args(Category)
RELATION_NAMES = ("case", "verb_phrase", "known")
ROOT_LABELS = ("", "TOP", "ROOT", "S1", "VROOT", "top")  # nodes above a whole sentence, in any scheme


@dataclass(frozen=True)
class Scheme:
    """The labels and relations of an annotation scheme.

    tagset      its tag set
    categories  the labels of noun phrases, prepositional phrases ...; a new node gets the first
    relations   `case`: the relation of a preposition to its noun, where the noun is the head; `verb_phrase`: those of
                verbs that represent a phrase; `known`: all relations, by which the scheme is recognised
    changes     for a kind of error, pairs of a pattern and a new relation: the first pattern that fits applies
    others      other labels, by which the scheme is recognised
    """

    name: str
    about: str
    tagset: TagSet
    categories: Mapping[str, Names]
    relations: Mapping[str, Names]
    changes: Mapping[str, tuple[tuple[str, str], ...]]
    others: Names = ()
    spelling: Spelling = PLAIN

    def has(self, category: str) -> bool:
        """Whether the scheme has such phrases at all."""
        return bool(self.categories[category])

    def mask(self, treebank: Treebank, *categories: str) -> Mask:
        """The nodes of some categories."""
        names = [name for category in categories for name in self.categories[category]]
        return treebank.nodes.text("label").mask(self.spelling.matcher(names))

    def tokens(self, treebank: Treebank, *classes: str) -> Mask:
        """The tokens of some classes of its tag set: noun, name, pronoun, adverb, preposition, determiner, verb,
        conjunction."""
        return self.tagset.mask(treebank, *classes)

    def label(self, category: str) -> str:
        """The label of a new phrase."""
        if not self.has(category):
            raise CallError(f"the annotation scheme '{self.name}' has no {category.replace('_', ' ')}")
        return self.categories[category][0]

    def renamed(self, label: str, category: str) -> str:
        """The label with another category; what follows a mark is kept: PP-LOC becomes NP-LOC."""
        marks = [at for at, letter in enumerate(label) if at and letter in self.spelling.cut]
        return self.label(category) + (label[marks[0] :] if marks else "")

    def relation_mask(self, treebank: Treebank, name: str) -> Mask:
        """The tokens with one of the relations under a name in `relations`."""
        return treebank.tokens.text("deprel").mask(PLAIN.matcher(self.relations[name]))

    def changed_relation(self, relation: str, kind: str) -> str | None:
        """The new relation in an error of a kind; None if the scheme does not define one."""
        rules = self.changes.get(kind, ())
        return next((new for pattern, new in rules if fnmatchcase(relation, pattern)), None)

    def knows(self, label: str) -> bool:
        """Whether a label belongs to the scheme."""
        named = [name for names in self.categories.values() for name in names]
        return label in ROOT_LABELS or self.spelling.matcher((*named, *self.others))(label)


@dataclass(frozen=True)
class _Relations:
    """The relations of a scheme as TOML has them."""

    case: Names = ()
    verb_phrase: Names = ()
    known: Names = ()
    label1: Mapping[str, str] = field(default_factory=dict)
    label2: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _SchemeTable:
    """A scheme as TOML has it."""

    tagset: str
    about: str = ""
    categories: Mapping[Category, Names] = field(default_factory=dict)
    relations: _Relations = _Relations()
    others: Names = ()
    cut: str = PLAIN.cut
    fold: bool = PLAIN.fold


def read_scheme(name: str, source: TableSource | Mapping[str, Any]) -> Scheme:
    """Read a scheme from TOML text or from a file."""
    table = read_toml(source, _SchemeTable, f"annotation scheme '{name}'")
    try:
        tagset = named_tagset(table.tagset)
    except CallError as error:
        raise DataError(f"annotation scheme '{name}': {error}") from None
    return Scheme(
        name,
        table.about,
        tagset,
        with_all(table.categories, CATEGORIES),
        {key: getattr(table.relations, key) for key in RELATION_NAMES},
        {kind: tuple(getattr(table.relations, kind).items()) for kind in ("label1", "label2")},
        table.others,
        Spelling(table.cut, table.fold),
    )


SCHEMES: Registry[Scheme] = Registry(
    "annotation scheme",
    plural="schemes",
    built_in=lambda: packaged(__package__, "schemes", ".toml", read_scheme),
    describe=lambda scheme: scheme.about,
    special=("auto",),
    files="a TOML file",
)


def register_scheme(name: str, source: TableSource) -> None:
    """Register an annotation scheme under a name, from TOML text or a file of a package."""
    SCHEMES.add(name, read_scheme(name, source))


def find_scheme(name: str, treebank: Treebank, also: Sequence[str] = ()) -> Scheme:
    """A scheme by name or from a TOML file; `auto` chooses the one that has most of the treebank's tags and labels (or,
    without phrases, its relations). `also`: names that the caller knows, for the message if this one is unknown."""
    if name.endswith(".toml"):
        return read_scheme(name, existing(name))
    if name != "auto":
        return SCHEMES.get(name, also=also)
    shares = {scheme.name: known_shares(scheme, treebank) for scheme in SCHEMES.members().values()}
    best = max(shares, key=lambda name: min(shares[name]))
    if min(shares[best]) < LEAST_SCHEME_SHARE:
        tags, labels = treebank.tokens.text("tag"), _labels(treebank)
        raise CallError(
            f"{first_place(treebank)}: the annotation scheme is not recognised (the closest, '{best}', has"
            f" {shares[best][0]:.0%} of the tags and {shares[best][-1]:.0%} of the labels; tags here:"
            f" {some_values(tags)}; labels: {some_values(labels)}); name one of {', '.join(SCHEMES)}, or write a TOML"
            " file"
        )
    return SCHEMES[best]


def _labels(treebank: Treebank) -> Text:
    """The labels of phrases or, without phrases, the relations."""
    return treebank.nodes.text("label") if len(treebank.nodes) else treebank.tokens.text("deprel")


def known_shares(scheme: Scheme, treebank: Treebank) -> tuple[float, float]:
    """The share of the tags, and the share of the labels (without phrases: of the relations, if there are any), that a
    scheme has."""
    tags, labels = tag_share(scheme.tagset, treebank), _labels(treebank)
    if len(treebank.nodes):
        return tags, matching_share(labels, scheme.knows)
    if not scheme.relations["known"] or not (labels.codes >= 0).any():
        return tags, LEAST_SCHEME_SHARE if tags >= LEAST_SCHEME_SHARE else tags
    return tags, matching_share(labels, Spelling(":").matcher(scheme.relations["known"]))
