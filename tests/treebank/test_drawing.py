"""Pictures: one line a token, branches that lead somewhere, valid XML."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
from hypothesis import given, settings

from strategies import treebanks
from treegauge import Rows, Text, Treebank
from treegauge.treebank import Column
from treegauge.treebank.bridges import from_tuples
from treegauge.treebank.build import Builder
from treegauge.treebank.drawing import text
from treegauge.treebank.lines import columns
from treegauge.treebank.svg import svg
from treegauge.treebank.views import Tree

DEEP = 100_000
RAIN = ("S", ("NP", ("DT", "The"), ("NN", "rain")), ("VP", ("VBD", "stopped"), ("NP", ("NN", "soon"))), (".", "."))


def both() -> Tree:
    """A sentence with phrases that cross and arcs that cross."""
    builder = Builder()
    parents, functions, heads = (1, 0, 0, 2, 2), (None, "HD", "SB", "NK", "NK"), (1, -1, 1, 4, 0)
    forms = ("Gelesen", "hat", "er", "das", "犬<&>")
    rows = zip(forms, parents, functions, heads, strict=True)
    builder.add(
        {},
        [{"form": f, "tag": "X", "parent": p, "function": e, "head": h, "deprel": "dep"} for f, p, e, h in rows],
        [{"label": "S", "parent": -1}, {"label": "VP", "parent": 0}, {"label": "NP", "parent": 1}],
    )
    return builder.build()[0]


def test_a_constituency_tree_is_an_outline() -> None:
    assert str(from_tuples([RAIN])[0]).splitlines() == [
        "S ─┬─ NP ─┬─ DT The",
        "   │      └─ NN rain",
        "   ├─ VP ─┬─ VBD stopped",
        "   │      └─ NP ─── NN soon",
        "   └─ . .",
    ]


def test_crossing_branches_pass_behind() -> None:
    assert text(both()).split("\n\n")[0].splitlines() == [
        "S ─┬─ VP ─┬─ X Gelesen",
        "   ├──────│─HD─ X hat",
        "   └──────│─SB─ X er",
        "          └─ NP ─┬─NK─ X das",
        "                 └─NK─ X 犬<&>",
    ]


def test_several_roots_are_attached_to_one_line() -> None:
    builder = Builder()
    builder.add({}, [{"form": "a", "parent": 0}, {"form": "b", "parent": -1}], [{"label": "S", "parent": -1}])
    assert text(builder.build()[0]) == "┬─ S ─── a\n└─ b"


def test_a_dependency_tree_is_a_table_with_branches() -> None:
    rain = [("The", "DT", 1, "det"), ("rain", "NN", 2, "nsubj"), ("stopped", "VBD", -1, "root"), (".", ".", 2, "punct")]
    assert str(from_tuples([rain])[0]).splitlines() == [
        "1     ┌──  The      DT   det",
        "2   ┌─┴──  rain     NN   nsubj",
        "3  ─┼────  stopped  VBD  root",
        "4   └────  .        .    punct",
    ]


def test_crossing_arcs_and_heads_that_are_not_given() -> None:
    words = [("a", None, 2, None), ("b", None, 3, None), ("c", None, -1, None), ("d", None, None, None)]
    assert text(from_tuples([words])[0]).splitlines() == [
        "1   ┌────  a",
        "2   │ ┌──  b",
        "3  ─┴─│──  c",
        "4     └──  d",
    ]


def test_words_without_any_tree_are_a_table() -> None:
    assert text(from_tuples([[("犬", "NN"), ("dog", "NN")]])[0]) == "1  犬   NN\n2  dog  NN"


def test_width_counts_columns_of_a_terminal() -> None:
    assert [columns(word) for word in ("dog", "犬", "e\u0301", "")] == [3, 2, 1, 0]


@given(treebanks(empty_nodes=True))
@settings(deadline=None)
def test_every_word_is_in_every_picture(treebank: Treebank) -> None:
    for tree in treebank:
        drawn, picture = text(tree), ElementTree.fromstring(svg(tree))
        words = [element.text or "" for element in picture.iter("{http://www.w3.org/2000/svg}text")]
        shown = ["" if token.form == "_" else token.form for token in tree]
        assert all(form in words for form in shown if form.isprintable())
        assert all(form in drawn for form in shown if form.isprintable())


@given(treebanks(constituents=True, dependencies=False))
@settings(deadline=None)
def test_an_outline_has_one_line_a_token(treebank: Treebank) -> None:
    for tree in treebank:
        assert len(text(tree).splitlines()) == len(tree)


def test_a_picture_has_labels_functions_and_relations() -> None:
    words = [element.text for element in ElementTree.fromstring(svg(both())).iter() if element.tag.endswith("text")]
    assert {"S", "VP", "NP", "HD", "SB", "NK", "dep", "犬<&>"} <= set(words)


def test_a_picture_of_nothing_is_still_one() -> None:
    assert ElementTree.fromstring(svg(from_tuples([[]])[0])).tag.endswith("svg")


def chain(kind: str) -> Tree:
    """Deep trees: one node above the other, or a word and a phrase in each phrase."""
    words = 1 if kind == "unary" else DEEP
    left = np.zeros(DEEP, np.int32) if kind == "unary" else np.arange(DEEP, dtype=np.int32)
    parent = np.arange(-1, DEEP - 1, dtype=np.int32)
    tokens: dict[str, Column] = {
        "form": Text.constant("x", words),
        "parent": np.arange(DEEP - words, DEEP, dtype=np.int32),
        "head": parent[:words],
    }
    nodes: dict[str, Column] = {
        "label": Text.constant("A", DEEP), "parent": parent, "left": left, "right": np.full(DEEP, words, np.int32)
    }  # fmt: skip
    return Treebank.of(Rows(np.array([0, 1])), Rows(np.array([0, words]), tokens), Rows(np.array([0, DEEP]), nodes))[0]


def test_one_word_below_100_000_nodes_is_one_long_line() -> None:
    assert text(chain("unary")).split("\n")[0] == "A ─── " * DEEP + "x"


def test_a_tree_too_large_to_draw_comes_as_brackets_and_a_table() -> None:
    brackets, table = text(chain("right")).split("\n\n")
    assert brackets.startswith("(A x (A x (A x")
    assert table.splitlines()[-1] == "100000  x  99999"


def test_a_picture_of_a_deep_tree_is_drawn() -> None:
    assert svg(chain("unary")).count(">A<") == DEEP
