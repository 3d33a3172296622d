"""Which tokens are punctuation: by tag, by universal tag or by characters."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import Any

from ..core.errors import DataError
from ..core.registry import Registry
from ..core.tables import TableSource, parse_toml
from ..core.types import Mask
from ..treebank import Treebank


@dataclass(frozen=True)
class PunctuationFamily:
    """The tags of punctuation in a family of treebanks."""

    about: str
    tags: frozenset[str]


def _built_in() -> dict[str, Callable[[], PunctuationFamily]]:
    table = tomllib.loads(files(__package__).joinpath("punctuation.toml").read_text("utf-8"))
    return {name: partial(_family, entry, name) for name, entry in table.items()}


def _family(entry: Mapping[str, Any], name: str) -> PunctuationFamily:
    tags = entry.get("tags")
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise DataError(f'punctuation family \'{name}\': expected tags = [",", "."], found {tags!r}')
    return PunctuationFamily(entry.get("about", ""), frozenset(tags))


FAMILIES: Registry[PunctuationFamily] = Registry(
    "punctuation family",
    plural="punctuation",
    built_in=_built_in,
    describe=lambda family: family.about,
    special=("auto", "form", "upos"),
)


def register_punctuation(name: str, source: TableSource) -> None:
    """Register a punctuation family under a name, from TOML text with `about` and `tags` or a file of a package."""
    FAMILIES.add(name, _family(parse_toml(source, f"punctuation family '{name}'"), name))


def punctuation(treebank: Treebank, family: str = "auto", tags: tuple[str, ...] = ()) -> Mask:
    """Which tokens are punctuation: those with the given tags, with a tag of the family, or with the universal tag
    PUNCT where there are universal tags; `form` looks only at the characters."""
    tag = treebank.tokens.text("tag")
    if tags:
        return tag.mask(frozenset(tags))
    if family == "form":
        return treebank.tokens.text("form").mask(is_punctuation)
    universal = treebank.tokens.text("upos").mask({"PUNCT"})
    if family == "upos" or (family == "auto" and universal.any()):
        return universal
    if family != "auto":
        return tag.mask(FAMILIES.get(family).tags)
    masks = [tag.mask(members.tags) for members in FAMILIES.members().values()]
    best = max(masks, key=lambda mask: int(mask.sum()))
    return best if best.any() else treebank.tokens.text("form").mask(is_punctuation)


def is_punctuation(form: str) -> bool:
    """Whether every character is punctuation (Unicode P), or the form is a bracket escape."""
    if form in ("-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-", "``", "''"):
        return True
    return bool(form) and all(unicodedata.category(character).startswith("P") for character in form)
