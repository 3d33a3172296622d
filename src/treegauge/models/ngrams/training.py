"""`train_ngrams`: an n-gram model from sentences, as SRILM's ngram-count or KenLM's lmplz estimate it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core.bounds import InnerShare, NgramOrder, Positive, checked
from ...core.errors import CallError, DataError, UnknownNameError
from ...core.types import Int32s, Mask
from ...treebank import Strings, Text, Treebank
from .corpus import Corpus, as_corpus
from .counts import MARKS, CountedNGrams, count_ngrams
from .estimation import Estimates, estimate_ngrams, estimate_words, logarithm
from .model import NEVER, NgramModel
from .smoothing import Discounts, absolute_discounts, check_smoothing, kneser_ney_discounts

LIKE = ("srilm", "lmplz", "exact")


@dataclass(frozen=True)
class Settings:
    """How a model is estimated. `minimum[n - 1]`: n-grams with a lower (adjusted) count are dropped."""

    order: int
    smoothing: str
    minimum: tuple[int, ...]
    open_vocabulary: bool
    like: str
    discount: float | None

    @property
    def spec(self) -> str:
        minimum = "/".join(map(str, self.minimum))
        given = "" if self.discount is None else f",discount={self.discount:g}"
        return (
            f"ngram(order={self.order},smoothing={self.smoothing},minimum={minimum},"
            f"open={str(self.open_vocabulary).lower()},like={self.like}{given})"
        )


@checked
def train_ngrams(
    sentences: Corpus | Treebank,
    order: NgramOrder = 3,
    smoothing: str = "kneser-ney",
    *,
    like: str = "srilm",
    minimum: Positive | Sequence[int] | None = None,
    open_vocabulary: bool | None = None,
    discount: InnerShare | None = None,
) -> NgramModel:
    """Train an interpolated model.

    like             `srilm`: a closed vocabulary, n-grams of order 3 and more must occur twice, and logarithms are
                     rounded as in SRILM's files; `exact`: the same, not rounded; `lmplz`: an open vocabulary, and no
                     n-gram is dropped
    minimum          n-grams with a lower count are dropped: one number for order 3 and more, or one for each order
    open_vocabulary  whether unknown words have a probability
    discount         the discount of absolute discounting; by default it is estimated
    """
    settings = _settings(order, smoothing, like, minimum, open_vocabulary, discount)
    corpus = as_corpus(sentences)
    if not len(corpus):
        raise DataError("there are no sentences to train a language model on")
    words = _by_frequency(corpus.words)
    counted = count_ngrams(Corpus(words, corpus.offsets), order)
    counts = counted.adjusted if smoothing == "kneser-ney" else counted.raw
    discounts = tuple(_discounts(settings, count, length) for length, count in enumerate(counts, 1))
    estimates = _estimates(settings, counted, counts, discounts)
    model = _assemble(settings, Strings.of([*MARKS, *words.values]), counted, estimates, discounts)
    return model.in_single_precision() if settings.like == "srilm" else model


def _by_frequency(words: Text) -> Text:
    """The same column with its values sorted by frequency, without those that do not occur: frequent words are then
    close together in memory."""
    count = np.bincount(words.codes, minlength=len(words.values))
    order = np.argsort(-count, kind="stable")[: np.count_nonzero(count)]
    number = np.empty(len(count), np.int32)
    number[order] = np.arange(len(order))
    return Text(number[words.codes], Strings.of(words.values[code] for code in order.tolist()))


def _settings(
    order: int,
    smoothing: str,
    like: str,
    minimum: int | Sequence[int] | None,
    open_vocabulary: bool | None,
    discount: float | None,
) -> Settings:
    check_smoothing(smoothing)
    if like not in LIKE:
        raise UnknownNameError(f"unknown model '{like}'; known: {', '.join(LIKE)}")
    if discount is not None and smoothing != "absolute":
        raise CallError(f"a discount can be given for absolute discounting only, not for {smoothing}")
    if minimum is None:
        minimum = 1 if like == "lmplz" else 2
    each = (1, 1, *[minimum] * order)[:order] if isinstance(minimum, int) else tuple(minimum)
    if len(each) != order or min(each, default=1) < 1 or each[:1] not in ((), (1,)):
        raise CallError(f"the minimum is one count for each of {order} orders, the first of them 1; found {each}")
    is_open = like == "lmplz" if open_vocabulary is None else open_vocabulary
    return Settings(order, smoothing, each, is_open, like, discount)


def _discounts(settings: Settings, count: Int32s, order: int) -> Discounts | None:
    """The discounts of one order; None for Witten-Bell, which has none."""
    if settings.smoothing == "kneser-ney":
        return kneser_ney_discounts(count, order, needed=3 if settings.like == "lmplz" else 4)
    if settings.smoothing == "absolute":
        return absolute_discounts(count, order, settings.discount)
    return None


def _estimates(
    settings: Settings, counted: CountedNGrams, counts: Sequence[Int32s], discounts: Sequence[Discounts | None]
) -> list[Estimates]:
    single = settings.like == "srilm"
    size = len(counted.orders[0]) - 1 - (not settings.open_vocabulary)
    estimates: list[Estimates] = []
    for table, count, discount, minimum in zip(counted.orders, counts, discounts, settings.minimum, strict=True):
        if not estimates:
            estimates.append(estimate_words(table, count, discount, is_open=settings.open_vocabulary, single=single))
        else:
            estimates.append(
                estimate_ngrams(table, count, discount, estimates[-1].effective, minimum, size, single=single)
            )
    return estimates


def _with_contexts(counted: CountedNGrams, kept: list[Mask]) -> list[Mask]:
    """The context of a kept n-gram is kept too, with its probability, and so is that context without its first words:
    the
    model backs off to both."""
    masks = kept[-1:]
    contexts = np.zeros(len(kept[-1]), bool)
    for table, below in zip(counted.orders[:0:-1], kept[-2::-1], strict=True):
        shorter = np.zeros(len(below), bool)
        shorter[table.context[masks[0]]] = True
        shorter[table.suffix[contexts]] = True
        contexts = shorter
        masks.insert(0, below | shorter)
    return masks


def _assemble(
    settings: Settings,
    words: Strings,
    counted: CountedNGrams,
    estimates: list[Estimates],
    discounts: tuple[Discounts | None, ...],
) -> NgramModel:
    """The kept n-grams as a trie."""
    kept = _with_contexts(counted, [part.kept for part in estimates])
    sizes = [int(np.count_nonzero(mask)) for mask in kept]
    starts = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    children, weights = [], []
    for place in range(1, len(kept)):
        before = np.concatenate((np.zeros(1, np.int64), np.cumsum(kept[place])))
        first = before[counted.orders[place].first]
        children.append(starts[place] + first[:-1][kept[place - 1]])
        weights.append(np.where(np.diff(first) > 0, estimates[place].weight, 1.0)[kept[place - 1]])
    return NgramModel(
        words,
        starts,
        np.concatenate([table.word[mask] for table, mask in zip(counted.orders, kept, strict=True)]),
        logarithm(np.concatenate([each.effective[mask] for each, mask in zip(estimates, kept, strict=True)]), NEVER),
        logarithm(np.concatenate(weights)) if weights else np.zeros(0),
        np.concatenate([*children, starts[-1:]]),
        settings.open_vocabulary,
        spec=settings.spec,
        discounts=discounts,
    )
