"""Discounts and weights are those of the formulas, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from language_strategies import corpus

from treegauge.models.ngrams import Discounts, DiscountWarning, train_ngrams
from treegauge.models.ngrams.smoothing import absolute_discounts, kneser_ney_discounts


def counts(*numbers: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """n1 ones, n2 twos ..."""
    return np.repeat(np.arange(1, len(numbers) + 1, dtype=np.int32), numbers)


def test_modified_discounts_are_those_of_the_formulas() -> None:
    found = kneser_ney_discounts(counts(20, 8, 4, 2, 1), 3)
    share = 20 / 36
    assert found == Discounts(1 - 2 * share * 8 / 20, 2 - 3 * share * 4 / 8, 3 - 4 * share * 2 / 4)


@pytest.mark.parametrize("numbers", [(), (5,), (0, 5, 5, 5), (5, 0, 5, 5), (5, 5, 0, 5), (5, 5, 5), (1, 1, 9, 1)])
def test_discounts_that_cannot_be_estimated_are_fixed(numbers: tuple[int, ...]) -> None:
    """The last is one with a D2 below zero."""
    with pytest.warns(DiscountWarning, match="3-grams: the discounts cannot be estimated"):
        found = kneser_ney_discounts(counts(*numbers), 3)
    assert found == Discounts(0.5, 1.0, 1.5, estimated=False)


def test_three_numbers_can_be_enough() -> None:
    assert kneser_ney_discounts(counts(20, 8, 4), 3, needed=3).more == 3.0


def test_the_absolute_discount_is_one_for_all_counts() -> None:
    assert absolute_discounts(counts(20, 8), 3) == Discounts(20 / 36, 20 / 36, 20 / 36)
    assert absolute_discounts(counts(20, 8), 3, 0.7) == Discounts(0.7, 0.7, 0.7)
    with pytest.warns(DiscountWarning, match="D is 0.5"):
        assert absolute_discounts(counts(20), 3) == Discounts(0.5, 0.5, 0.5, estimated=False)


def test_witten_bell_by_hand() -> None:
    """Two words and the end, 2 + 1 + 2 times: three kinds in five."""
    model = train_ngrams(corpus([["a"], ["a", "b"]]), 1, "witten-bell", like="exact")
    expected = {"a": (2 + 3 / 3) / 8, "b": (1 + 3 / 3) / 8}
    scores = model.score_words(corpus([["a", "b"]])).logprob
    assert 10**scores == pytest.approx([expected["a"], expected["b"], (2 + 3 / 3) / 8])
