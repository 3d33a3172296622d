"""Words and labels in the form in which most measures compare them, and whether two sentences have the same words."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ...annotation.schemes import ROOT_LABELS
from ...core.types import Mask
from ...core.wording import counted
from ...transforms.flatten import virtual_roots
from ...transforms.label_functions import category_of
from ...treebank import Rows, Strings, Text, Treebank
from ...treebank.edit import drop_nodes, drop_tokens, relabel
from ...treebank.shape import no_words
from ...treebank.strings import MISSING_CODE

_ROOT = "TOP"
# How treebanks spell characters of the text.
_PLAIN = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    "``": '"',
    "''": '"',
}
_ESCAPED = re.compile(r"-[LR][RSC]B-|^``$|^''$|\\(?=[/*])")
# Bytes in words that `plain_form` changes: searching for them one by one is faster than all at once.
_ESCAPES = (*(name.encode() for name in _PLAIN), b"\\/", b"\\*")


def words_only(treebank: Treebank) -> Treebank:
    """The treebank without empty elements, CODE and ID leaves, and without phrases that have no other words."""
    empty = no_words(treebank)
    return drop_tokens(treebank, empty) if empty.any() else treebank


def plain_labels(gold: Treebank, test: Treebank) -> tuple[Treebank, Treebank]:
    """Labels of phrases without function tags and indices (NP-SBJ=2 is NP), and one label for all usual root labels
    (TOP, ROOT, S1, VROOT, none); such a root that only one side has is removed."""
    sides = [relabel(treebank, _plain) for treebank in (gold, test)]
    roots = [virtual_roots(side) for side in sides]
    has_root = [
        np.bincount(side.nodes.sentence[root], minlength=len(side)) > 0 for side, root in zip(sides, roots, strict=True)
    ]
    alone = [root & ~both[side.nodes.sentence] for side, root, both in zip(sides, roots, has_root[::-1], strict=True)]
    return drop_nodes(sides[0], alone[0]), drop_nodes(sides[1], alone[1])


def _plain(label: str) -> str:
    category = category_of(label)
    return _ROOT if category in ROOT_LABELS else category


def plain_form(form: str) -> str:
    """A word as in running text: ( for -LRB-, a straight quote, no backslash before / and *."""
    return _ESCAPED.sub(lambda match: _PLAIN.get(match.group(), ""), form)


def form_classes(gold: Strings, test: Strings, *, plain: bool = True) -> list[NDArray[np.int32]]:
    """For each side the place of each form among the forms of both; the last place is for a missing form, which is the
    empty string. There are many forms, so this is done on their bytes; with `plain`, escaped forms are appended in
    plain spelling."""
    from ...formats.kernels.intern import distinct

    values = (gold, test)
    escaped = [_escaped(side) if plain else [] for side in values]
    others = [
        Strings.of(plain_form(side.one(code)) for code in codes) for side, codes in zip(values, escaped, strict=True)
    ]
    pieces = [*values, *others]
    shifts = np.cumsum([0, *(len(piece.blob) for piece in pieces)])
    starts = [np.append(piece.offsets[:-1] + shift, 0) for piece, shift in zip(pieces, shifts, strict=False)]
    ends = [np.append(piece.offsets[1:] + shift, 0) for piece, shift in zip(pieces, shifts, strict=False)]
    blob = np.concatenate([piece.blob for piece in pieces])
    blob.flags.writeable = False  # as the text of a file is: the kernel is compiled for it
    codes, _, _ = distinct(blob, np.concatenate(starts), np.concatenate(ends))
    parts = np.split(codes, np.cumsum([len(start) for start in starts])[:-1])
    for side, changed, replaced in zip(parts[:2], escaped, parts[2:], strict=True):
        side[changed] = replaced[:-1]
    return parts[:2]


def _escaped(values: Strings) -> list[int]:
    """The strings that may be spelled differently in running text."""
    blob, places = values.blob.tobytes(), []
    for escape in _ESCAPES:
        place = blob.find(escape)
        while place >= 0:
            places.append(place)
            place = blob.find(escape, place + 1)
    return [int(code) for code in np.unique(np.searchsorted(values.offsets, places, "right") - 1)]


def same_forms(gold: Text, test: Text) -> Mask:
    """The rows that have the same string in both columns, whatever the spelling of brackets and quotes; a missing
    string is equal to a missing one only."""
    classes = form_classes(gold.values, test.values)
    for side in classes:
        side[-1] = MISSING_CODE
    same: Mask = classes[0][gold.codes] == classes[1][test.codes]
    return same


def same_words(gold: Treebank, test: Treebank) -> Mask:
    """The sentences that have the same words in both, whatever the spelling of brackets and quotes; both must have the
    same number of sentences."""
    same = np.asarray(gold.tokens.counts == test.tokens.counts)
    if same.all():
        first, second = gold.tokens, test.tokens
    else:
        chosen = np.flatnonzero(same)
        first, second = gold.tokens.select(chosen), test.tokens.select(chosen)
    bad = np.unique(first.sentence[~same_forms(first.text("form"), second.text("form"))])
    same[bad if first is gold.tokens else chosen[bad]] = False
    return same


def has_same_words(gold: Treebank, test: Treebank) -> bool:
    """Whether all sentences have the same words, in the same order."""
    return len(gold) == len(test) and bool(same_words(gold, test).all())


def differences(gold: Treebank, test: Treebank) -> list[str]:
    """How the words of each sentence differ, as a message."""
    pairs = zip(word_lists(words_only(gold).tokens), word_lists(words_only(test).tokens), strict=True)
    return [_difference(*pair) for pair in pairs]


def word_lists(tokens: Rows) -> list[list[str]]:
    """The words of each sentence."""
    words = [word or "" for word in tokens.text("form").decode()]
    return [words[start:end] for start, end in pairwise(tokens.offsets.tolist())]


def _difference(gold: list[str], test: list[str]) -> str:
    if not test:
        return "no parse"
    for number, (gold_word, test_word) in enumerate(zip(gold, test, strict=False), 1):
        if plain_form(gold_word) != plain_form(test_word):
            return f"word {number} is '{gold_word}' in gold and '{test_word}' in test"
    if len(gold) != len(test):
        return f"{counted(len(gold), 'word')} in gold, {len(test)} in test"
    return "the sentences cannot be compared"
