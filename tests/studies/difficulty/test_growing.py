"""Growing samples, and the held-out trees that all of their models cover."""

from __future__ import annotations

import math
from dataclasses import asdict
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from treegauge import CallError, DataError, Treebank, difficulty, generate, induce
from treegauge.formats.base import FORMATS, Input
from treegauge.models.grammars.derivations import log2_trees
from treegauge.models.grammars.grammar import from_text
from treegauge.studies.difficulty.growing import GrowingRow, growing, nested
from treegauge.studies.difficulty.protocols import Plan, samples

GRAMMAR = from_text(
    """start S
    9 S -> NP VP
    1 S -> VP
    5 NP -> "D" "N"
    1 NP -> "D" "A" "N"
    1 NP -> "N"
    2 NP -> NP PP
    4 VP -> "V" NP
    3 VP -> "V" NP PP
    1 VP -> "V"
    3 PP -> "P" NP
    """
)
TREEBANK = generate(GRAMMAR, 120, seed=3, max_nodes=40)


@pytest.fixture(scope="module")
def found() -> list[GrowingRow]:
    return growing(TREEBANK, [6, 0.5, 1.0], split=0.5, max_length=15, name="x", seed=2)


def parts() -> tuple[np.ndarray, list[np.ndarray]]:
    (sample,) = samples(Plan("test", split=0.5, seed=2), len(TREEBANK))
    return sample.test, nested(sample.train, [6, 0.5, 1.0], 2)


def test_each_sample_is_within_the_next() -> None:
    drawn = nested(np.arange(10, 110), [0.1, 0.25, 60, 1.0], 0)
    assert [len(own) for own in drawn] == [10, 25, 60, 100]
    for one, other in pairwise(drawn):
        assert set(one) < set(other)
    assert drawn[-1].tolist() == list(range(10, 110))


def test_the_seed_draws_the_samples() -> None:
    first, again, other = (nested(np.arange(100), [0.5], seed)[0].tolist() for seed in (1, 1, 2))
    assert first == again != other


def test_rows_are_all_models_on_their_own_trees_then_on_the_held_out_trees(found: list[GrowingRow]) -> None:
    assert [(own.measured, own.sample, own.size) for own in found] == [
        ("train", 1, 6),
        ("train", 2, 30),
        ("train", 3, 60),
        ("test", 1, 6),
        ("test", 2, 30),
        ("test", 3, 60),
    ]


def test_on_its_own_trees_a_model_is_as_hard_as_its_sample(found: list[GrowingRow]) -> None:
    for own, sample in zip(found, parts()[1], strict=False):
        alone = difficulty(TREEBANK[sample], max_length=15)
        assert asdict(own.summary) == pytest.approx(asdict(alone.summary), nan_ok=True)
        assert len(own.grammar) == len(alone.grammar)


def test_all_models_are_measured_on_the_held_out_trees_that_the_first_covers(found: list[GrowingRow]) -> None:
    test, drawn = parts()
    test = test[TREEBANK.tokens.counts[test] <= 15]
    covered = np.isfinite(log2_trees(induce(TREEBANK[drawn[0]]), TREEBANK[test]))
    assert 0 < covered.sum() < len(test)
    for own, sample in zip(found[3:], drawn, strict=True):
        common = difficulty(TREEBANK[sample], TREEBANK[test[covered]]).summary
        assert (own.summary.covered, own.summary.trees) == (covered.sum(), len(test))
        for name in ("h_d", "h_s", "ecc", "ecc_interval", "lp", "lr", "f1", "emr", "emr_interval", "tied"):
            assert getattr(own.summary, name) == pytest.approx(getattr(common, name)), name


def test_accuracy_on_all_and_own_coverage_are_those_of_each_model(found: list[GrowingRow]) -> None:
    test, drawn = parts()
    test = test[TREEBANK.tokens.counts[test] <= 15]
    for own, sample in zip(found[3:], drawn, strict=True):
        alone = difficulty(TREEBANK[sample], TREEBANK[test]).summary
        assert own.own_covered == alone.covered
        assert (own.summary.emr_all, own.summary.f1_all) == pytest.approx((alone.emr_all, alone.f1_all))
    assert found[3].own_covered < found[5].own_covered


def test_the_held_out_trees_may_be_another_treebank() -> None:
    test = generate(GRAMMAR, 40, seed=5, max_nodes=40)
    rows = growing(TREEBANK, [0.5, 1], test, max_length=None)
    assert [(own.size, own.summary.trees) for own in rows] == [(60, 60), (120, 120), (60, 40), (120, 40)]


def test_the_row_and_signature_say_what_was_done(found: list[GrowingRow]) -> None:
    row = found[4].row()
    assert (row["sample"], row["size"], row["protocol"], row["rules"]) == ("W2", 30, "test", len(found[4].grammar))
    assert row["signature"].startswith("growing(sizes=[6,0.5,1.0],seed=2,split=0.5,max_length=15,level=0.99)|parseval(")


def test_progress_is_over_all_samples() -> None:
    told: list[tuple[int, int]] = []
    growing(TREEBANK, [0.5, 1.0], split=0.5, max_length=None, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (30 + 60 + 60 + 60, 210)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ([0.5, 0.3], "give growing sizes"),
        ([0.5, 0.5], "give growing sizes"),
        ([0.5, 61], "samples of 30, 61 sentences"),
        ([0.001], "give growing sizes"),
        ([2.5], "whole numbers"),
        ([], "whole numbers"),
    ],
)
def test_sizes_must_grow_and_be_there(sizes: list[float], message: str) -> None:
    with pytest.raises(CallError, match=message):
        growing(TREEBANK, sizes, split=0.5)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ([-1], "each of sizes must be a number from 0 to 2,147,483,647, not -1"),
        ([math.nan, 1.0], "each of sizes must be .* not NaN"),
        ([0.5, math.inf], "each of sizes must be .* not infinity"),
        ([10**400], "each of sizes must be .* not a number of more than 38 digits"),
        (["0.5"], "each of sizes must be .* not '0.5'"),
        (0.5, "sizes must be a list, each a number from 0 to 2,147,483,647, not 0.5"),
        ("0.5", "sizes must be a list, .* not '0.5'"),
    ],
)
def test_sizes_have_bounds(sizes: Any, message: str) -> None:
    with pytest.raises(CallError, match=message):
        growing(TREEBANK, sizes, split=0.5)


def test_held_out_trees_are_needed() -> None:
    with pytest.raises(CallError, match="need held-out trees"):
        growing(TREEBANK, [1.0])


def test_a_sample_that_covers_nothing_is_an_error() -> None:
    def trees(text: str) -> Treebank:
        reader = FORMATS.get("brackets").read
        assert reader is not None
        return reader(Input(text.encode()))

    with pytest.raises(DataError, match="take a larger one"):
        growing(trees("(S (a x))\n(S (b x))"), [1.0], trees("(S (c x))"))
