"""`Rows`: a table in which every sentence owns a run of rows."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treegauge import Rows, Text
from treegauge.treebank.rows import concatenate_rows

untimed = settings(deadline=None)

parts_of = st.lists(st.lists(st.integers(0, 99), max_size=4), max_size=5)


def table(parts: list[list[int]]) -> Rows:
    """A table with the numbers given, and the same as text."""
    offsets = np.concatenate(([0], np.cumsum([len(part) for part in parts], dtype=np.int64))).astype(np.int64)
    numbers = [number for part in parts for number in part]
    return Rows(offsets, {"number": np.array(numbers, np.int32), "text": Text.of(map(str, numbers))})


def parts(rows: Rows) -> list[list[int]]:
    """The numbers of a table, sentence by sentence; the text must say the same."""
    numbers = rows.numbers("number").tolist()
    assert rows.text("text").decode() == [str(number) for number in numbers]
    return [numbers[rows.offsets[i] : rows.offsets[i + 1]] for i in range(len(rows.offsets) - 1)]


@given(parts_of)
@untimed
def test_the_length_is_the_number_of_rows(given_parts: list[list[int]]) -> None:
    assert len(table(given_parts)) == sum(map(len, given_parts))


@given(parts_of)
@untimed
def test_counts_are_rows_per_sentence(given_parts: list[list[int]]) -> None:
    assert table(given_parts).counts.tolist() == [len(part) for part in given_parts]


@given(parts_of)
@untimed
def test_every_row_knows_its_sentence(given_parts: list[list[int]]) -> None:
    expected = [number for number, part in enumerate(given_parts) for _ in part]
    assert table(given_parts).sentence.tolist() == expected


@given(parts_of)
@untimed
def test_every_row_knows_the_first_row_of_its_sentence(given_parts: list[list[int]]) -> None:
    rows = table(given_parts)
    assert rows.start.tolist() == [int(rows.offsets[sentence]) for sentence in rows.sentence]


def test_a_text_column_that_is_not_there_is_missing_in_every_row() -> None:
    assert table([[1, 2]]).text("lemma").decode() == [None, None]


def test_a_number_column_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError, match="head"):
        table([[1]]).numbers("head")


def test_a_number_column_of_no_rows_need_not_be_there() -> None:
    assert table([[], []]).replace(number=None).numbers("number").tolist() == []


def test_numbers_are_not_text() -> None:
    with pytest.raises(TypeError, match="'number' has numbers"):
        table([[1]]).text("number")


def test_text_is_not_numbers() -> None:
    with pytest.raises(TypeError, match="'text' has text"):
        table([[1]]).numbers("text")


def test_columns_are_asked_for_by_name() -> None:
    rows = table([[1]])
    assert ("text" in rows, "lemma" in rows) == (True, False)


def test_replace_sets_a_column_and_leaves_the_old_table() -> None:
    old = table([[1], [2]])
    new = old.replace(number=np.array([3, 4], np.int32))
    assert (new.numbers("number").tolist(), old.numbers("number").tolist()) == ([3, 4], [1, 2])


def test_replace_by_none_removes_a_column() -> None:
    assert "text" not in table([[1]]).replace(text=None)


def test_replace_shares_the_other_columns() -> None:
    old = table([[1]])
    assert old.replace(text=None).numbers("number") is old.numbers("number")


def test_a_table_cannot_be_assigned_to() -> None:
    with pytest.raises(FrozenInstanceError):
        table([[1]]).offsets = np.zeros(1, np.int64)  # type: ignore[misc]


@given(parts_of, st.integers(2, 4))
@untimed
def test_kept_rows_stay_in_their_sentences(given_parts: list[list[int]], divisor: int) -> None:
    rows = table(given_parts)
    expected = [[number for number in part if number % divisor] for part in given_parts]
    assert parts(rows.keep(rows.numbers("number") % divisor > 0)) == expected


def test_rows_are_put_in_another_order() -> None:
    assert parts(table([[1, 2], [3]]).reorder(np.array([1, 0, 2]))) == [[2, 1], [3]]


@given(parts_of, st.data())
@untimed
def test_selected_sentences_come_in_the_order_asked_for(given_parts: list[list[int]], data: st.DataObject) -> None:
    numbers = st.lists(st.integers(0, len(given_parts) - 1), max_size=6) if given_parts else st.just([])
    wanted = data.draw(numbers)
    assert parts(table(given_parts).select(np.array(wanted, np.int64))) == [given_parts[number] for number in wanted]


@given(parts_of, parts_of)
@untimed
def test_tables_are_equal_if_their_content_is(one: list[list[int]], other: list[list[int]]) -> None:
    assert table(one).equals(table(other)) == (one == other)


def test_a_table_with_one_more_column_is_another() -> None:
    rows = table([[1]])
    assert not rows.equals(rows.replace(lemma=Text.of(["x"])))


def test_an_ignored_column_does_not_matter() -> None:
    rows = table([[1]])
    other = rows.replace(number=np.array([2], np.int32), more=Text.of(["x"]))
    assert rows.equals(other, ignoring=frozenset({"number", "more"}))


def test_text_and_numbers_are_never_equal() -> None:
    rows = table([[1]])
    assert not rows.equals(rows.replace(number=Text.of(["1"])))


def test_the_same_rows_cut_otherwise_are_another_table() -> None:
    assert not table([[1], [2]]).equals(table([[1, 2], []]))


@given(st.lists(parts_of, min_size=1, max_size=4))
@untimed
def test_concatenated_tables_are_one_after_the_other(tables: list[list[list[int]]]) -> None:
    whole = concatenate_rows([table(one) for one in tables], {})
    assert parts(whole) == [part for one in tables for part in one]


def test_a_number_column_that_one_table_lacks_is_filled() -> None:
    whole = concatenate_rows([table([[7]]), table([[8]]).replace(number=None)], {"number": -2})
    assert whole.numbers("number").tolist() == [7, -2]


def test_a_text_column_that_one_table_lacks_is_missing_there() -> None:
    whole = concatenate_rows([table([[7]]).replace(text=None), table([[8]])], {})
    assert whole.text("text").decode() == [None, "8"]
