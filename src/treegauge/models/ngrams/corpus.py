"""`Corpus`: sentences as one column of words with their offsets, from a treebank or from lines of text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError, DataError
from ...treebank import Text, Treebank

_BLANKS = str.maketrans(dict.fromkeys(" \t\n\r\v\f", "_"))


@dataclass(frozen=True, eq=False)
class Corpus:
    """Words end to end; those of sentence i run from offsets[i] to offsets[i + 1]."""

    words: Text
    offsets: NDArray[np.int64]

    def __post_init__(self) -> None:
        ends = self.offsets
        if len(ends) < 1 or ends[0] != 0 or ends[-1] != len(self.words) or np.any(np.diff(ends) < 0):
            raise CallError(f"the offsets must rise from 0 to the number of words, which is {len(self.words)}")
        if len(self.words) and self.words.codes.min() < 0:
            place = int(np.argmin(self.words.codes))
            sentence = int(np.searchsorted(ends, place, side="right"))
            raise DataError(
                f"sentence {sentence}: word {place - ends[sentence - 1] + 1} is missing; all words are needed"
            )

    @classmethod
    def of(cls, treebank: Treebank) -> Corpus:
        """The forms of a treebank. A space inside a form becomes `_`, since a word of a language model has none."""
        form = treebank.tokens.text("form")
        missing = np.flatnonzero(form.codes < 0)
        if len(missing):
            sentence = int(treebank.tokens.sentence[missing[0]])
            raise DataError(f"{treebank.where(sentence)}: a token has no form; a language model needs words")
        blank = any(value != value.translate(_BLANKS) for value in form.values)
        return cls(form.map(lambda value: value.translate(_BLANKS)) if blank else form, treebank.tokens.offsets)

    @classmethod
    def of_lines(cls, lines: Iterable[str]) -> Corpus:
        """One sentence per line, words separated by ASCII white space, as in other programs."""
        # `bytes.split` splits at ASCII white space only: a no-break space is kept inside its word.
        sentences = [line.encode("utf-8", "surrogatepass").split() for line in lines]
        offsets = np.zeros(len(sentences) + 1, np.int64)
        np.cumsum([len(sentence) for sentence in sentences], out=offsets[1:])
        return cls(Text.of(word.decode("utf-8", "surrogatepass") for words in sentences for word in words), offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """Words per sentence."""
        return np.diff(self.offsets)

    @property
    def srilm_reads(self) -> NDArray[np.bool_]:
        """The sentences that SRILM reads: those that are not empty and do not begin with `##`."""
        comment = np.append(self.words.mask(lambda word: word.startswith("##")), False)
        read: NDArray[np.bool_] = (self.lengths > 0) & ~comment[self.offsets[:-1]]
        return read

    def as_srilm_reads_it(self) -> Corpus:
        """Without the sentences that SRILM skips."""
        return self.select(self.srilm_reads)

    def select(self, sentences: NDArray[np.bool_]) -> Corpus:
        """The sentences that a mask selects."""
        if sentences.all():
            return self
        offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(self.lengths[sentences])))
        return Corpus(self.words.take(np.repeat(sentences, self.lengths)), offsets)


def as_corpus(sentences: Corpus | Treebank) -> Corpus:
    """A treebank as its words; a corpus as it is."""
    return sentences if isinstance(sentences, Corpus) else Corpus.of(sentences)
