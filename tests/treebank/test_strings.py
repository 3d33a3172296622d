"""`Strings` and `Text`: columns of strings."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treegauge import DataError, Strings, Text
from treegauge.treebank.strings import concatenate_text, pair

untimed = settings(deadline=None)

words = st.text(max_size=4)
columns = st.lists(st.none() | st.sampled_from(["a", "b", "", "ü", "犬", "a\nb"]) | words, max_size=12)


@given(st.lists(words))
@untimed
def test_strings_come_back_as_they_were(strings: list[str]) -> None:
    assert list(Strings.of(strings)) == strings


def test_no_strings_are_strings_too() -> None:
    assert len(Strings.of([])) == 0


def test_a_string_is_found_by_its_number() -> None:
    assert Strings.of(["a", "", "🌳"])[2] == "🌳"


def test_the_last_string_is_number_minus_one() -> None:
    assert Strings.of(["a", "b"])[-1] == "b"


def test_a_lone_surrogate_is_not_text() -> None:
    with pytest.raises(DataError, match=r"is not valid text"):
        Strings.of(["a", "\ud800"])


def test_strings_cannot_be_assigned_to() -> None:
    strings = Strings.of(["a"])
    with pytest.raises(FrozenInstanceError):
        strings.offsets = np.zeros(1, np.int64)  # type: ignore[misc]


def test_the_bytes_of_strings_are_read_only() -> None:
    assert not Strings.of(["abc"]).blob.flags.writeable


@given(columns)
@untimed
def test_a_column_comes_back_as_it_was(column: list[str | None]) -> None:
    assert Text.of(column).decode() == column


@given(columns)
@untimed
def test_the_values_of_a_column_are_distinct(column: list[str | None]) -> None:
    values = list(Text.of(column).values)
    assert sorted(values) == sorted({value for value in column if value is not None})


@given(columns)
@untimed
def test_a_row_is_found_by_its_number(column: list[str | None]) -> None:
    text = Text.of(column)
    assert [text[row] for row in range(len(text))] == column


@given(columns)
@untimed
def test_a_column_is_iterated_row_by_row(column: list[str | None]) -> None:
    assert list(Text.of(column)) == column


@pytest.mark.parametrize("value", ["x", "", None])
def test_a_constant_is_the_same_in_every_row(value: str | None) -> None:
    assert Text.constant(value, 3).decode() == [value] * 3


def test_a_constant_of_no_rows_has_none() -> None:
    assert len(Text.constant("x", 0)) == 0


def test_text_cannot_be_assigned_to() -> None:
    with pytest.raises(FrozenInstanceError):
        Text.of(["a"]).codes = np.zeros(1, np.int32)  # type: ignore[misc]


def test_rows_are_taken_by_index() -> None:
    assert Text.of(["a", "b", None]).take(np.array([2, 1, 1])).decode() == [None, "b", "b"]


def test_rows_are_taken_by_mask() -> None:
    assert Text.of(["a", "b", None]).take(np.array([True, False, True])).decode() == ["a", None]


def test_rows_are_taken_by_slice() -> None:
    assert Text.of(["a", "b", None]).take(slice(None, None, -1)).decode() == [None, "b", "a"]


@given(columns)
@untimed
def test_a_map_changes_each_value_and_leaves_missing_ones(column: list[str | None]) -> None:
    expected = [None if value is None else value.upper() for value in column]
    assert Text.of(column).map(str.upper).decode() == expected


def test_a_map_is_asked_once_a_distinct_value() -> None:
    asked: list[str] = []
    Text.of(["a", "b", "a", None, "a"]).map(asked.append)
    assert asked == ["a", "b"]


def test_a_map_to_none_makes_values_missing() -> None:
    assert Text.of(["a", "b"]).map(lambda value: None if value == "a" else value).decode() == [None, "b"]


def test_values_that_a_map_makes_equal_are_one() -> None:
    assert list(Text.of(["a", "A", "b"]).map(str.lower).values) == ["a", "b"]


def test_replace_puts_new_values_by_code() -> None:
    assert Text.of(["a", "b", None, "a"]).replace(["x", None]).decode() == ["x", None, None, "x"]


def test_replacing_no_values_leaves_missing_rows() -> None:
    assert Text.constant(None, 2).replace([]).decode() == [None, None]


@given(columns)
@untimed
def test_a_mask_by_set_agrees_with_in(column: list[str | None]) -> None:
    wanted = {"a", ""}
    assert Text.of(column).mask(wanted).tolist() == [value in wanted for value in column]


@given(columns)
@untimed
def test_a_mask_by_predicate_agrees_with_the_predicate(column: list[str | None]) -> None:
    assert Text.of(column).mask(str.isalpha).tolist() == [value is not None and value.isalpha() for value in column]


def test_a_mask_can_take_missing_rows() -> None:
    assert Text.of(["a", None]).mask({"b"}, missing=True).tolist() == [False, True]


def test_the_mask_of_a_column_of_missing_values_is_false() -> None:
    assert Text.constant(None, 2).mask({"a"}).tolist() == [False, False]


def test_the_code_of_a_value_that_is_not_there_is_minus_two() -> None:
    assert (Text.of(["a", "b"]).code("b"), Text.of(["a", "b"]).code("c")) == (1, -2)


@given(columns, columns)
@untimed
def test_rows_in_terms_of_another_column_are_its_codes(column: list[str | None], other: list[str | None]) -> None:
    theirs = Text.of(other)
    expected = [-1 if value is None else theirs.index.get(value, -2) for value in column]
    assert Text.of(column).in_terms_of(theirs).tolist() == expected


@given(columns, columns)
@untimed
def test_columns_are_equal_if_their_rows_are(column: list[str | None], other: list[str | None]) -> None:
    assert Text.of(column).equals(Text.of(other)) == (column == other)


@given(columns, columns)
@untimed
def test_the_order_of_values_does_not_matter_for_equality(column: list[str | None], before: list[str | None]) -> None:
    other = Text.of([*before, *column]).take(slice(len(before), None))
    assert Text.of(column).equals(other)
    assert other.equals(Text.of(column))


@given(columns, columns)
@untimed
def test_a_compact_column_holds_the_same_rows(column: list[str | None], unused: list[str | None]) -> None:
    assert Text.of([*unused, *column]).take(slice(len(unused), None)).compact().decode() == column


@given(columns, columns)
@untimed
def test_a_compact_column_has_only_values_in_use(column: list[str | None], unused: list[str | None]) -> None:
    compact = Text.of([*unused, *column]).take(slice(len(unused), None)).compact()
    assert sorted(compact.values) == sorted({value for value in column if value is not None})


@given(columns)
@untimed
def test_counts_are_those_of_the_rows_most_frequent_first(column: list[str | None]) -> None:
    present = [value for value in column if value is not None]
    expected = sorted(((value, present.count(value)) for value in set(present)), key=lambda item: (-item[1], item[0]))
    assert list(Text.of(column).counts().items()) == expected


@given(st.lists(columns, max_size=4))
@untimed
def test_concatenated_columns_are_one_after_the_other(parts: list[list[str | None]]) -> None:
    whole = concatenate_text([Text.of(part) for part in parts])
    assert whole.decode() == [value for part in parts for value in part]


@given(st.lists(columns, max_size=4))
@untimed
def test_concatenated_columns_have_one_dictionary(parts: list[list[str | None]]) -> None:
    values = list(concatenate_text([Text.of(part) for part in parts]).values)
    assert len(values) == len(set(values))


def glued(one: str | None, other: str | None, mark: str) -> str | None:
    parts = [part for part in (one, other) if part is not None]
    return mark.join(parts) if parts else None


@given(st.lists(st.tuples(st.none() | words, st.none() | words), max_size=12), st.sampled_from(["-", "", "^"]))
@untimed
def test_a_pair_is_both_with_the_mark_or_the_one_that_is_there(
    rows: list[tuple[str | None, str | None]], mark: str
) -> None:
    paired = pair(Text.of(one for one, _ in rows), Text.of(other for _, other in rows), mark)
    assert paired.decode() == [glued(one, other, mark) for one, other in rows]


def test_pairs_that_spell_the_same_are_one_value() -> None:
    assert list(pair(Text.of(["a", "ab"]), Text.of(["bc", "c"]), "").values) == ["abc"]


def test_pairs_of_very_many_values_are_right_too() -> None:
    """More possible pairs than are worth a flag each."""
    numbers = [str(number) for number in range(3000)]
    paired = pair(Text.of(numbers), Text.of(reversed(numbers)), "/")
    assert paired.decode() == [f"{one}/{other}" for one, other in zip(numbers, reversed(numbers), strict=True)]
