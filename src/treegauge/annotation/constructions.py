"""Constructions of dependency trees, as data: which words are prepositional phrases, relative clauses, function words,
in the annotation scheme of a treebank. The classes of errors are decided by them.

    about = "..."
    tags = "upos"                      # the column of the tags: upos or tag
    arguments = ["nsubj", "obj"]       # relations of arguments, and of adjuncts, of verbs
    adjuncts = ["obl", "advmod"]

    [[construction]]                   # a word belongs to the first construction that fits
    name = "PP attachment"
    relations = ["nmod", "obl"]        # its relation; not given: any
    tags = ["NOUN"]                    # its tag; not given: any
    head_tags = ["VERB"]               # the tag of its head; not given: any
    children = ["case"]                # it has a dependent with one of these relations; not given: it need not
    child_features = ["Case=Gen"]      # it has a dependent with one of these features; not given: it need not

Names are patterns: `nmod:*`. A name without a mark also fits with a subtype: `acl` fits `acl:relcl`, `mod` fits
`mod@relcl`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from ..core.registry import Registry
from ..core.tables import TableSource, existing, packaged
from ..core.toml import read_toml
from ..core.types import Integers, Mask
from ..treebank import Text, Treebank
from .patterns import Names, Spelling, matching_share

LEAST_SHARE = 0.8  # of the relations of a treebank, for `auto` to choose a table
_RELATIONS = Spelling(":@-")  # marks before subtypes, in UD, SUD and CoNLL-2008
_TAGS = Spelling()


@dataclass(frozen=True)
class Construction:
    """Which words belong to a construction; what is not given does not matter."""

    name: str
    relations: Names = ()
    tags: Names = ()
    head_tags: Names = ()
    children: Names = ()
    child_features: Names = ()


@dataclass(frozen=True)
class Constructions:
    """The constructions of an annotation scheme, in order, and the relations of arguments and adjuncts."""

    about: str = ""
    tags: Literal["upos", "tag"] = "upos"
    arguments: Names = ()
    adjuncts: Names = ()
    construction: tuple[Construction, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The constructions in order, each once, where it is last: a rule for an exception can be before all others."""
        return tuple(reversed(dict.fromkeys(rule.name for rule in reversed(self.construction))))

    def known(self, relation: str) -> bool:
        """Whether a relation is one of the scheme."""
        names = [name for rule in self.construction for name in rule.relations]
        return _RELATIONS.matcher((*names, "root", "ROOT"))(relation)

    def of_words(self, treebank: Treebank) -> Integers:
        """The construction of each word: a place in `names`, or their number for a word that has none."""
        relation, tag = treebank.tokens.text("deprel"), treebank.tokens.text(self.tags)
        head = _absolute_heads(treebank)
        places = np.full(len(head), len(self.names), np.int64)
        for rule in reversed(self.construction):
            fits = np.ones(len(head), bool)
            if rule.relations:
                fits &= relation.mask(_RELATIONS.matcher(rule.relations))
            if rule.tags:
                fits &= tag.mask(_TAGS.matcher(rule.tags))
            if rule.head_tags:
                fits &= np.append(tag.mask(_TAGS.matcher(rule.head_tags)), False)[head]
            if rule.children:
                fits &= _having(relation.mask(_RELATIONS.matcher(rule.children)), head)
            if rule.child_features:
                fits &= _having(treebank.tokens.text("feats").mask(_having_feature(rule.child_features)), head)
            places[fits] = self.names.index(rule.name)
        return places

    def arguments_and_adjuncts(self, relations: Text) -> tuple[Mask, Mask]:
        """The words that are arguments, and those that are adjuncts, by their relations."""
        is_argument = relations.mask(_RELATIONS.matcher(self.arguments))
        return is_argument, relations.mask(_RELATIONS.matcher(self.adjuncts)) & ~is_argument


NO_CONSTRUCTIONS = Constructions()


def _absolute_heads(treebank: Treebank) -> Integers:
    """Heads as rows of the whole treebank; -1, the row after the last, where there is none."""
    head = treebank.tokens.numbers("head")
    return np.where(head >= 0, head + treebank.tokens.start, -1)


def _having_feature(names: Names) -> Callable[[str], bool]:
    """A function that decides whether one of the features in a cell (`Case=Gen|Number=Sing`) is wanted."""
    matches = _TAGS.matcher(names)
    return lambda features: any(matches(feature) for feature in features.split("|"))


def _having(wanted: Mask, head: Integers) -> Mask:
    """The words that have a dependent which is wanted."""
    having = np.zeros(len(head) + 1, bool)
    having[head[wanted]] = True
    return having[:-1]


def read_constructions(name: str, source: TableSource) -> Constructions:
    """Read a table from TOML text or from a file."""
    return read_toml(source, Constructions, f"constructions '{name}'")


CONSTRUCTIONS: Registry[Constructions] = Registry(
    "construction table",
    plural="constructions",
    built_in=lambda: packaged(__package__, "constructions", ".toml", read_constructions),
    describe=lambda table: table.about,
    special=("auto",),
    files="a TOML file",
)


def register_constructions(name: str, source: TableSource) -> None:
    """Register a table of constructions under a name, from TOML text or a file of a package."""
    CONSTRUCTIONS.add(name, read_constructions(name, source))


def find_constructions(name: str, treebank: Treebank) -> tuple[str, Constructions]:
    """A table by name or from a TOML file, and its name. `auto` chooses the one that has most of the treebank's
    relations; `none`, and no constructions, if none has enough of them."""
    if name.endswith(".toml"):
        return Path(name).stem, read_constructions(name, existing(name))
    if name != "auto":
        return name, CONSTRUCTIONS.get(name)
    relations = treebank.tokens.text("deprel")
    shares = {name: matching_share(relations, table.known) for name, table in CONSTRUCTIONS.items()}
    best = max(shares, key=lambda name: shares[name])
    return (best, CONSTRUCTIONS[best]) if shares[best] >= LEAST_SHARE else ("none", NO_CONSTRUCTIONS)
