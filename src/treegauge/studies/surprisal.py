"""`surprisal`: how surprising each word of a sentence is after those before it, under a grammar.

Hale 2001, A probabilistic Earley parser as a psycholinguistic model; Levy 2008, Expectation-based syntactic
comprehension.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypedDict

import numpy as np

from ..annotation.tagsets import NO_TAG
from ..core.bounds import Folds, SeedNumber, checked
from ..core.errors import CallError, DataError
from ..core.signature import Signature
from ..core.specs import format_spec
from ..core.tabular import Tabular, shown_figure
from ..core.types import Floats, Mask, Progress, Row
from ..core.wording import counted, option
from ..models.grammars.derivations import tag_numbers
from ..models.grammars.grammar import Grammar
from ..models.grammars.inference import AnyGrammar
from ..models.grammars.lexicon import Lexicon, learn_lexicon, unknown_words
from ..models.grammars.markov import MarkovGrammar
from ..models.grammars.prefixes import prefix_probabilities
from ..transforms.preparation import apply_alike
from ..treebank import Strings, Treebank
from .difficulty.protocols import Plan, plan_for, samples
from .difficulty.trees import grammar_of, oddities, one_root

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


class _Part(NamedTuple):
    """The figures of some sentences under one grammar."""

    prefix: Floats
    whole: Floats
    finite: Floats
    unknown: Mask
    grammar: AnyGrammar


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
    grammar: AnyGrammar
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


@checked
def surprisal(
    treebank: Treebank,
    *,
    train: Treebank | None = None,
    grammar: Grammar | MarkovGrammar | str | None = None,
    words: bool = False,
    folds: Folds | None = None,
    transforms: str | Sequence[str] = (),
    seed: SeedNumber = 0,
    name: str = "",
    train_name: str = "",
    progress: Progress | None = None,
) -> Surprisals:
    """The surprisal of every word: log2 of the probability of all sentences that begin like the words before it, minus
    the same with the word. Exact, over all trees, without a beam.

    train       the trees that the grammar is learned from; without them, those of the treebank itself
    folds       divide the treebank: each of so many parts under the grammar of the others
    grammar     a grammar to use, or a model of rules for learning one, such as `markov(h=2)`, under which unseen rules
                have a probability; None: the rules of the trees
    words       over words, by a lexicon of the training trees or that of the grammar; otherwise over the tags
    transforms  applied to all trees first; prepare(auto) is decided on the training trees
    """
    ready = grammar if isinstance(grammar, Grammar | MarkovGrammar) else None
    if ready is not None and (train is not None or folds is not None):
        raise CallError("a grammar is given: leave out the training trees and the folds")
    if train is not None and folds is not None:
        raise CallError("training trees are given: leave out the folds")
    model = grammar if isinstance(grammar, str) else None
    plan = plan_for(None, has_test=train is not None, folds=folds, max_length=None, seed=seed, grammar=model)
    sides = [treebank] if train is None else [train, treebank]
    treebanks, before = apply_alike(sides, transforms, seed)
    if not len(treebanks[-1]):
        raise DataError(f"{name or 'the treebank'}: there are no sentences, so there is no surprisal")
    names = [train_name or "the training treebank", name or "the treebank"][-len(sides) :]
    if ready is None and not len(treebanks[0].nodes):
        advice = f"give trees, {option('train')}, or a grammar, {option('grammar')}"
        raise DataError(f"{names[0]}: there are no constituency trees to learn a grammar from; {advice}")
    if ready is None:
        parts, chosen = _learned(treebanks, names, plan, words, progress)
        remarks = [f"{names[0]}: {remark}" for remark in oddities(treebanks[0]).remarks()]
    else:
        parts, remarks = [_measured(ready, treebanks[-1], ready.lexicon, words, progress)], []
        chosen = [np.arange(len(treebanks[-1]))]
    source = train_name or ("the grammar given" if ready is not None else names[0])
    return Surprisals(
        treebank=treebanks[-1],
        name=name,
        training=f"the other parts of {names[0]}" if folds is not None else source,
        over="words" if words else "tags",
        **_joined(parts, chosen, treebanks[-1]),
        grammar=parts[0].grammar,
        signature=Signature((_spec(plan, words),), before=tuple(before)),
        remarks=tuple(remarks),
    )


def _spec(plan: Plan, words: bool) -> str:
    options = {key: value for key, value in plan.options.items() if key not in ("protocol", "max_length")}
    return format_spec("surprisal", {"over": "words" if words else "tags", **options})


def _learned(
    treebanks: Sequence[Treebank], names: Sequence[str], plan: Plan, words: bool, progress: Progress | None
) -> tuple[list[_Part], list[Any]]:
    """The figures of each sample of the plan under the grammar of its training trees, and its sentences."""
    whole = one_root(treebanks[:1], names)
    parts, chosen, test = [], [], treebanks[-1]
    drawn = [(np.arange(len(whole)), np.arange(len(test)))] if plan.folds is None else samples(plan, len(whole))
    for train, held_out in drawn:
        trees = whole.select(train)
        grammar = grammar_of(trees, plan.grammar)
        tags = Strings.of(list(grammar.symbols)[grammar.nonterminals :])
        lexicon = learn_lexicon(trees, tags) if words else None
        parts.append(_measured(grammar, test.select(held_out), lexicon, words, progress))
        chosen.append(held_out)
    return parts, chosen


def _measured(
    grammar: AnyGrammar, treebank: Treebank, lexicon: Lexicon | None, words: bool, progress: Progress | None
) -> _Part:
    if words and lexicon is None:
        raise CallError("the grammar has no lexicon; give trees to learn it from, or a grammar with a lexicon")
    if lexicon is not None and words:
        unknown = unknown_words(lexicon, treebank)
    else:
        unknown = tag_numbers(grammar, treebank.tokens.text("tag")) < 0
        _check_tags(treebank, unknown)
    measured = prefix_probabilities(grammar, treebank, lexicon=lexicon if words else None, progress=progress)
    finite = np.full(len(treebank), measured.log2_finite)
    return _Part(measured.log2_prefix, measured.log2_sentence, finite, unknown, grammar)


def _check_tags(treebank: Treebank, unknown: Mask) -> None:
    """Raise an error if no word has a tag."""
    if len(unknown) and (unknown & treebank.tokens.text("tag").mask(NO_TAG, missing=True)).all():
        raise DataError(f"{treebank.where(0)}: no word has a tag; measure words instead: {option('words')}")


def _joined(parts: Sequence[_Part], chosen: Sequence[Any], treebank: Treebank) -> dict[str, Any]:
    """The figures of all sentences in the order of the treebank."""
    offsets, counts = treebank.tokens.offsets, treebank.tokens.counts
    prefix, unknown = np.empty(len(treebank.tokens)), np.empty(len(treebank.tokens), bool)
    whole, finite = np.empty(len(treebank)), np.empty(len(treebank))
    for part, numbers in zip(parts, chosen, strict=True):
        lengths = counts[numbers]
        inside = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        place = np.repeat(offsets[:-1][numbers], lengths) + inside
        prefix[place], unknown[place] = part.prefix, part.unknown
        whole[numbers], finite[numbers] = part.whole, part.finite
    return {"log2_prefix": prefix, "log2_sentence": whole, "log2_finite": finite, "unknown": unknown}
