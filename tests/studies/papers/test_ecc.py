"""The study of Corazza, Lavelli and Satta (2008), with the bundled treebanks."""

from __future__ import annotations

import pytest
from paper_checks import check_every_table_is_made, check_printed_figures_are_in_columns

import treegauge
from treegauge.report.study.writing import StudyResults, run_study
from treegauge.studies.papers import paper_study

PREPARED = ["prepare"]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    return run_study(paper_study("ecc", bundled=True), tmp_path_factory.mktemp("ecc"), processes=1)


def test_every_table_is_made(results: StudyResults) -> None:
    check_every_table_is_made(results)


def test_printed_figures_are_in_columns_of_their_table(results: StudyResults) -> None:
    check_printed_figures_are_in_columns(results)


def test_every_numbered_table_and_figure_of_the_paper_is_there(results: StudyResults) -> None:
    named = {table.entry.paper for table in results.tables}
    assert {*(f"Table {number}" for number in range(1, 8)), "Figure 2", "Figure 4"} <= named


@pytest.mark.parametrize("variant", ["", "cluster-all", "parent-annotation"])
def test_figures_are_those_of_difficulty(results: StudyResults, variant: str) -> None:
    transforms = [*PREPARED, *([variant] if variant else [])]
    own = treegauge.difficulty(treegauge.bundled("english.mrg"), transforms=transforms).row()
    (row,) = [
        row
        for row in results.table("7")
        if (row["treebank"], row["variant"], row["protocol"]) == ("English", variant, "train")
    ]
    assert (row["ecc"], row["ecc_interval"], row["emr"]) == (own["ecc"], own["ecc_interval"], own["emr"])


def test_held_out_figures_are_by_leave_one_out(results: StudyResults) -> None:
    own = treegauge.difficulty(treegauge.bundled("english.mrg"), protocol="loo", transforms=PREPARED).row()
    (row,) = [row for row in results.table("2") if (row["treebank"], row["protocol"]) == ("English", "loo")]
    assert row["ecc"] == own["ecc"]
    assert row["coverage"] == 100 * own["covered"] / own["trees"]


def test_the_toy_treebanks_are_as_the_paper_derives_them(results: StudyResults) -> None:
    (table,) = [table for table in results.tables if table.name == "3.1"]
    assert table.cells == table.printed_cells


def test_the_clusters_are_those_of_the_paper(results: StudyResults) -> None:
    (table,) = [table for table in results.tables if table.name == "3"]
    assert [row["members"] for row in table.rows] == [row["members"] for row in table.entry.printed]
