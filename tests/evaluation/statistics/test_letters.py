"""The compact letter display: two names share a letter if and only if they do not differ."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treegauge import CallError
from treegauge.evaluation.statistics import letter_groups

Pairs = list[tuple[str, str]]


def largest_groups(names: list[str], different: Pairs) -> set[frozenset[str]]:
    """All groups without a pair that differs that are not part of another one, by trying every subset."""
    subsets = chain.from_iterable(combinations(names, size) for size in range(1, len(names) + 1))
    groups = [
        frozenset(subset)
        for subset in subsets
        if not any(first in subset and second in subset for first, second in different)
    ]
    return {group for group in groups if not any(group < larger for larger in groups)}


def test_all_equal_have_one_letter() -> None:
    assert letter_groups(["x", "y", "z"], []) == {"x": "a", "y": "a", "z": "a"}


def test_all_different_have_a_letter_each() -> None:
    names = ["w", "x", "y", "z"]
    assert letter_groups(names, list(combinations(names, 2))) == {"w": "a", "x": "b", "y": "c", "z": "d"}


def test_what_is_between_two_that_differ_belongs_to_both() -> None:
    """x and y do not differ, nor do y and z, but x and z do."""
    assert letter_groups(["x", "y", "z"], [("x", "z")]) == {"x": "a", "y": "ab", "z": "b"}


def test_letters_are_those_of_multcompview() -> None:
    """The example of its manual: only B and C differ."""
    assert letter_groups(["A", "B", "C"], [("B", "C")]) == {"A": "ab", "B": "a", "C": "b"}


def test_the_weights_of_chicks_by_feed() -> None:
    """R: pairwise.wilcox.test(chickwts$weight, chickwts$feed) as the manual of the package cld prints it."""
    feeds = ["casein", "horsebean", "linseed", "meatmeal", "soybean", "sunflower"]
    different = [
        ("casein", "horsebean"), ("casein", "linseed"), ("casein", "soybean"), ("horsebean", "meatmeal"),
        ("horsebean", "soybean"), ("horsebean", "sunflower"), ("linseed", "sunflower"), ("soybean", "sunflower"),
    ]  # fmt: skip
    letters = letter_groups(feeds, different)
    assert list(letters.values()) == ["a", "b", "bc", "ac", "c", "a"]


def test_the_example_of_piepho() -> None:
    """Eight treatments, of which five pairs differ (Piepho 2004): the groups are those found by trying all."""
    names = [str(number) for number in range(1, 9)]
    different = [("1", "7"), ("1", "8"), ("2", "4"), ("2", "5"), ("3", "5")]
    letters = letter_groups(names, different)
    groups = {frozenset(name for name in names if letter in letters[name]) for letter in set("".join(letters.values()))}
    assert groups == largest_groups(names, different)
    assert len(groups) == 6


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] < pair[1]), max_size=20))
def test_names_share_a_letter_exactly_where_they_do_not_differ(numbers: list[tuple[int, int]]) -> None:
    names = [f"s{number}" for number in range(8)]
    different = [(names[first], names[second]) for first, second in numbers]
    letters = letter_groups(names, different)
    for first, second in combinations(names, 2):
        assert bool(set(letters[first]) & set(letters[second])) == ((first, second) not in different)
    groups = {frozenset(name for name in names if letter in letters[name]) for letter in set("".join(letters.values()))}
    assert groups == largest_groups(names, different)


def test_there_are_letters_after_z() -> None:
    names = [str(number) for number in range(60)]
    letters = letter_groups(names, combinations(names, 2))
    assert [letters[name] for name in ("25", "26", "51", "52", "53")] == ["z", "A", "Z", "a1", "b1"]
    assert len(set(letters.values())) == 60


def test_wrong_names_are_refused() -> None:
    with pytest.raises(CallError, match="are not two of: x, y"):
        letter_groups(["x", "y"], [("x", "z")])
    with pytest.raises(CallError, match="different names"):
        letter_groups(["x", "x"], [])


def test_nothing_has_no_letters() -> None:
    assert letter_groups([], []) == {}
