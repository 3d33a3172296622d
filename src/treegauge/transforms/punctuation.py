"""Transforms of punctuation: remove it, tag each kind of mark, or attach it inside the tree."""

from __future__ import annotations

import numpy as np

from ..annotation.punctuation import is_punctuation, punctuation
from ..core.types import Mask
from ..treebank import Text, Treebank
from ..treebank.edit import drop_tokens, restructure
from .base import transform
from .flatten import virtual_roots

_OPENING, _CLOSING = "“„«‹‘‚「『《〈``", "”»›’」』》〉''"
_MARKS = {",": ",", "،": ",", "、": ",", "，": ","} | dict.fromkeys(".!?。！？؟।", ".")
_MARKS |= dict.fromkeys("([{（［【", "-LRB-") | dict.fromkeys(")]}）］】", "-RRB-")


@transform("drop-punctuation")
def drop_punctuation(
    treebank: Treebank, *, family: str = "auto", tags: tuple[str, ...] = (), keep: tuple[str, ...] = ()
) -> Treebank:
    """Remove punctuation by tag (family: auto, penn, stts, ... or tags=[...]), but not the tags in keep=[...]."""
    drop = punctuation(treebank, family, tags)
    return drop_tokens(treebank, drop & ~treebank.tokens.text("tag").mask(frozenset(keep)))


@transform("punctuation-tags")
def punctuation_tags(treebank: Treebank, *, family: str = "auto", tags: tuple[str, ...] = ()) -> Treebank:
    """Give punctuation marks the Penn tags (, . : `` '' -LRB- -RRB-) where a treebank has one tag for all of them."""
    form, tag = treebank.tokens.text("form"), treebank.tokens.text("tag")
    new = [penn_punctuation_tag(word) for word in form.values]
    both = Text.of([*tag.values, *filter(None, new), "''"])
    number = np.array([*(-1 if value is None else both.code(value) for value in new), -1], np.int32)[form.codes]
    marks = punctuation(treebank, family, tags) & (number >= 0)
    closing = _every_second(treebank, marks & form.mask({'"', "'"}))
    codes = np.where(marks, np.where(closing, np.int32(both.code("''")), number), tag.codes)
    return treebank.replace(tokens=treebank.tokens.replace(tag=Text(codes, both.values).compact()))


@transform("fill-tags")
def fill_tags(treebank: Treebank, *, tag: str = "X") -> Treebank:
    """Tag the words that have no tag: punctuation marks as in Penn (, . : `` '' -LRB- -RRB-), others as X or
    tag=NAME."""
    form, old = treebank.tokens.text("form"), treebank.tokens.text("tag")
    missing = old.codes < 0
    if not missing.any():
        return treebank
    named = form.take(missing).compact()
    new = [penn_punctuation_tag(word) or tag for word in named.values]
    both = Text.of(dict.fromkeys([*old.values, *new, tag, "''"]))
    codes = old.codes.copy()
    codes[missing] = np.array([*(both.code(value) for value in new), both.code(tag)], np.int32)[named.codes]
    closing = _every_second(treebank, missing & form.mask({'"', "'"}))
    codes[closing] = both.code("''")
    return treebank.replace(tokens=treebank.tokens.replace(tag=Text(codes, both.values).compact()))


def penn_punctuation_tag(form: str) -> str | None:
    """The Penn tag of a punctuation mark, or None if the form is not one; a straight quote counts as opening."""
    if not is_punctuation(form):
        return None
    if form in ("-LRB-", "-LSB-", "-LCB-"):
        return "-LRB-"
    if form in ("-RRB-", "-RSB-", "-RCB-"):
        return "-RRB-"
    if form in ("``", '"', "'") or form in _OPENING:
        return "``"
    if form in ("''",) or form in _CLOSING:
        return "''"
    if set(form) == {"."} and len(form) > 1:
        return ":"
    return _MARKS.get(form[0], ":")


def _every_second(treebank: Treebank, mask: Mask) -> Mask:
    """Every second one of the marked tokens of each sentence."""
    running = np.cumsum(mask)
    before = np.concatenate(([0], running))[treebank.tokens.start]
    second: Mask = mask & ((running - before) % 2 == 0)
    return second


@transform("attach-punctuation")
def attach_punctuation(treebank: Treebank, *, family: str = "auto", tags: tuple[str, ...] = ()) -> Treebank:
    """Attach punctuation outside the tree (as in TIGER) to the lowest node above both its neighbours."""
    from .kernels.crossing import attach_loose_tokens

    tokens, nodes = treebank.tokens, treebank.nodes
    if not treebank.has_constituents or not len(nodes):
        return treebank
    marks = punctuation(treebank, family, tags) | (tokens.text("form").mask(is_punctuation) & (not tags))
    loose = marks & _outside(treebank)
    parents = tokens.numbers("parent"), nodes.numbers("parent")
    return restructure(treebank, token_parent=attach_loose_tokens(tokens.offsets, nodes.offsets, *parents, loose))


def _outside(treebank: Treebank) -> Mask:
    """Tokens without a parent, or directly below a virtual root."""
    tokens, nodes = treebank.tokens, treebank.nodes
    parent = tokens.numbers("parent")
    above = np.where(parent >= 0, parent + np.repeat(nodes.offsets[:-1], tokens.counts), -1)
    outside: Mask = np.append(virtual_roots(treebank), True)[above]
    return outside
