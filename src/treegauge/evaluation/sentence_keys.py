"""The words of each sentence as one number, so that whole sentences can be compared at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..core.types import Int64s, Mask
from ..measures.shared.words import form_classes, plain_form
from ..treebank import Rows, Strings, Treebank
from ..treebank.shape import no_words
from .common_sequence import Keys

_SEED = 20261117
_AT_ONCE = 1 << 20  # words
_BASE = np.uint64(0x5851F42D4C957F2D)
_LEAST_WORDS = 4  # in a sentence that is recognised by one half


@dataclass(frozen=True, eq=False)
class SentenceKeys:
    """Keys of the sentences of a treebank: equal for equal words, whatever the spelling of brackets and quotes, and
    different for different words (but for one chance in 2^64). `numbers` has one number per distinct form, and the last
    for a missing form; if it is not given, they are made from the spelling."""

    tokens: Rows
    numbers: Keys | None = None

    @classmethod
    def of(cls, treebank: Treebank) -> SentenceKeys:
        """Only words of the text count: empty elements, CODE and ID leaves are left out, as the measures do."""
        empty = no_words(treebank)
        tokens = Rows(treebank.tokens.offsets, {"form": treebank.tokens.text("form")})
        return cls(tokens.keep(~empty) if empty.any() else tokens)

    @classmethod
    def of_both(cls, gold: Treebank, test: Treebank) -> tuple[SentenceKeys, SentenceKeys]:
        """Keys of words that can only be compared with each other: quicker, since few words are looked at in Python."""
        sides = cls.of(gold), cls.of(test)
        first, second = (side.tokens.text("form").values for side in sides)
        classes = form_classes(first, second)
        number = 1 + max(int(side.max()) for side in classes)
        random = np.random.default_rng(_SEED + 1).integers(0, 1 << 64, number, np.uint64)
        return cls(sides[0].tokens, random[classes[0]]), cls(sides[1].tokens, random[classes[1]])

    def among(self, sentences: Int64s) -> SentenceKeys:
        """Keys of some sentences, made from the spelling: they can be compared with those of any treebank."""
        tokens = self.tokens.select(sentences)
        return SentenceKeys(tokens.replace(form=tokens.text("form").compact()))

    def __len__(self) -> int:
        return len(self.tokens.offsets) - 1

    @cached_property
    def full(self) -> Mask:
        """The sentences that have words."""
        return self.tokens.counts > 0

    @cached_property
    def words(self) -> Keys:
        """A key of all words."""
        return self._sums(0)

    @cached_property
    def letters(self) -> Keys:
        """A key of the text without spaces and capitals, for words that are divided differently."""
        spelling = Strings.of([*("".join(form.split()).casefold() for form in self._plain), ""])
        sizes = np.diff(spelling.offsets)
        longest = self._per_sentence(sizes[self._codes]).max(initial=0) + sizes.max(initial=0)
        powers = np.full(int(longest) + 1, _BASE)
        powers[0] = 1
        powers = np.multiply.accumulate(powers)
        word = np.repeat(np.arange(len(sizes)), sizes)
        within = np.arange(len(word)) - spelling.offsets[:-1][word]
        letter = (spelling.blob.astype(np.uint64) + np.uint64(1)) * powers[within]
        value = np.add.reduceat(np.append(letter, np.uint64(0)), np.minimum(spelling.offsets[:-1], len(letter)))
        value[sizes == 0] = 0
        before = np.concatenate(([0], np.cumsum(sizes[self._codes])))
        place = before[:-1] - np.repeat(before[self.tokens.offsets[:-1]], self.tokens.counts)
        return self._per_sentence(value[self._codes] * powers[place])

    @cached_property
    def halves(self) -> tuple[Keys, Keys]:
        """A key of the first half of the words and one of the second, for sentences with a word changed."""
        return self._sums(1), self._sums(2)

    @cached_property
    def divisible(self) -> Mask:
        """The sentences that are long enough to be recognised by one half."""
        return self.tokens.counts >= _LEAST_WORDS

    def first_words(self, sentence: int, most: int = 8) -> str:
        """The beginning of a sentence, for messages."""
        start, end = self.tokens.offsets[sentence : sentence + 2].tolist()
        forms = self.tokens.text("form").take(slice(start, min(end, start + most)))
        return " ".join(form or "" for form in forms) + (" ..." if end > start + most else "")

    @cached_property
    def _plain(self) -> list[str]:
        return [plain_form(form) for form in self.tokens.text("form").values]

    @cached_property
    def _numbers(self) -> Keys:
        if self.numbers is not None:
            return self.numbers
        return np.array([*(hash(form) for form in self._plain), 0], np.int64).view(np.uint64)

    @cached_property
    def _codes(self) -> NDArray[np.int32]:
        """The codes of the forms; a missing form is the last."""
        return self.tokens.text("form").codes

    def _sums(self, part: int) -> Keys:
        """The sum over the words of (key of the word) x (random number of its place), for all words (0), the first
        half (1) or the second (2). In blocks of sentences, so that little memory is needed."""
        word = self._numbers
        longest = int(self.tokens.counts.max(initial=0))
        random = np.random.default_rng(_SEED).integers(0, 1 << 64, longest + 1, np.uint64)
        keys = np.empty(len(self), np.uint64)
        blocks = np.searchsorted(self.tokens.offsets, np.arange(0, len(self.tokens) + _AT_ONCE, _AT_ONCE))
        for begin, end in zip(blocks.tolist(), [*blocks[1:].tolist(), len(self)], strict=True):
            keys[begin:end] = self._block_sums(min(begin, len(self)), min(end, len(self)), part, word, random)
        return keys

    def _block_sums(self, begin: int, end: int, part: int, word: Keys, random: Keys) -> Keys:
        offsets = self.tokens.offsets[begin : end + 1]
        sizes = np.diff(offsets)
        codes = self._codes[offsets[0] : offsets[-1]]
        starts = offsets[:-1] - offsets[0]
        stops = starts + sizes
        if part:
            half = np.maximum(sizes // 2, np.minimum(sizes, 1))
            starts, stops = (starts, starts + half) if part == 1 else (stops - half, stops)
        place = np.arange(len(codes)) - np.repeat(starts, sizes)
        # Places before the part are negative: their products are not summed.
        sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(word[codes] * random[place])))
        keys: Keys = sums[stops] - sums[starts] + random[0] * (stops - starts).astype(np.uint64)
        return keys

    def _per_sentence(self, values: NDArray[np.uint64] | Int64s) -> Keys:
        sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(values.astype(np.uint64))))
        keys: Keys = sums[self.tokens.offsets[1:]] - sums[self.tokens.offsets[:-1]]
        return keys
