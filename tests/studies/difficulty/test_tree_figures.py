"""TreeFigures of each tree, and their summary."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest

from treegauge import Treebank, generate, induce, infer
from treegauge.core.types import AnyRow
from treegauge.formats.base import FORMATS, Input
from treegauge.models.grammars.derivations import log2_trees
from treegauge.models.grammars.grammar import from_text
from treegauge.studies.difficulty.summary import summarise
from treegauge.studies.difficulty.tree_figures import TreeFigures, join_figures, measure_trees

GRAMMAR = from_text(
    """start S
    6 S -> NP VP
    1 S -> VP
    5 NP -> "D" "N"
    2 NP -> NP PP
    4 VP -> "V" NP
    3 VP -> "V" NP PP
    3 PP -> "P" NP
    """
)


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def drawn(sentences: int, seed: int) -> Treebank:
    return generate(GRAMMAR, sentences, seed=seed, max_nodes=30)


def mixed() -> TreeFigures:
    """Some trees covered and exact, some covered and not, one not covered but parsed, one not even parsed."""
    train = trees("(S (A (a x)) (b y))\n(S (A (a x)) (b y))\n(S (a x) (b y))\n(S (c z))")
    return measure_trees(
        induce(train), trees("(S (A (a x)) (b y))\n(S (a x) (b y))\n(S (a x) (A (b y)))\n(S (A (d x)) (d y))")
    )


def test_every_tree_has_its_probabilities() -> None:
    treebank = drawn(50, 1)
    grammar = induce(treebank)
    figures, found = measure_trees(grammar, treebank), infer(grammar, treebank)
    assert np.array_equal(figures.log2_tree, log2_trees(grammar, treebank))
    assert np.array_equal(figures.log2_sentence, found.log2_sentence)
    assert np.array_equal(figures.log2_best, found.log2_best)
    assert np.array_equal(figures.length, treebank.tokens.counts)
    assert figures.covered.all()
    assert (figures.delta >= -1e-9).all()


def test_delta_is_the_information_that_the_tree_adds_to_the_sentence() -> None:
    """S -> A b and S -> a b share the sentence, 2 to 1."""
    assert mixed().delta[:2] == pytest.approx([math.log2(3 / 2), math.log2(3)], rel=1e-12)


def test_a_tree_with_a_rule_that_is_missing_is_not_covered_and_has_no_delta() -> None:
    figures = mixed()
    assert figures.covered.tolist() == [True, True, False, False]
    assert figures.parsed.tolist() == [True, True, True, False]
    assert np.isnan(figures.delta).tolist() == [False, False, True, True]


def test_brackets_are_those_of_the_best_tree_with_the_root() -> None:
    assert mixed().brackets.tolist() == [[2, 2, 2, 1], [1, 1, 2, 0], [1, 2, 2, 0], [1, 2, 1, 0]]


def test_a_sentence_without_a_parse_has_a_flat_best_tree() -> None:
    assert mixed().best[3].brackets() == "(S (d x) (d y))"


def test_the_summary_is_over_the_covered_trees_and_accuracy_over_all_beside_it() -> None:
    figures, summary = mixed(), summarise(mixed())
    assert (summary.trees, summary.covered, summary.parsed) == (4, 2, 3)
    assert summary.h_d == pytest.approx(-figures.log2_tree[:2].mean())
    assert summary.h_s == pytest.approx(-figures.log2_sentence[:2].mean())
    assert summary.ecc == pytest.approx(summary.h_d - summary.h_s)
    assert (summary.lp, summary.lr, summary.f1, summary.emr) == pytest.approx((75, 100, 600 / 7, 50))
    assert (summary.lp_all, summary.lr_all, summary.f1_all, summary.emr_all) == pytest.approx(
        (500 / 7, 500 / 7, 500 / 7, 25)
    )


@pytest.mark.parametrize("level", [0.95, 0.99])
def test_intervals_are_z_s_over_the_root_of_n(level: float) -> None:
    figures = measure_trees(induce(drawn(40, 2)), drawn(40, 2))
    summary, z = summarise(figures, level=level), NormalDist().inv_cdf((1 + level) / 2)
    assert summary.ecc_interval == pytest.approx(z * figures.delta.std(ddof=1) / math.sqrt(40))
    exact = 100 * figures.brackets[:, 3]
    assert 0 < exact.mean() < 100
    assert summary.emr_interval == pytest.approx(z * exact.std(ddof=1) / math.sqrt(40))


def test_trees_under_different_grammars_have_no_common_cross_entropies_but_an_ecc() -> None:
    summary = summarise(mixed(), same_grammar=False)
    assert np.isnan([summary.h_d, summary.h_s]).all()
    assert summary.ecc == summarise(mixed()).ecc


def test_a_tree_that_is_as_probable_as_the_one_chosen_is_tied() -> None:
    """Of two trees of the same probability one is chosen, so that one of both is exact."""
    treebank = trees("(S (a x) (S (S (c x)) (b x)))\n(S (S (a x) (S (c x))) (b x))\n(S (c x))")
    figures = measure_trees(induce(treebank), treebank)
    assert figures.log2_tree[:2] == pytest.approx(figures.log2_best[:2])
    assert sorted(figures.tied[:2]) == [False, True]
    assert (figures.tied ^ (figures.brackets[:, 3] == 1)).all()
    assert summarise(figures).tied == 1


def test_one_tree_has_no_interval() -> None:
    summary = summarise(mixed().select([0]))
    assert summary.ecc == pytest.approx(math.log2(3 / 2))
    assert np.isnan([summary.ecc_interval, summary.emr_interval]).all()


def test_where_nothing_is_covered_there_is_only_the_accuracy_on_all() -> None:
    summary = summarise(mixed().select([2, 3]))
    assert (summary.covered, summary.lp_all, summary.emr_all) == pytest.approx((0, 200 / 3, 0))
    undefined = [
        summary.h_d,
        summary.h_s,
        summary.ecc,
        summary.ecc_interval,
        summary.lp,
        summary.lr,
        summary.f1,
        summary.emr,
    ]
    assert np.isnan(undefined).all()


def test_no_trees_have_no_figures() -> None:
    summary = summarise(mixed().select([]))
    assert (summary.trees, summary.covered) == (0, 0)
    assert np.isnan([summary.ecc, summary.lp_all, summary.emr_all]).all()


def test_no_trees_can_be_measured() -> None:
    treebank = drawn(5, 3)
    assert len(measure_trees(induce(treebank), treebank[:0])) == 0


def test_selected_and_joined_figures_are_the_whole_again() -> None:
    whole = measure_trees(induce(drawn(30, 4)), drawn(30, 4))
    again = join_figures([whole.select(whole.number % 3 == rest) for rest in (2, 0, 1)])
    assert again.number.tolist() == list(range(30))
    assert np.array_equal(again.log2_tree, whole.log2_tree)
    assert np.array_equal(again.brackets, whole.brackets)
    assert again.trees.equals(whole.trees)
    assert again.best.equals(whole.best)


def test_a_sentence_of_deleted_words_only_is_measured_but_not_scored() -> None:
    """COLLINS deletes punctuation; such a sentence has no brackets to compare."""
    treebank = trees("(S (A (NN x)) (VB y))\n(S (. .))\n(S (A (NN x)) (VB y))")
    figures = measure_trees(induce(treebank), treebank, prm="COLLINS")
    summary = summarise(figures)
    assert (summary.covered, summary.emr, summary.f1) == (3, 100, 100)
    assert [row["exact"] for row in figures.rows()] == [True, None, True]


def test_rows_number_sentences_from_one_and_name_their_place() -> None:
    row: AnyRow = mixed().rows()[1]
    expected = {"sentence": 2, "length": 2, "covered": True, "exact": False, "matched": 1, "gold": 1, "test": 2}
    assert {name: row[name] for name in expected} == expected
    assert row["where"] == "<bytes>:2"
