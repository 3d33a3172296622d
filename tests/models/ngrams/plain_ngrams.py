"""Plain twins of the language model: dictionaries of tuples, by the definitions, one n-gram at a time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

Words = tuple[str, ...]
BEGIN, END, UNKNOWN = "<s>", "</s>", "<unk>"
Discounts = tuple[float, float, float]


def padded(sentence: Sequence[str]) -> Words:
    return BEGIN, *sentence, END


def raw_counts(sentences: Sequence[Sequence[str]], order: int) -> Counter[Words]:
    """How often each n-gram of one order occurs."""
    found: Counter[Words] = Counter()
    for sentence in map(padded, sentences):
        found.update(sentence[i : i + order] for i in range(len(sentence) - order + 1))
    return found


def adjusted_counts(sentences: Sequence[Sequence[str]], order: int, highest: int) -> dict[Words, int]:
    """In how many longer n-grams each ends; the count itself for the highest order and after <s>."""
    raw = raw_counts(sentences, order)
    if order == highest:
        return dict(raw)
    before = Counter(longer[1:] for longer in raw_counts(sentences, order + 1))
    return {ngram: count if ngram[0] == BEGIN else before[ngram] for ngram, count in raw.items()}


def modified_discounts(counts: Sequence[int]) -> Discounts | None:
    """D1, D2, D3+ by the formulas; None where they are not defined or not positive."""
    n1, n2, n3, n4 = (sum(count == k for count in counts) for k in (1, 2, 3, 4))
    if not (n1 and n2 and n3 and n4):
        return None
    y = n1 / (n1 + 2 * n2)
    found = 1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3
    return found if min(found) > 0 else None


@dataclass
class PlainModel:
    """Probabilities of the n-grams that are kept, and the back-off weights of contexts."""

    order: int
    vocabulary: set[str]
    probability: dict[Words, float] = field(default_factory=dict)
    weight: dict[Words, float] = field(default_factory=dict)

    def of(self, word: str, context: Words) -> float:
        """The probability of a word after a context, by backing off."""
        found = self.probability.get((*context, word))
        if found is not None:
            return found
        return self.weight.get(context, 1.0) * self.of(word, context[1:]) if context else 0.0

    def logprob(self, sentence: Sequence[str]) -> float:
        """Base 10; words that the model does not know are left out and break the history."""
        total = 0.0
        history: Words = (BEGIN,)
        for word in (*sentence, END):
            if word not in self.vocabulary:
                history = ()
                continue
            context = history[len(history) - self.order + 1 :] if len(history) >= self.order else history
            total += math.log10(self.of(word, context if self.order > 1 else ()))
            history = (*history, word)
        return total


def plain_model(
    sentences: Sequence[Sequence[str]], order: int, smoothing: str, minimum: Sequence[int], *, is_open: bool
) -> PlainModel:
    """An interpolated model; n-grams below the minimum are dropped and their contexts renormalised."""
    words = {word for sentence in sentences for word in sentence}
    events = words | {END} | ({UNKNOWN} if is_open else set())
    model = PlainModel(order, events)
    for length in range(1, order + 1):
        kneser_ney = smoothing == "kneser-ney"
        counts = adjusted_counts(sentences, length, order) if kneser_ney else dict(raw_counts(sentences, length))
        counts.pop((BEGIN,), None)
        discounts = _discounts(smoothing, list(counts.values()))
        for context in sorted({ngram[:-1] for ngram in counts} | ({()} if length == 1 else set())):
            own = {ngram[-1]: count for ngram, count in counts.items() if ngram[:-1] == context}
            _estimate(model, context, own, discounts, minimum[length - 1], events)
    return model


def _discounts(smoothing: str, counts: Sequence[int]) -> Discounts | None:
    if smoothing == "witten-bell":
        return None
    if smoothing == "kneser-ney":
        return modified_discounts(counts) or (0.5, 1.0, 1.5)
    n1, n2 = (sum(count == k for count in counts) for k in (1, 2))
    one = n1 / (n1 + 2 * n2) if n1 and n2 else 0.5
    return one, one, one


def _estimate(
    model: PlainModel, context: Words, own: dict[str, int], discounts: Discounts | None, minimum: int, events: set[str]
) -> None:
    total = sum(own.values())
    if discounts is None:
        share, rest = {word: count / (total + len(own)) for word, count in own.items()}, len(own) / (total + len(own))
    else:
        off = {word: discounts[min(count, 3) - 1] for word, count in own.items()}
        share = {word: max(count - off[word], 0) / total for word, count in own.items()}
        rest = sum(off.values()) / total
    if not context:
        model.probability |= {(word,): share.get(word, 0) + rest / len(events) for word in events}
        return
    lower = {word: model.of(word, context[1:]) for word in own}
    kept = {word: share[word] + rest * lower[word] for word, count in own.items() if count >= minimum}
    model.probability |= {(*context, word): value for word, value in kept.items()}
    if kept:
        left, below = 1 - sum(kept.values()), 1 - sum(lower[word] for word in kept)
        model.weight[context] = left / below if len(kept) < len(own) else rest
