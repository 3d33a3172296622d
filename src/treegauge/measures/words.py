"""Words and labels as most measures compare them, and whether two sentences have the same words."""

from __future__ import annotations

import re

import numpy as np

from ..transforms.flatten import ROOTS
from ..treebank import Mask, Treebank
from ..treebank.edit import drop_tokens, relabel
from ..treebank.measure import no_words

_ROOT = "TOP"
# How treebanks write what stands in the text.
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


def words_only(treebank: Treebank) -> Treebank:
    """Without empty elements, CODE and ID leaves; phrases left without a word go too."""
    empty = no_words(treebank)
    return drop_tokens(treebank, empty) if empty.any() else treebank


def plain_labels(treebank: Treebank) -> Treebank:
    """Labels of phrases without function tags and indices (NP-SBJ=2 is NP), and one name for all that a root is called
    (TOP, ROOT, S1, VROOT, nothing)."""
    return relabel(treebank, _plain)


def _plain(label: str) -> str:
    cut = label[:1] + re.split("[-=]", label[1:], maxsplit=1)[0]
    return _ROOT if cut in ROOTS else cut


def plain_form(form: str) -> str:
    """A word as it stands in the text: ( for -LRB-, a straight quote, no backslash before / and *."""
    return _PLAIN.get(form) or form.replace("\\/", "/").replace("\\*", "*")


def same_words(gold: Treebank, test: Treebank) -> Mask:
    """The sentences that have the same words in both, however brackets and quotes are written; both must have the same
    number of sentences."""
    same = np.asarray(gold.tokens.counts == test.tokens.counts)
    if same.all():
        first, second = gold.tokens, test.tokens
    else:
        chosen = np.flatnonzero(same)
        first, second = gold.tokens.select(chosen), test.tokens.select(chosen)
    form = first.text("form").map(plain_form)
    differ = second.text("form").map(plain_form).in_terms_of(form) != form.codes
    bad = np.unique(first.sentence[differ])
    same[bad if first is gold.tokens else chosen[bad]] = False
    return same


def difference(gold: Treebank, test: Treebank, sentence: int) -> str:
    """What differs between the words of a sentence, in words."""
    one, other = (words_only(treebank[[sentence]]).tokens.text("form").decode() for treebank in (gold, test))
    if not other:
        return "no parse"
    for number, (a, b) in enumerate(zip(one, other, strict=False), 1):
        if plain_form(a or "") != plain_form(b or ""):
            return f"word {number} is '{a}' in gold and '{b}' in test"
    if len(one) != len(other):
        return f"{len(one)} words in gold, {len(other)} in test"
    return "the sentences cannot be compared"
