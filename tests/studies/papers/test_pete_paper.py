"""The tables of Eker (2009), of the bundled treebanks alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from treegauge import apply, bundled, parse, read, score, to_lth
from treegauge.entailments.api import entail
from treegauge.parsers.trees import attach_dependencies
from treegauge.report.study.writing import StudyResults, run_study
from treegauge.studies.papers import paper_study

GOLD = bundled("english.mrg")
TEST, TRAIN = list(range(54, 60)), [*range(54), *range(60, 64)]  # six sentences of 64: the last of ten blocks


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    """All tables, made in one process."""
    folder = tmp_path_factory.mktemp("pete")
    return run_study(paper_study("pete", bundled=True), folder, processes=1)


def test_every_table_is_made(results: StudyResults) -> None:
    assert {table.name: table.failed for table in results.tables if table.failed} == {}
    assert not results.rows.failed


def test_printed_rows_have_columns_of_the_table(results: StudyResults) -> None:
    for table in results.tables:
        shown = {column.removesuffix(" ±") for column in table.columns}
        assert all(set(row) <= shown for row in table.entry.printed), table.name


def test_brackets_are_those_of_score(results: StudyResults) -> None:
    phrases = apply(GOLD, "prepare(penn)")
    parses = parse(phrases[TRAIN], phrases[TEST], "pcfg(words=true)", seed=0).trees
    (expected,) = score(GOLD[TEST], parses, "parseval", resamples=0)
    (row,) = (row for row in results.table("5.1") if row["system"] == "pcfg")
    assert row["parseval_f1"] == pytest.approx(expected.scores["f1"])


def test_attachment_is_that_of_score(results: StudyResults) -> None:
    converted = to_lth(GOLD)
    tokens = converted.tokens
    gold = attach_dependencies(converted, tokens.numbers("head").astype("int32"), tokens.text("deprel"))
    parses = parse(gold[TRAIN], gold[TEST], "swap-lazy", tags="predicted", seed=0).trees
    (expected,) = score(gold[TEST], parses, "attachment", resamples=0)
    (row,) = (row for row in results.table("5.2") if row["system"] == "swap-lazy")
    assert row["attachment_las"] == pytest.approx(expected.scores["las"])
    assert row["gap"] == pytest.approx(expected.scores["uas"] - expected.scores["las"])


def test_an_upper_bound_is_that_of_score(results: StudyResults) -> None:
    long = apply(GOLD, "select-length(min=5)")
    (expected,) = score(long, apply(long, "prepare(penn)"), "pete", resamples=0)
    (row,) = (row for row in results.table("5.7") if row["system"] == "gold phrases")
    assert row["pete_recall"] == pytest.approx(expected.scores["recall"])


def test_functions_are_learned_from_the_training_part_alone(results: StudyResults) -> None:
    bounds = {row["system"]: row for row in results.table("5.4") if row["kind"] == "bound"}
    assert bounds["gold phrases + functions"]["pete_f1"] < 99
    assert bounds["gold dependencies"]["pete_precision"] == 100


def test_the_entailments_of_the_appendix_are_the_printed_ones(results: StudyResults) -> None:
    (table,) = (table for table in results.tables if table.name == "appendix-a")
    printed = [(row["sentence"], row["entailment"]) for row in table.entry.printed]
    assert [(row["sentence"], row["entailment"]) for row in table.rows] == printed


def test_heads_and_relations_of_the_figure_are_the_printed_ones(results: StudyResults) -> None:
    (table,) = (table for table in results.tables if table.name == "figure-3.3")
    same = ("ID", "FORM", "POSTAG", "HEAD", "DEPREL")
    assert [[row[name] for name in same] for row in table.rows] == [
        [row[name] for name in same] for row in table.entry.printed
    ]


def test_parsers_of_others_are_left_out_of_bundled_runs_only() -> None:
    assert "home-words-others" not in paper_study("pete", bundled=True).rows
    assert "home-words-others" in paper_study("pete").rows


def test_the_files_of_the_paper_are_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (file,) = paper_study("pete").treebanks["Appendix A"].files
    assert os.path.isabs(file)
    assert len(entail(read(file), thesis=True)) == 3
