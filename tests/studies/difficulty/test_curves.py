"""Estimates of the ECC from more and more trees."""

from __future__ import annotations

import numpy as np
import pytest

from treegauge import CallError, bundled, difficulty
from treegauge.studies.difficulty.curves import EccCurve, ecc_curve
from treegauge.studies.difficulty.measuring import Difficulty


@pytest.fixture(scope="module")
def found() -> Difficulty:
    return difficulty(bundled("english.mrg"), transforms=["prepare(penn)"])


def test_all_orders_end_at_the_ecc(found: Difficulty) -> None:
    curve = ecc_curve(found.figures, orders=4)
    assert curve.estimates.shape == (4, found.summary.covered)
    assert curve.estimates[:, -1] == pytest.approx(found.summary.ecc)
    assert (curve.ecc, curve.interval) == pytest.approx((found.summary.ecc, found.summary.ecc_interval))


def test_each_estimate_is_the_mean_of_the_trees_so_far(found: Difficulty) -> None:
    estimates = ecc_curve(found.figures).estimates
    sizes = np.arange(1, estimates.shape[1] + 1)
    for order in estimates:
        each = np.diff(order * sizes, prepend=0)
        assert np.sort(each) == pytest.approx(np.sort(found.figures.delta), abs=1e-9)
    assert not np.allclose(estimates[0], estimates[1])


def test_only_covered_trees_count() -> None:
    loo = difficulty(bundled("english.mrg"), transforms=["prepare(penn)"], protocol="loo")
    curve = ecc_curve(loo.figures)
    assert curve.trees == loo.summary.covered == 3
    assert curve.ecc == pytest.approx(loo.summary.ecc)


def test_the_seed_draws_the_orders(found: Difficulty) -> None:
    first, again, other = (ecc_curve(found.figures, seed=seed).estimates for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.allclose(first, other)


def test_an_estimate_is_settled_once_all_orders_are_near() -> None:
    estimates = np.array([[5.0, 3.0, 2.1, 2.0], [2.0, 2.0, 2.3, 2.0]])
    curve = EccCurve("", "", estimates, 2.0, 0.5, 0.99)
    assert [curve.settled(within) for within in (0.05, 0.2, 0.4, 2, 5)] == [4, 4, 3, 2, 1]


def test_the_interval_that_is_expected_shrinks_with_the_root_of_the_trees() -> None:
    curve = EccCurve("", "", np.zeros((1, 4)), 0.0, 0.5, 0.99)
    assert curve.expected == pytest.approx([1, 0.5 * 2**0.5, 0.5 * (4 / 3) ** 0.5, 0.5])


def test_rows_have_one_estimate_each(found: Difficulty) -> None:
    curve = ecc_curve(found.figures, orders=2, name="english", transform="prepare(penn)")
    rows = curve.rows()
    assert len(rows) == 2 * curve.trees
    assert rows[curve.trees] == {
        "treebank": "english",
        "transform": "prepare(penn)",
        "order": 2,
        "trees": 1,
        "ecc": curve.estimates[1, 0],
    }


def test_there_must_be_an_order(found: Difficulty) -> None:
    with pytest.raises(CallError, match="orders must be a whole number from 1 to 100,000, not 0"):
        ecc_curve(found.figures, orders=0)
