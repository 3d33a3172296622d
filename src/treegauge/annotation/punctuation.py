"""Which tokens are punctuation: by tag, by universal tag or by characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ..core.registry import Registry
from ..core.tables import TableSource
from ..core.toml import packaged_toml, read_toml
from ..core.types import Mask
from ..treebank import Treebank


@dataclass(frozen=True)
class PunctuationFamily:
    """The tags of punctuation in a family of treebanks."""

    tags: frozenset[str]
    about: str = ""


def _built_in() -> dict[str, Callable[[], PunctuationFamily]]:
    families = packaged_toml(__package__, "punctuation.toml", dict[str, PunctuationFamily])
    return {name: partial(families.__getitem__, name) for name in families}


FAMILIES: Registry[PunctuationFamily] = Registry(
    "punctuation family",
    plural="punctuation",
    built_in=_built_in,
    describe=lambda family: family.about,
    special=("auto", "form", "upos"),
)


def register_punctuation(name: str, source: TableSource) -> None:
    """Register a punctuation family under a name, from TOML text with `about` and `tags` or a file of a package."""
    FAMILIES.add(name, read_toml(source, PunctuationFamily, f"punctuation family '{name}'"))


def punctuation(treebank: Treebank, family: str = "auto", tags: tuple[str, ...] = ()) -> Mask:
    """Which tokens are punctuation: those with the given tags, with a tag of the family, or with the universal tag
    PUNCT where there are universal tags; `form` looks only at the characters."""
    tag = treebank.tokens.text("tag")
    if tags:
        return tag.mask(frozenset(tags))
    family = find_family(treebank) if family == "auto" else family
    if family == "form":
        return treebank.tokens.text("form").mask(is_punctuation)
    if family == "upos":
        return treebank.tokens.text("upos").mask({"PUNCT"})
    return tag.mask(FAMILIES.get(family).tags)


def find_family(treebank: Treebank) -> str:
    """The family that `auto` stands for: `upos` where there are universal tags, else the one with most of the tags, or
    `form` if no family has any."""
    tokens = treebank.tokens
    if tokens.text("upos").mask({"PUNCT"}).any():
        return "upos"
    tag = tokens.text("tag")
    sizes = {name: int(tag.mask(members.tags).sum()) for name, members in FAMILIES.members().items()}
    best = max(sizes, key=lambda name: sizes[name])
    return best if sizes[best] else "form"


def is_punctuation(form: str) -> bool:
    """Whether every character is punctuation (Unicode P), or the form is a bracket escape."""
    if form in ("-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-", "``", "''"):
        return True
    return bool(form) and all(unicodedata.category(character).startswith("P") for character in form)
