"""The study of smoothed difficulty: every table is made, and its correlations are those of the function."""

from __future__ import annotations

import pytest
from paper_checks import check_every_table_is_made

from treegauge.report.study.writing import StudyResults, run_study
from treegauge.studies.difficulty.smoothed import Measured, compare_predictors
from treegauge.studies.papers import paper_study

STUDY = "smoothed-difficulty"
# The bundled treebanks are small for Kneser-Ney.
pytestmark = pytest.mark.filterwarnings("ignore:.*discounts cannot be estimated")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    return run_study(paper_study(STUDY, bundled=True), tmp_path_factory.mktemp(STUDY), processes=1)


def test_every_table_is_made(results: StudyResults) -> None:
    check_every_table_is_made(results)


def test_the_correlations_are_those_of_the_function(results: StudyResults) -> None:
    sides = [
        {row["treebank"]: row for row in results.rows.of([block]) if row["ecc"]} for block in ("rules", "kneser-ney")
    ]
    wanted = compare_predictors([Measured(row, sides[1][name]) for name, row in sides[0].items()], resamples=100)
    rows = results.table("kneser-ney")
    assert len(rows) == len(wanted) > 0
    assert [(row["outcome"], row["plain"], row["smoothed"]) for row in rows if row["method"] == "pearson"] == [
        (row["outcome"], pytest.approx(row["plain"]), pytest.approx(row["smoothed"]))
        for row in wanted
        if row["method"] == "pearson"
    ]


def test_smoothed_rules_cover_more_trees(results: StudyResults) -> None:
    plain = {row["treebank"]: row["covered"] for row in results.rows.of(["rules"])}
    assert all(row["covered"] > plain[row["treebank"]] for row in results.rows.of(["witten-bell", "kneser-ney"]))
