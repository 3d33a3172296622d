"""Data frames hold the whole treebank and come back as the same one, or with an error that says what is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

import treegauge
from strategies import treebanks
from treegauge import DataError, Treebank
from treegauge.core.errors import MissingExtraError
from treegauge.treebank.bridges import from_tuples
from treegauge.treebank.frames import Frames, from_polars, to_polars

pl = pytest.importorskip("polars")
NESTED = ("S", ("NP", ("DT", "the"), ("NN", "dog")), ("VP", ("VBZ", "barks")))
FLAT = [("the", "DT", 1, "det"), ("dog", None, -1, "root"), ("!", ".", None, None)]


def changed(frames: Frames, table: str, **columns: Any) -> Frames:
    frame = getattr(frames, table)
    return frames._replace(**{table: frame.with_columns(**{name: pl.Series(cells) for name, cells in columns.items()})})


@given(treebanks(empty_nodes=True, secondary=True))
@settings(deadline=None)
def test_frames_come_back_as_the_same_treebank(treebank: Treebank) -> None:
    assert from_polars(to_polars(treebank)).equals(treebank)


@pytest.mark.parametrize("name", ["english.mrg", "english.conllu", "german.export", "german.conllu"])
def test_real_trees_come_back(name: str) -> None:
    treebank = treegauge.read(f"{treegauge.__path__[0]}/data/{name}")
    back = from_polars(treebank.to_polars(), treebank.header)
    assert back.equals(treebank)
    assert back.header == treebank.header
    assert back[3].line == treebank[3].line


def test_a_frame_has_strings_integers_and_nulls() -> None:
    frame = to_polars(from_tuples([FLAT, []])).tokens
    assert frame.columns == ["sentence", "form", "tag", "head", "deprel"]
    assert frame.dtypes == [pl.Int32, pl.String, pl.String, pl.Int32, pl.String]
    assert frame.rows() == [(0, "the", "DT", 1, "det"), (0, "dog", None, -1, "root"), (0, "!", ".", None, None)]


def test_every_sentence_has_a_row() -> None:
    assert to_polars(from_tuples([FLAT, []])).sentences["sentence"].to_list() == [0, 1]


def test_frames_can_be_changed() -> None:
    frames = to_polars(from_tuples([NESTED]))
    frames = changed(frames, "nodes", label=["S", "NX", "VP"])
    assert from_polars(frames)[0].brackets() == "(S (NX (DT the) (NN dog)) (VP (VBZ barks)))"


def test_nodes_may_come_in_any_order_and_without_extents() -> None:
    frames = to_polars(from_tuples([NESTED]))
    mixed = changed(frames, "nodes", label=["VP", "S", "NP"], parent=[1, -1, 1])
    mixed = changed(mixed, "tokens", parent=[2, 2, 0])
    back = from_polars(mixed._replace(nodes=mixed.nodes.drop("left", "right")))
    assert back.equals(from_tuples([NESTED]))


def test_categories_are_strings_too() -> None:
    frames = to_polars(from_tuples([NESTED]))
    frames = frames._replace(tokens=frames.tokens.with_columns(pl.col("tag").cast(pl.Categorical)))
    assert from_polars(frames).equals(from_tuples([NESTED]))


@pytest.mark.parametrize(
    ("table", "column", "cells", "message"),
    [
        ("tokens", "parent", [1, 1, 9], "'parent' of the table 'tokens' has an index out of range"),
        ("nodes", "parent", [-1, -7, 0], "'parent' of the table 'nodes' has an index out of range"),
        ("nodes", "parent", [2, 0, 1], "the nodes form a cycle"),
        ("tokens", "head", [3, 0, 0], "'head' of the table 'tokens' has an index out of range"),
        ("tokens", "head", [1, 0, -1], "the heads form a cycle"),
        ("tokens", "head", [1 << 40, 0, 0], "too large"),
        ("tokens", "head", ["a", "b", "c"], "must have a column 'head' of integers"),
        ("tokens", "form", [1.5, 2.5, 3.5], "must have strings or integers"),
        ("tokens", "sentence", [0, 1, 0], "must be ascending"),
        ("tokens", "sentence", [0, 0, 1], "must be ascending"),
        ("sentences", "sentence", [3], "must be 0, 1, 2"),
    ],
)
def test_frames_that_are_not_trees_are_an_error(table: str, column: str, cells: list[Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        from_polars(changed(to_polars(from_tuples([NESTED])), table, **{column: cells}))


def test_without_polars_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    with pytest.raises(MissingExtraError, match=r"treegauge\[frames\]"):
        to_polars(from_tuples([NESTED]))


def test_tokens_with_parents_need_nodes_with_parents() -> None:
    frames = to_polars(from_tuples([("S", ("N", "a"))]))
    with pytest.raises(DataError, match="the column 'parent' of the table 'nodes' is missing"):
        from_polars(frames._replace(nodes=frames.nodes.drop("parent")))


def test_nodes_need_tokens_with_parents() -> None:
    frames = to_polars(from_tuples([("S", ("N", "a"))]))
    with pytest.raises(DataError, match="the column 'parent' of the table 'tokens' is missing"):
        from_polars(frames._replace(tokens=frames.tokens.drop("parent")))
