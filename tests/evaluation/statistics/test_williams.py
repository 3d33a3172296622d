"""Williams's test: do two predictors correlate equally with the same figures?"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treegauge.evaluation.statistics import williams


def test_williams_is_the_test_of_the_textbook() -> None:
    """Against the determinant of the correlation matrix, as Steiger (1980, formula 7) writes it."""
    from scipy import stats

    generator = np.random.default_rng(5)
    one, other, accuracy = generator.normal(size=(3, 12))
    other = other + one
    matrix = np.corrcoef([accuracy, one, other])
    jk, jh, kh = matrix[0, 1], matrix[0, 2], matrix[1, 2]
    mean = (jk + jh) / 2
    t = (jk - jh) * np.sqrt(11 * (1 + kh) / (2 * 11 / 9 * np.linalg.det(matrix) + mean**2 * (1 - kh) ** 3))
    assert williams(one, other, accuracy) == pytest.approx(2 * stats.t.sf(abs(t), 9))


def test_williams_on_ranks_is_williams_of_the_ranks() -> None:
    """Ties have their mean rank, as in Spearman's rho."""
    from scipy import stats

    one, other, accuracy = np.random.default_rng(6).integers(9, size=(3, 15)).tolist()
    ranked = (stats.rankdata(values).tolist() for values in (one, other, accuracy))
    assert williams(one, other, accuracy, ranks=True) == pytest.approx(williams(*ranked))
    assert williams(one, other, accuracy, ranks=True) != pytest.approx(williams(one, other, accuracy))


@pytest.mark.parametrize("size", [9, 23])
def test_williams_on_ranks_rejects_about_one_in_twenty_where_both_correlate_equally(size: int) -> None:
    """The test was made for normal distributions; here are predictors that are as alike as those of the study."""
    mixture = np.linalg.cholesky(np.array([[1, 0.9, 0.5], [0.9, 1, 0.5], [0.5, 0.5, 1]]))
    generator = np.random.default_rng(7)
    drawn = (mixture @ generator.normal(size=(3, size)) for _ in range(400))
    rejected = sum(williams(*values.tolist(), ranks=True) < 0.05 for values in drawn)
    assert 0.025 <= rejected / 400 <= 0.085


@given(st.lists(st.tuples(*[st.floats(-9, 9)] * 3), min_size=4, max_size=9))
def test_williams_does_not_depend_on_which_predictor_is_first(rows: list[tuple[float, float, float]]) -> None:
    one, other, accuracy = zip(*rows, strict=True)
    found, swapped = williams(one, other, accuracy), williams(other, one, accuracy)
    assert found == pytest.approx(swapped, nan_ok=True)


def test_williams_of_a_predictor_with_itself_or_of_three_treebanks_is_not_defined() -> None:
    assert math.isnan(williams([1, 2, 3, 4], [1, 2, 3, 4], [2, 1, 4, 3]))
    assert math.isnan(williams([1, 2, 3], [3, 1, 2], [2, 1, 4]))
