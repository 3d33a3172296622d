"""Two files with the same text, word by word: the official alignment, and what is right in the words that it pairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...core.types import Codes, Int64s, Mask
from ...treebank import Strings, Text, Treebank
from .columns import ABSENT, shared_codes, without_subtype
from .ud_text import RunningText, align_words

# fmt: off
CONTENT_RELATIONS = frozenset(
    {
        "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated", "advcl",
        "advmod", "discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed", "flat", "compound",
        "list", "parataxis", "orphan", "goeswith", "reparandum", "root", "dep"
    }
)
FUNCTIONAL_RELATIONS = frozenset({"aux", "cop", "mark", "det", "clf", "case", "cc"})
UNIVERSAL_FEATURES = frozenset(
    {
        "PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number", "Case",
        "Definite", "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident", "Polarity", "Person",
        "Polite"
    }
)
# fmt: on


@dataclass(frozen=True, eq=False)
class PairedText:
    """Two files with the same text."""

    gold: RunningText
    test: RunningText

    @classmethod
    def of(cls, gold: Treebank, test: Treebank) -> PairedText:
        """Gold and test as running text."""
        return cls(RunningText(gold), RunningText(test))

    @property
    def treebanks(self) -> tuple[Treebank, Treebank]:
        return self.gold.treebank, self.test.treebank

    @cached_property
    def match(self) -> Codes:
        """The test word of each gold word, or -1."""
        return align_words(self.gold, self.test)

    @cached_property
    def token_places(self) -> Codes:
        """The gold sentence of each test token: the one that contains its first character."""
        from ..kernels.ud import sentence_of

        sentence: Codes = sentence_of(self.test.ends[:-1], self.gold.ends[self.gold.offsets[:-1]])
        return sentence

    @cached_property
    def places(self) -> Codes:
        """The gold sentence of each test word."""
        return self.token_places[self.test.token]

    @cached_property
    def heads(self) -> tuple[Codes, Codes]:
        """The heads as rows of the whole treebank; -1 (root) and -2 (not given) are kept."""
        gold, test = map(_absolute_heads, self.treebanks)
        return gold, test

    @cached_property
    def right_head(self) -> Mask:
        """The gold words that are aligned, as are their heads."""
        from ..kernels.ud import right_heads

        right: Mask = right_heads(self.match, *self.heads)
        return right

    @cached_property
    def _compared(self) -> tuple[Codes, Codes, dict[str, dict[str, int]]]:
        """`attributes`, and the codes of each column."""
        gold, test = self.treebanks
        changes: dict[str, Callable[[str], str]]
        changes = {"upos": str, "tag": str, "feats": universal_features, "lemma": str, "deprel": without_subtype}
        words, words2 = (np.empty((len(changes), len(side.tokens)), np.int32) for side in (gold, test))
        codes = {}
        for row, (name, change) in enumerate(changes.items()):
            words[row], words2[row], codes[name] = shared_codes(gold.tokens.text(name), test.tokens.text(name), change)
        return words, words2, codes

    @property
    def attributes(self) -> tuple[Codes, Codes]:
        """What is compared in words, as codes shared by both sides: a row each for UPOS, XPOS, features, lemma and
        relation."""
        return self._compared[:2]

    @property
    def absent_lemma(self) -> int:
        """The code of the lemma `_`, which matches any."""
        return self._compared[2]["lemma"].get(ABSENT, -1)

    @cached_property
    def relations(self) -> tuple[Text, Text]:
        """The relations without their subtypes."""
        words, words2, codes = self._compared
        values = Strings.of(codes["deprel"])
        return Text(words[-1], values), Text(words2[-1], values)

    @cached_property
    def kinds(self) -> NDArray[np.int8]:
        """Of each relation: whether its words are content words, function words or neither."""
        from ..kernels.ud import CONTENT, FUNCTIONAL

        def kind(name: str) -> int:
            return CONTENT if name in CONTENT_RELATIONS else FUNCTIONAL if name in FUNCTIONAL_RELATIONS else 0

        return np.array([kind(name) for name in self._compared[2]["deprel"]], np.int8)

    @cached_property
    def same_children(self) -> Mask:
        """The aligned gold words whose functional children agree."""
        from ..kernels.ud import same_children

        (head, head2), (words, words2) = self.heads, self.attributes
        same: Mask = same_children(self.match, head, words, head2, words2, self.kinds)
        return same

    @cached_property
    def missing(self) -> Mask:
        """The gold words that are not aligned."""
        return np.asarray(self.match < 0)

    @cached_property
    def extra(self) -> Mask:
        """The test words that are not aligned."""
        extra = np.ones(len(self.test.treebank.tokens), bool)
        extra[self.match[~self.missing]] = False
        return extra

    @cached_property
    def right(self) -> dict[str, Mask]:
        """Which gold words are right, for each of the official metrics on words."""
        from ..kernels.ud import CONTENT, FEATS, LEMMA, RELATION, UPOS, XPOS

        words, words2 = self.attributes
        aligned = ~self.missing
        same = np.zeros((len(words), len(self.match)), bool)
        same[:, aligned] = words[:, aligned] == words2[:, self.match[aligned]]
        lemma = same[LEMMA] | (aligned & (words[LEMMA] == self.absent_lemma))
        las = self.right_head & same[RELATION]
        clas = las & (self.kinds[words[RELATION]] == CONTENT)
        return {
            "upos": same[UPOS],
            "xpos": same[XPOS],
            "ufeats": same[FEATS],
            "alltags": same[UPOS] & same[XPOS] & same[FEATS],
            "lemmas": lemma,
            "uas": self.right_head,
            "las": las,
            "clas": clas,
            "mlas": clas & same[UPOS] & same[FEATS] & self.same_children,
            "blex": clas & lemma,
        }

    @cached_property
    def content(self) -> tuple[Mask, Mask]:
        """The content words of gold and of test."""
        from ..kernels.ud import CONTENT, RELATION

        gold, test = (self.kinds[side[RELATION]] == CONTENT for side in self.attributes)
        return gold, test

    def sentences(self) -> tuple[Int64s, Int64s]:
        """The gold sentence of each gold word and of each test word."""
        return np.asarray(self.gold.treebank.tokens.sentence, np.int64), np.asarray(self.places, np.int64)


def universal_features(feats: str) -> str:
    """FEATS without language-specific features, in alphabetical order."""
    return "|".join(sorted(item for item in feats.split("|") if item.partition("=")[0] in UNIVERSAL_FEATURES))


def _absolute_heads(treebank: Treebank) -> Codes:
    head = treebank.tokens.numbers("head")
    return np.where(head >= 0, head + treebank.tokens.start, head).astype(np.int32)
