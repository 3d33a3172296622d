"""The longest common subsequence against the quadratic table, and its fallback for sequences that differ a lot."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treegauge.evaluation import common_sequence
from treegauge.evaluation.common_sequence import Keys, common_subsequence, longest_increasing, same_occurrences

KEYS = st.lists(st.integers(0, 9), max_size=40).map(lambda values: np.array(values, np.uint64))


def longest(first: Sequence[int], second: Sequence[int]) -> int:
    """The length of the longest common subsequence, by the textbook's table."""
    row = [0] * (len(second) + 1)
    for value in first:
        above = row
        row = [0]
        for place, other in enumerate(second):
            row.append(above[place] + 1 if value == other else max(above[place + 1], row[place]))
    return row[-1]


def check(first: Keys, second: Keys) -> int:
    places, others = common_subsequence(first, second)
    np.testing.assert_array_equal(first[places], second[others])
    assert (np.diff(places) > 0).all()
    assert (np.diff(others) > 0).all()
    return len(places)


@given(KEYS, KEYS)
def test_it_is_a_longest_common_subsequence(first: Keys, second: Keys) -> None:
    assert check(first, second) == longest(first.tolist(), second.tolist())


@given(KEYS, KEYS)
def test_it_is_a_common_subsequence_where_the_differences_are_too_many(first: Keys, second: Keys) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(common_sequence, "_MOST_DIFFERENCES", 2)
        found = check(first, second)
    assert (found > 0) == (longest(first.tolist(), second.tolist()) > 0)


def test_a_shuffled_file_and_one_of_repeated_sentences_are_quick() -> None:
    random = np.random.default_rng(0)
    keys = np.tile(np.arange(500, dtype=np.uint64), 40)
    assert check(keys, np.delete(keys, [7, 9000, 15000])) == len(keys) - 3
    assert check(keys, random.permutation(keys)) > 100


@given(st.lists(st.integers(0, 50), unique=True, max_size=30))
def test_increasing_numbers_are_the_longest(values: list[int]) -> None:
    places = longest_increasing(np.array(values, np.int64))
    chosen = [values[place] for place in places]
    assert chosen == sorted(chosen)
    assert len(chosen) == longest(values, sorted(values))


@given(KEYS, KEYS)
def test_every_key_in_both_is_matched_as_often_as_it_occurs(first: Keys, second: Keys) -> None:
    places, others = same_occurrences(first, second)
    np.testing.assert_array_equal(first[places], second[others])
    expected = sum(min((first == key).sum(), (second == key).sum()) for key in range(10))
    assert len(set(places.tolist())) == len(set(others.tolist())) == expected
