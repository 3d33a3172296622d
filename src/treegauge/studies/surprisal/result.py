"""The surprisal of the words of a treebank, as rows and in a few figures."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal, TypedDict

import numpy as np

from ...core.signature import Signature
from ...core.tabular import Tabular, shown_figure
from ...core.types import Floats, Mask, Row
from ...core.wording import counted
from ...models.grammars.inference import RuleGrammar
from ...treebank import Treebank

Status = Literal["", "impossible", "after"]


class SurprisalRow(TypedDict):
    """What `treegauge surprisal --json` prints: one row per word, and one for the end of each sentence, which has no
    word.

    sentence     its number, from 1
    position     the number of the word in its sentence, from 1
    surprisal    in bits; null if the grammar has no sentence that begins like this, and after such a word
    log2_prefix  log2 of the probability of all sentences that begin like this; at the end, of the sentence itself
    status       `impossible` if the grammar has no sentence that begins like this, `after` after such a word
    """

    sentence: int
    position: int
    word: str | None
    tag: str | None
    surprisal: float
    log2_prefix: float
    status: Status


class SurprisalSummary(TypedDict):
    """What `treegauge surprisal --json` has under `summary`.

    training     what the grammar was learned from, or its file; with folds, `rules` is of the first grammar
    over         `tags` or `words`
    impossible   sentences that the grammar does not have; `after`: their words after the first impossible one
    measured     words whose surprisal is finite; all means are over them
    unknown      words that the lexicon, or tags that the grammar does not have
    mean         of the surprisal, in bits per word; perplexity is 2 ** mean
    end          the mean surprisal of the ends of sentences
    bits         the sum over the measured words and ends
    log2_finite  log2 of the probability that a tree of the grammar is finite; 0 if the grammar is consistent
    """

    treebank: str
    training: str
    over: str
    rules: int
    sentences: int
    impossible: int
    words: int
    measured: int
    after: int
    unknown: int
    mean: float
    perplexity: float
    end: float
    bits: float
    log2_finite: float
    signature: str


@dataclass(frozen=True, eq=False, repr=False)
class Surprisals(Tabular):
    """The surprisal of every word of a treebank, in bits, in the order of its tokens, and of the end of every sentence:
    infinite where the grammar has no sentence that begins like this, NaN after that. Those of a sentence add up to
    -log2 p(w).

    log2_prefix    log2 of the probability of all sentences that begin like the sentence up to each word
    log2_sentence  log2 p(w) of each sentence
    log2_finite    log2 of the probability that a tree is finite, for each sentence under its grammar
    """

    treebank: Treebank = field(repr=False)
    name: str
    training: str
    over: Literal["tags", "words"]
    log2_prefix: Floats
    log2_sentence: Floats
    log2_finite: Floats
    unknown: Mask
    grammar: RuleGrammar
    signature: Signature
    remarks: tuple[str, ...] = ()

    @property
    def words(self) -> Floats:
        """The surprisal of each word."""
        start, inner = self.treebank.tokens.offsets[:-1], self.treebank.tokens.counts > 0
        before = np.append(0.0, self.log2_prefix)[:-1]
        before[start[inner]] = self.log2_finite[inner]
        return _difference(before, self.log2_prefix)

    @property
    def ends(self) -> Floats:
        """The surprisal of the end of each sentence."""
        last, inner = self.treebank.tokens.offsets[1:] - 1, self.treebank.tokens.counts > 0
        before = self.log2_finite.copy()
        before[inner] = self.log2_prefix[last[inner]]
        return _difference(before, self.log2_sentence)

    def rows(self) -> list[SurprisalRow]:
        """Each word, and the end of each sentence after its words."""
        tokens = self.treebank.tokens
        form, tag = tokens.text("form").decode(), tokens.text("tag").decode()
        words, prefix, ends = self.words.tolist(), self.log2_prefix.tolist(), self.ends.tolist()
        rows: list[SurprisalRow] = []
        for number, end in enumerate(tokens.offsets[1:].tolist()):
            begin = int(tokens.offsets[number])
            for place in range(begin, end):
                about = number + 1, place - begin + 1, form[place], tag[place]
                rows.append(_row(*about, words[place], prefix[place]))
            rows.append(_row(number + 1, end - begin + 1, None, None, ends[number], float(self.log2_sentence[number])))
        return rows

    def summary(self) -> SurprisalSummary:
        """All words in a few figures."""
        words, ends = self.words, self.ends
        measured, ended = words[np.isfinite(words)], ends[np.isfinite(ends)]
        mean = float(measured.mean()) if len(measured) else math.nan
        return {
            "treebank": self.name,
            "training": self.training,
            "over": self.over,
            "rules": len(self.grammar),
            "sentences": len(self.treebank),
            "impossible": int((~np.isfinite(self.log2_sentence)).sum()),
            "words": len(words),
            "measured": len(measured),
            "after": int(np.isnan(words).sum()),
            "unknown": int(self.unknown.sum()),
            "mean": mean,
            "perplexity": 2.0**mean,
            "end": float(ended.mean()) if len(ended) else math.nan,
            "bits": float(measured.sum() + ended.sum()),
            "log2_finite": float(self.log2_finite.min(initial=0.0)),
            "signature": str(self.signature),
        }

    def table_rows(self) -> list[Row]:
        return [dict(row) for row in self.rows()]

    def __repr__(self) -> str:
        row = self.summary()
        facts = f"{counted(row['measured'], 'word')} of {row['words']:,} in {counted(row['sentences'], 'sentence')}"
        return f"<Surprisals over {self.over}: {shown_figure(row['mean'])} bits per word; {facts}>"


def _difference(before: Floats, after: Floats) -> Floats:
    with np.errstate(invalid="ignore"):
        return before - after


def _row(
    sentence: int, position: int, word: str | None, tag: str | None, surprisal: float, prefix: float
) -> SurprisalRow:
    status: Status = "after" if math.isnan(surprisal) else "impossible" if math.isinf(surprisal) else ""
    return {
        "sentence": sentence,
        "position": position,
        "word": word,
        "tag": tag,
        "surprisal": surprisal,
        "log2_prefix": prefix,
        "status": status,
    }
