"""Tag sets as data: which tags are nouns, adverbs, prepositions ..., and the groups by which sentences are compared.

A name is a tag or a pattern. Features may follow, as in `VERB VerbForm=Fin !Mood=Imp`: a token must have all of them,
and none of those after a `!`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from ..core.errors import CallError
from ..core.registry import Registry
from ..core.tables import TableSource, existing, packaged
from ..core.toml import read_toml, table_place
from ..core.types import Mask
from ..treebank import Text, Treebank
from .patterns import PLAIN, Names, Spelling, check_patterns, matching_share, with_all

LEAST_TAG_SHARE = 0.75  # of the tags of a treebank, for `auto` to choose a tag set
TagClass = Literal["noun", "name", "pronoun", "adverb", "preposition", "determiner", "verb", "conjunction"]
TagGroup = Literal[
    "prepositions", "determiners", "nouns", "interrogatives", "finite", "infinite", "participles", "imperatives"
]
TAG_CLASSES: Names = get_args(TagClass)
TAG_GROUPS: Names = get_args(TagGroup)
NO_TAG = frozenset({"_", ""})  # how a missing tag is written


@dataclass(frozen=True)
class TagSet:
    """The tags of the parts of speech in a tag set.

    column   the column of the tags: `tag` or `upos`
    classes  the tags of nouns, names, adverbs ...
    groups   the parts of speech of Rehbein and van Genabith (2007), section 4.1: names and personal pronouns are in the
             group of nouns
    others   other tags, by which the tag set is recognised
    """

    name: str
    about: str
    classes: Mapping[str, Names]
    groups: Mapping[str, Names]
    others: Names = ()
    column: str = "tag"
    spelling: Spelling = PLAIN

    def mask(self, treebank: Treebank, *classes: str) -> Mask:
        """The tokens of some classes."""
        return self._tokens(treebank, tuple(name for key in classes for name in self.classes[key]))

    def group(self, treebank: Treebank, name: str) -> Mask:
        """The tokens of a group."""
        return self._tokens(treebank, self.groups[name])

    def knows(self, tag: str) -> bool:
        """Whether a tag belongs to the set."""
        tags = {name.split()[0] for names in (*self.classes.values(), *self.groups.values()) for name in names}
        return self.spelling.matcher((*sorted(tags), *self.others))(tag)

    def _tokens(self, treebank: Treebank, names: Names) -> Mask:
        tokens = treebank.tokens
        tag = tokens.text(self.column)
        mask = tag.mask(self.spelling.matcher(name for name in names if " " not in name))
        for name in names:
            if " " in name:
                bare, *features = name.split()
                mask |= tag.mask(self.spelling.matcher([bare])) & _with_features(tokens.text("feats"), features)
        return mask


def _with_features(feats: Text, wanted: list[str]) -> Mask:
    """Tokens that have all the wanted features; PronType=Int is also in PronType=Int,Rel."""

    def fits(value: str) -> bool:
        pairs = (feature.partition("=") for feature in value.split("|"))
        present = {f"{name}={part}" for name, _, values in pairs for part in values.split(",")}
        return all((feature.lstrip("!") in present) != feature.startswith("!") for feature in wanted)

    return feats.mask(fits, missing=all(feature.startswith("!") for feature in wanted))


@dataclass(frozen=True)
class _TagTable:
    """A tag set as TOML has it."""

    about: str = ""
    classes: Mapping[TagClass, Names] = field(default_factory=dict)
    groups: Mapping[TagGroup, Names] = field(default_factory=dict)
    others: Names = ()
    column: Literal["tag", "upos"] = "tag"
    cut: str = PLAIN.cut
    fold: bool = PLAIN.fold


def read_tagset(name: str, source: TableSource | Mapping[str, Any]) -> TagSet:
    """Read a tag set from TOML text or from a file."""
    place = table_place(source, f"tag set '{name}'")
    table = read_toml(source, _TagTable, place.source)
    for section, rows in (("classes", table.classes), ("groups", table.groups)):
        for key, names in rows.items():
            check_patterns(names, place.below(section).below(key))
    return TagSet(
        name,
        table.about,
        with_all(table.classes, TAG_CLASSES),
        with_all(table.groups, TAG_GROUPS),
        table.others,
        table.column,
        Spelling(table.cut, table.fold),
    )


TAGSETS: Registry[TagSet] = Registry(
    "tag set",
    plural="tagsets",
    built_in=lambda: packaged(__package__, "tagsets", ".toml", read_tagset),
    describe=lambda tagset: tagset.about,
    special=("auto",),
    files="a TOML file",
)


def register_tagset(name: str, source: TableSource) -> None:
    """Register a tag set under a name, from TOML text or a file of a package."""
    TAGSETS.add(name, read_tagset(name, source))


def find_tagset(name: str, treebank: Treebank) -> TagSet:
    """A tag set by name or from a TOML file; `auto` chooses the one that has most of the treebank's tags."""
    if name != "auto":
        return named_tagset(name)
    shares = {tagset.name: tag_share(tagset, treebank) for tagset in TAGSETS.members().values()}
    best = max(shares, key=lambda name: shares[name])
    if shares[best] < LEAST_TAG_SHARE:
        raise CallError(
            f"{first_place(treebank)}: the tag set is not recognised (the closest, '{best}', has {shares[best]:.0%} of"
            f" the tags; tags here: {some_values(treebank.tokens.text('tag'))}); name one of {', '.join(TAGSETS)}, or"
            " write a TOML file"
        )
    return TAGSETS[best]


def named_tagset(name: str) -> TagSet:
    """A tag set by name or from a TOML file."""
    return read_tagset(name, existing(name)) if name.endswith(".toml") else TAGSETS.get(name)


def tag_share(tagset: TagSet, treebank: Treebank) -> float:
    """The share of the treebank's tags that a tag set has."""
    text = treebank.tokens.text(tagset.column)
    return matching_share(text, tagset.knows) * float(np.mean(text.codes >= 0)) if len(text) else 0.0


def some_values(text: Text, most: int = 8) -> str:
    """The most frequent values of a column, for messages."""
    values = [value or "''" for value in text.counts()][: most + 1]
    return ", ".join(values[:most]) + (" ..." if len(values) > most else "") if values else "none"


def first_place(treebank: Treebank) -> str:
    """The file and line of the first sentence, for messages."""
    return treebank.where(0) if len(treebank) else "the treebank is empty"
