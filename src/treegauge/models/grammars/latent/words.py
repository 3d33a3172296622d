"""The words of a latent-variable grammar: p(word | substate of a tag), and classes of unknown words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ....core.types import Floats, Int32s, Int64s, Mask
from ....treebank import Strings, Treebank
from ....treebank.views import escape_brackets

UNKNOWN = "UNK"
_ENDINGS = ("ed", "ing", "ion", "er", "est", "ly", "ity", "y", "al")  # the first that fits


class TagWeights(NamedTuple):
    """The tags of every token: token t has the entries first[t] to first[t + 1], each a tag `tag` and where in `weight`
    the weights of its substates begin, `at`."""

    first: Int64s
    tag: Int32s
    at: Int64s
    weight: Floats


@dataclass(frozen=True, eq=False)
class LatentLexicon:
    """Pairs of a word and a tag: words[word[i]] has under the tag tag[i] the weights weight[first[i] : first[i + 1]],
    one per substate. Pairs are in order of their words. Classes of unknown words are words whose names begin with UNK.
    """

    words: Strings
    word: Int32s
    tag: Int32s
    first: Int64s
    weight: Floats

    @cached_property
    def known(self) -> dict[str, int]:
        """The number of each word and class."""
        return {word: number for number, word in enumerate(self.words)}

    @cached_property
    def _pairs(self) -> Int64s:
        """Where the pairs of each word begin."""
        return np.searchsorted(self.word, np.arange(len(self.words) + 1)).astype(np.int64)

    def event(self, word: str, first: bool) -> str:
        """What stands for a word in the lexicon: itself, its class, the longest beginning of its class that is there,
        or UNK; `first`: whether it is the first of its sentence."""
        if word in self.known:
            return word
        name = signature(word, first, self.known)
        while name not in self.known and "-" in name:
            name = name.rpartition("-")[0]
        return name

    def entries(self, event: str) -> dict[int, tuple[int, int]]:
        """The tags of a word or class, and where their weights are; none if it is not there."""
        number = self.known.get(event)
        if number is None:
            return {}
        pairs = range(*self._pairs[number : number + 2].tolist())
        return {int(self.tag[pair]): (int(self.first[pair]), int(self.first[pair + 1])) for pair in pairs}

    @cached_property
    def _means(self) -> tuple[dict[int, tuple[int, int]], Floats]:
        """For each tag the mean of its weights over all classes of unknown words, 0 where it has none: for words whose
        class was never seen. Places count on from the end of `weight`."""
        rows: dict[int, list[Floats]] = {}
        classes = {number for word, number in self.known.items() if _is_class(word)}
        for pair, (word, tag) in enumerate(zip(self.word.tolist(), self.tag.tolist(), strict=True)):
            if word in classes:
                rows.setdefault(tag, []).append(self.weight[self.first[pair] : self.first[pair + 1]])
        means = {tag: np.sum(found, axis=0) / len(classes) for tag, found in rows.items()}
        places, end = {}, len(self.weight)
        for tag, mean in means.items():
            places[tag] = (end, end + len(mean))
            end += len(mean)
        return places, np.concatenate([np.zeros(0), *means.values()])

    def weights_of(self, treebank: Treebank, given: Int32s | None = None) -> TagWeights:
        """The tags of every token. With `given`, only this tag (-1: none): where the lexicon does not have it for the
        word, with the weights of unknown words."""
        form, first = treebank.tokens.text("form"), np.zeros(len(treebank.tokens), bool)
        first[treebank.tokens.offsets[:-1][treebank.tokens.counts > 0]] = True
        keys, place = np.unique(2 * form.codes.astype(np.int64) + first, return_inverse=True)
        none: list[dict[int, tuple[int, int]]] = [{}]
        rows = [self._row(form.values[key >> 1], bool(key & 1)) if key >= 0 else none for key in keys.tolist()]
        if given is None:
            chosen = [list(rows[row][0].items()) for row in place.tolist()]
        else:
            tags = zip(place.tolist(), given.tolist(), strict=True)
            chosen = [_with_tag(rows[row], tag) for row, tag in tags]
        offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum([len(row) for row in chosen], dtype=np.int64)))
        pairs = [pair for row in chosen for pair in row]
        tag = np.array([tag for tag, _ in pairs], np.int32)
        at = np.array([begin for _, (begin, _) in pairs], np.int64)
        return TagWeights(offsets, tag, at, np.concatenate((self.weight, self._means[1])))

    def likeliest(self, treebank: Treebank) -> Int32s:
        """For each token the tag with a substate under which its word is the most probable, -1 if it has none."""
        entries, tags = self.weights_of(treebank), np.full(len(treebank.tokens), -1, np.int32)
        places = dict(zip(self.first.tolist(), self.first[1:].tolist(), strict=False))
        places |= dict(self._means[0].values())
        most = np.array([entries.weight[begin : places[begin]].max() for begin in entries.at.tolist()])
        token = np.repeat(np.arange(len(tags)), np.diff(entries.first))
        order = np.lexsort((-entries.tag, most, token))  # the best of a token comes last, of equal ones the first tag
        tags[token[order]] = entries.tag[order]
        return tags

    def unknown(self, treebank: Treebank) -> Mask:
        """Which words are not in the lexicon."""
        form = treebank.tokens.text("form")
        return ~form.mask(lambda word: word in self.known or escape_brackets(word) in self.known) | (form.codes < 0)

    def _row(self, word: str, first: bool) -> list[dict[int, tuple[int, int]]]:
        """The entries of a word, then those to look for a tag in that it does not have."""
        word = word if word in self.known else escape_brackets(word)
        means, own = self._means[0], self.entries(self.event(word, first))
        if word not in self.known:
            return [own or means, means]
        return [own, self.entries(signature(word, first, self.known)), means]


def _with_tag(rows: list[dict[int, tuple[int, int]]], tag: int) -> list[tuple[int, tuple[int, int]]]:
    return next(([(tag, row[tag])] for row in rows if tag in row), [])


def _is_class(word: str) -> bool:
    return word == UNKNOWN or word.startswith(UNKNOWN + "-")


def signature(word: str, first: bool, known: dict[str, int]) -> str:
    """The class of an unknown English word, as in the grammars of the Berkeley parser (its level 5): capitals, digits,
    hyphens and endings."""
    letters = [sign for sign in word if sign.isalpha()]
    small = any(sign.islower() or sign.istitle() for sign in letters if not sign.isupper())
    capitals, lowered = sum(not sign.islower() for sign in letters), word.lower()
    digit, hyphen = any(map(str.isdigit, word)), "-" in word
    parts = [UNKNOWN]
    if word[:1].isupper() or word[:1].istitle():
        if first and capitals == 1:
            parts += ["INITC", "KNOWNLC"] if lowered in known else ["INITC"]
        else:
            parts.append("CAPS")
    elif not word[:1].isalpha() and capitals:
        parts.append("CAPS")
    elif small:
        parts.append("LC")
    parts += ["NUM"] * digit + ["DASH"] * hyphen
    if lowered.endswith("s") and len(word) >= 3:
        parts += ["s"] if lowered[-2] not in "siu" else []
    elif len(word) >= 5 and not hyphen and not (digit and capitals):
        parts += [ending for ending in _ENDINGS if lowered.endswith(ending)][:1]
    return "-".join(parts)
