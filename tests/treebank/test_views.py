"""The views: what a Tree, a Node and a Token say is what the table says."""

from __future__ import annotations

import io
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given, settings

import treegauge
from strategies import treebanks
from treegauge import DataError, Rows, Text, Treebank
from treegauge.treebank import Column
from treegauge.treebank.build import Builder
from treegauge.treebank.views import Node, Token, Tree

DEEP = 100_000


def crossing() -> Tree:
    """A hearing is scheduled on it, where the hearing is on it; the full stop is outside."""
    builder = Builder()
    parents = (1, 1, 0, 0, 2, 2, -1)
    words = zip(["A", "hearing", "is", "scheduled", "on", "it", "."], parents, strict=True)
    builder.add(
        {"id": "s1", "comments": "# newpar\n# text = A hearing is scheduled on it."},
        [{"form": form, "tag": form[0].upper(), "parent": parent} for form, parent in words],
        [{"label": "S", "parent": -1}, {"label": "NP", "parent": 0}, {"label": "PP", "parent": 1, "function": "MOD"}],
    )
    return builder.build()[0]


def arcs() -> Tree:
    builder = Builder()
    heads = (1, 2, -1, 2, -2)
    words = zip(["the", "dog", "barked", "loudly", "!"], heads, strict=True)
    builder.add({}, [{"form": form, "head": head, "deprel": "dep", "lemma": form} for form, head in words])
    return builder.build()[0]


def chain(*, discontinuous: bool) -> Tree:
    """100,000 nodes one below the other, above the tokens a and c, with b at the top or also at the bottom."""
    parent = np.array([DEEP - 1, 0 if discontinuous else DEEP - 1, DEEP - 1], np.int32)
    tokens: dict[str, Column] = {"form": Text.of("abc"), "tag": Text.of("XYZ"), "parent": parent}
    nodes: dict[str, Column] = {
        "label": Text.constant("A", DEEP),
        "parent": np.arange(-1, DEEP - 1, dtype=np.int32),
        "left": np.zeros(DEEP, np.int32),
        "right": np.full(DEEP, 3, np.int32),
    }
    treebank = Treebank.of(Rows(np.array([0, 1])), Rows(np.array([0, 3]), tokens), Rows(np.array([0, DEEP]), nodes))
    return treebank[0]


def test_a_tree_knows_its_tokens_nodes_and_roots() -> None:
    tree = crossing()
    assert [token.form for token in tree] == ["A", "hearing", "is", "scheduled", "on", "it", "."]
    assert len(tree) == 7
    assert [node.label for node in tree.nodes] == ["S", "NP", "PP"]
    assert tree.roots == (tree.nodes[0], tree.tokens[6])


def test_children_come_in_the_order_of_their_first_tokens() -> None:
    tree = crossing()
    s, np_, pp = tree.nodes
    assert s.children == (np_, tree.tokens[2], tree.tokens[3])
    assert np_.children == (tree.tokens[0], tree.tokens[1], pp)


def test_a_discontinuous_node_has_its_own_tokens_only() -> None:
    tree = crossing()
    assert [node.is_discontinuous for node in tree.nodes] == [False, True, False]
    assert tree.is_discontinuous
    assert [token.index for token in tree.nodes[1].tokens] == [0, 1, 4, 5]
    assert (tree.nodes[1].left, tree.nodes[1].right) == (0, 6)


def test_parents_and_functions() -> None:
    tree = crossing()
    assert tree.nodes[2].parent == tree.nodes[1]
    assert tree.nodes[0].parent is None
    assert tree.tokens[4].parent == tree.nodes[2]
    assert tree.tokens[6].parent is None
    assert (tree.nodes[2].function, tree.nodes[0].function, tree.tokens[0].function) == ("MOD", None, None)


def test_heads_dependents_and_roots() -> None:
    tree = arcs()
    assert tree.tokens[0].head == tree.tokens[1]
    assert tree.tokens[2].dependents == (tree.tokens[1], tree.tokens[3])
    assert [token.is_root for token in tree] == [False, False, True, False, False]
    assert tree.tokens[2].head is None
    assert tree.tokens[4].head is None


def test_missing_columns_are_none() -> None:
    token = crossing().tokens[0]
    assert (token.lemma, token.upos, token.feats, token.misc, token.head, token.deprel) == (None,) * 6
    assert token.dependents == ()
    tree = arcs()
    assert (tree.tokens[0].tag, tree.tokens[0].parent, tree.id, tree.source, tree.line) == (None,) * 5
    assert (tree.comments, tree.nodes, tree.roots) == ([], (), tree.tokens)


def test_text_is_the_comment_or_the_words() -> None:
    assert crossing().text == "A hearing is scheduled on it."
    assert crossing().comments == ["# newpar", "# text = A hearing is scheduled on it."]
    assert arcs().text == "the dog barked loudly !"


def test_text_leaves_out_empty_elements() -> None:
    builder = Builder()
    tags = {"that": "IN", "0": None, "*T*-1": "-NONE-", "{COM}": "CODE", "7": "CD"}
    builder.add(
        {}, [{"form": form, "tag": tag, "parent": 0} for form, tag in tags.items()], [{"label": "S", "parent": -1}]
    )
    assert builder.build()[0].text == "that 7"


def test_brackets_of_several_roots_and_crossing_branches() -> None:
    assert crossing().brackets() == (
        "(VROOT (S (NP (A 0=A) (H 1=hearing) (PP (O 4=on) (I 5=it))) (I 2=is) (S 3=scheduled)) (. 6=.))"
    )


def test_brackets_need_a_constituency_tree() -> None:
    with pytest.raises(DataError, match="no constituency tree"):
        arcs().brackets()


@given(treebanks(constituents=True, empty_nodes=True))
@settings(deadline=None)
def test_brackets_are_those_of_the_writer(treebank: Treebank) -> None:
    for index, tree in enumerate(treebank):
        file = io.BytesIO()
        treegauge.write(treebank[[index]], file, "discbracket" if tree.is_discontinuous else "brackets")
        assert tree.brackets() == file.getvalue().decode().removesuffix("\n")


@given(treebanks())
@settings(deadline=None)
def test_every_item_is_a_child_of_its_parent(treebank: Treebank) -> None:
    for tree in treebank:
        items: list[Node | Token] = [*tree.nodes, *tree.tokens]
        assert all(item in (tree.roots if item.parent is None else item.parent.children) for item in items)
        assert sum(len(node.children) for node in tree.nodes) + len(tree.roots) == len(items)
        assert all(token in head.dependents for token in tree if (head := token.head))


@given(treebanks())
@settings(deadline=None)
def test_a_tree_equals_itself_in_another_treebank(treebank: Treebank) -> None:
    for tree, other in zip(treebank, treegauge.concatenate([treebank, treebank])[len(treebank) :], strict=True):
        assert tree == other
        assert hash(tree) == hash(other)


def test_trees_differ_by_content_and_not_by_source() -> None:
    tree = crossing()
    sentences, nodes = tree.treebank.sentences, tree.treebank.nodes
    assert tree != arcs()
    assert tree != tree.treebank.replace(nodes=nodes.replace(label=Text.constant("X", 3)))[0]
    assert tree == tree.treebank.replace(sentences=sentences.replace(source=Text.of(["elsewhere"])))[0]
    assert tree.nodes[0] == crossing().nodes[0]
    assert tree.nodes[0] not in [*tree.nodes[1:], *tree.tokens]


def test_views_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        crossing().nodes[0].index = 1  # type: ignore[misc]


def test_an_empty_sentence_has_nothing_in_it() -> None:
    builder = Builder()
    builder.add({}, [{"form": "a", "parent": 0}], [{"label": "S", "parent": -1}])
    builder.add({}, [])
    tree = builder.build()[1]
    assert (len(tree), tree.tokens, tree.nodes, tree.roots, tree.text) == (0, (), (), (), "")
    assert tree.brackets() == "(VROOT)"
    assert str(tree) == ""


@pytest.mark.parametrize("discontinuous", [False, True])
def test_a_tree_100_000_nodes_deep(discontinuous: bool) -> None:
    tree = chain(discontinuous=discontinuous)
    bottom = tree.nodes[-1]
    assert [token.form for token in bottom.tokens] == (["a", "c"] if discontinuous else ["a", "b", "c"])
    assert [token.form for token in tree.nodes[0].tokens] == ["a", "b", "c"]
    assert bottom.is_discontinuous is tree.is_discontinuous is discontinuous
    assert len(tree.nodes[0].children) == 1 + discontinuous
    assert tree.brackets().endswith("(Y 1=b))" if discontinuous else "(Z c)" + ")" * DEEP)
    assert tree.text == "a b c"
    assert tree == tree.treebank[[0]][0]


def test_repr_is_short_and_html_is_a_picture() -> None:
    tree = crossing()
    assert repr(tree) == "<Tree s1: 7 tokens, 3 nodes>"
    assert repr(tree.nodes[1]) == "<Node 1 NP: tokens 0 to 6>"
    assert repr(tree.tokens[1]) == "<Token 1 hearing>"
    assert "<svg" in tree._repr_html_()
