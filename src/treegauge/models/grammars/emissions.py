"""p(word | tag), for words that the lexicon has and for those that it does not have.

What a tag emits is an event: a known word, or a class of unknown words (word_classes.py). The events are all that there
is, and their probabilities sum to one. p(tag | event) is estimated from the general to the particular: all rare words,
those of a shape, those of ever longer endings, at last the word itself, where each step is (count + prior * general) /
(total + prior) (MacKay & Peto 1995, A hierarchical Dirichlet language model). By Bayes' rule p(event | tag) follows,
which for each tag sums to one over all events.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...core.types import Floats, Int64s
from ...treebank import Treebank
from .lexicon import Lexicon, first_words, has_small_letter, with_small_letter
from .readings import Readings, weighed
from .word_classes import WordClasses, classes_of

RARE = 3  # a word seen no more often shows what unknown words are like
CLASS_PRIOR = 3.0  # the weight of the more general class against the words of a class
WORD_PRIOR = 0.3  # the weight of its class against the tags of a known word
LEAST_SHARE = 1e-3  # a tag is dropped if it is less probable than this share of the best one
_BLOCK = 1 << 12  # events at a time


@dataclass(frozen=True, eq=False)
class Emissions:
    """log2 p(event | tag) for the tags that an event can have, those of event e from first[e] to first[e + 1]. Events
    are the known words in their order, then the classes of unknown words. `log2_tag` is log2 p(tag), and `capitalised`
    that of the lexicon."""

    known: dict[str, int]
    classes: WordClasses
    first: Int64s
    tag: NDArray[np.int32]
    log2: Floats
    log2_tag: Floats
    capitalised: float

    def probabilities(self, word: str, first: bool = False) -> Floats:
        """p(word | tag) for every tag, zero if the word cannot have it; `first`: whether it begins its sentence.

        A first word with a small letter gets a capital with probability `capitalised`, so a first word with a capital
        can be either that word or one that always has a capital.
        """
        small = with_small_letter(word) if first else None
        if small is not None:
            return self._event(word) + self.capitalised * self._event(small)
        return self._event(word) * (1 - self.capitalised if first and has_small_letter(word) else 1.0)

    def _event(self, word: str) -> Floats:
        event = self.known[word] if word in self.known else len(self.known) + self.classes.find(word)
        entries, probability = slice(*self.first[event : event + 2].tolist()), np.zeros(len(self.log2_tag))
        probability[self.tag[entries]] = np.exp2(self.log2[entries])
        return probability

    def readings(self, treebank: Treebank, first_tag: int) -> Readings:
        """The tags of every word of a treebank, numbered from `first_tag`; a token without a word has none."""
        form = treebank.tokens.text("form")
        keys, place = np.unique(2 * form.codes.astype(np.int64) + first_words(treebank), return_inverse=True)
        rows = [
            self.probabilities(form.values[key >> 1], bool(key & 1)) if key >= 0 else _NONE for key in keys.tolist()
        ]
        tags = [np.flatnonzero(row) for row in rows]
        tag = np.concatenate([_NONE, *tags]).astype(np.int32) + np.int32(first_tag)
        log = np.concatenate([_NONE, *(np.log2(row[possible]) for row, possible in zip(rows, tags, strict=True))])
        begin, counts = (
            _starts([len(possible) for possible in tags]),
            np.array([len(possible) for possible in tags], np.int64),
        )
        place = place.reshape(-1)
        first = _starts(counts[place])
        items = np.arange(first[-1]) + np.repeat(begin[place] - first[:-1], counts[place])
        return weighed(first, tag[items], log[items])


_NONE = np.zeros(0)


def _starts(counts: Int64s | list[int]) -> Int64s:
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)))


def estimate_emissions(lexicon: Lexicon) -> Emissions:
    """The probabilities that the counts of a lexicon make."""
    words = list(lexicon.words)
    total: Floats = np.bincount(lexicon.word, lexicon.count, len(words)).astype(np.float64)
    rare = total <= max(RARE, float(total.min()))
    classes = classes_of(words, rare)
    of_word = np.array([classes.find(word) for word in words], np.int64)
    class_counts = np.zeros((len(classes.parent), lexicon.tags))
    seen = rare[lexicon.word]
    np.add.at(class_counts, (of_word[lexicon.word[seen]], lexicon.tag[seen]), lexicon.count[seen])
    general = classes.smoothed(classes.totals(class_counts), CLASS_PRIOR)
    blocks = [
        _pruned(_words(lexicon, total, general[of_word[b : b + _BLOCK]], b)) for b in range(0, len(words), _BLOCK)
    ]
    blocks += [_pruned(general[b : b + _BLOCK]) for b in range(0, len(general), _BLOCK)]
    counts, tag, probability = (np.concatenate(column) for column in zip(*blocks, strict=True))
    joint = probability * np.repeat(_events(total, class_counts.sum(axis=1)), counts)
    share = np.bincount(tag, joint, lexicon.tags)
    with np.errstate(divide="ignore"):
        log2, log2_tag = np.log2(joint / share[tag]), np.log2(share)
    known = {word: number for number, word in enumerate(words)}
    return Emissions(known, classes, _starts(counts), tag, log2, log2_tag, lexicon.capitalised)


def _events(total: Floats, class_total: Floats) -> Floats:
    """p(event): known words by their frequency, classes of unknown words by the distribution of rare words over them;
    unknown words are as frequent as words seen once (Good 1953)."""
    unknown = (float((total == 1).sum()) + 0.5) / (total.sum() + 1.0)
    spread = (class_total + 0.5) / (class_total + 0.5).sum()
    return np.concatenate(((1 - unknown) * total / total.sum(), unknown * spread))


def _words(lexicon: Lexicon, total: Floats, general: Floats, begin: int) -> Floats:
    """p(tag | word) of the known words from `begin`; `general` is p(tag | class) of their classes."""
    end = begin + len(general)
    rows = WORD_PRIOR * general
    pairs = slice(*np.searchsorted(lexicon.word, [begin, end]).tolist())
    rows[lexicon.word[pairs] - begin, lexicon.tag[pairs]] += lexicon.count[pairs]
    probability: Floats = rows / (total[begin:end, None] + WORD_PRIOR)
    return probability


def _pruned(rows: Floats) -> tuple[Int64s, NDArray[np.int32], Floats]:
    """Of each row how many tags are probable enough, these tags, and their probabilities, which sum to one."""
    kept = np.where(rows < LEAST_SHARE * rows.max(axis=1, keepdims=True), 0.0, rows)
    kept /= kept.sum(axis=1, keepdims=True)
    event, tag = np.nonzero(kept)
    return np.bincount(event, minlength=len(rows)).astype(np.int64), tag.astype(np.int32), kept[event, tag]
