"""Which trees a grammar comes from, and which it is measured on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treegauge import CallError
from treegauge.studies.difficulty.protocols import Plan, plan_for, samples


@pytest.mark.parametrize(
    ("options", "protocol"),
    [
        ({"has_test": False}, "train"),
        ({"has_test": True}, "test"),
        ({"has_test": False, "split": 0.8}, "test"),
        ({"has_test": False, "folds": 10}, "test"),
    ],
)
def test_what_is_given_implies_the_protocol(options: dict[str, Any], protocol: str) -> None:
    assert plan_for(None, **options).protocol == protocol


@pytest.mark.parametrize(
    ("protocol", "options", "message"),
    [
        ("test", {"has_test": False}, r"the protocol test needs test trees \(test\), a split .* or folds"),
        ("train", {"has_test": True}, "test trees are for the protocol test, not train"),
        ("loo", {"has_test": False, "folds": 3}, "a split and folds are for the protocol test, not loo"),
        (None, {"has_test": True, "split": 0.5}, "test trees are given: leave out"),
        (None, {"has_test": False, "split": 0.5, "folds": 3}, "exclude each other"),
        (None, {"has_test": False, "split": 1.0}, "between 0 and 1, not 1"),
        (None, {"has_test": False, "folds": 1}, "2 folds or more, not 1"),
        (None, {"has_test": False, "max_length": 0}, "must be 1 or more, not 0"),
        ("tset", {"has_test": False}, "unknown protocol 'tset'; known: train, test, loo"),
    ],
)
def test_a_wrong_plan_is_an_error(protocol: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(CallError, match=message):
        plan_for(protocol, **options)


@pytest.mark.parametrize("protocol", ["train", "loo"])
def test_train_and_leave_one_out_measure_the_training_sentences(protocol: Any) -> None:
    (sample,) = samples(Plan(protocol), 4)
    assert sample.train.tolist() == sample.test.tolist() == [0, 1, 2, 3]


def test_test_sentences_come_after_the_training_sentences() -> None:
    (sample,) = samples(Plan("test"), 2, 3)
    assert (sample.train.tolist(), sample.test.tolist()) == ([0, 1], [2, 3, 4])


@given(train=st.integers(10, 60), share=st.floats(0.1, 0.9), seed=st.integers(0, 99))
def test_a_split_divides_the_sentences_and_keeps_their_order(train: int, share: float, seed: int) -> None:
    (sample,) = samples(Plan("test", split=share, seed=seed), train)
    assert len(sample.train) == round(share * train)
    assert sorted([*sample.train, *sample.test]) == list(range(train))
    assert (np.diff(sample.train) > 0).all()
    assert (np.diff(sample.test) > 0).all()


def test_a_split_is_drawn_by_its_seed() -> None:
    first, again, other = (samples(Plan("test", split=0.5, seed=seed), 50)[0].train for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@given(train=st.integers(10, 60), folds=st.integers(2, 10), seed=st.integers(0, 99))
def test_folds_measure_every_sentence_once_under_the_others(train: int, folds: int, seed: int) -> None:
    drawn = samples(Plan("test", folds=folds, seed=seed), train)
    assert len(drawn) == folds
    assert sorted(number for sample in drawn for number in sample.test) == list(range(train))
    for sample in drawn:
        assert sorted([*sample.train, *sample.test]) == list(range(train))
    assert max(len(sample.test) for sample in drawn) - min(len(sample.test) for sample in drawn) <= 1


def test_a_split_that_leaves_one_side_empty_is_an_error() -> None:
    with pytest.raises(CallError, match=r"a split of 0\.9 leaves one side of 3 sentences empty"):
        samples(Plan("test", split=0.9), 3)


def test_more_folds_than_sentences_are_told() -> None:
    with pytest.raises(CallError, match="4 folds are too many for 3 sentences"):
        samples(Plan("test", folds=4), 3)
