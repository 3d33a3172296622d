"""Correlations of columns over treebanks."""

from __future__ import annotations

import pytest
from scipy import stats

from treegauge.core.types import Row
from treegauge.studies.summaries.correlations import correlation_rows

ECC, EMR, LENGTH = (1.0, 2.0, 4.0, 3.5, 5.0), (9.0, 8.0, 2.0, 4.0, 3.0), (3.0, 1.0, 4.0, 1.0, 5.0)
ROWS: list[Row] = [
    {"treebank": name, "grammar": "rules", "ecc": ecc, "emr": emr, "length": length}
    for name, ecc, emr, length in zip("ABCDE", ECC, EMR, LENGTH, strict=True)
]


def test_the_correlations_are_those_of_scipy() -> None:
    (row,) = correlation_rows(ROWS, of=["ecc, emr"], resamples=200)
    assert (row["x"], row["y"], row["n"]) == ("ecc", "emr", 5)
    assert row["pearson"] == pytest.approx(stats.pearsonr(ECC, EMR).statistic)
    assert row["spearman"] == pytest.approx(stats.spearmanr(ECC, EMR).statistic)
    low, high = row["pearson_interval"]
    assert low <= row["pearson"] <= high < 0


def test_a_third_column_is_given() -> None:
    (row,) = correlation_rows(ROWS, of=["ecc, emr | length"], resamples=200)
    xy, xz, yz = (stats.pearsonr(*pair).statistic for pair in ((ECC, EMR), (ECC, LENGTH), (EMR, LENGTH)))
    assert row["pearson_given"] == pytest.approx((xy - xz * yz) / ((1 - xz**2) * (1 - yz**2)) ** 0.5)
    assert row["pearson"] == pytest.approx(xy)


def test_several_rows_of_a_treebank_are_told_apart_by_a_column() -> None:
    others: list[Row] = [{**row, "grammar": "tags", "ecc": -row["ecc"]} for row in ROWS]
    (row,) = correlation_rows(ROWS + others, of=["rules.ecc, tags.ecc"], by="grammar", resamples=200)
    assert (row["pearson"], row["spearman"]) == (pytest.approx(-1.0), pytest.approx(-1.0))


def test_treebanks_without_a_figure_are_left_out_and_two_are_too_few() -> None:
    without: list[Row] = [{**row, "ecc": None} for row in ROWS[:2]]
    assert [row["n"] for row in correlation_rows(without + ROWS[2:], of=["ecc, emr"], resamples=50)] == [3]
    assert correlation_rows(without + ROWS[2:4], of=["ecc, emr"], resamples=50) == []
