"""A treebank as running text: tokens, words and sentences as spans of the text without spaces, and the words of two
files aligned.

Spans are in bytes of UTF-8: both files must have the same text, so that this is the same as spans of characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...core.errors import DataError
from ...core.types import Codes, Mask
from ...treebank import Strings, Text, Treebank
from ...treebank.strings import concatenate_text, joined_strings
from .columns import one_dictionary

Positions = NDArray[np.int64]


_SPACES = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")  # the Unicode category Zs
_SHOWN = 20


def without_spaces(form: str) -> str:
    """A form without spaces: some files have spaces within tokens where others have two tokens."""
    return _SPACES.sub("", form)


def _bare(forms: Strings) -> Strings:
    """Forms without spaces. Most treebanks have no spaces in forms, which is quickly seen."""
    if not _SPACES.search(forms.blob.tobytes().decode()):
        return forms
    return Strings.of(map(without_spaces, forms))


@dataclass(frozen=True, eq=False)
class RunningText:
    """The tokens of a treebank in order: multiword tokens, and the words that do not belong to one."""

    treebank: Treebank

    @cached_property
    def inside(self) -> Mask:
        """Words that belong to a multiword token."""
        first, last = self._ranges
        change = np.zeros(len(self.treebank.tokens) + 1, np.int32)
        np.add.at(change, first, 1)
        np.add.at(change, last, -1)
        return np.asarray(np.cumsum(change[:-1]) > 0)

    @cached_property
    def _ranges(self) -> tuple[Positions, Positions]:
        """First words of multiword tokens, and one past the last."""
        spans = self.treebank.multiword
        start = np.repeat(self.treebank.tokens.offsets[:-1], spans.counts)
        return start + spans.numbers("first"), start + spans.numbers("last")

    @cached_property
    def _begins(self) -> Mask:
        """Words that begin a token."""
        begins = ~self.inside
        begins[self._ranges[0]] = True
        return begins

    @cached_property
    def token(self) -> Codes:
        """The token of each word."""
        return (np.cumsum(self._begins) - 1).astype(np.int32)

    @cached_property
    def offsets(self) -> Positions:
        """The first token of each sentence, and one past the last of all."""
        tokens = np.concatenate((np.zeros(1, np.int64), np.cumsum(self._begins)))
        return np.asarray(tokens[self.treebank.tokens.offsets])

    @cached_property
    def spelling(self) -> Text:
        """The tokens without spaces; the strings need not be distinct, and the last is empty, for a missing form."""
        form, spans = self.treebank.tokens.text("form"), self.treebank.multiword.text("form")
        codes = form.codes[self._begins]
        codes[self.token[self._ranges[0]]] = np.where(spans.codes >= 0, spans.codes + len(form.values), -1)
        forms = [_bare(form.values), _bare(spans.values), Strings.of([""])]
        values = joined_strings(forms)
        codes[codes < 0] = len(values) - 1
        return Text(codes, values)

    @cached_property
    def ends(self) -> Positions:
        """The end of each token, after a leading 0: token i is the text from ends[i] to ends[i + 1]."""
        lengths = np.diff(self.spelling.values.offsets)[self.spelling.codes]
        return np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))

    @cached_property
    def words(self) -> tuple[Positions, Positions]:
        """The start and end of each word; for a word of a multiword token, those of the token."""
        return self.ends[self.token], self.ends[self.token + 1]

    @property
    def form(self) -> Text:
        """The words as they are compared in a multiword span: spaces are removed only outside multiword tokens."""
        form = self.treebank.tokens.text("form")
        if _bare(form.values) is form.values:
            return form
        both = concatenate_text([form, form.map(without_spaces)])
        whole, short = np.split(both.codes, 2)
        return Text(np.where(self.inside, whole, short), both.values)

    def after(self, place: int) -> tuple[int, str]:
        """The word at a place of the text, and the text from there on, up to 20 characters."""
        token = int(np.searchsorted(self.ends[1:], place, side="right"))
        pieces = self.spelling.take(slice(token, token + _SHOWN)).decode()
        rest = "".join(piece or "" for piece in pieces).encode()[place - int(self.ends[token]) :]
        word = int(np.searchsorted(self.token, token))
        return word, rest.decode(errors="replace")[:_SHOWN]


def align_words(gold: RunningText, test: RunningText) -> Codes:
    """The test word of each gold word, or -1. Both must have the same text, apart from spaces."""
    from ..kernels.ud import align_texts

    _must_have_one_text(gold, test)
    if gold.inside.any() or test.inside.any():
        form, form2 = one_dictionary(gold.form, test.form, str.lower)
        forms = form.codes, form2.codes
    else:
        forms = gold.token, test.token
    match: Codes = align_texts(*gold.words, gold.inside, forms[0], *test.words, test.inside, forms[1])
    return match


def _must_have_one_text(gold: RunningText, test: RunningText) -> None:
    from ..kernels.ud import first_difference

    first, second = gold.spelling, test.spelling
    place = first_difference(
        first.codes, first.values.blob, first.values.offsets, second.codes, second.values.blob, second.values.offsets
    )
    if place < 0:
        return
    shown = []
    for side in (test, gold):
        word, rest = side.after(_start_of_character(gold, test, place))
        shown.append((line_of(side.treebank, word), f"'{rest}'" if rest else "nothing more"))
    (here, actual), (there, expected) = shown
    raise DataError(
        f"{here}: the texts differ: {actual} here, {expected} in gold ({there}); the UD measures need the same "
        "characters in both files, apart from spaces: score a parse of the same text"
    )


def _start_of_character(gold: RunningText, test: RunningText, place: int) -> int:
    """The start of the character that contains the first different byte; it is the same in both texts."""
    for side in (gold, test):
        token = int(np.searchsorted(side.ends[1:], place, side="right"))
        if token < len(side.spelling):
            code = int(side.spelling.codes[token])
            start = int(side.spelling.values.offsets[code])
            at = place - int(side.ends[token])
            while at > 0 and side.spelling.values.blob[start + at] & 0xC0 == 0x80:
                at -= 1
            return int(side.ends[token]) + at
    return place


def line_of(treebank: Treebank, word: int) -> str:
    """`file:line` of a word (one past the last: of the last sentence), for messages."""
    if not len(treebank):
        return "the file without sentences"
    sentence = int(np.searchsorted(treebank.tokens.offsets, word, side="right")) - 1
    sentence = min(sentence, len(treebank) - 1)
    source, colon, line = treebank.where(sentence).rpartition(":")
    if not colon or not line.isdigit():
        return treebank.where(sentence)
    within = word - int(treebank.tokens.offsets[sentence])
    return f"{source}:{int(line) + _lines_before(treebank, sentence, within)}"


def _lines_before(treebank: Treebank, sentence: int, within: int) -> int:
    """How many lines of a CoNLL-U sentence come before its word number `within` (from 0)."""
    alone = treebank[[sentence]]
    comments = alone.sentences.text("comments")[0]
    return (
        within
        + (comments.count("\n") + 1 if comments else 0)
        + int((alone.multiword.numbers("first") <= within).sum())
        + int((alone.empty.numbers("after") <= within).sum())
    )
