"""Punctuation: which tokens it is, without it, with a tag a mark, and attached inside the tree."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from strategies import treebanks
from treegauge import CallError, Text, Treebank, apply
from treegauge.annotation.punctuation import FAMILIES, is_punctuation, punctuation
from treegauge.formats.base import FORMATS, Input
from treegauge.transforms.flatten import virtual_roots
from treegauge.transforms.punctuation import attach_punctuation, penn_punctuation_tag
from treegauge.treebank.edit import restructure
from treegauge.treebank.views import Node, Token, Tree

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
random_trees = treebanks(constituents=True, empty_nodes=True)
MARK = "$,"  # the one tag of the random trees that is punctuation


def trees(text: str, format: str = "brackets") -> Treebank:
    reader = FORMATS.get(format).read
    assert reader is not None
    return reader(Input(text.encode()))


@pytest.mark.parametrize("form", [".", ",", "...", "``", "''", '"', "-LRB-", "-RRB-", "«", "。", "؟", "--", "-", "!?"])
def test_marks_are_punctuation(form: str) -> None:
    assert is_punctuation(form)


@pytest.mark.parametrize("form", ["", "a", "a.", "3", "$", "+", "-NONE-", "'s", "😀", "犬"])
def test_words_are_not_punctuation(form: str) -> None:
    assert not is_punctuation(form)


@pytest.mark.parametrize(
    ("form", "tag"),
    [
        (",", ","),
        ("、", ","),
        (".", "."),
        ("!", "."),
        ("?!", "."),
        ("。", "."),
        (";", ":"),
        ("--", ":"),
        ("...", ":"),
        ("(", "-LRB-"),
        ("-LRB-", "-LRB-"),
        ("-LCB-", "-LRB-"),
        ("]", "-RRB-"),
        ("-RSB-", "-RRB-"),
        ("``", "``"),
        ("“", "``"),
        ("''", "''"),
        ("”", "''"),
        ("»", "''"),
        ("dog", None),
        ("", None),
    ],
)
def test_a_mark_has_its_penn_tag(form: str, tag: str | None) -> None:
    assert penn_punctuation_tag(form) == tag


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_auto_finds_the_family_of_a_treebank(family: str) -> None:
    family_tags = FAMILIES[family].tags
    others = [other.tags for name, other in FAMILIES.items() if name != family]
    distinctive = sorted(family_tags.difference(*others)) or sorted(family_tags)
    treebank = trees("(S (X x) " + " ".join(["(X m)"] * len(distinctive)) + ")")
    treebank = treebank.replace(tokens=treebank.tokens.replace(tag=Text.of(["X", *distinctive])))
    assert punctuation(treebank).tolist() == [False] + [True] * len(distinctive)


def test_a_family_can_be_named() -> None:
    assert punctuation(trees("(S ($, a) (, b) (X c))"), "stts").tolist() == [True, False, False]


def test_tags_can_be_named() -> None:
    assert punctuation(trees("(S ($, a) (, b) (X c))"), tags=("X", ",")).tolist() == [False, True, True]


def test_universal_tags_take_precedence_over_families() -> None:
    treebank = trees("(S (, a) (X b))")
    treebank = treebank.replace(tokens=treebank.tokens.replace(upos=Text.of(["NOUN", "PUNCT"])))
    assert punctuation(treebank).tolist() == [False, True]


def test_universal_tags_that_only_other_sentences_have_do_not_matter() -> None:
    treebank = trees("(S (, ,) (X b))\n(S (X c))")
    treebank = treebank.replace(tokens=treebank.tokens.replace(upos=Text.of(["X", "X", "PUNCT"])))
    assert punctuation(treebank[:1]).tolist() == [True, False]


def test_forms_decide_where_no_tag_does() -> None:
    assert punctuation(trees("(S (X ,) (X b) (X --))")).tolist() == [True, False, True]


def test_forms_decide_where_that_is_asked_for() -> None:
    assert punctuation(trees("(S (, b) (X ,))"), "form").tolist() == [False, True]


def test_an_unknown_family_is_an_error_that_lists_them() -> None:
    with pytest.raises(CallError, match=r"unknown punctuation family 'pen'; did you mean 'penn'\?"):
        apply(trees("(S (X x))"), "drop-punctuation(family=pen)")


@pytest.mark.parametrize(
    ("spec", "after"),
    [
        ("drop-punctuation", "(S (NP (X a)) (VP (Y b)))"),
        ("drop-punctuation(keep=.)", "(S (NP (X a)) (VP (Y b)) (. .))"),
        ("drop-punctuation(tags=[Y])", "(S (NP (X a)) (PRN (-LRB- -LRB-) (-RRB- -RRB-)) (, ,) (. .))"),
    ],
)
def test_punctuation_is_dropped_with_the_phrases_it_leaves_empty(spec: str, after: str) -> None:
    treebank = trees("(S (NP (X a)) (PRN (-LRB- -LRB-) (-RRB- -RRB-)) (, ,) (VP (Y b)) (. .))")
    assert apply(treebank, spec)[0].brackets() == after


@pytest.mark.parametrize("family", ["stts", "form"])
@given(treebank=treebanks(empty_nodes=True))
@patient
def test_dropping_punctuation_twice_changes_nothing_more(family: str, treebank: Treebank) -> None:
    once = apply(treebank, f"drop-punctuation(family={family})")
    assert apply(once, f"drop-punctuation(family={family})") is once


def tags_after(words: str, tag: str = "PUNCT") -> list[str | None]:
    """Penn tags of words that all have one tag."""
    treebank = trees("(S " + " ".join(f"({tag} {word})" for word in words.split()) + ")")
    return apply(treebank, f"punctuation-tags(tags={tag})").tokens.text("tag").decode()


def test_each_mark_gets_its_own_tag() -> None:
    assert tags_after("; , -LRB- dog ?") == [":", ",", "-LRB-", "PUNCT", "."]


def test_straight_quotes_open_and_close_in_turn() -> None:
    assert tags_after('" , " " "') == ["``", ",", "''", "``", "''"]


def test_quotes_of_one_sentence_do_not_close_those_of_another() -> None:
    after = apply(trees('(S (P ") (X x))\n(S (P "))'), "punctuation-tags(tags=P)")
    assert after.tokens.text("tag").decode() == ["``", "X", "``"]


def test_words_keep_their_tags() -> None:
    after = apply(trees("(S (X ,) (PUNCT ,))"), "punctuation-tags(tags=PUNCT)")
    assert after.tokens.text("tag").decode() == ["X", ","]


def test_a_word_without_a_tag_gets_none() -> None:
    after = apply(trees("(S a (PUNCT ,))"), "punctuation-tags(tags=PUNCT)")
    assert after.tokens.text("tag").decode() == [None, ","]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(VROOT (S (A a) (B b)) ($. .))", "(VROOT (S (A a) (B b)) ($. .))"),  # at the edge: the top node
        ("(VROOT (S (NP (A 0=a) (B 2=b)) (C 3=c)) ($, 1=,))", "(VROOT (S (NP (A a) ($, ,) (B b)) (C c)))"),
        ("(VROOT (S (NP (A 0=a)) (VP (B 2=b))) ($, 1=,))", "(VROOT (S (NP (A a)) ($, ,) (VP (B b))))"),
        ("(VROOT (S (A 0=a)) ($, 1=,) (S (B 2=b)))", "(VROOT (S (A a)) ($, ,) (S (B b)))"),
        (
            "(VROOT (S (NP (A 0=a) (B 3=b)) (C 4=c)) ($, 1=,) ($, 2=,))",
            "(VROOT (S (NP (A a) ($, ,) ($, ,) (B b)) (C c)))",
        ),
        ("(VROOT ($, 0=,) ($. 1=.))", "(VROOT ($, ,) ($. .))"),
    ],
)
def test_punctuation_is_attached_to_the_lowest_node_above_its_neighbours(before: str, after: str) -> None:
    treebank = trees(before, "discbracket" if "0=" in before else "brackets")
    assert apply(treebank, "attach-punctuation")[0].brackets() == after


def test_punctuation_without_a_parent_is_attached_to_the_root_of_its_neighbour() -> None:
    treebank = apply(trees("(VROOT (S (A a) (B b)) ($. .))"), "remove-root")
    assert apply(treebank, "attach-punctuation")[0].brackets() == "(S (A a) (B b) ($. .))"


def test_punctuation_inside_the_tree_is_not_moved() -> None:
    treebank = trees("(VROOT (S (NP (A a) ($, ,)) (B b)))")
    assert apply(treebank, "attach-punctuation").equals(treebank)


def named(treebank: Treebank) -> Treebank:
    """Every node with a function of its own, by which it can be found again."""
    function = Text.of(f"n{row}" for row in range(len(treebank.nodes)))
    return treebank.replace(nodes=treebank.nodes.replace(function=function))


def path(item: Token) -> list[Node]:
    """The nodes above, from the lowest."""
    ancestors, node = [], item.parent
    while node is not None:
        ancestors.append(node)
        node = node.parent
    return ancestors


def attached(tree: Tree, virtual: list[bool]) -> list[str | None]:
    """The plain twin: the name of the parent of each token afterwards."""
    loose = [token.tag == MARK and (token.parent is None or virtual[token.parent.index]) for token in tree.tokens]
    parents = []
    for token in tree.tokens:
        before = [other for other in tree.tokens[: token.index] if not loose[other.index]]
        after = [other for other in tree.tokens[token.index :] if not loose[other.index]]
        nodes = path(token)[:1]
        if loose[token.index] and before and after:
            nodes = [node for node in path(before[-1]) if node in path(after[0])][:1]
        elif loose[token.index] and (before or after):
            nodes = path([*before, *after[:1]][-1])[-1:]
        parents.append(nodes[0].function if nodes else None)
    return parents


@given(random_trees)
@patient
def test_attaching_agrees_with_its_twin(treebank: Treebank) -> None:
    treebank = named(treebank)
    virtual, starts = virtual_roots(treebank).tolist(), treebank.nodes.offsets.tolist()
    expected = [attached(tree, virtual[starts[tree.index] :]) for tree in treebank]
    after = attach_punctuation(treebank, tags=(MARK,))
    assert [[token.parent.function if token.parent else None for token in tree] for tree in after] == expected


@given(random_trees)
@patient
def test_attaching_twice_changes_nothing_more(treebank: Treebank) -> None:
    once = attach_punctuation(treebank, tags=(MARK,))
    assert list(attach_punctuation(once, tags=(MARK,))) == list(once)


@given(random_trees)
@patient
def test_attaching_leaves_all_nodes_and_tokens(treebank: Treebank) -> None:
    after = attach_punctuation(treebank, tags=(MARK,))
    assert after.tokens.text("form").equals(treebank.tokens.text("form"))
    assert after.nodes.text("label").counts() == treebank.nodes.text("label").counts()


@given(random_trees)
@patient
def test_the_table_is_in_order_afterwards(treebank: Treebank) -> None:
    after = attach_punctuation(treebank, tags=(MARK,))
    assert list(restructure(after)) == list(after)


@given(treebanks(constituents=False))
@patient
def test_dependency_trees_are_not_changed(treebank: Treebank) -> None:
    assert apply(treebank, "attach-punctuation") is treebank
