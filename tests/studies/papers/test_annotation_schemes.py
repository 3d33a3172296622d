"""The study of Rehbein and van Genabith (2007), with the bundled treebanks."""

from __future__ import annotations

import pytest
from paper_checks import check_every_table_is_made, check_printed_figures_are_in_columns

import treegauge
from treegauge import Treebank
from treegauge.report.study.writing import StudyResults, run_study
from treegauge.studies.annotation_schemes.converted import conversion_reliability
from treegauge.studies.papers import paper_study

DEEP = ["prepare(tiger)", "insert-np-in-pp(single=true)", "insert-word-phrases"]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    return run_study(paper_study("annotation-schemes", bundled=True), tmp_path_factory.mktemp("schemes"), processes=1)


def samples() -> list[Treebank]:
    german = treegauge.bundled("german.export")
    pair = [german, treegauge.apply(german, DEEP)]
    return [sample.treebank for sample in treegauge.comparable_samples(pair, deviation=2)]


def test_every_table_is_made(results: StudyResults) -> None:
    check_every_table_is_made(results)


def test_printed_figures_are_in_columns_of_their_table(results: StudyResults) -> None:
    check_printed_figures_are_in_columns(results)


def test_every_table_of_the_paper_is_there(results: StudyResults) -> None:
    assert {f"Table {number}" for number in range(1, 10)} <= {table.entry.paper for table in results.tables}


@pytest.mark.parametrize(("name", "measure"), [("4", "parseval"), ("5", "leaf-ancestor")])
def test_scores_of_inserted_errors_are_those_of_the_study(results: StudyResults, name: str, measure: str) -> None:
    own = treegauge.inserted_errors(samples(), measures=[measure], seeds=2).rows()
    rows = results.table(name)
    assert [row["kind"] for row in rows] == [row["kind"] for row in own]
    assert [row["errors"] for row in rows] == [row["errors"] for row in own]
    assert [row["first"] for row in rows] == pytest.approx([row["value_a"] for row in own])
    assert [row["second"] for row in rows] == pytest.approx([row["value_b"] for row in own])


def test_sizes_are_those_of_the_samples(results: StudyResults) -> None:
    assert [row["words_per_sentence"] for row in results.table("2")] == [
        len(sample.tokens) / len(sample) for sample in samples()
    ]


def test_sentence_9_costs_what_the_paper_prints(results: StudyResults) -> None:
    (table,) = [table for table in results.tables if table.name == "6"]
    for row, printed in zip(table.rows, table.entry.printed, strict=True):
        assert row["parseval"] == pytest.approx(printed["parseval"], abs=0.01)
        assert row["leaf-ancestor"] == pytest.approx(printed["leaf-ancestor"], abs=0.05)


def test_the_triples_of_sentence_9_are_those_of_the_paper(results: StudyResults) -> None:
    (table,) = [table for table in results.tables if table.name == "8"]
    assert table.cells == table.printed_cells


def test_heads_by_rules_agree_with_functions_as_the_study_finds(results: StudyResults) -> None:
    (row,) = results.table("6.1")
    assert row["f1"] == conversion_reliability(treegauge.bundled("german.export"))["f1"]


def test_differences_are_those_of_the_scores(results: StudyResults) -> None:
    flat, deep = results.table("9")
    difference = results.table("parsed-differences")
    (row,) = [row for row in difference if row["rows"] == "from-words" and row["steps"] == "-"]
    assert row["parseval_f1"] == pytest.approx(deep["parseval_f1"] - flat["parseval_f1"])
