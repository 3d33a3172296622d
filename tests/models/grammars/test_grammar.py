"""Grammars induced from trees, and their text."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import treegauge
from strategies import treebanks
from treegauge import DataError, FormatError, Grammar, Text, Treebank, apply, induce
from treegauge.formats.base import FORMATS, Input
from treegauge.models.grammars.grammar import from_text, name_of
from treegauge.treebank.views import Node

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
Rule = tuple[str, tuple[str, ...]]
random_trees = treebanks(constituents=True, discontinuous=False, missing_tags=False)
ODD = [
    "S",
    "",
    "->",
    "start",
    "#",
    '"',
    "'",
    "\\",
    "<",
    ">",
    "<S>",
    '<"S">',
    "a b",
    "\n",
    "\r",
    "\x85",
    "\u2028",
    "犬",
    "0",
]


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def counted(treebank: Treebank) -> Counter[Rule]:
    """The plain twin of `induce`: every node with its children, tags in quotes."""
    rules: Counter[Rule] = Counter()
    for tree in treebank:
        for node in tree.nodes:
            children = [
                name_of(child.label or "") if isinstance(child, Node) else json.dumps(child.tag, ensure_ascii=False)
                for child in node.children
            ]
            rules[node.label or "", tuple(children)] += 1
    return rules


def rules_of(grammar: Grammar) -> Counter[Rule]:
    return Counter({grammar.rule(number): int(grammar.weight[number]) for number in range(len(grammar))})


@given(random_trees)
@patient
def test_rules_are_counted_as_the_twin_counts_them(treebank: Treebank) -> None:
    rooted = apply(treebank, ["select-length", "add-root"])
    assume(len(rooted))
    assert rules_of(induce(rooted)) == counted(rooted)


def test_a_tag_and_a_label_of_one_name_are_two_symbols() -> None:
    grammar = induce(trees("(S (S x) (S (S y)))"))
    assert rules_of(grammar) == {("S", ('"S"', "S")): 1, ("S", ('"S"',)): 1}


def test_rules_of_thousands_of_left_hand_sides_are_kept_apart() -> None:
    treebank = trees("".join(f"(S (N{number} (X x)) (N{number % 7} (Y y)))\n" for number in range(5000)))
    assert rules_of(induce(treebank)) == counted(treebank)


def test_where_roots_differ_there_is_top_above() -> None:
    grammar = induce(trees("(S (X x))\n(NP (X x))"))
    assert grammar.name(grammar.start) == "TOP"


def test_where_sentences_have_several_roots_there_is_top_above() -> None:
    treebank = apply(trees("(TOP (S (X x)) (. .))"), "remove-root")
    assert rules_of(induce(treebank))["TOP", ("S", '"."')] == 1


def test_where_all_roots_are_the_same_it_is_the_start() -> None:
    grammar = induce(trees("(X (S (X x)))\n(X (NP (Y y)))"))
    assert (grammar.name(grammar.start), "TOP" in list(grammar.symbols)) == ("X", False)


def test_values_that_no_sentence_uses_are_no_symbols() -> None:
    grammar = induce(trees("(S (X x))\n(S (NP (Y y)))")[:1])
    assert list(grammar.symbols) == ["S", "X"]


def test_a_grammar_prints_its_size() -> None:
    grammar = induce(trees("(S (NP (X x)) (Y y))"))
    assert repr(grammar) == "<Grammar: 2 rules, 2 nonterminals, 2 tags, start 'S'>"


def test_the_length_of_a_grammar_is_its_number_of_rules() -> None:
    assert len(induce(trees("(S (NP (X x)) (NP (X y)))"))) == 2


@given(random_trees)
@patient
def test_probabilities_sum_to_one_for_each_left_hand_side(treebank: Treebank) -> None:
    kept = apply(treebank, "select-length")
    assume(len(kept))
    grammar = induce(apply(kept, "add-root"))
    sums = np.bincount(grammar.lhs, grammar.probability, grammar.nonterminals)
    assert np.allclose(sums, 1)


def test_a_probability_is_the_relative_frequency() -> None:
    grammar = induce(trees("(S (X x))\n(S (X x))\n(S (X x))\n(S (Y y))"))
    assert dict(zip(map(grammar.rule, range(2)), grammar.probability.tolist(), strict=True)) == {
        ("S", ('"X"',)): 0.75,
        ("S", ('"Y"',)): 0.25,
    }


def test_rules_that_never_happen_have_no_probability() -> None:
    assert from_text('1 S -> A\n0 A -> "x"').probability.tolist() == [1, 0]


def test_rules_stand_by_their_left_hand_side_the_frequent_ones_first() -> None:
    grammar = induce(trees("(S (A (X x)) (B (Y y)))\n(S (B (Z z)) (A (X x)))\n(S (B (Z z)) (A (X x)))"))
    order = list(zip(grammar.lhs.tolist(), (-grammar.weight).tolist(), strict=True))
    assert order == sorted(order)


def test_the_penn_treebank_has_3764_rules(reference: Path) -> None:
    treebank = treegauge.read(reference / "constituency" / "wsj-sample.gold.clean.mrg.xz")
    grammar = induce(treebank)
    assert len(grammar) == 3764
    assert rules_of(grammar) == counted(treebank)


@pytest.mark.parametrize(
    ("treebank", "message"),
    [
        (trees(""), r"there are no constituency trees"),
        (apply(trees("(TOP (X x))"), "remove-root"), r"there are no constituency trees"),
        (trees("(S (X x))\n(S (NP) (X x))"), r"<bytes>:2: a phrase without words; use remove-empties first"),
        (trees("(S (X x))\n(S)"), r"<bytes>:2: a sentence without words; use select-length first"),
        (trees("(S (X x))\n(S (X x) y)"), r"<bytes>:2: a word without a tag"),
    ],
)
def test_trees_that_give_no_grammar_are_an_error_that_says_where(treebank: Treebank, message: str) -> None:
    with pytest.raises(DataError, match=message):
        induce(treebank)


def test_a_discontinuous_tree_gives_no_grammar() -> None:
    reader = FORMATS.get("discbracket").read
    assert reader is not None
    with pytest.raises(DataError, match=r"a discontinuous phrase; use raise-crossing first"):
        induce(reader(Input(b"(S (VP (A 0=a) (C 2=c)) (B 1=b))")))


def test_a_phrase_without_a_label_gives_no_grammar() -> None:
    treebank = trees("(S (NP (X x)))")
    treebank = treebank.replace(nodes=treebank.nodes.replace(label=Text.of(["S", None])))
    with pytest.raises(DataError, match=r"a phrase without a label"):
        induce(treebank)


def test_the_text_of_a_grammar_has_a_rule_a_line() -> None:
    text = induce(trees("(S (NP (X x) (Y y)))\n(S (NP (X x) (Y y)))")).to_text()
    assert text == 'start S\n2 S -> NP\n2 NP -> "X" "Y"\n'


def oddly_called(labels: list[str], tags: list[str]) -> Treebank:
    """`(1 (2 (T1 x)) (3 (T2 x)))` with other names."""
    treebank = trees("(1 (2 (T1 x)) (3 (T2 x)))")
    return treebank.replace(
        nodes=treebank.nodes.replace(label=Text.of(labels)), tokens=treebank.tokens.replace(tag=Text.of(tags))
    )


def same(one: Grammar, other: Grammar) -> bool:
    return rules_of(one) == rules_of(other) and one.name(one.start) == other.name(other.start)


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_label_survives_the_text(odd: str) -> None:
    grammar = induce(oddly_called([odd, "A", odd], ["X", "Y"]))
    assert same(from_text(grammar.to_text()), grammar)


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_tag_survives_the_text(odd: str) -> None:
    grammar = induce(oddly_called(["S", "A", "B"], [odd, "Y"]))
    assert same(from_text(grammar.to_text()), grammar)


@given(st.lists(st.text(max_size=4), min_size=3, max_size=3), st.lists(st.text(max_size=4), min_size=2, max_size=2))
@patient
def test_any_names_survive_the_text(labels: list[str], tags: list[str]) -> None:
    grammar = induce(oddly_called(labels, tags))
    assert same(from_text(grammar.to_text()), grammar)


@given(random_trees)
@patient
def test_the_text_of_a_grammar_read_again_is_the_same(treebank: Treebank) -> None:
    kept = apply(treebank, ["select-length", "add-root"])
    assume(len(kept))
    text = induce(kept).to_text()
    assert sorted(from_text(text).to_text().splitlines()) == sorted(text.splitlines())


def test_weights_survive_the_text_to_the_last_digit() -> None:
    weight = 0.1 + 0.2
    assert from_text(from_text(f'{weight!r} S -> "x"').to_text()).weight.tolist() == [weight]


def test_the_first_rule_says_the_start_where_nothing_else_does() -> None:
    grammar = from_text('1 NP -> "X"\n1 S -> NP')
    assert grammar.name(grammar.start) == "NP"


def test_comments_and_blank_lines_are_passed_over() -> None:
    assert len(from_text('# a grammar\n\nstart S\r\n1 S -> "X"\r\n')) == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("S -> X", r"g:2: expected 'WEIGHT LABEL -> SYMBOLS', found 'S -> X'"),
        ("1 S ->", r"g:2: expected"),
        ("1 S", r"g:2: expected"),
        ("1", r"g:2: expected"),
        ('1 S "X"', r"g:2: expected"),
        ('-1 S -> "X"', r"g:2: expected"),
        ('nan S -> "X"', r"g:2: expected"),
        ('inf S -> "X"', r"g:2: expected"),
        ('1 S -> "X', r"g:2: expected"),
        ('1 S -> "X"Y', r"g:2: expected"),
        ('1 S -> <"X', r"g:2: expected"),
        ('1 "S" -> "X"', r"g:2: expected"),
        ("start", r"g:2: expected"),
        ("1 S -> Y", r"g:2: there is no rule for 'Y'; a tag is written in quotes"),
    ],
)
def test_a_bad_line_is_an_error_that_says_where(line: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        from_text(f'1 S -> "X"\n{line}\n', "g")


def test_a_start_without_rules_is_an_error() -> None:
    with pytest.raises(FormatError, match=r"there is no rule for the start symbol 'TOP'"):
        from_text('start TOP\n1 S -> "X"')


@pytest.mark.parametrize("text", ["", "start S\n", "# nothing\n"])
def test_a_text_without_rules_is_an_error(text: str) -> None:
    with pytest.raises(FormatError, match=r"there are no rules"):
        from_text(text)


@pytest.mark.parametrize(
    "text",
    ['1e308 S -> "A"\n1e308 S -> "A" "A"\n', '1e308 S -> "A"\n1e308 S -> "A"\n', '1 S -> "A"\n1e308 "A" = "b"\n' * 2],
)
def test_weights_whose_sum_is_not_a_number_are_an_error(text: str) -> None:
    with pytest.raises(FormatError, match=r"g:1: the sum of the weights is too large for a number"):
        from_text(text, "g")
