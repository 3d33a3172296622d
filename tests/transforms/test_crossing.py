"""From discontinuous trees to continuous ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import treegauge
from strategies import treebanks
from treegauge import Text, Treebank, apply
from treegauge.annotation.head_rules import head_children
from treegauge.formats.base import FORMATS, Input
from treegauge.treebank.edit import restructure
from treegauge.treebank.shape import discontinuous
from treegauge.treebank.views import Node, Token, Tree

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
random_trees = treebanks(constituents=True, empty_nodes=True)


def trees(text: str) -> Treebank:
    reader = FORMATS.get("discbracket").read
    assert reader is not None
    return reader(Input(text.encode()))


@pytest.mark.parametrize(
    ("heads", "after"),
    [
        ("left", "(S (VP (A a)) (B b) (C c) (D d))"),
        ("right", "(S (A a) (B b) (VP (C c) (D d)))"),
    ],
)
def test_children_apart_from_the_head_move_up(heads: str, after: str) -> None:
    treebank = trees("(S (VP (A 0=a) (C 2=c) (D 3=d)) (B 1=b))")
    assert apply(treebank, f"raise-crossing(heads={heads})")[0].brackets() == after


def test_children_move_as_far_as_they_must() -> None:
    treebank = trees("(S (X (Y (A 1=a) (C 3=c)) (B 0=b)) (D 2=d))")
    assert apply(treebank, "raise-crossing(heads=left)")[0].brackets() == "(S (X (B b) (Y (A a))) (D d) (C c))"


def test_a_phrase_moves_with_all_below_it() -> None:
    treebank = trees("(S (VP (A 0=a) (NP (C 2=c) (D 3=d))) (B 1=b))")
    assert apply(treebank, "raise-crossing(heads=left)")[0].brackets() == "(S (VP (A a)) (B b) (NP (C c) (D d)))"


def test_the_function_hd_marks_the_head() -> None:
    treebank = trees("(S (VP (A 0=a) (C 2=c)) (B 1=b))")
    treebank = treebank.replace(tokens=treebank.tokens.replace(function=Text.of([None, None, "HD"])))
    assert apply(treebank, "raise-crossing")[0].brackets() == "(S (A a) (B b) (VP (C c)))"


def test_a_child_raised_from_a_root_becomes_a_root() -> None:
    treebank = apply(trees("(VROOT (S (A 0=a) (C 2=c)) (B 1=b))"), ["remove-root", "raise-crossing(heads=left)"])
    assert treebank[0].brackets() == "(VROOT (S (A a)) (B b) (C c))"
    assert treebank.nodes.text("label").decode() == ["S"]


def test_a_head_without_words_does_not_hang() -> None:
    treebank = trees("(S (VP (E) (A 0=a) (C 2=c)) (B 1=b))")
    assert not discontinuous(apply(treebank, "raise-crossing(heads=left)")).any()


def test_punctuation_attached_first_is_not_a_gap() -> None:
    treebank = trees("(VROOT (S (NP (A 0=a) (B 2=b)) (C 3=c)) ($, 1=,))")
    after = apply(treebank, ["attach-punctuation", "raise-crossing"])
    assert after[0].brackets() == "(VROOT (S (NP (A a) ($, ,) (B b)) (C c)))"


@pytest.mark.parametrize("heads", ["auto", "left", "right"])
@given(treebank=random_trees)
@patient
def test_no_node_has_a_gap_afterwards(heads: str, treebank: Treebank) -> None:
    assert not discontinuous(apply(treebank, f"raise-crossing(heads={heads})")).any()


@given(random_trees)
@patient
def test_raising_twice_changes_nothing_more(treebank: Treebank) -> None:
    once = apply(treebank, "raise-crossing(heads=left)")
    assert apply(once, "raise-crossing(heads=left)") is once


@given(treebanks(constituents=True, discontinuous=False, empty_nodes=True))
@patient
def test_a_continuous_tree_is_not_changed(treebank: Treebank) -> None:
    assert apply(treebank, "raise-crossing") is treebank


@given(random_trees)
@patient
def test_raising_leaves_all_labels_and_tokens(treebank: Treebank) -> None:
    after = apply(treebank, "raise-crossing(heads=right)")
    assert after.tokens.replace(parent=None).equals(treebank.tokens.replace(parent=None))
    assert after.nodes.text("label").counts() == treebank.nodes.text("label").counts()


@given(random_trees)
@patient
def test_the_table_is_in_order_afterwards(treebank: Treebank) -> None:
    after = apply(treebank, "raise-crossing(heads=left)")
    assert list(restructure(after)) == list(after)


def named(treebank: Treebank) -> Treebank:
    """Every node with a function of its own, by which it can be found again."""
    function = Text.of(f"n{row}" for row in range(len(treebank.nodes)))
    return treebank.replace(nodes=treebank.nodes.replace(function=function))


def name(item: Node | Token | None) -> str | int | None:
    return item.function if isinstance(item, Node) else None if item is None else item.index


def parents(tree: Tree) -> dict[str | int | None, str | int | None]:
    """The name of the parent of each node and token."""
    items: list[Node | Token] = [*tree.nodes, *tree.tokens]
    return {name(item): name(item.parent) for item in items}


def raised(tree: Tree) -> dict[str | int | None, str | int | None]:
    """The plain twin, where the leftmost child is the head: `parents` afterwards.

    From the bottom up: the run of positions around the head that the node covers; children outside it move up.
    """
    new_parents = parents(tree)
    covered: dict[str | int | None, set[int]] = {token.index: {token.index} for token in tree.tokens}
    for node in reversed(tree.nodes):
        below = [child for child, parent in new_parents.items() if parent == node.function and covered[child]]
        whole = set().union(*(covered[child] for child in below)) if below else set[int]()
        head = next((child for child in node.children if covered[name(child)]), None)
        block = set(covered[name(head)]) if head else set[int]()
        while more := {place for place in whole - block if {place - 1, place + 1} & block}:
            block |= more
        for child in below:
            if not covered[child] <= block:
                new_parents[child] = name(node.parent)
        covered[node.function] = block
    return new_parents


@given(treebanks(constituents=True))
@patient
def test_raising_agrees_with_its_twin(treebank: Treebank) -> None:
    before = named(treebank)
    after = apply(before, "raise-crossing(heads=left)")
    assert [parents(tree) for tree in after] == [raised(tree) for tree in before]


@pytest.mark.parametrize("heads", ["left", "right"])
@given(treebank=treebanks(constituents=True))
@patient
def test_the_head_child_stays_in_its_node(heads: str, treebank: Treebank) -> None:
    before = named(treebank)
    children = head_children(before, heads).tolist()
    after = apply(before, f"raise-crossing(heads={heads})")
    for tree, raised_tree in zip(before, after, strict=True):
        start, items = int(before.nodes.offsets[tree.index]), (*tree.tokens, *tree.nodes)
        for node in tree.nodes:
            assert parents(raised_tree)[name(items[children[start + node.index]])] == node.function


def test_tiger_becomes_continuous(shared: Path) -> None:
    treebank = treegauge.read(shared / "tiger_sample" / "tiger-sample.export")
    assert discontinuous(treebank).any()
    assert not discontinuous(apply(treebank, ["attach-punctuation", "raise-crossing"])).any()
