"""The study of Søgaard and Haulrich (2010): every table is made, with the figures of the public functions."""

from __future__ import annotations

import math

import numpy as np
import pytest

from treegauge import apply, bundled, perplexity, score
from treegauge.parsers.api import parse
from treegauge.report.study.writing import StudyResults, run_study
from treegauge.studies.derivation_perplexity.predicting import increases
from treegauge.studies.derivation_perplexity.ranking import rank
from treegauge.studies.papers import paper_study

PAPER = "derivation-perplexity"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    return run_study(paper_study(PAPER, bundled=True), tmp_path_factory.mktemp(PAPER), processes=1)


def test_every_table_is_made(results: StudyResults) -> None:
    assert [(table.name, table.failed) for table in results.tables if table.failed] == []
    assert {"1", "2", "3", "4"} <= {table.name for table in results.tables}
    assert not results.rows.failed


def test_printed_figures_are_in_columns_of_their_tables() -> None:
    for name, entry in paper_study(PAPER).tables.items():
        assert {column for row in entry.printed for column in row} <= set(entry.columns), name


def test_what_needs_other_programs_is_made_of_the_catalogue_only() -> None:
    left_out = set(paper_study(PAPER).tables) - set(paper_study(PAPER, bundled=True).tables)
    assert left_out == {"4-maltparser", "4-seeds"}


def test_the_figures_are_those_of_the_public_functions(results: StudyResults) -> None:
    whole = bundled("english.conllu")
    is_test = np.arange(len(whole)) // 6 % 10 == 9
    train, test = whole[np.flatnonzero(~is_test)], whole[np.flatnonzero(is_test)]
    parsed = parse(train, test, "arc-eager").trees
    rows = perplexity(train, test, parsed={"own": parsed}, srilm=True, resamples=0).rows()
    of_treebank = next(row for row in results.table("2-treebanks") if row["treebank"] == "English")
    assert (of_treebank["string"], of_treebank["derivation"]) == (rows[0]["ppl"], rows[1]["ppl"])
    of_parser = next(
        row for row in results.table("4-parsers") if (row["treebank"], row["parser"]) == ("English", "arc-eager")
    )
    assert of_parser["derivation"] == rows[2]["ppl"]
    assert of_parser["attachment_uas"] == score(test, parsed, "attachment", resamples=0)[0].scores["uas"]


def test_transforms_make_the_dependencies_of_phrases(results: StudyResults) -> None:
    whole = apply(bundled("english.mrg"), "to-lth")
    is_test = np.arange(len(whole)) // 6 % 10 == 9
    rows = perplexity(whole[np.flatnonzero(~is_test)], whole[np.flatnonzero(is_test)], srilm=True, resamples=0).rows()
    own = next(row for row in results.table("2-treebanks") if row["treebank"] == "English, LTH")
    assert own["derivation"] == rows[1]["ppl"]


def test_the_summaries_are_those_of_the_study(results: StudyResults) -> None:
    assert results.table("2") == increases([{**row} for row in results.rows.of(["treebanks"])])
    parsers = [
        {**row, **{name: row[f"attachment_{name}"] for name in ("uas", "las", "uem", "lem")}}
        for row in results.rows.of(["parsers"])
    ]
    found = {row["pair"]: row["r"] for row in results.table("4") if row["group"] == "all"}
    assert found == {row["pair"]: row["mean"] for row in rank(parsers).pairs}


def test_size_correlates_as_numpy_says(results: StudyResults) -> None:
    treebanks = results.table("2-treebanks")
    row = next(row for row in results.table("3") if (row["accuracy"], row["predictor"]) == ("UAS", "size / derivation"))
    predictor = [row["size"] / row["derivation"] for row in treebanks]
    assert row["best"] == pytest.approx(np.corrcoef(predictor, [row["best_uas"] for row in treebanks])[0, 1])
    assert row["average"] == pytest.approx(np.corrcoef(predictor, [row["average_uas"] for row in treebanks])[0, 1])


def test_of_one_text_only_the_first_treebank_counts(results: StudyResults) -> None:
    assert {row["n"] for row in results.table("3-one-per-text")} == {3}
    assert {row["n"] for row in results.table("3")} == {4}
    assert all(math.isfinite(row["best_rho"]) for row in results.table("3-one-per-text"))
