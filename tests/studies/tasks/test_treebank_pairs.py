"""The tasks that compare two treebanks, and those on annotation schemes."""

from __future__ import annotations

import math

import pytest

import treegauge
from treegauge.studies.annotation_schemes.dial import bias_curve
from treegauge.studies.running.data import StudyData
from treegauge.studies.running.study_file import TreebankEntry
from treegauge.studies.tasks.bias_curve import bias_curves
from treegauge.studies.tasks.comparable_samples import comparable_sample_figures
from treegauge.studies.tasks.deep_and_flat import deep_and_flat
from treegauge.studies.tasks.head_reliability import head_reliability
from treegauge.studies.tasks.inserted_errors import inserted_error_rows
from treegauge.studies.tasks.parsed_samples import parsed_samples

FLAT = ("prepare", "remove-noun-levels", "remove-np-in-pp", "remove-verb-phrases", "remove-unaries(tokens=true)")


def entry(name: str, *transforms: str) -> TreebankEntry:
    return TreebankEntry(name=name, files=("bundled:english.mrg",), transforms=transforms)


PAIR = StudyData(entry("flat", *FLAT), second=StudyData(entry("deep", "prepare")))
DEEP = treegauge.apply(treegauge.bundled("english.mrg"), "prepare")


def test_sizes_of_both_treebanks_and_of_both_samples() -> None:
    rows = comparable_sample_figures(PAIR, n=20, deviation=2.0)
    assert [(row["treebank"], row["part"]) for row in rows] == [
        ("flat", "all"), ("flat", "sample"), ("deep", "all"), ("deep", "sample")
    ]  # fmt: skip
    assert [row["sentences"] for row in rows] == [64, 20, 64, 20]
    assert rows[0]["nodes_per_word"] < rows[2]["nodes_per_word"]


def test_errors_in_two_versions_of_a_treebank() -> None:
    rows = inserted_error_rows(PAIR, kinds=["label1"], measures=["parseval"], seeds=1, n=0, draws=2)
    own = treegauge.inserted_errors([treegauge.apply(DEEP, FLAT[1:]), DEEP], ["label1"], ["parseval"], seeds=1).rows()
    assert [row["kind"] for row in rows] == ["label1", "weighted average"]
    assert [row["difference"] for row in rows] == [row["difference"] for row in own]
    assert rows[0]["sentences_interval"] > 0


def test_one_draw_of_sentences_has_no_deviation() -> None:
    rows = inserted_error_rows(PAIR, kinds=["label1"], measures=["parseval"], seeds=1, n=0, draws=1)
    assert all(math.isnan(row["sentences_interval"]) for row in rows)


def test_the_curve_of_a_treebank() -> None:
    rows = bias_curves(PAIR.pair[1], kinds=["label1"], measures=["parseval"], seeds=1, draws=2)
    (own,) = bias_curve(DEEP, ["label1"], ["parseval"], seeds=1).flatness()
    assert [row["cost_ratio"] for row in rows] == [own["cost_ratio"]]
    assert rows[0]["sentences_interval"] >= 0


def test_the_second_treebank_minus_the_first_after_the_same_steps() -> None:
    rows = parsed_samples(PAIR, n=20, deviation=4.0, folds=2, resamples=0, measures=["parseval"])
    scores = {(row["treebank"], row["steps"]): row for row in rows if row["figures"] == "scores"}
    differences = [row for row in rows if row["figures"] == "difference"]
    assert {row["treebank"] for row in differences} == {"deep - flat"}
    (plain,) = [row for row in differences if row["steps"] == "-"]
    assert plain["parseval_f1"] == scores["deep", "-"]["parseval_f1"] - scores["flat", "-"]["parseval_f1"]
    assert scores["deep", "-"]["training_trees"] == scores["flat", "-"]["training_trees"] == 54


def test_another_draw_has_other_samples() -> None:
    options = {"n": 10, "deviation": 4.0, "folds": 2, "resamples": 0, "measures": ["leaf-ancestor"]}
    first, second = (parsed_samples(PAIR, draw=draw, **options)[0] for draw in (0, 1))  # type: ignore[arg-type]
    assert first["leaf-ancestor_mean"] != second["leaf-ancestor_mean"]


def test_heads_by_functions_and_by_rules() -> None:
    german = StudyData(TreebankEntry(name="German", files=("bundled:german.export",)))
    (row,) = head_reliability(german)
    assert (row["rules"], row["sentences"], row["f1"]) == ("negra", 34, 100.0)


def test_deep_and_flat_training_trees_of_the_same_sentences() -> None:
    down = ["no noun levels", "no NP in PP", "no VP", "no unaries"]
    options = {"n": 30, "folds": 2, "parser": "pcfg(words=true)", "measures": ["parseval(prm=spmrl)"], "scheme": "penn"}
    rows = deep_and_flat(PAIR.pair[1], down=down, up=["insert-verb-phrases"], resamples=20, **options)  # type: ignore[arg-type]
    scores = {(row["learned"], row["steps"]): row for row in rows if row["figures"] == "scores"}
    made_flat, flat = scores["deep", " + ".join(down)], scores["flat", "-"]
    assert made_flat["nodes_per_word"] == flat["nodes_per_word"] < scores["deep", "-"]["nodes_per_word"]
    assert scores["flat", "insert-verb-phrases"]["nodes_per_word"] > flat["nodes_per_word"]
    (difference,) = [row for row in rows if row["steps"] == "all"]
    assert difference["parseval_f1"] == pytest.approx(made_flat["parseval_f1"] - flat["parseval_f1"])
