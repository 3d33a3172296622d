"""The study of two converters: every table is made, with the figures of the public functions."""

from __future__ import annotations

import numpy as np
import pytest
from paper_checks import check_every_table_is_made

from treegauge import apply, bundled, score
from treegauge.annotation.punctuation import punctuation
from treegauge.report.study.writing import StudyResults, run_study
from treegauge.studies.papers import paper_study
from treegauge.studies.tasks.converters import frequent_differences

STUDY = "ud-converters"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    return run_study(paper_study(STUDY, bundled=True), tmp_path_factory.mktemp(STUDY), processes=1)


def test_every_table_is_made(results: StudyResults) -> None:
    check_every_table_is_made(results)


def test_scores_are_those_of_score(results: StudyResults) -> None:
    ours = apply(bundled("english.mrg"), "to-ud")
    scores = score(bundled("english.conllu"), ours, "attachment(punctuation=form)", resamples=0)[0].scores
    row = next(row for row in results.table("gold") if row["converter"] == "to-ud")
    assert (row["uas_words"], row["las_words"]) == (scores["uas"], scores["las"])


def test_differences_are_the_words_that_differ(results: StudyResults) -> None:
    trees = apply(bundled("english.mrg"), "remove-empties")
    ours, other = apply(trees, "to-ud"), apply(trees, "to-lth")
    arcs = [
        np.char.add(side.tokens.numbers("head").astype(str), [str(name) for name in side.tokens.text("deprel")])
        for side in (ours, other)
    ]
    words = ~punctuation(ours, "penn")
    assert results.table("differences")[-1]["English"] == int(((arcs[0] != arcs[1]) & words).sum())


def test_the_most_frequent_differences_come_first_and_the_sums_last() -> None:
    rows = [
        {
            "treebank": name,
            "other": "a",
            "ours": ours,
            "head": "same",
            "words": words,
            "ours_right": 1,
            "other_right": 3,
        }
        for name, ours, words in (("A", "b", 1), ("A", "c", 4), ("B", "b", 9))
    ]
    found = frequent_differences(rows, by=["A"], judged=["B"], first=1)
    assert [(row["ours"], row["A"], row["B"], row["ours_right"]) for row in found] == [("c", 4, 0, 0), ("", 5, 9, 1)]
    assert [row["ours"] for row in frequent_differences(rows, by=[], judged=["A"], first=5, worse=True)] == [
        "b",
        "c",
        "",
    ]
