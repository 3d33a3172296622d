"""The tasks of entailment scores: parts, folds, what is kept, parsers that are not there."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

from treegauge import CallError, DataError, TreegaugeError, bundled
from treegauge.studies.entailment_scores.divided import divide_sentences
from treegauge.studies.entailment_scores.forms import drawn, forms, with_known_tags
from treegauge.studies.entailment_scores.systems import Laboratory, evaluated_system
from treegauge.studies.running.data import StudyData
from treegauge.studies.running.study_file import TreebankEntry
from treegauge.studies.running.tasks import TASKS
from treegauge.studies.tasks.entailment_scores import entailment_bounds, entailment_scores, entailment_tests
from treegauge.transforms.select import lengths

GOLD = bundled("english.mrg")
FILE = ("bundled:english.mrg",)
PREPARE = ("prepare",)
PARTS = TreebankEntry(name="parts", files=FILE, transforms=PREPARE, split="blocks")
WHOLE = TreebankEntry(name="whole", files=FILE, transforms=PREPARE)


def test_what_is_kept_gives_the_same_rows(tmp_path: Path) -> None:
    for parser in ("parent-annotation > pcfg(words=true)", "swap-lazy"):
        first = entailment_scores(StudyData(PARTS, folder=str(tmp_path)), parser=parser, resamples=0)
        again = entailment_scores(StudyData(PARTS, folder=str(tmp_path)), parser=parser, resamples=0)
        unkept = entailment_scores(StudyData(PARTS), parser=parser, resamples=0)
        assert first == again == unkept


def test_phrases_have_a_row_with_functions_and_one_without() -> None:
    rows = entailment_scores(StudyData(PARTS), parser="pcfg", given="tags", resamples=10)
    assert [(row["system"], row["kind"], row["functions"]) for row in rows] == [
        ("pcfg + functions", "phrases", True),
        ("pcfg", "phrases", False),
    ]
    assert all(row["pete_recall_interval"] >= 0 and row["right_tags"] == 100 for row in rows)


def test_dependencies_have_no_brackets() -> None:
    (row,) = entailment_scores(StudyData(PARTS), parser="arc-standard", given="tags", resamples=0)
    assert "parseval_f1" not in row
    assert "converted_las" not in row


def test_all_sentences_of_a_treebank_without_parts_are_parsed_in_folds() -> None:
    sides = divide_sentences(StudyData(WHOLE), folds=4, sentences=None, shortest=1)
    assert [len(test) for _, test in sides.pairs] == [16] * 4
    assert all(len(train) + len(test) == len(GOLD) for train, test in sides.pairs)
    assert sides.joined([test.gold for _, test in sides.pairs]).equals(forms([GOLD], PREPARE)[0].gold)
    bounds = entailment_bounds(StudyData(WHOLE), folds=2, resamples=0)
    assert [row["sentences"] for row in bounds] == [len(GOLD)] * 3


def test_no_fold_is_tagged_by_a_tagger_that_has_seen_it() -> None:
    sides = divide_sentences(StudyData(WHOLE), folds=4, sentences=None, shortest=1)
    for train, test in sides.pairs:
        texts = {tree.text for tree in train.gold}
        assert not any(tree.text in texts for tree in test.gold)


def test_sentences_are_drawn_from_those_that_are_long_enough() -> None:
    sample = drawn(GOLD, 5, 12, seed=1)
    assert len(sample) == 5
    assert lengths(sample).min() >= 12
    assert len(drawn(GOLD, None, 1, seed=1)) == len(GOLD)


def test_tags_that_training_trees_do_not_have_are_predicted() -> None:
    (own,) = forms([GOLD], PREPARE)
    train, test = own.phrases[list(range(40))], own.phrases[list(range(40, 64))]
    strange = test.replace(tokens=test.tokens.replace(tag=test.tokens.text("tag").map({"NN": "STRANGE"}.get)))
    mended = with_known_tags(train, strange, 0).tokens.text("tag").decode()
    assert set(mended) <= set(train.tokens.text("tag").decode())
    assert with_known_tags(test, test, 0) is test


def test_pairs_of_parsers_are_in_the_order_of_recall() -> None:
    rows = entailment_tests(StudyData(PARTS), parsers=("pcfg", "arc-standard", "swap-lazy"), given="tags", draws=200)
    assert len(rows) == 6
    assert all(row["pete_recall"] >= 0 for row in rows)
    assert sum(row["neighbours"] for row in rows) == 3
    scored = {
        row["system"]: row
        for parser in ("arc-standard", "swap-lazy")
        for row in entailment_scores(StudyData(PARTS), parser=parser, given="tags", resamples=0)
    }
    (pair,) = (row for row in rows if {row["a"], row["b"]} == {"arc-standard", "swap-lazy"})
    for name in ("pete_recall", "attachment_las"):
        assert pair[name] == pytest.approx(scored[pair["a"]][name] - scored[pair["b"]][name])


def test_a_parser_that_is_not_installed_is_left_out_of_tests_and_an_error_alone() -> None:
    missing = evaluated_system("stanford")
    if missing.parser.missing() is None:
        pytest.skip("stanford is installed")
    with pytest.raises(TreegaugeError, match="treegauge parsers install stanford"):
        entailment_scores(StudyData(PARTS), parser="stanford")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        rows = entailment_tests(StudyData(PARTS), parsers=("pcfg", "stanford"), given="tags", draws=20)
    assert [(row["a"], row["b"]) for row in rows] in ([("pcfg", "pcfg + functions")], [("pcfg + functions", "pcfg")])
    assert any("install stanford" in str(one.message) for one in caught)


def test_tests_are_made_again_when_a_parser_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = TASKS.get("entailment-tests").versions
    parser = type(evaluated_system("stanford").parser)
    monkeypatch.setattr(parser, "missing", lambda self: "a file")
    before = versions(parsers=["pcfg", "stanford"], given="words")
    monkeypatch.setattr(parser, "missing", lambda self: None)
    assert before != versions(parsers=["pcfg", "stanford"], given="words")


def test_a_grammar_over_gold_tags_does_not_start_from_words() -> None:
    sides = divide_sentences(StudyData(PARTS), folds=2, sentences=None, shortest=1)
    with pytest.raises(CallError, match="pcfg gets gold tags"):
        Laboratory(sides, "words", 0, None).parsed(evaluated_system("pcfg"))


def test_transforms_that_select_sentences_are_an_error() -> None:
    with pytest.raises(DataError, match="the transforms leave 3 sentences of 64"):
        forms([GOLD], ["prepare", "head(n=3)"])


def test_names_of_systems() -> None:
    system = evaluated_system("parent-annotation > pcfg(words=true)")
    assert system.name == "pcfg, parent-annotation"
    assert system.makes_phrases
    assert not evaluated_system("swap-lazy").makes_phrases


def test_right_tags_are_a_share_of_all_words() -> None:
    (row, *_) = entailment_bounds(StudyData(PARTS), resamples=0)
    assert row["right_tags"] == 100
    assert not np.isnan(row["gap"])
