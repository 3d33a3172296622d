"""Tag sets as data: which tags are nouns, adverbs, prepositions ..., and the groups by which sentences are compared.

A name is a tag or a pattern; features may follow, as in `VERB VerbForm=Fin !Mood=Imp`: all of them must be there, those
behind ! must not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.errors import CallError, DataError
from ..core.registry import Registry
from ..core.tables import Source, existing, packaged, parse_toml
from ..core.types import Mask
from ..treebank import Text, Treebank
from .patterns import PLAIN, Names, Spelling, matching_share, names_in

LEAST_TAG_SHARE = 0.75  # a tag set is taken for a treebank if it knows so many of the tags
TAG_CLASSES = ("noun", "name", "pronoun", "adverb", "preposition", "determiner", "verb", "conjunction")
TAG_GROUPS = (
    "prepositions",
    "determiners",
    "nouns",
    "interrogatives",
    "finite",
    "infinite",
    "participles",
    "imperatives",
)


@dataclass(frozen=True)
class TagSet:
    """What a tag set calls the parts of speech.

    column   where the tags stand: `tag` or `upos`
    classes  the tags of nouns, names, adverbs ...
    groups   the parts of speech of Rehbein and van Genabith (2007), section 4.1: nouns go with names and personal
             pronouns
    others   further tags, by which it is recognised
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
        """Whether a tag is one of the set."""
        tags = {name.split()[0] for names in (*self.classes.values(), *self.groups.values()) for name in names}
        return self.spelling.matcher((*sorted(tags), *self.others))(tag)

    def _tokens(self, treebank: Treebank, names: Names) -> Mask:
        tokens = treebank.tokens
        tag = tokens.text(self.column)
        found = tag.mask(self.spelling.matcher(name for name in names if " " not in name))
        for name in names:
            if " " in name:
                bare, *features = name.split()
                found |= tag.mask(self.spelling.matcher([bare])) & _with_features(tokens.text("feats"), features)
        return found


def _with_features(feats: Text, wanted: list[str]) -> Mask:
    """Tokens that have all features wanted; PronType=Int is also in PronType=Int,Rel."""

    def fits(value: str) -> bool:
        pairs = (feature.partition("=") for feature in value.split("|"))
        given = {f"{name}={one}" for name, _, values in pairs for one in values.split(",")}
        return all((feature.lstrip("!") in given) != feature.startswith("!") for feature in wanted)

    return feats.mask(fits, missing=all(feature.startswith("!") for feature in wanted))


def read_tagset(name: str, source: Source | Mapping[str, Any]) -> TagSet:
    """A tag set from its TOML text or file."""
    where = f"tag set '{name}'"
    table = parse_toml(source, where)
    column = table.get("column", "tag")
    if column not in ("tag", "upos"):
        raise DataError(f"{where}: column is tag or upos, not '{column}'")
    return TagSet(
        name,
        table.get("about", ""),
        names_in(table, "classes", TAG_CLASSES, where),
        names_in(table, "groups", TAG_GROUPS, where),
        tuple(table.get("others", ())),
        column,
        Spelling(table.get("cut", ""), table.get("fold", False)),
    )


TAGSETS: Registry[TagSet] = Registry(
    "tag set",
    plural="tagsets",
    built_in=lambda: packaged(__package__, "tagsets", ".toml", read_tagset),
    describe=lambda tagset: tagset.about,
    special=("auto",),
    files="a TOML file",
)


def register_tagset(name: str, source: Source) -> None:
    """Make a tag set known by a name: TOML text, or a file of a package."""
    TAGSETS.add(name, read_tagset(name, source))


def find_tagset(name: str, treebank: Treebank) -> TagSet:
    """A tag set by name or from a TOML file; `auto` takes the one that knows most of the treebank's tags."""
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
    """How many of the treebank's tags a tag set knows."""
    text = treebank.tokens.text(tagset.column)
    return matching_share(text, tagset.knows) * float(np.mean(text.codes >= 0)) if len(text) else 0.0


def some_values(text: Text, most: int = 8) -> str:
    """The most frequent values of a column, for messages."""
    values = [value or "''" for value in text.counts()][: most + 1]
    return ", ".join(values[:most]) + (" ..." if len(values) > most else "") if values else "none"


def first_place(treebank: Treebank) -> str:
    return treebank.where(0) if len(treebank) else "the treebank is empty"
