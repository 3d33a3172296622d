"""`perplexity`: how predictable the words of a treebank are, in string order and in the order in which a parser
attaches them.

Søgaard & Haulrich 2010, On the derivation perplexity of treebanks.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

import numpy as np

from ...core.bounds import LevelShare, NgramOrder, Resamples, SeedNumber, checked
from ...core.errors import CallError, DataError, UnknownNameError
from ...core.signature import Signature
from ...core.tabular import Tabular, flat_row, shown_figure, shown_interval
from ...core.types import Counts, Floats, Interval, Row
from ...core.wording import counted
from ...evaluation.statistics import bootstrap
from ...models.ngrams import Corpus, DiscountWarning, NgramModel, SentenceScores, perplexities, train_ngrams
from ...models.transitions.systems import find_system
from ...transforms.base import apply
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from ...treebank.shape import no_words

Order = Literal["string", "derivation"]

ORDERS: tuple[Order, ...] = ("string", "derivation")
GOLD = "gold"
_COLUMNS = 4  # of `SentenceScores.table`
_FIGURES = ("ppl", "ppl1", "size_over_ppl", "increase")


class PerplexityRow(TypedDict):
    """What `treegauge perplexity --json` prints: one row per order and source.

    words, oov     test words with punctuation, without the ends of sentences; those that the training text lacks
    logprob        of all words, base 10
    ppl, ppl1      perplexity with and without the ends of sentences, as SRILM defines them
    size           training words; `size_over_ppl` is size / ppl
    increase       of the perplexity over that in string order, in per cent; NaN if that was not measured
    """

    order: Order
    system: str | None
    source: str
    sentences: int
    words: int
    oov: int
    logprob: float
    ppl: float
    ppl1: float
    size: int
    size_over_ppl: float
    increase: float
    intervals: dict[str, Interval]
    signature: str


@dataclass(frozen=True, eq=False)
class OrderPerplexity:
    """The perplexity of the test sentences in one order.

    order      words as in the sentence (`string`), or as a parser attaches them (`derivation`)
    system     the transition system of that parser; None in string order
    source     whose trees give the order: `gold`, or the name of a parser's output
    table      one row per test sentence, the columns of `SentenceScores.table`; zeros for sentences left out
    size       training words of the model
    increase   of the perplexity over that in string order, in per cent; NaN if that was not measured
    intervals  of `ppl`, `ppl1`, `size_over_ppl` and `increase`, from resampled sentences
    """

    order: Order
    system: str | None
    source: str
    table: Counts = field(repr=False)
    size: int
    increase: float
    intervals: dict[str, Interval]

    def row(self, signature: str = "") -> PerplexityRow:
        sentences, words, oov, logprob = self.table.sum(axis=0).tolist()
        figures = _figures(self.table.sum(axis=0), self.size)
        return {
            "order": self.order,
            "system": self.system,
            "source": self.source,
            "sentences": round(sentences),
            "words": round(words),
            "oov": round(oov),
            "logprob": logprob,
            "ppl": float(figures["ppl"]),
            "ppl1": float(figures["ppl1"]),
            "size": self.size,
            "size_over_ppl": float(figures["size_over_ppl"]),
            "increase": self.increase,
            "intervals": self.intervals,
            "signature": signature,
        }


@dataclass(frozen=True, eq=False, repr=False)
class Perplexities(Tabular):
    """One `OrderPerplexity` per order and source, and remarks: orders that could not be measured, and discounts that
    cannot be estimated from so little training text."""

    measured: tuple[OrderPerplexity, ...]
    remarks: tuple[str, ...]
    signature: Signature

    def rows(self) -> list[PerplexityRow]:
        return [perplexity.row(str(self.signature)) for perplexity in self.measured]

    def table_rows(self) -> list[Row]:
        """One row per order and source, the intervals as columns."""
        return [flat_row(row) for row in self.rows()]

    def __repr__(self) -> str:
        shown = []
        for row in self.rows():
            order = f"{row['order']} ({row['system']}, {row['source']})" if row["system"] else row["order"]
            words = f"{counted(row['words'], 'word')} with punctuation, {row['oov']:,} unknown"
            facts = f"{counted(row['sentences'], 'sentence')}, {words}"
            interval = shown_interval(row["intervals"].get("ppl"))
            shown.append(f"{order}: perplexity {shown_figure(row['ppl'])}{interval}; {facts}")
        return "\n".join(["<Perplexities", *(f"  {line}" for line in shown)]) + ">"


@checked
def perplexity(
    training: Treebank,
    test: Treebank,
    order: Order | None = None,
    *,
    system: str = "swap-lazy",
    parsed: Mapping[str, Treebank] | None = None,
    transforms: str | Sequence[str] = (),
    srilm: bool = False,
    n: NgramOrder = 3,
    smoothing: str = "kneser-ney",
    level: LevelShare = 0.95,
    resamples: Resamples = 1000,
    seed: SeedNumber = 0,
    name: str = "the training treebank",
    test_name: str = "the test treebank",
    **options: Any,
) -> Perplexities:
    """The perplexity of test sentences under n-gram models of the training sentences, in string order and in derivation
    order, each under a model of the same order.

    order      one of the two; both if not given, or only string order if there are no dependency trees
    system     the transition system of the derivations
    parsed     parser outputs for the test sentences, by name: one more row each, in the derivation order of these
               trees, under the model of the derivations of the training treebank
    transforms applied to all trees first; `prepare(auto)` is decided on the training trees
    srilm      leave out the sentences that SRILM ignores (empty ones, and those that begin with `##`)
    n          the order of the model; `smoothing` and `options` are those of `treegauge.models.ngrams.train_ngrams`
    level      of the intervals, which come from `resamples` samples of sentences
    """
    _check(training, test, order, name, test_name)
    find_system(system)
    (training, test, *others), before = apply_alike([training, test, *(parsed or {}).values()], transforms, seed)
    outputs = dict(zip(parsed or {}, others, strict=True))
    wanted, remarks = _orders(training, test, order, bool(outputs), name, test_name)
    remarks += [
        f"{called}: empty elements counted as words: {empties:,}; -t remove-empties removes them"
        for side, called in ((training, name), (test, test_name))
        if (empties := int(no_words(side).sum()))
    ]
    settings = {"order": n, "smoothing": smoothing, **options}
    measured: list[OrderPerplexity] = []
    spec = ""
    for word_order in wanted:
        model, size, warned = _trained(_words(training, word_order, system), srilm, settings)
        remarks += [f"{word_order} order: {message}" for message in warned]
        spec = model.spec
        for source, trees in _sources(test, word_order, outputs, test_name).items():
            table = _table(model, _words(trees, word_order, system), srilm)
            in_string_order = word_order == "derivation" and measured and measured[0].order == "string"
            figures = _intervals(table, measured[0].table if in_string_order else None, size, level, resamples, seed)
            word_system = None if word_order == "string" else system
            measured.append(OrderPerplexity(word_order, word_system, source, table, size, *figures))
    signature = Signature((spec,), {"srilm": str(srilm).lower()}, tuple(before))
    return Perplexities(tuple(measured), tuple(dict.fromkeys(remarks)), signature)


def _check(training: Treebank, test: Treebank, order: Order | None, name: str, test_name: str) -> None:
    if order not in (None, *ORDERS):
        raise UnknownNameError(f"unknown order '{order}'; known: {', '.join(ORDERS)}")
    for treebank, called in ((training, name), (test, test_name)):
        if not isinstance(treebank, Treebank):
            raise CallError(f"perplexity() takes treebanks, not {type(treebank).__name__}: treegauge.read gives one")
        if not len(treebank):
            raise DataError(f"{called}: there are no sentences, so there is no perplexity")


def _orders(
    training: Treebank, test: Treebank, order: Order | None, has_outputs: bool, name: str, test_name: str
) -> tuple[list[Order], list[str]]:
    """The orders to measure, and why one is left out."""
    if order == "string":
        if has_outputs:
            raise CallError("parser outputs are measured in derivation order; leave out the order, or the outputs")
        return ["string"], []
    without_trees = next(
        (called for side, called in ((training, name), (test, test_name)) if not _has_heads(side)), None
    )
    if _has_heads(training) and has_outputs:
        without_trees = None  # the derivations are those of the outputs
    if without_trees is None:
        return [each for each in ORDERS if order in (None, each)], []
    reason = f"{without_trees} has no dependency trees, so there is no derivation order"
    if order == "derivation" or has_outputs:
        raise CallError(f"{reason}; -t to-dependencies makes such trees from phrases")
    return ["string"], [reason]


def _sources(test: Treebank, order: Order, outputs: dict[str, Treebank], test_name: str) -> dict[str, Treebank]:
    """The trees whose order is measured."""
    if order == "string":
        return {GOLD: test}
    for source, trees in outputs.items():
        _check_words(test, trees, source, test_name)
    return {**({GOLD: test} if _has_heads(test) else {}), **outputs}


def _has_heads(treebank: Treebank) -> bool:
    """Whether any word has a head; a column of heads may be empty."""
    return treebank.has_dependencies and bool((treebank.tokens.numbers("head") >= -1).any())


def _check_words(test: Treebank, trees: Treebank, source: str, test_name: str) -> None:
    """A parser's output must have the test words: perplexities of different words cannot be compared."""
    if len(test) != len(trees):
        raise DataError(
            f"{source}: {counted(len(trees), 'sentence')}, but {test_name} has {len(test):,}; they must be the same"
        )
    counts, other_counts = test.tokens.counts, trees.tokens.counts
    wrong = np.flatnonzero(counts != other_counts)
    if len(wrong):
        problem = f"{counted(int(other_counts[wrong[0]]), 'word')} instead of {counts[wrong[0]]}"
        raise DataError(
            f"{trees.where(int(wrong[0]))}: {problem} in {test.where(int(wrong[0]))}; they must be the same"
        )
    words, others = Corpus.of(test).words, Corpus.of(trees).words
    wrong = np.flatnonzero(others.in_terms_of(words) != words.codes)
    if len(wrong):
        place, sentence = int(wrong[0]), int(test.tokens.sentence[wrong[0]])
        number = place - int(test.tokens.offsets[sentence]) + 1
        problem = f"word {number} is '{others[place]}' instead of '{words[place]}'"
        raise DataError(f"{trees.where(sentence)}: {problem} in {test.where(sentence)}; they must be the same")


def _words(treebank: Treebank, order: Order, system: str) -> Corpus:
    return Corpus.of(treebank if order == "string" else apply(treebank, f"derivation-order({system})"))


def _trained(corpus: Corpus, srilm: bool, settings: dict[str, Any]) -> tuple[NgramModel, int, list[str]]:
    """A model, the number of its training words, and warnings about discounts that could not be estimated."""
    text = corpus.as_srilm_reads_it() if srilm else corpus
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DiscountWarning)
        model = train_ngrams(text, **settings)
    messages = [str(each.message) for each in caught if issubclass(each.category, DiscountWarning)]
    return model, len(text.words), messages


def _table(model: NgramModel, corpus: Corpus, srilm: bool) -> Counts:
    """One row per sentence. A sentence that is left out keeps its row, so that the rows of two orders correspond."""
    scores: SentenceScores = model.score(corpus)
    table = scores.table
    if srilm:
        table[~corpus.srilm_reads] = 0.0
    return table


def _figures(total: Floats, size: int) -> dict[str, Floats]:
    values = perplexities(total)
    return {"ppl": values["ppl"], "ppl1": values["ppl1"], "size_over_ppl": size / values["ppl"]}


def _intervals(
    table: Counts, string: Counts | None, size: int, level: float, resamples: int, seed: int
) -> tuple[float, dict[str, Interval]]:
    """The increase over string order in per cent, and the interval of every figure, all from the same samples of
    sentences."""
    rows = table if string is None else np.hstack((table, string))

    def score(total: Floats) -> dict[str, Floats]:
        figures = _figures(total[..., :_COLUMNS], size)
        if string is None:
            return figures
        before = perplexities(total[..., _COLUMNS:])["ppl"]
        return {**figures, "increase": 100 * (figures["ppl"] / before - 1)}

    increase = float(score(rows.sum(axis=0)).get("increase", np.nan))
    intervals = bootstrap(rows, score, resamples=resamples, level=level, seed=seed) if resamples else {}
    return increase, {name: intervals[name] for name in _FIGURES if name in intervals}
