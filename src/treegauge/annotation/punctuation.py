"""Punctuation: which tokens it is, by tag, by universal tag or by characters."""

from __future__ import annotations

import tomllib
import unicodedata
from functools import cache
from importlib.resources import files

from ..core.errors import CallError
from ..core.types import Mask
from ..treebank import Treebank


@cache
def families() -> dict[str, frozenset[str]]:
    """Tag sets by family, from punctuation.toml."""
    table = tomllib.loads(files(__package__).joinpath("punctuation.toml").read_text("utf-8"))
    return {name: frozenset(entry["tags"]) for name, entry in table.items()}


def punctuation(treebank: Treebank, family: str = "auto", tags: tuple[str, ...] = ()) -> Mask:
    """Which tokens are punctuation: by the tags named, by a family's tags, by UPOS PUNCT where there are universal
    tags;
    `form` goes by the characters alone."""
    tag = treebank.tokens.text("tag")
    if tags:
        return tag.mask(frozenset(tags))
    if family == "form":
        return treebank.tokens.text("form").mask(is_punctuation)
    universal = treebank.tokens.text("upos").mask({"PUNCT"})
    if family == "upos" or (family == "auto" and universal.any()):
        return universal
    if family != "auto":
        if family not in families():
            raise CallError(f"unknown family '{family}'; known: auto, form, upos, {', '.join(families())}")
        return tag.mask(families()[family])
    masks = [tag.mask(members) for members in families().values()]
    best = max(masks, key=lambda mask: int(mask.sum()))
    return best if best.any() else treebank.tokens.text("form").mask(is_punctuation)


def is_punctuation(form: str) -> bool:
    """Whether every character is punctuation (Unicode P), or the form is a bracket escape."""
    if form in ("-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-", "``", "''"):
        return True
    return bool(form) and all(unicodedata.category(character).startswith("P") for character in form)
