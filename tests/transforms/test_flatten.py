"""Fewer nodes: without unary ones, without some labels, with or without a root."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from strategies import treebanks
from treegauge import Rows, Text, Treebank, apply
from treegauge.formats.base import FORMATS, Input
from treegauge.transforms.flatten import virtual_roots
from treegauge.treebank.edit import restructure
from treegauge.treebank.views import Node

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
random_trees = treebanks(constituents=True, empty_nodes=True)


def trees(text: str, format: str = "brackets") -> Treebank:
    reader = FORMATS.get(format).read
    assert reader is not None
    return reader(Input(text.encode()))


def brackets(text: str, spec: str) -> str:
    """A tree after a transform."""
    return apply(trees(text), spec)[0].brackets()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(S (PRN (, ,) (NP (NN x))) (NN y))", "(S (, ,) (NP (NN x)) (NN y))"),
        ("(S (PRN (PRN (NN x))))", "(S (NN x))"),
        ("(PRN (NN x) (S (NN y)))", "(VROOT (NN x) (S (NN y)))"),  # two roots, which brackets put below one
    ],
)
def test_children_of_removed_labels_move_up(before: str, after: str) -> None:
    assert brackets(before, "remove-labels(PRN)") == after


def test_several_labels_are_removed_at_once() -> None:
    assert brackets("(S (A (X x)) (B (X y)) (C (X z)))", "remove-labels([A,C])") == "(S (X x) (B (X y)) (X z))"


def test_a_tag_of_that_name_is_kept() -> None:
    assert brackets("(S (A (A x)))", "remove-labels(A)") == "(S (A x))"


@given(random_trees)
@patient
def test_without_all_labels_there_are_no_nodes(treebank: Treebank) -> None:
    every = ",".join(f"'{label}'" for label in dict.fromkeys(treebank.nodes.text("label")))
    assert len(apply(treebank, f"remove-labels([{every}])").nodes) == 0


def test_siblings_are_in_order_after_a_label_with_a_gap_is_removed() -> None:
    treebank = trees("(S (D (A (X 0=a)) (C (X 2=c))) (E (X 1=b)))", "discbracket")
    assert apply(treebank, "remove-labels(D)")[0].brackets() == "(S (A (X a)) (E (X b)) (C (X c)))"


@pytest.mark.parametrize(
    ("spec", "after"),
    [
        ("remove-unaries", "(S (A (X x) (X y)) (C (X z)))"),
        ("remove-unaries(keep=bottom)", "(S (B (X x) (X y)) (D (X z)))"),
        ("remove-unaries(tokens=true)", "(S (A (X x) (X y)) (X z))"),
        ("remove-unaries(keep=bottom, tokens=true)", "(S (B (X x) (X y)) (X z))"),
    ],
)
def test_one_node_of_a_chain_is_kept(spec: str, after: str) -> None:
    assert brackets("(S (A (B (X x) (X y))) (C (D (X z))))", spec) == after


@pytest.mark.parametrize("root", ["", "TOP", "ROOT", "S1", "VROOT"])
def test_a_virtual_root_is_not_part_of_a_chain(root: str) -> None:
    assert brackets(f"({root} (S (A (X x))))", "remove-unaries") == f"({root} (S (X x)))"


def test_a_virtual_root_over_a_single_token_is_kept() -> None:
    assert brackets("(TOP (S (X x)))", "remove-unaries(tokens=true)") == "(TOP (X x))"


@pytest.mark.parametrize("spec", ["remove-unaries", "remove-unaries(keep=bottom)", "remove-unaries(tokens=true)"])
@given(treebank=random_trees)
@patient
def test_removing_unaries_twice_changes_nothing_more(spec: str, treebank: Treebank) -> None:
    once = apply(treebank, spec)
    assert apply(once, spec) is once


def only_child(node: Node) -> bool:
    parent = node.parent
    return parent is not None and len(parent.children) == 1


@given(random_trees)
@patient
def test_no_node_is_an_only_child_afterwards(treebank: Treebank) -> None:
    after = apply(treebank, "remove-unaries")
    virtual = virtual_roots(after).tolist()
    starts = after.nodes.offsets.tolist()
    for tree in after:
        for node in tree.nodes:
            above = node.parent
            assert not only_child(node) or (above is not None and virtual[starts[tree.index] + above.index])


def test_a_root_is_put_above_all() -> None:
    assert brackets("(S (X x))", "add-root") == "(TOP (S (X x)))"


def test_the_root_is_called_as_asked_for() -> None:
    assert brackets("(S (X x))", "add-root(label=ROOT)") == "(ROOT (S (X x)))"


@pytest.mark.parametrize("root", ["", "TOP", "ROOT", "S1", "VROOT"])
def test_a_virtual_root_is_replaced(root: str) -> None:
    assert brackets(f"({root} (S (X x)))", "add-root") == "(TOP (S (X x)))"


def test_a_virtual_root_below_another_is_replaced_too() -> None:
    assert brackets("( (TOP (S (X x))))", "add-root") == "(TOP (S (X x)))"


def test_loose_words_and_phrases_come_below_the_root() -> None:
    treebank = apply(trees("(VROOT (S (X x)) (. .) (S (Y y)))"), "remove-root")
    assert apply(treebank, "add-root")[0].brackets() == "(TOP (S (X x)) (. .) (S (Y y)))"


@given(random_trees)
@patient
def test_adding_a_root_twice_changes_nothing_more(treebank: Treebank) -> None:
    once = apply(treebank, "add-root")
    assert apply(once, "add-root").equals(once)


@given(random_trees)
@patient
def test_every_sentence_has_one_root_afterwards(treebank: Treebank) -> None:
    assert all([getattr(root, "label", None) for root in tree.roots] == ["TOP"] for tree in apply(treebank, "add-root"))


@given(random_trees)
@patient
def test_the_table_is_in_order_with_a_root(treebank: Treebank) -> None:
    after = apply(treebank, "add-root")
    assert list(restructure(after)) == list(after)


def test_secondary_edges_count_the_root() -> None:
    treebank = trees("(S (A (X x)) (B (X y)))")
    column = {name: np.array([number], np.int32) for name, number in (("token", -1), ("node", 1), ("parent", 2))}
    edge = Rows(np.array([0, 1], np.int64), {**column, "label": Text.of(["r"])})
    after = apply(treebank.replace(secondary=edge), "add-root").secondary
    assert [after.numbers(name).tolist() for name in ("token", "node", "parent")] == [[-1], [2], [3]]


@given(treebanks(constituents=False))
@patient
def test_dependency_trees_get_no_root(treebank: Treebank) -> None:
    assert apply(treebank, "add-root") is treebank


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("( (S (X x)))", "(S (X x))"),
        ("(TOP (S (TOP (X x)) (Y y)))", "(S (TOP (X x)) (Y y))"),  # only at the top
        ("(ROOT (S1 (S (X x))))", "(S (X x))"),
        ("(S (X x))", "(S (X x))"),
        ("(TOP (S (X x)) (S (Y y)))", "(VROOT (S (X x)) (S (Y y)))"),
    ],
)
def test_virtual_roots_are_removed(before: str, after: str) -> None:
    assert brackets(before, "remove-root") == after


def test_roots_of_other_names_are_removed_where_they_are_named() -> None:
    assert brackets("(DISCOURSE (TOP (X x)))", "remove-root(labels=[DISCOURSE])") == "(TOP (X x))"


@given(random_trees)
@patient
def test_removing_the_root_twice_changes_nothing_more(treebank: Treebank) -> None:
    once = apply(treebank, "remove-root")
    assert apply(once, "remove-root") is once


def test_removing_the_root_undoes_adding_it() -> None:
    treebank = trees("(S (NP (X x)) (VP (Y y)))")
    assert apply(treebank, ["add-root", "remove-root"]).equals(treebank)
