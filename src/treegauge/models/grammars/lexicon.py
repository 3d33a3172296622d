"""`Lexicon`: the counts of the words of a treebank with their tags. emissions.py has the probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.errors import DataError
from ...core.types import Mask
from ...treebank import Strings, Text, Treebank

if TYPE_CHECKING:
    from .emissions import Emissions


class Pair(NamedTuple):
    """A word with one of its tags, and how often it was seen with it."""

    word: str
    tag: int
    times: float


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Pairs of a word and a tag with their counts: words[word[i]] was seen count[i] times with the tag number tag[i].

    Tags are numbered from 0 in the order in which the grammar has them; there are `tags` of them. Words have the case
    that they have inside a sentence; `capitalised` is the share of words with a small letter that get a capital at the
    beginning of a sentence.
    """

    words: Strings
    word: NDArray[np.int32]
    tag: NDArray[np.int32]
    count: NDArray[np.float64]
    capitalised: float
    tags: int

    def __repr__(self) -> str:
        return f"<Lexicon: {len(self.words):,} words, {len(self.count):,} pairs of word and tag, {self.tags:,} tags>"

    def pairs(self) -> Iterator[Pair]:
        """All pairs of a word and a tag, word by word."""
        words = list(self.words)
        for word, tag, count in zip(self.word.tolist(), self.tag.tolist(), self.count.tolist(), strict=True):
            yield Pair(words[word], tag, count)

    @cached_property
    def emissions(self) -> Emissions:
        """p(word | tag) for known and unknown words."""
        from .emissions import estimate_emissions

        return estimate_emissions(self)


def learn_lexicon(treebank: Treebank, tags: Strings) -> Lexicon:
    """The words of a treebank with their tags, which are numbered as in `tags`."""
    tokens = treebank.tokens
    form, tag = tokens.text("form").compact(), tokens.text("tag").in_terms_of(Text(np.zeros(0, np.int32), tags))
    missing = form.codes < 0
    if missing.any():
        raise DataError(f"{treebank.where(int(tokens.sentence[int(np.argmax(missing))]))}: a token without a word")
    first = first_words(treebank)
    forms, small, changed = _own_case(form, tag, first)
    forms = forms.compact()
    key, count = np.unique(forms.codes.astype(np.int64) * len(tags) + tag, return_counts=True)
    word, tag = np.divmod(key, len(tags))
    capitalised = (changed + 0.5) / (changed + small + 1.0)
    return _lexicon(forms.values, word, tag, count, capitalised, len(tags))


def from_pairs(pairs: Iterable[Pair], tags: int, capitalised: float) -> Lexicon:
    """A lexicon from pairs of word and tag; the counts of a pair that occurs twice are added."""
    counts: Counter[tuple[int, int]] = Counter()
    index: dict[str, int] = {}
    for pair in pairs:
        counts[index.setdefault(pair.word, len(index)), pair.tag] += pair.times  # type: ignore[assignment]
    keys = sorted(counts)
    word, tag = np.array(keys, np.int64).reshape(-1, 2).T
    return _lexicon(Strings.of(index), word, tag, np.array([counts[key] for key in keys]), capitalised, tags)


def _lexicon(
    words: Strings, word: NDArray[Any], tag: NDArray[Any], count: NDArray[Any], capitalised: float, tags: int
) -> Lexicon:
    return Lexicon(words, word.astype(np.int32), tag.astype(np.int32), count.astype(np.float64), capitalised, tags)


def first_words(treebank: Treebank) -> Mask:
    """The first word of each sentence, ignoring punctuation before it."""
    tokens = treebank.tokens
    place = np.flatnonzero(tokens.text("form").mask(lambda form: any(map(str.isalnum, form))))
    _, first = np.unique(tokens.sentence[place], return_index=True)
    begins = np.zeros(len(tokens), bool)
    begins[place[first]] = True
    return begins


def unknown_words(lexicon: Lexicon, treebank: Treebank) -> Mask:
    """Which words are not in a lexicon; a first word is known also if it is in it with a small letter."""
    known, form = lexicon.emissions.known, treebank.tokens.text("form")
    as_small = form.mask(lambda word: (with_small_letter(word) or word) in known) & first_words(treebank)
    return ~form.mask(known.keys(), missing=True) & ~as_small


def with_small_letter(word: str) -> str | None:
    """The word with a small first letter; None if it has no capital, or more than one."""
    small = word[:1].lower()
    return small + word[1:] if small != word[:1] and small.upper() == word[:1] else None


def has_small_letter(word: str) -> bool:
    """Whether the word can get a capital at the beginning of a sentence."""
    return with_small_letter(word[:1].upper() + word[1:]) == word


def _own_case(form: Text, tag: NDArray[np.int32], first: Mask) -> tuple[Text, int, int]:
    """Each word in the case that it has inside a sentence; the number of first words that kept a small letter, and of
    those that lost a capital.

    A first word keeps its capital if the word mostly has it elsewhere, with the same tag; if it does not occur
    elsewhere, the other words of the tag decide.
    """
    pairs = zip(form.codes[~first].tolist(), tag[~first].tolist(), strict=True)
    elsewhere, small_first = Counter(pairs), form.mask(has_small_letter)
    large_first = form.mask(lambda word: with_small_letter(word) is not None)
    sizes = int(tag.max(initial=-1)) + 1
    usual = np.bincount(tag[~first & small_first], minlength=sizes) > np.bincount(
        tag[~first & large_first], minlength=sizes
    )
    index, codes = dict(form.index), form.codes.copy()
    changed = 0
    for place in np.flatnonzero(first & large_first).tolist():
        code, word_tag = int(codes[place]), int(tag[place])
        word = with_small_letter(form.values[code]) or ""
        small, large = elsewhere[index.get(word, -1), word_tag], elsewhere[code, word_tag]
        if small >= large and (small or usual[word_tag]):
            codes[place] = index.setdefault(word, len(index))
            changed += 1
    return Text(codes, Strings.of(index)), int((first & small_first).sum()), changed
