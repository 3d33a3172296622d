"""`perplexity`: how predictable the words of a treebank are as they stand, and in the order in which a parser attaches
them.

Søgaard & Haulrich 2010, On the derivation perplexity of treebanks.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from ...core.errors import CallError, DataError, UnknownNameError
from ...core.signature import Signature
from ...core.types import Counts, Floats, Interval
from ...evaluation.statistics import bootstrap
from ...models.ngrams import Corpus, DiscountWarning, Model, SentenceScores, perplexities, train
from ...models.transitions.systems import find_system
from ...transforms.base import apply
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from ...treebank.measure import no_words

Order = Literal["string", "derivation"]

ORDERS: tuple[Order, ...] = ("string", "derivation")
GOLD = "gold"
_COLUMNS = 4  # of `SentenceScores.table`
_FIGURES = ("ppl", "ppl1", "size_over_ppl", "increase")


@dataclass(frozen=True, eq=False)
class Measured:
    """The perplexity of some sentences in one order.

    order      as the words stand (`string`), or as a parser attaches them (`derivation`)
    system     the transition system of that parser; None in string order
    source     whose trees give the order: `gold`, or the name of a parser's output
    table      one row a test sentence, the columns of `SentenceScores.table`; zeros where it was passed over
    size       words that the model was trained on
    increase   by how many per cent the perplexity is above that in string order; NaN where that was not measured
    intervals  of `ppl`, `ppl1`, `size_over_ppl` and `increase`, from resampled sentences
    """

    order: Order
    system: str | None
    source: str
    table: Counts = field(repr=False)
    size: int
    increase: float
    intervals: dict[str, Interval]

    def row(self) -> dict[str, Any]:
        """What `treegauge perplexity --json` prints."""
        sentences, words, oov, logprob = self.table.sum(axis=0).tolist()
        found = _figures(self.table.sum(axis=0), self.size)
        return {
            "order": self.order,
            "system": self.system,
            "source": self.source,
            "sentences": round(sentences),
            "words": round(words),
            "oov": round(oov),
            "logprob": logprob,
            "ppl": float(found["ppl"]),
            "ppl1": float(found["ppl1"]),
            "size": self.size,
            "size_over_ppl": float(found["size_over_ppl"]),
            "increase": self.increase,
            "intervals": self.intervals,
        }


@dataclass(frozen=True, eq=False)
class Perplexities:
    """One `Measured` an order and source, and what there is to remark: orders that could not be measured, and discounts
    that the training text is too small for."""

    measured: tuple[Measured, ...]
    remarks: tuple[str, ...]
    signature: Signature

    def rows(self) -> list[dict[str, Any]]:
        return [{**own.row(), "signature": str(self.signature)} for own in self.measured]


def perplexity(
    training: Treebank,
    test: Treebank,
    order: Order | None = None,
    *,
    system: str = "swap-lazy",
    parsed: Mapping[str, Treebank] | None = None,
    transforms: str | Sequence[str] = (),
    srilm: bool = False,
    n: int = 3,
    smoothing: str = "kneser-ney",
    level: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    name: str = "the training treebank",
    test_name: str = "the test treebank",
    **options: Any,
) -> Perplexities:
    """The perplexity of test sentences under n-gram models of the training sentences, in string order and in derivation
    order, each under a model of the same order.

    order      one of the two; both if not given, or string order alone where there are no dependency trees
    system     the transition system of the derivations
    parsed     trees of the test sentences by their source: one more row each, in the derivation order of these trees,
               under the model of the derivations of the training treebank
    transforms applied to all trees first; `prepare(auto)` is decided on the training trees
    srilm      pass over the sentences that SRILM passes over (empty ones, and those that begin with `##`)
    n          the order of the model; `smoothing` and `options` as `treegauge.language.train` has them
    level      of the intervals, which come from `resamples` samples of sentences
    """
    _check(training, test, order, name, test_name)
    find_system(system)
    (training, test, *others), before = apply_alike([training, test, *(parsed or {}).values()], transforms, seed)
    outputs = dict(zip(parsed or {}, others, strict=True))
    wanted, remarks = _orders(training, test, order, bool(outputs), name, test_name)
    remarks += [
        f"{called}: {empties:,} empty elements are taken for words; -t remove-empties removes them"
        for side, called in ((training, name), (test, test_name))
        if (empties := int(no_words(side).sum()))
    ]
    settings = {"order": n, "smoothing": smoothing, **options}
    found: list[Measured] = []
    spec = ""
    for own in wanted:
        model, size, said = _trained(_words(training, own, system), srilm, settings)
        remarks += [f"{own} order: {message}" for message in said]
        spec = model.spec
        for source, trees in _sources(test, own, outputs, test_name).items():
            table = _table(model, _words(trees, own, system), srilm)
            string = found[0].table if found and found[0].order == "string" and own == "derivation" else None
            figures = _intervals(table, string, size, level, resamples, seed)
            found.append(Measured(own, None if own == "string" else system, source, table, size, *figures))
    signature = Signature((spec,), {"srilm": str(srilm).lower()}, tuple(before))
    return Perplexities(tuple(found), tuple(remarks), signature)


def _check(training: Treebank, test: Treebank, order: Order | None, name: str, test_name: str) -> None:
    if order not in (None, *ORDERS):
        raise UnknownNameError(f"unknown order '{order}'; there are: {', '.join(ORDERS)}")
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
    bare = next((called for side, called in ((training, name), (test, test_name)) if not _has_heads(side)), None)
    if _has_heads(training) and has_outputs:
        bare = None  # the derivations are those of the outputs
    if bare is None:
        return [own for own in ORDERS if order in (None, own)], []
    reason = f"{bare} has no dependency trees, so there is no derivation order"
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
    """Whether any word has a head; a column of heads may hold none."""
    return treebank.has_dependencies and bool((treebank.tokens.numbers("head") >= -1).any())


def _check_words(test: Treebank, trees: Treebank, source: str, test_name: str) -> None:
    """A parser's output must have the words of the test sentences: perplexities of other words are no comparison."""
    if len(test) != len(trees):
        raise DataError(f"{source}: {len(trees):,} sentences, but {test_name} has {len(test):,}; they must be the same")
    counts, other_counts = test.tokens.counts, trees.tokens.counts
    wrong = np.flatnonzero(counts != other_counts)
    if len(wrong):
        found = f"{other_counts[wrong[0]]} words instead of {counts[wrong[0]]}"
        raise DataError(f"{trees.where(int(wrong[0]))}: {found} in {test.where(int(wrong[0]))}; they must be the same")
    words, others = Corpus.of(test).words, Corpus.of(trees).words
    wrong = np.flatnonzero(others.in_terms_of(words) != words.codes)
    if len(wrong):
        place, sentence = int(wrong[0]), int(test.tokens.sentence[wrong[0]])
        number = place - int(test.tokens.offsets[sentence]) + 1
        found = f"word {number} is '{others[place]}' instead of '{words[place]}'"
        raise DataError(f"{trees.where(sentence)}: {found} in {test.where(sentence)}; they must be the same")


def _words(treebank: Treebank, order: Order, system: str) -> Corpus:
    return Corpus.of(treebank if order == "string" else apply(treebank, f"derivation-order({system})"))


def _trained(corpus: Corpus, srilm: bool, settings: dict[str, Any]) -> tuple[Model, int, list[str]]:
    """A model, the words it was trained on, and the discounts that it could not estimate."""
    own = corpus.as_srilm_reads_it() if srilm else corpus
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DiscountWarning)
        model = train(own, **settings)
    said = [str(each.message) for each in caught if issubclass(each.category, DiscountWarning)]
    return model, len(own.words), said


def _table(model: Model, corpus: Corpus, srilm: bool) -> Counts:
    """One row a sentence. A sentence that is passed over keeps its row, so that rows of two orders belong together."""
    scores: SentenceScores = model.score(corpus)
    table = scores.table
    if srilm:
        table[~corpus.srilm_reads] = 0.0
    return table


def _figures(total: Floats, size: int) -> dict[str, Floats]:
    found = perplexities(total)
    return {"ppl": found["ppl"], "ppl1": found["ppl1"], "size_over_ppl": size / found["ppl"]}


def _intervals(
    table: Counts, string: Counts | None, size: int, level: float, resamples: int, seed: int
) -> tuple[float, dict[str, Interval]]:
    """The increase from string order in per cent, and the interval of every figure, all from the same samples of
    sentences."""
    rows = table if string is None else np.hstack((table, string))

    def score(total: Floats) -> dict[str, Floats]:
        found = _figures(total[..., :_COLUMNS], size)
        if string is None:
            return found
        before = perplexities(total[..., _COLUMNS:])["ppl"]
        return {**found, "increase": 100 * (found["ppl"] / before - 1)}

    increase = float(score(rows.sum(axis=0)).get("increase", np.nan))
    found = bootstrap(rows, score, resamples=resamples, level=level, seed=seed) if resamples else {}
    return increase, {name: found[name] for name in _FIGURES if name in found}
