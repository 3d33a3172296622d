"""Brackets of maximal projections of heads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import projection_twins as twins
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strategies import treebanks
from treegauge import Text, Treebank
from treegauge.annotation.head_reassignment import ConstituencyRule, Reassignment
from treegauge.annotation.punctuation import punctuation
from treegauge.formats.base import FORMATS, Input
from treegauge.measures.mph import MaximalProjections
from treegauge.measures.shared.base import find_measure
from treegauge.measures.shared.headed import only
from treegauge.measures.shared.words import words_only
from treegauge.transforms.conversions.to_dependencies import lexicalised, to_dependencies
from treegauge.treebank.table import no_rows

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def trees(text: str, format: str = "brackets") -> Treebank:
    reader = FORMATS.get(format).read
    assert reader is not None
    return reader(Input(text.encode()))


def as_dependencies(treebank: Treebank, rules: str, reassignment: Reassignment | None = None) -> Treebank:
    """Only the dependency trees that phrases give."""
    found = to_dependencies(treebank, rules, reassignment)
    tokens = found.tokens.replace(parent=None, function=None)
    return found.replace(tokens=tokens, nodes=no_rows(len(found)), secondary=no_rows(len(found)))


def brackets(text: str, rules: str = "charniak", reassignment: Reassignment | None = None) -> set[str]:
    """The brackets of a tree, as strings."""
    (tree,) = (treebank := trees(text))
    keep = (~punctuation(treebank)).tolist()
    heads = to_dependencies(treebank, rules, reassignment).tokens.numbers("head").tolist()
    found = twins.word_brackets(heads, keep)
    return {" ".join(tree.tokens[index].form for index in sorted(words)) for words in found}


# The sentence of the paper's figures is known in parts only; this one has both places that the paper speaks about.
FIGURE_3 = (
    "(S1 (S* (NP (NP* (JJS* Most)) (PP (IN* of) (NP (DT the) (NNS* gains))) (PP (IN* in)"
    " (S (VP* (VBG* narrowing) (NP (DT the) (NN trade) (NN* gap))))))"
    " (VP* (AUX* have) (ADVP (RB* already)) (VP (AUX* been) (VP (VBN* made)))) (. .)))"
)
GROUND = Reassignment(
    "", tuple(ConstituencyRule(*names) for names in (("PP", "IN", "S"), ("PP", "IN", "NP"), ("VP", "AUX", "VP")))
)


def test_every_maximal_projection_but_the_sentence_and_single_words_is_a_bracket() -> None:
    assert brackets(FIGURE_3) == {
        "Most of the gains in narrowing the trade gap",
        "of the gains",
        "the gains",
        "in narrowing the trade gap",
        "narrowing the trade gap",
        "the trade gap",
        "been made",
    }


def test_reassigned_heads_give_fewer_brackets_as_in_figure_4() -> None:
    assert brackets(FIGURE_3, reassignment=GROUND) == {
        "Most of the gains in narrowing the trade gap",
        "of the gains",
        "in narrowing the trade gap",
        "the trade gap",
    }


def test_punctuation_is_left_out_when_heads_are_known() -> None:
    assert brackets("(S (NP (NN dogs) (, ,)) (VP (VBP bark) (NP (NN x) (, ,))) (. .))") == set()
    assert brackets("(S (`` ``) (NP (DT the) (NN dog) (, ,)) (VP (VBZ barks)) (. .))") == {"the dog"}


def test_a_chain_of_phrases_over_the_same_words_is_one_bracket() -> None:
    gold = trees("(S (SBAR (S (NP (DT a) (NN b)))) (VP (VBZ c)))")
    assert MaximalProjections().count(gold, gold)[0, :3].tolist() == [1, 1, 1]


@pytest.mark.parametrize("heads", ["charniak", "collins", "yamada-matsumoto"])
def test_the_order_of_attachment_does_not_matter(heads: str) -> None:
    """Left or right modifiers first: the same maximal projections (section 1.2)."""
    one = trees("(S (NP (NP (DT the) (NN man)) (PP (IN in) (NP (NN town)))) (VP (VBZ sits)))")
    other = trees("(S (NP (DT the) (NX (NN man) (PP (IN in) (NP (NN town))))) (VP (VBZ sits)))")
    assert MaximalProjections(heads=heads).count(one, other)[0, :4].tolist() == [2, 2, 2, 0]


def test_counts_and_scores() -> None:
    gold = trees(
        "(S (NP (DT the) (NN man)) (VP (VBZ sees) (NP (NP (DT a) (NN dog)) (PP (IN in) (NP (DT a) (NN car))))))"
    )
    test = trees("(S (NP (DT the) (NN man)) (VP (VBZ sees) (NP (DT a) (NN dog)) (PP (IN in) (NP (DT a) (NN car)))))")
    measure = MaximalProjections()
    rows = measure.count(gold, test)
    assert dict(zip(measure.counts, rows[0].tolist(), strict=True)) == {
        "matched": 3,
        "gold": 4,
        "test": 4,
        "crossing": 0,
        "sentences": 1,
        "exact": 0,
        "no_crossing": 1,
        "two_or_less_crossing": 1,
    }
    scores = {name: float(value) for name, value in measure.score(rows[0]).items()}
    assert scores == {
        "precision": 75.0,
        "recall": 75.0,
        "f1": 75.0,
        "exact_match": 0.0,
        "crossing": 0.0,
        "no_crossing": 100.0,
        "two_or_less_crossing": 100.0,
    }


def test_crossing_brackets_are_those_of_test_that_cross_one_of_gold() -> None:
    gold = trees("(S (X (A a) (B b)) (X (A c) (B d)) (A e))")
    test = trees("(S (A a) (X (A b) (B c)) (X (A d) (B e)))")
    rows = MaximalProjections(heads="left").count(gold, test)
    assert rows[0].tolist() == [0, 1, 2, 2, 1, 0, 0, 1]


def test_a_sentence_with_other_words_is_not_counted() -> None:
    rows = MaximalProjections().count(trees("(S (A a))\n(S (A b))"), trees("(S (A x))\n(S (A b))"))
    assert np.isnan(rows).all(axis=1).tolist() == [True, False]


def test_words_that_tree_files_escape_are_the_same_words() -> None:
    gold = trees("(S (-LRB- -LRB-) (NP (CD 1\\/2) (NN mile-LRB-s-RRB-)) (-RRB- -RRB-))")
    test = as_dependencies(gold, "collins")
    plain = test.replace(tokens=test.tokens.replace(form=Text.of(["(", "1/2", "mile(s)", ")"])))
    assert MaximalProjections().count(gold, plain)[0, 4] == 1
    other = test.replace(tokens=test.tokens.replace(form=Text.of(["(", "1/2", "mule", ")"])))
    assert np.isnan(MaximalProjections().count(gold, other)).all()
    assert MaximalProjections().reason(gold, other, 0) == "word 3 is 'mile-LRB-s-RRB-' in gold and 'mule' in test"


def test_traces_do_not_count() -> None:
    gold = trees("(S (NP (DT the) (NN man)) (VP (TO to) (VP (VB go) (NP (-NONE- *T*-1)))))")
    test = trees("(S (NP (DT the) (NN man)) (VP (TO to) (VP (VB go))))")
    rows = MaximalProjections().count(gold, test)
    assert rows[0, :4].tolist() == [1, 1, 1, 0]


def test_where_a_treebank_has_both_trees_one_is_chosen() -> None:
    both = to_dependencies(trees("(S (NP (DT the) (NN man)) (VP (VBZ sits) (ADVP (RB so) (RB still))))"), "right")
    phrases = MaximalProjections().count(both, only(both, "dependencies"))[0, :3].tolist()
    arcs = MaximalProjections(trees="dependencies").count(both, only(both, "dependencies"))[0, :3].tolist()
    assert arcs[0] == arcs[1] == arcs[2]
    assert phrases != arcs


def test_rules_change_both_sides(tmp_path: Path) -> None:
    path = tmp_path / "ground.toml"
    path.write_text(GROUND.to_toml(), "utf-8")
    gold = trees(FIGURE_3.replace("*", ""))
    parsed = as_dependencies(gold, "charniak", GROUND)
    assert MaximalProjections().count(gold, parsed)[0, :3].tolist() == [4, 7, 4]
    measure = find_measure(f'mph(rules="{path}")')
    assert measure.count(gold, parsed)[0, :3].tolist() == [4, 4, 4]
    assert measure.count(parsed, gold)[0, :3].tolist() == [4, 4, 4]
    assert find_measure(measure.spec) == measure


def test_the_rules_for_universal_dependencies_come_with_the_package() -> None:
    gold = trees("(S (NP (NN he)) (VP (MD will) (VP (VB sit) (PP (IN in) (NP (DT the) (NN car))))))")
    heads = np.array([2, 2, -1, 5, 5, 2], np.int32)
    test = twins.random_heads(gold, 0)
    test = test.replace(tokens=test.tokens.replace(head=heads))
    assert MaximalProjections().count(gold, test)[0, :3].tolist() == [1, 3, 1]
    assert MaximalProjections(rules="ud").count(gold, test)[0, :3].tolist() == [1, 1, 1]


@given(treebank=treebanks())
@patient
def test_gold_against_itself_is_perfect(treebank: Treebank) -> None:
    rows = MaximalProjections(heads="right").count(treebank, treebank)
    assert (rows[:, 0] == rows[:, 1]).all()
    assert (rows[:, 0] == rows[:, 2]).all()
    assert (rows[:, 3] == 0).all()
    assert (rows[:, 5] == 1).all()


@given(treebank=treebanks(constituents=True, dependencies=False), rules=st.sampled_from(["left", "right", "collins"]))
@patient
def test_brackets_of_phrases_are_those_of_the_dependencies_they_give(treebank: Treebank, rules: str) -> None:
    words = words_only(treebank)
    rows = MaximalProjections(heads=rules).count(treebank, as_dependencies(words, rules))
    child, mark = lexicalised(words, rules).child.tolist(), punctuation(words).tolist()
    for tree, row in zip(words, rows, strict=True):
        t0, n0 = int(words.tokens.offsets[tree.index]), int(words.nodes.offsets[tree.index])
        keep = [not cell for cell in mark[t0 : t0 + len(tree)]]
        expected = twins.phrase_brackets(tree, child[n0 : n0 + len(tree.nodes)], keep)
        assert row[:4].tolist() == [len(expected), len(expected), len(expected), 0]


@given(
    treebank=treebanks(constituents=False, missing_tags=False, max_sentences=3),
    seed=st.integers(0, 10**6),
    crossing=st.booleans(),
)
@patient
def test_counts_are_those_of_the_plain_twin(treebank: Treebank, seed: int, crossing: bool) -> None:
    gold = twins.random_heads(words_only(treebank), seed, crossing)
    test = twins.random_heads(gold, seed + 1, crossing)
    mark = punctuation(gold).tolist()
    rows = MaximalProjections().count(gold, test)
    for one, other, row in zip(gold, test, rows, strict=True):
        start = int(gold.tokens.offsets[one.index])
        keep = [not cell for cell in mark[start : start + len(one)]]
        pair = (twins.word_brackets(tree.column("tokens", "head"), keep) for tree in (one, other))
        assert row[:4].tolist() == twins.compare(*pair)


@pytest.mark.parametrize("crossing", [True, False])
def test_long_sentences_are_compared_as_the_plain_twin_does(crossing: bool) -> None:
    words = trees("(S " + "(A a) (B b) (, ,) (C c) " * 12 + ")\n" + "(S " + "(A a) (B b) " * 20 + ")")
    for seed in range(8):
        gold, test = (twins.random_heads(words, seed * 2 + side, crossing) for side in (0, 1))
        rows = MaximalProjections().count(gold, test)
        mark = punctuation(gold).tolist()
        for one, other, row in zip(gold, test, rows, strict=True):
            start = int(gold.tokens.offsets[one.index])
            keep = [not cell for cell in mark[start : start + len(one)]]
            pair = (twins.word_brackets(tree.column("tokens", "head"), keep) for tree in (one, other))
            assert row[:4].tolist() == twins.compare(*pair)


def test_words_in_a_circle_project_nothing() -> None:
    gold = twins.random_heads(trees("(S (A a) (B b) (C c) (D d))"), 0)
    gold = gold.replace(tokens=gold.tokens.replace(head=np.array([-1, 0, 1, 0], np.int32)))
    test = gold.replace(tokens=gold.tokens.replace(head=np.array([-1, 2, 1, 2], np.int32)))
    assert MaximalProjections().count(gold, test)[0, :4].tolist() == [0, 1, 0, 0]
