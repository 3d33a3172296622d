"""The study of Ringger et al. (2004): every table is made, with the figures of the public functions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from treegauge import apply, bundled, learn_reassignment, score
from treegauge.measures.shared.headed import only
from treegauge.parsers.api import parse
from treegauge.report.study.writing import StudyResults, run_study
from treegauge.studies.papers import paper_study
from treegauge.treebank.folds import drawn_folds

PAPER = "mph"
TEN = {"sentences", "gold", "test", "matched", "recall", "precision", "exact_match", "crossing", "no_crossing"}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    return run_study(paper_study(PAPER, bundled=True), tmp_path_factory.mktemp(PAPER), processes=1)


def test_every_table_is_made(results: StudyResults) -> None:
    assert [(table.name, table.failed) for table in results.tables if table.failed] == []
    assert not results.rows.failed


def test_table_1_has_all_ten_rows_of_the_paper_as_columns() -> None:
    table = paper_study(PAPER).tables["1"]
    assert {*TEN, "two_or_less_crossing"} <= set(table.columns)
    assert {column for row in table.printed for column in row} <= set(table.columns)
    assert len(table.printed) == 8


def test_printed_figures_agree_with_each_other() -> None:
    for row in paper_study(PAPER).tables["1"].printed:
        matched, gold, test = (float(row[name]) for name in ("matched", "gold", "test"))
        assert float(row["recall"]) == pytest.approx(100 * matched / gold, abs=0.011)
        assert float(row["precision"]) == pytest.approx(100 * matched / test, abs=0.011)


def test_the_figures_are_those_of_the_public_functions(results: StudyResults, tmp_path: Path) -> None:
    whole = bundled("english.mrg")
    fold = drawn_folds(len(whole), 10, np.random.default_rng(0))
    train, test = whole[np.flatnonzero(fold != 0)], whole[np.flatnonzero(fold == 0)]
    own = parse(apply(train, "prepare(penn)"), apply(test, "prepare(penn)"), "pcfg(words=true)").trees
    arcs = only(apply(train, "to-lth"), "dependencies")
    rules = tmp_path / "rules.toml"
    rules.write_text(learn_reassignment(train, [arcs], min_count=2).to_toml(), "utf-8")
    for table, measure in (("1-before", "mph"), ("1", f"mph(rules={rules})")):
        scores = score(test, own, measure, resamples=0)[0].scores
        row = next(row for row in results.table(table) if row["parser"] == "pcfg(words=true)" and not row["variant"])
        assert {name: row[name] for name in ("recall", "precision", "crossing")} == {
            name: pytest.approx(scores[name]) for name in ("recall", "precision", "crossing")
        }
        ranked = next(row for row in results.table("1-ranking") if row["parser"] == "pcfg(words=true)")
        assert table == "1-before" or ranked["f1"] == pytest.approx(scores["f1"])


def test_gold_dependencies_are_the_upper_bound(results: StudyResults) -> None:
    rows = results.table("1")
    best = max(rows, key=lambda row: row["f1"])
    assert best["parser"] == "gold"
