"""Which test sentence belongs to which gold sentence: by their ids, by their words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treegauge import DataError, Treebank, TreegaugeWarning, bundled, read, score
from treegauge.evaluation.pairing import Pairing, pair_sentences, paired_test
from treegauge.treebank import concatenate
from treegauge.treebank.build import Builder, TokenRow


def sentences(*names: str | None, words: Sequence[str] = ()) -> Treebank:
    """Sentences with these ids and words; the word is the id, if not given."""
    builder = Builder()
    for name, text in zip(names, words or [name or "?" for name in names], strict=True):
        tokens: list[TokenRow] = [{"form": word, "tag": "N", "parent": 0} for word in text.split()]
        builder.add({"id": name}, tokens, [{"label": "S", "parent": -1}])
    return builder.build()


def texts(*words: str) -> Treebank:
    """Sentences without ids."""
    return sentences(*[None] * len(words), words=words)


def forms(pairing: Pairing) -> list[str]:
    assert pairing.test is not None
    return [" ".join(token.form or "" for token in tree) for tree in pairing.test]


def numbers(pairing: Pairing) -> tuple[list[int], list[int], list[int]]:
    missing, extra, moved = (
        [place.sentence for place in places] for places in (pairing.missing, pairing.extra, pairing.moved)
    )
    return missing, extra, moved


def test_the_same_words_in_the_same_order_are_paired_as_they_are() -> None:
    gold, test = sentences("a", "b"), sentences("b", "a", words=["a", "b"])
    pairing = pair_sentences(gold, test)
    assert pairing.test is test
    assert (pairing.by, pairing.is_complete) == ("order", True)


def test_ids_pair_sentences_whatever_their_words_and_missing_ones_are_empty() -> None:
    pairing = pair_sentences(sentences("a", "b", "c"), sentences("c", "a", words=["x", "a"]))
    assert (pairing.by, forms(pairing), numbers(pairing)) == ("id", ["a", "", "x"], ([2], [], [1]))


def test_ids_that_only_test_has_are_extra() -> None:
    pairing = pair_sentences(sentences("a", "b", "c"), sentences("a", "d"))
    assert (pairing.by, forms(pairing), numbers(pairing)) == ("id", ["a", "", ""], ([2, 3], [2], []))


@pytest.mark.parametrize("names", [("x", None), ("x", "x"), (None, None), ("1", "2"), ("y", "z")])
def test_ids_that_are_missing_or_twice_or_numbers_or_not_shared_do_not_count(names: tuple[str | None, ...]) -> None:
    gold = sentences("1", "2", "3", words=["a", "b", "c"])
    pairing = pair_sentences(gold, sentences(*names, words=["b", "c"]))
    assert (pairing.by, forms(pairing), numbers(pairing)) == ("words", ["", "b", "c"], ([1], [], []))


def test_numbers_with_gaps_are_ids() -> None:
    gold = sentences("1", "2", "3", words=["a", "b", "c"])
    assert pair_sentences(gold, sentences("1", "3", words=["a", "c"])).by == "id"


def test_ids_that_contradict_the_words_of_most_sentences_do_not_count() -> None:
    names = [f"s{number}" for number in range(6)]
    words = ["a b", "c d", "e f", "g h", "i j", "k l"]
    pairing = pair_sentences(sentences(*names, words=words), sentences(*names[:5], words=words[1:]))
    assert (pairing.by, numbers(pairing)) == ("words", ([1], [], []))


def test_one_sentence_missing_doubled_or_moved_costs_that_one() -> None:
    gold = texts("a", "b", "c", "d", "e")
    for test, expected in [
        (["a", "c", "d", "e"], ([2], [], [])),
        (["a", "b", "b", "c", "d", "e"], ([], [2], [])),
        (["e", "a", "b", "c", "d"], ([], [], [5])),
        (["d", "b", "c", "a", "e"], ([], [], [1, 4])),
    ]:
        pairing = pair_sentences(gold, texts(*test))
        assert sum(map(len, expected)) == sum(map(len, numbers(pairing))), test
        assert numbers(pairing)[0] == expected[0]
        assert [word for word in forms(pairing) if word] == [w for w in "abcde" if w in test]


def test_sentences_with_other_words_stay_paired_between_their_neighbours() -> None:
    gold = texts("a", "can not", "c", "( d )", "e", "f")
    pairing = pair_sentences(gold, texts("a", "cannot", "c", "-LRB- d -RRB-", "unknown", "f"))
    assert pairing.test is not None
    assert (pairing.by, pairing.is_complete) == ("order", True)
    assert pairing.numbers.tolist() == [0, 1, 2, 3, 4, 5]


def test_a_changed_word_that_gives_the_words_of_another_sentence_is_not_a_move() -> None:
    gold = texts("so x a b", "c", "d", "so x a c")
    assert pair_sentences(gold, texts("so x a c", "c", "d", "so x a d")).numbers.tolist() == [0, 1, 2, 3]


def test_sentences_with_a_word_changed_are_recognised_next_to_a_missing_one() -> None:
    gold = texts("a", "this is left out", "He can not go .", "the old man and the sea", "this is it now", "b")
    test = texts("a", "He cannot go .", "the UNK man and the sea", "this is it then", "b")
    assert pair_sentences(gold, test).numbers.tolist() == [0, -1, 1, 2, 3, 4]


def test_escaped_words_that_only_one_side_has_are_words_like_others() -> None:
    pairing = pair_sentences(texts("-LRB- -RRB- `` -LSB-", "a", "-LCB- b"), texts("a", "{ b"))
    assert numbers(pairing) == ([1], [], [])


def test_empty_elements_are_not_words(tmp_path: Path) -> None:
    (tmp_path / "gold.mrg").write_text("(S (N a) (-NONE- *T*-1))\n(S (N b))\n(S (N c) (-NONE- 0))\n")
    (tmp_path / "test.mrg").write_text("(S (N a))\n(S (N c))\n")
    pairing = pair_sentences(read(tmp_path / "gold.mrg"), read(tmp_path / "test.mrg"))
    assert pairing.numbers.tolist() == [0, -1, 1]


def test_blank_lines_and_trees_without_words_are_sentences_without_a_parse(tmp_path: Path) -> None:
    (tmp_path / "gold.mrg").write_text("(S (N a))\n(S (N b))\n(S (N c))\n(S (N d))\n")
    (tmp_path / "test.mrg").write_text("(S (N a))\n\n(S (N c))\n(())\n")
    pairing = pair_sentences(read(tmp_path / "gold.mrg"), read(tmp_path / "test.mrg"))
    assert forms(pairing) == ["a", "", "c", ""]
    assert [place.where[-10:] for place in pairing.missing] == ["gold.mrg:2", "gold.mrg:4"]
    assert pairing.extra == ()


def test_trees_of_several_lines_and_files_are_paired_by_words(tmp_path: Path) -> None:
    (tmp_path / "gold.mrg").write_text("(S\n (N a))\n(S\n (N b))\n(S\n (N c))\n")
    for name, word in (("one", "a"), ("two", "c")):
        (tmp_path / f"{name}.mrg").write_text(f"(S (N {word}))\n")
    test = concatenate([read(tmp_path / "one.mrg"), read(tmp_path / "two.mrg")])
    assert pair_sentences(read(tmp_path / "gold.mrg"), test).numbers.tolist() == [0, -1, 1]


def test_if_no_sentence_of_test_belongs_to_gold_the_message_shows_both() -> None:
    with pytest.raises(
        DataError,
        match=r"no sentence of test belongs to gold: gold begins with 'a b' \(sentence 1\), test begins with 'x y'",
    ):
        pair_sentences(texts("a b", "c d"), texts("x y", "z"))
    with pytest.raises(DataError, match="test has no sentences"):
        pair_sentences(texts("a", "b"), texts("a")[:0])


def test_words_divided_differently_belong_together() -> None:
    assert pair_sentences(texts("can not"), texts("cannot")).numbers.tolist() == [0]


def test_what_is_missing_extra_or_moved_is_reported() -> None:
    message = r"2 gold sentences have no parse \(the first: sentence 2\), 1 sentence is not in gold \(sentence 3\)"
    with pytest.warns(TreegaugeWarning, match=f"{message}; sentences are paired by their words"):
        paired_test(texts("a", "b", "c", "d"), texts("a", "d", "e"))


@st.composite
def damage(draw: st.DrawFn, size: int) -> tuple[list[int], set[int]]:
    """The order of the sentences of a damaged file, and those that were deleted."""
    order = list(range(size))
    deleted = draw(st.sets(st.sampled_from(order), max_size=6))
    order = [number for number in order if number not in deleted]
    for number in draw(st.lists(st.sampled_from(order), max_size=4)):
        order.insert(draw(st.integers(0, len(order))), number)
    for number in draw(st.lists(st.sampled_from(order), max_size=4, unique=True)):
        if order.count(number) == 1:
            order.remove(number)
            order.insert(draw(st.integers(0, len(order))), number)
    return order, deleted


GOLD, TEST = bundled("english.mrg"), bundled("english.parsed.mrg")
BEFORE = score(GOLD, TEST, ["parseval", "exact-match"], resamples=0)


@pytest.mark.filterwarnings("ignore::treegauge.TreegaugeWarning")
@given(damage(len(GOLD)))
@settings(max_examples=60, deadline=None)
def test_all_other_sentences_score_as_before(damaged: tuple[list[int], set[int]]) -> None:
    order, deleted = damaged
    results = score(GOLD, TEST.select(np.array(order)), ["parseval", "exact-match"], resamples=0, missing="leave-out")
    present = [number for number in range(len(GOLD)) if number not in deleted]
    for result, before in zip(results, BEFORE, strict=True):
        np.testing.assert_array_equal(result.rows[present], before.rows[present])
        assert np.isnan(result.rows[sorted(deleted)]).all()
        assert {place.sentence - 1 for place in result.pairing.missing} == deleted
        assert len(result.pairing.extra) == len(order) - len(present)
