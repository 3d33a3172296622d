"""`difficulty`: the paper's examples, the protocols against what they mean, and the figures of the Penn sample."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import treegauge
from treegauge import (
    CallError,
    DataError,
    Difficulty,
    Grammar,
    Treebank,
    concatenate,
    difficulty,
    generate,
    induce,
    infer,
)
from treegauge.core.parallel import jobs
from treegauge.formats.base import FORMATS, Input
from treegauge.models.grammars.derivations import log2_trees
from treegauge.models.grammars.grammar import from_text
from treegauge.treebank.build import Builder

T1 = "(S (a x) (S (b x) (S (c x))))\n(S (b x) (S (a x) (S (c x))))"
T2 = "(S (a x) (S (S (a x)) (a x)))"
GRAMMAR = from_text(
    """start S
    6 S -> NP VP
    1 S -> VP
    5 NP -> "D" "N"
    2 NP -> NP PP
    1 NP -> NP
    4 VP -> "V" NP
    3 VP -> "V" NP PP
    3 PP -> "P" NP
    """
)


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def drawn(sentences: int = 60, seed: int = 0) -> Treebank:
    return generate(GRAMMAR, sentences, seed=seed, max_nodes=30)


def test_the_first_treebank_of_the_paper_is_not_ambiguous() -> None:
    found = difficulty(trees(T1)).summary
    assert (found.h_d, found.h_s) == pytest.approx((3 * math.log2(3), 3 * math.log2(3)), rel=1e-12)
    assert found.ecc == pytest.approx(0, abs=1e-12)
    assert (found.emr, found.f1) == (100, 100)


def test_the_second_treebank_of_the_paper_has_an_ecc_of_2_bits() -> None:
    found = difficulty(trees(T2)).summary
    assert (found.h_d, found.h_s) == pytest.approx((3 * math.log2(3), 3 * math.log2(3) - 2), rel=1e-12)
    assert found.ecc == pytest.approx(2, rel=1e-12)


def test_the_grammar_comes_from_all_lengths_and_short_trees_are_measured() -> None:
    treebank = drawn()
    found = difficulty(treebank, max_length=8)
    short = treebank.select(np.flatnonzero(treebank.tokens.counts <= 8))
    assert 0 < len(short) < len(treebank)
    assert found.summary.trees == len(short)
    assert isinstance(found.grammar, Grammar)
    assert found.grammar.to_text() == induce(treebank).to_text()
    assert found.summary.h_d == pytest.approx(-log2_trees(induce(treebank), short).mean())
    assert found.figures.number.tolist() == np.flatnonzero(treebank.tokens.counts <= 8).tolist()


def test_lengths_up_to_39_are_the_default_and_none_is_all() -> None:
    treebank = trees(f"(S {'(a x)' * 39})\n(S {'(a x)' * 40})")
    assert difficulty(treebank).summary.trees == 1
    assert difficulty(treebank, max_length=None).summary.trees == 2


def test_other_trees_are_measured_under_the_grammar_of_the_training_trees() -> None:
    train, test = drawn(20), drawn(200, seed=1)
    found = difficulty(train, test)
    logs, inferred = log2_trees(induce(train), test), infer(induce(train), test)
    covered = np.isfinite(logs)
    assert found.protocol == "test"
    assert 0 < found.summary.covered == covered.sum()
    assert found.summary.ecc == pytest.approx((inferred.log2_sentence - logs)[covered].mean())
    assert found.figures.number.tolist() == list(range(200))


def test_a_root_is_put_above_training_and_test_trees_alike() -> None:
    train, test = trees("(S (a x))\n(S (b x))"), trees("(S (a x))\n(X (a x))")
    found = difficulty(train, test)
    assert found.grammar.name(found.grammar.start) == "TOP"
    assert found.summary.covered == 1


def test_a_split_is_training_on_one_part_and_testing_on_the_other() -> None:
    treebank = drawn(80)
    found = difficulty(treebank, split=0.75, seed=3)
    rest = np.setdiff1d(np.arange(80), found.figures.number)
    apart = difficulty(treebank[rest], treebank[found.figures.number])
    assert (len(rest), found.protocol, found.test) == (60, "test", "split=0.75,seed=3")
    assert found.summary == apart.summary


def test_folds_are_each_measured_under_the_grammar_of_the_others() -> None:
    treebank = drawn(50)
    found = difficulty(treebank, folds=50)
    alone = difficulty(treebank, protocol="loo")
    assert found.figures.delta == pytest.approx(alone.figures.delta, rel=1e-9, abs=1e-9, nan_ok=True)
    assert found.figures.log2_best == pytest.approx(alone.figures.log2_best, rel=1e-12)
    assert np.array_equal(found.figures.brackets[:, 1], alone.figures.brackets[:, 1])
    assert len(found.grammar) == len(alone.grammar) == len(induce(treebank))


def test_leave_one_out_measures_each_tree_under_the_grammar_of_the_others() -> None:
    treebank = drawn(15, seed=9)
    found = difficulty(treebank, protocol="loo")
    for number in range(15):
        others = induce(treebank[[other for other in range(15) if other != number]])
        alone = treebank[[number]]
        assert found.figures.log2_tree[number] == pytest.approx(log2_trees(others, alone)[0], rel=1e-12)
        assert found.figures.log2_sentence[number] == pytest.approx(infer(others, alone).log2_sentence[0], rel=1e-12)


@pytest.mark.parametrize("options", [{"protocol": "loo"}, {"folds": 3}])
def test_several_grammars_have_no_common_cross_entropies(options: Any) -> None:
    row = difficulty(drawn(), **options).row()
    assert np.isnan([row["h_d"], row["h_s"]]).all()
    assert row["ecc"] > 0


def test_transforms_are_applied_to_training_and_test_trees() -> None:
    train, test = trees("(S-1 (a x) (b y))"), trees("(S-2 (a x) (b y))")
    assert difficulty(train, test, transforms=["strip-functions"]).summary.covered == 1
    assert difficulty(train, test, transforms=["strip-functions"]).transform == "strip-functions"
    assert difficulty(train, test).summary.covered == 0


def test_the_result_does_not_depend_on_the_number_of_threads() -> None:
    rows = []
    for number in (1, 3):
        with jobs(number):
            rows.append(difficulty(drawn(300), protocol="loo", name="x").by_sentence())
    assert [str(row) for row in rows[0]] == [str(row) for row in rows[1]]


def test_progress_is_told_over_all_folds() -> None:
    told: list[tuple[int, int]] = []
    with jobs(1):
        difficulty(drawn(40), folds=4, max_length=None, progress=lambda done, total: told.append((done, total)))
    assert told == [(10, 40), (20, 40), (30, 40), (40, 40)]


def test_progress_is_on_the_trees_that_are_measured() -> None:
    told: list[tuple[int, int]] = []
    found = difficulty(drawn(40), max_length=8, progress=lambda done, total: told.append((done, total)))
    assert 0 < found.summary.trees < 40
    assert told[-1] == (found.summary.trees, found.summary.trees)


def test_a_row_has_the_keys_that_machines_are_promised() -> None:
    row = difficulty(trees(T1), name="t1").row()
    promised = ["treebank", "transform", "protocol", "trees", "covered", "h_d", "h_s", "ecc", "ecc_interval"]
    promised += ["lp", "lr", "f1", "emr", "emr_interval", "rules"]
    assert list(row)[: len(promised)] == promised
    assert (row["treebank"], row["protocol"], row["rules"], row["rule_ratio"]) == ("t1", "train", 3, 0.5)


def test_the_signature_says_how_to_do_the_same_again() -> None:
    found = difficulty(trees(T1), split=0.5, seed=7, max_length=None, prm="COLLINS", transforms=["add-root"], level=0.9)
    assert str(found.signature).startswith(
        "difficulty(protocol=test,split=0.5,seed=7,max_length=none,level=0.9)|"
        "parseval(labelled=true,prm=COLLINS,disc_only=false)|before:add-root|version:"
    )


def test_accuracy_follows_the_parameters() -> None:
    """The root counts, unless the parameters delete it."""
    treebank = trees("(TOP (S (X (a x)) (a x)))\n" * 3 + "(TOP (S (Y (a x)) (a x)))")
    assert difficulty(treebank).summary.lp == pytest.approx(100 * 11 / 12)
    assert difficulty(treebank, prm="COLLINS").summary.lp == pytest.approx(100 * 7 / 8)


def test_a_sentence_without_a_tree_is_flat_under_the_root() -> None:
    builder = Builder()
    builder.add({}, [{"form": "x", "tag": "a"}, {"form": "y", "tag": "b"}])
    found = difficulty(concatenate([trees("(S (a x))"), builder.build()]))
    assert found.figures.trees[1].brackets() == "(TOP (a x) (b y))"


def test_a_string_instead_of_a_treebank_is_a_wrong_call() -> None:
    with pytest.raises(CallError, match=r"difficulty\(\) takes treebanks, not str"):
        difficulty("wsj.mrg")  # type: ignore[arg-type]


def test_test_trees_must_be_fit_for_a_grammar_too() -> None:
    reader = FORMATS.get("discbracket").read
    assert reader is not None
    crossing = reader(Input(b"(S (A 0=a 2=c) (B 1=b))"))
    with pytest.raises(DataError, match="discontinuous"):
        difficulty(trees(T1), crossing)


@pytest.fixture(scope="module")
def penn(reference: Path) -> Difficulty:
    return difficulty(treegauge.read(reference / "constituency" / "wsj-sample.gold.clean.mrg.xz"))


def test_the_penn_sample_has_its_ecc(penn: Difficulty) -> None:
    found = penn.summary
    assert (found.trees, found.covered) == (3597, 3597)
    assert (found.h_d, found.h_s, found.ecc) == pytest.approx((86.6605, 76.4157, 10.2448), abs=5e-5)
    assert found.ecc_interval == pytest.approx(0.3286, abs=5e-5)
    assert penn.remarks == ()


def test_the_best_tree_of_the_penn_sample_is_the_gold_tree_only_where_it_is_as_probable(penn: Difficulty) -> None:
    figures = penn.figures
    as_probable = np.abs(figures.log2_best - figures.log2_tree) < 1e-9
    exact = figures.brackets[:, 3] == 1
    assert exact.sum() > 400
    assert (as_probable | ~exact).all()


def test_one_transform_needs_no_list() -> None:
    treebank = trees("(S (NP (a x)) (VP (b y)))")
    found = difficulty(treebank, transforms="parent-annotation")
    assert found.transform == "parent-annotation"
    again = difficulty(treebank, transforms=["parent-annotation"])
    assert (again.transform, again.summary.h_d) == (found.transform, found.summary.h_d)


def test_a_grammar_of_one_tree_has_no_negative_zero() -> None:
    found = difficulty(trees("(S (a x))")).summary
    assert (str(found.h_d), str(found.h_s)) == ("0.0", "0.0")


def test_a_model_of_rules_covers_all_trees_over_known_symbols() -> None:
    treebank = drawn()
    seen = difficulty(treebank, folds=3, max_length=12)
    smoothed = difficulty(treebank, folds=3, max_length=12, grammar="markov(h=1)")
    assert smoothed.summary.covered >= seen.summary.covered
    assert 'grammar="markov(h=1,v=1,smoothing=witten-bell)"' in str(smoothed.signature)
    assert (smoothed.figures.delta[smoothed.figures.covered] > -1e-9).all()


def test_the_treebank_grammar_is_the_model_without_smoothing() -> None:
    treebank = drawn()
    seen = difficulty(treebank, max_length=12)
    model = difficulty(treebank, max_length=12, grammar="markov(h=inf,smoothing=none)")
    assert model.summary.ecc == pytest.approx(seen.summary.ecc, abs=1e-9)
    assert (model.summary.covered, model.summary.f1) == (seen.summary.covered, seen.summary.f1)


def test_a_model_of_rules_is_not_for_leave_one_out() -> None:
    with pytest.raises(CallError, match="one tree less changes all histories"):
        difficulty(drawn(), protocol="loo", grammar="markov")
