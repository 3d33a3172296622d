"""`Treebank`: selecting, joining and comparing; what it prints."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strategies import treebanks
from treegauge import Rows, Text, Treebank, concatenate
from treegauge.treebank.build import Builder, TokenRow

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def phrases(*words: str) -> Treebank:
    """One sentence for each string, with S above its words."""
    builder = Builder()
    for sentence in words:
        tokens = [TokenRow(form=form, tag="T", parent=0) for form in sentence.split()]
        builder.add({"id": sentence}, tokens, [{"label": "S", "parent": -1}])
    return builder.build()


def arcs(words: str) -> Treebank:
    """One sentence in which every word depends on the one before."""
    builder = Builder()
    builder.add({}, [{"form": form, "head": place - 1} for place, form in enumerate(words.split())])
    return builder.build()


def sentences(treebank: Treebank) -> list[str]:
    return [" ".join(token.form for token in tree) for tree in treebank]


def test_the_length_is_the_number_of_sentences() -> None:
    assert len(phrases("a b", "c", "")) == 3


def test_iteration_gives_the_trees() -> None:
    assert sentences(phrases("a b", "c", "")) == ["a b", "c", ""]


@pytest.mark.parametrize("index", [0, 2, -1, -3])
def test_an_index_counts_as_in_a_list(index: int) -> None:
    assert phrases("a", "b", "c")[index].id == ["a", "b", "c"][index]


def test_an_index_may_be_a_number_of_numpy() -> None:
    assert phrases("a", "b")[np.int64(1)].id == "b"  # type: ignore[call-overload]


@pytest.mark.parametrize("index", [2, -3])
def test_an_index_out_of_range_is_an_error_with_the_length(index: int) -> None:
    with pytest.raises(IndexError, match=rf"sentence {index} does not exist: the treebank has 2"):
        phrases("a", "b")[index]


@pytest.mark.parametrize(
    "index", [slice(1, 3), slice(None, None, -1), slice(-2, None), slice(5, 9), slice(None), slice(None, None, 2)]
)
def test_a_slice_is_that_of_a_list(index: slice) -> None:
    assert sentences(phrases("a", "b", "c")[index]) == ["a", "b", "c"][index]


def test_a_list_of_numbers_selects_also_twice_and_from_the_end() -> None:
    assert sentences(phrases("a", "b", "c")[[2, 0, 0, -1]]) == ["c", "a", "a", "c"]


def test_a_mask_selects() -> None:
    assert sentences(phrases("a", "b", "c")[np.array([True, False, True])]) == ["a", "c"]


def test_an_array_without_numbers_selects_nothing() -> None:
    assert len(phrases("a", "b").select(np.zeros(0, np.int64))) == 0


def test_an_empty_list_selects_nothing() -> None:
    assert len(phrases("a", "b")[[]]) == 0


@given(treebanks(empty_nodes=True), st.data())
@patient
def test_selected_trees_are_the_same_trees(treebank: Treebank, data: st.DataObject) -> None:
    if not len(treebank):
        return
    wanted = data.draw(st.lists(st.integers(0, len(treebank) - 1), max_size=5))
    assert list(treebank.select(np.array(wanted, np.int64))) == [treebank[number] for number in wanted]


@given(treebanks(empty_nodes=True), st.integers(0, 4))
@patient
def test_a_treebank_cut_in_two_and_joined_is_the_same(treebank: Treebank, place: int) -> None:
    assert concatenate([treebank[:place], treebank[place:]]).equals(treebank)


@given(st.lists(treebanks(max_sentences=2), max_size=3))
@patient
def test_joined_treebanks_have_all_trees_in_order(parts: list[Treebank]) -> None:
    assert list(concatenate(parts)) == [tree for part in parts for tree in part]


def test_no_treebanks_joined_are_one_without_sentences() -> None:
    assert len(concatenate([])) == 0


def test_one_treebank_joined_is_itself() -> None:
    treebank = phrases("a")
    assert concatenate([treebank]) is treebank


def test_heads_are_not_given_where_one_part_has_none() -> None:
    both = concatenate([arcs("a b"), phrases("c")])
    assert both.tokens.numbers("head").tolist() == [-1, 0, -2]


def test_parents_are_none_where_one_part_has_no_phrases() -> None:
    both = concatenate([phrases("a"), arcs("b c")])
    assert both.tokens.numbers("parent").tolist() == [0, -1, -1]


def test_the_header_of_the_first_overrides_that_of_the_second() -> None:
    one, other = phrases("a").replace(header={"x": "1"}), phrases("b").replace(header={"x": "2", "y": "3"})
    assert concatenate([one, other]).header == {"x": "1", "y": "3"}


@given(treebanks())
@patient
def test_a_treebank_equals_itself(treebank: Treebank) -> None:
    assert treebank.equals(treebank)


def test_where_a_treebank_was_read_from_does_not_matter() -> None:
    one, other = phrases("a"), phrases("a")
    placed = other.sentences.replace(source=Text.of(["file"]), line=np.array([3], np.int64))
    assert one.equals(other.replace(sentences=placed))


@pytest.mark.parametrize("other", [phrases("b"), phrases("a", "a"), phrases("a b"), arcs("a")])
def test_other_trees_make_another_treebank(other: Treebank) -> None:
    assert not phrases("a").equals(other)


def test_another_label_makes_another_treebank() -> None:
    one = phrases("a")
    assert not one.equals(one.replace(nodes=one.nodes.replace(label=Text.of(["X"]))))


def test_another_id_makes_another_treebank() -> None:
    one = phrases("a")
    assert not one.equals(one.replace(sentences=one.sentences.replace(id=Text.of(["x"]))))


def test_a_treebank_cannot_be_assigned_to() -> None:
    treebank = phrases("a")
    with pytest.raises(FrozenInstanceError):
        treebank.tokens = treebank.nodes  # type: ignore[misc]


def test_replace_leaves_the_old_treebank_as_it_was() -> None:
    old = phrases("a")
    old.replace(tokens=old.tokens.replace(form=Text.of(["b"])))
    assert sentences(old) == ["a"]


def test_memory_is_the_bytes_of_the_arrays() -> None:
    treebank = phrases("a b", "c")
    total = 0
    for rows in treebank.tables.values():
        total += rows.offsets.nbytes
        for column in rows.columns.values():
            if isinstance(column, Text):
                total += column.codes.nbytes + column.values.blob.nbytes + column.values.offsets.nbytes
            else:
                total += column.nbytes
    assert treebank.memory == total


def test_an_array_that_is_used_twice_counts_once() -> None:
    treebank = phrases("a b", "c")
    shared = treebank.replace(tokens=treebank.tokens.replace(lemma=treebank.tokens.text("form")))
    assert shared.memory == treebank.memory


def test_a_treebank_prints_its_size_and_kind() -> None:
    assert repr(phrases("a b", "c")) == "<Treebank: 2 sentences, 3 tokens, constituency trees>"


def test_a_treebank_of_both_kinds_says_so() -> None:
    assert repr(concatenate([phrases("a"), arcs("b")])).endswith("constituency and dependency trees>")


def test_a_treebank_without_trees_says_so() -> None:
    builder = Builder()
    builder.add({}, [{"form": "a"}])
    assert repr(builder.build()).endswith("no trees>")


def test_large_numbers_are_printed_with_commas() -> None:
    assert "1,500 sentences" in repr(phrases("a")[[0] * 1500])


def test_a_place_is_file_and_line_where_they_are_known() -> None:
    treebank = phrases("a")
    placed = treebank.sentences.replace(source=Text.of(["x.mrg"]), line=np.array([12], np.int64))
    assert treebank.replace(sentences=placed).where(0) == "x.mrg:12"


def test_a_place_is_the_number_of_the_sentence_otherwise() -> None:
    assert phrases("a", "b").where(1) == "sentence 2"


def test_tables_not_given_have_no_rows() -> None:
    offsets = np.array([0, 1], np.int64)
    treebank = Treebank.of(Rows(offsets, {"id": Text.of(["x"])}), Rows(offsets, {"form": Text.of(["a"])}))
    assert [len(treebank.tables[name]) for name in ("nodes", "multiword", "empty", "secondary")] == [0, 0, 0, 0]
