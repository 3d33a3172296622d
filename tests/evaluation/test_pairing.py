"""Which test sentence belongs to which gold sentence: by order, by id, by line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from treegauge import DataError, Treebank, read
from treegauge.evaluation.pairing import pair_sentences
from treegauge.treebank import concatenate
from treegauge.treebank.build import Builder


def sentences(*names: str | None, words: Sequence[str] = ()) -> Treebank:
    """One-word sentences with these ids; the word is the id, if not given."""
    builder = Builder()
    for name, word in zip(names, words or [name or "?" for name in names], strict=True):
        builder.add({"id": name}, [{"form": word, "tag": "N", "parent": 0}], [{"label": "S", "parent": -1}])
    return builder.build()


def forms(treebank: Treebank) -> list[list[str]]:
    return [[token.form for token in tree] for tree in treebank]


def file(folder: Path, text: str, name: str = "test.mrg") -> Treebank:
    path = folder / name
    path.write_text(text)
    return read(path)


def test_equally_many_sentences_are_paired_in_order_whatever_their_ids() -> None:
    gold, test = sentences("a", "b"), sentences("b", "a")
    assert pair_sentences(gold, test) is test


def test_else_they_are_paired_by_id_and_missing_ones_are_empty() -> None:
    paired = pair_sentences(sentences("a", "b", "c"), sentences("c", "a"))
    assert forms(paired) == [["a"], [], ["c"]]
    assert paired.nodes.counts.tolist() == [1, 0, 1]


@pytest.mark.parametrize("names", [("a", None), ("a", "a"), (None, None)])
def test_ids_that_are_missing_or_twice_pair_nothing(names: tuple[str | None, ...]) -> None:
    with pytest.raises(
        DataError,
        match=r"gold \(no sentences\) has 3 sentences, test .* has 2, and they cannot be paired: there are no ids",
    ):
        pair_sentences(sentences("a", "b", "c"), sentences(*names))


def test_a_test_sentence_that_gold_does_not_have_is_an_error() -> None:
    with pytest.raises(
        DataError, match=r"and 1 sentence of test is not in gold, the first at sentence 2; give both the same"
    ):
        pair_sentences(sentences("a", "b", "c"), sentences("a", "d"))


def test_blank_lines_keep_their_place(tmp_path: Path) -> None:
    gold = file(tmp_path, "(S (N a))\n(S (N b))\n(S (N c))\n", "gold.mrg")
    test = file(tmp_path, "(S (N a))\n\n(S (N c))\n")
    assert forms(pair_sentences(gold, test)) == [["a"], [], ["c"]]
    test = file(tmp_path, "\n(S (N b))\n\n")
    assert forms(pair_sentences(gold, test)) == [[], ["b"], []]


def test_extra_lines_in_test_are_named(tmp_path: Path) -> None:
    gold = file(tmp_path, "(S (N a))\n(S (N b))\n", "gold.mrg")
    test = file(tmp_path, "(S (N a))\n(S (N b))\n(S (N c))\n")
    with pytest.raises(DataError, match=r"gold\.mrg\) has 2 sentences, test \(.*test\.mrg\) has 3, .*test\.mrg:3"):
        pair_sentences(gold, test)


def test_several_files_are_not_paired_by_line(tmp_path: Path) -> None:
    gold = file(tmp_path, "(S (N a))\n(S (N b))\n", "gold.mrg")
    both = concatenate(
        [file(tmp_path, "(S (N a))\n", "one.mrg"), file(tmp_path, "\n(S (N b))\n(S (N c))\n", "two.mrg")]
    )
    with pytest.raises(DataError, match="there are no ids"):
        pair_sentences(gold, both)


def test_trees_of_several_lines_are_not_paired_by_line(tmp_path: Path) -> None:
    gold = file(tmp_path, "(S\n (N a))\n(S\n (N b))\n(S\n (N c))\n", "gold.mrg")
    with pytest.raises(DataError, match="there are no ids"):
        pair_sentences(gold, file(tmp_path, "(S\n (N a))\n(S\n (N b))\n"))


def test_no_test_sentences_at_all_are_an_error() -> None:
    with pytest.raises(DataError, match=r"has 2 sentences, test \(no sentences\) has 0"):
        pair_sentences(sentences("a", "b"), sentences("a")[:0])


def test_lines_say_nothing_of_files_with_a_word_a_line(tmp_path: Path) -> None:
    gold = file(tmp_path, "(S (N a))\n(S (N b))\n(S (N c))\n", "gold.mrg")
    (tmp_path / "test.dp").write_text("a\tN\t0\n\nb\tN\t0\n\n")
    with pytest.raises(DataError, match="one tree per line in both"):
        pair_sentences(gold, read(tmp_path / "test.dp"))
