"""Head rules: which child is the head."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from strategies import treebanks
from treegauge import Text, Treebank, UnknownNameError
from treegauge.formats.base import FORMATS, Input
from treegauge.formats.bundled import bundled
from treegauge.heads.rules import HeadRules, find_rules, head_children, tables
from treegauge.treebank.views import Node

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def trees(text: str, format: str = "brackets") -> Treebank:
    reader = FORMATS.get(format).read
    assert reader is not None
    return reader(Input(text.encode()))


def heads(treebank: Treebank, rules: str | HeadRules) -> list[str | None]:
    """The label or tag of the head of each node."""
    found = head_children(treebank, rules).tolist()
    names: list[str | None] = []
    for tree in treebank:
        items = [*(token.tag for token in tree.tokens), *(node.label for node in tree.nodes)]
        start = int(treebank.nodes.offsets[tree.index])
        names += [items[found[start + node.index]] if found[start + node.index] >= 0 else None for node in tree.nodes]
    return names


def table(**steps: tuple[tuple[str, ...], ...]) -> HeadRules:
    return HeadRules("test", "a table for tests", steps)


FLAT = trees("(S (A a) (B b) (C c) (B d))")


@pytest.mark.parametrize(
    ("step", "head"),
    [
        (("left", "B", "C"), 1),
        (("right", "B", "C"), 3),
        (("right", "A", "C"), 2),
        (("left", "*"), 0),
        (("right", "*"), 3),
        (("left", "X"), 0),  # found nowhere: the first child
        (("right", "X"), 0),
    ],
)
def test_a_step_takes_the_first_child_from_its_side(step: tuple[str, ...], head: int) -> None:
    assert head_children(FLAT, table(S=(step,))).tolist() == [head]


@pytest.mark.parametrize(
    ("steps", "head"),
    [
        ((("left", "C"), ("left", "A")), 2),
        ((("left", "X"), ("right", "B"), ("left", "A")), 3),
        ((("left", "X"), ("right", "*")), 3),
        ((("right", "*"), ("left", "A")), 3),
        ((("left", "B"), ("right", "B")), 1),  # a label in two steps belongs to the first
    ],
)
def test_an_earlier_step_goes_before_a_later_one(steps: tuple[tuple[str, ...], ...], head: int) -> None:
    assert head_children(FLAT, table(S=steps)).tolist() == [head]


def test_a_step_looks_at_phrases_and_tags_alike() -> None:
    assert heads(trees("(S (NP (X x)) (B b))"), table(S=(("left", "NP"),)))[0] == "NP"


def test_a_child_with_the_function_hd_goes_before_all_steps() -> None:
    treebank = FLAT.replace(tokens=FLAT.tokens.replace(function=Text.of([None, None, "HD", None])))
    assert head_children(treebank, table(S=(("left", "A"),))).tolist() == [2]


def test_a_phrase_with_the_function_hd_goes_before_all_steps() -> None:
    treebank = trees("(S (A a) (NP (X x)))")
    treebank = treebank.replace(nodes=treebank.nodes.replace(function=Text.of([None, "HD"])))
    assert heads(treebank, table(S=(("left", "A"),)))[0] == "NP"


def test_of_two_children_with_the_function_hd_the_first_is_the_head() -> None:
    treebank = FLAT.replace(tokens=FLAT.tokens.replace(function=Text.of([None, "HD", "HD", None])))
    assert head_children(treebank, table(S=(("right", "*"),))).tolist() == [1]


def test_a_table_can_have_functions_of_its_own() -> None:
    treebank = FLAT.replace(tokens=FLAT.tokens.replace(function=Text.of([None, "HD", "PH", None])))
    rules = HeadRules("test", "", {}, functions=frozenset({"PH"}))
    assert head_children(treebank, rules).tolist() == [2]


def test_categories_without_steps_have_the_default() -> None:
    rules = HeadRules("test", "", {"NP": (("left", "*"),)}, default=(("right", "*"),))
    assert heads(trees("(S (NP (A a) (B b)) (VP (C c) (D d)))"), rules) == ["VP", "A", "D"]


def test_a_phrase_without_a_label_has_the_default() -> None:
    treebank = FLAT.replace(nodes=FLAT.nodes.replace(label=Text.of([None])))
    assert head_children(treebank, HeadRules("test", "", {}, default=(("right", "*"),))).tolist() == [3]


def test_a_word_without_a_tag_can_be_the_head() -> None:
    assert head_children(trees("(S a (B b))"), "left").tolist() == [0]


def test_a_phrase_without_children_has_no_head() -> None:
    assert head_children(trees("(S (A a) (NP))"), "left").tolist()[1] == -1


def test_sentences_count_from_their_own_beginning() -> None:
    assert head_children(trees("(S (A a) (B b))\n(S (NP (A a)) (B b))"), "left").tolist() == [0, 2 + 1, 0]


def test_a_discontinuous_child_stands_at_its_first_token() -> None:
    treebank = trees("(S (NP (A 0=a) (C 2=c)) (B 1=b))", "discbracket")
    assert (heads(treebank, "left")[0], heads(treebank, "right")[0]) == ("NP", "B")


@pytest.mark.parametrize(("name", "place"), [("left", 0), ("right", -1)])
@given(treebank=treebanks(constituents=True))
@patient
def test_left_and_right_take_the_outermost_child(name: str, place: int, treebank: Treebank) -> None:
    found = head_children(treebank, name).tolist()
    expected = []
    for tree in treebank:
        for node in tree.nodes:
            child = node.children[place]
            expected.append(child.index + len(tree) if isinstance(child, Node) else child.index)
    assert found == expected


@pytest.mark.parametrize("name", ["auto", "left", "right", *tables()])
@given(treebank=treebanks(constituents=True, empty_nodes=True))
@patient
def test_the_head_of_a_node_is_one_of_its_children(name: str, treebank: Treebank) -> None:
    found = head_children(treebank, name).tolist()
    for tree in treebank:
        start, items = int(treebank.nodes.offsets[tree.index]), [*tree.tokens, *tree.nodes]
        for node in tree.nodes:
            head = found[start + node.index]
            assert (items[head] in node.children) if node.children else head == -1


def test_auto_takes_the_table_whose_labels_the_treebank_has() -> None:
    assert find_rules("auto", trees("(S (NP (ART der)) (VVFIN geht) ($. .))")).name == "negra"


def test_auto_takes_the_left_child_where_no_table_fits() -> None:
    assert find_rules("auto", trees("(ip (np (n x)))")).name == "left"


def test_labels_that_only_other_sentences_have_do_not_matter_for_auto() -> None:
    assert find_rules("auto", trees("(ip (np (n x)))\n(CNP ($, ,))")[:1]).name == "left"


def test_an_unknown_name_is_an_error_that_lists_them() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown head rules 'colins'; known: auto, left, right, negra"):
        find_rules("colins", FLAT)


@pytest.mark.parametrize("name", sorted(tables()))
def test_every_step_of_a_table_has_a_direction_and_labels(name: str) -> None:
    rules = tables()[name]
    assert all(len(step) > 1 and step[0] in ("left", "right") for steps in rules.steps.values() for step in steps)


@pytest.mark.parametrize("name", sorted(tables()))
def test_every_table_says_what_it_is_for(name: str) -> None:
    assert tables()[name].about


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("(S (NP (ART d) (NN F)) (VVFIN geht))", "VVFIN"),
        ("(NP (ART d) (ADJA k) (NN F) (PP (APPR in)))", "NN"),
        ("(PP (APPR in) (ART d) (NN S))", "APPR"),
        ("(VP (NP (NN F)) (VVPP gesehen))", "VVPP"),
    ],
)
def test_negra_finds_the_usual_heads(text: str, head: str) -> None:
    assert heads(trees(text), "negra")[0] == head


def test_a_penn_tree_is_not_taken_for_negra() -> None:
    treebank = bundled("english.mrg")
    assert find_rules("auto", treebank).name == "left"
    assert find_rules("auto", bundled("german.export")).name == "negra"
