"""The studies: the same errors in two treebanks, the bias curve, conversion after parsing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from treegauge import CallError, DataError, Treebank, apply, bundled, read, score
from treegauge.annotation.schemes import find_scheme
from treegauge.formats.base import FORMATS, Input
from treegauge.studies.annotation_schemes.converted import conversion_reliability, converted_scores, usual_rows
from treegauge.studies.annotation_schemes.dial import BiasCurve, bias_curve
from treegauge.studies.annotation_schemes.inserted import AVERAGE, InsertedErrors, inserted_errors
from treegauge.studies.annotation_schemes.settings import Setting
from treegauge.studies.annotation_schemes.yardsticks import (
    PREPARATION,
    Gold,
    StudyTrees,
    over_one_word,
    paired,
    study_trees,
    yardsticks,
)
from treegauge.studies.perturbing.inserting import perturb
from treegauge.studies.perturbing.kinds import USUAL_KINDS

FLAT = ["remove-noun-levels", "remove-np-in-pp", "remove-verb-phrases", "remove-unaries(tokens=true)"]
# Tables 4 and 5 of Rehbein and van Genabith (2007): TIGER, TüBa-D/Z, errors.
TABLE_4 = {
    "attach1": (98.84, 99.57, 85),
    "attach2": (98.75, 99.55, 89),
    "label1": (80.02, 92.73, 1427),
    "label2": (93.00, 97.45, 500),
    "span1": (99.01, 99.64, 71),
    "span2": (97.47, 99.08, 181),
    "span3": (96.51, 98.73, 252),
}


def english() -> Treebank:
    return apply(bundled("english.mrg"), ["remove-empties", "strip-functions"])


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def test_the_average_is_weighted_as_in_the_paper() -> None:
    values = np.array([[[[row[side]]] for row in TABLE_4.values()] for side in (0, 1)])
    errors = np.array([[float(row[2])] for row in TABLE_4.values()])
    parseval = yardsticks(StudyTrees(english()), ["parseval"])[0]
    study = InsertedErrors(("", ""), ("", ""), tuple(TABLE_4), (), ((parseval, parseval),), errors, values, 0.95)
    last = study.rows()[-1]
    assert last["kind"] == AVERAGE
    assert last["errors"] == 2605
    assert last["value_a"] == pytest.approx(87.09, abs=0.01)
    assert last["value_b"] == pytest.approx(95.30, abs=0.01)


def test_a_study_scores_what_score_would() -> None:
    gold = english()
    flat = apply(gold, FLAT)
    study = inserted_errors([flat, gold], "label1", ["parseval", "leaf-ancestor"], count=20, seeds=1)
    for row in study.rows():
        for value, treebank in ((row["value_a"], flat), (row["value_b"], gold)):
            test = perturb(treebank, "label1", count=20, scheme="penn").treebank
            expected = score(treebank, test, row["measure"], resamples=0)[0].scores[row["score"]]
            assert value == pytest.approx(expected)


def test_flat_trees_lose_more_by_parseval() -> None:
    """The finding of the paper: the same errors cost more where there are fewer brackets."""
    gold = english()
    study = inserted_errors([apply(gold, FLAT), gold], ["attach2", "label1", "span2"], ["parseval"], seeds=3)
    assert all(row["difference"] > 0 for row in study.rows())


def test_both_treebanks_get_the_same_number_of_errors() -> None:
    gold = english()
    half = gold[: len(gold) // 2]
    study = inserted_errors([gold, half], "label1", ["parseval"], seeds=2)
    assert study.errors.tolist() == [[perturb(half, "label1", scheme="penn").inserted["label1"]] * 2]


def test_kinds_without_a_place_are_left_out_and_named() -> None:
    gold = trees("(S (NP (DT the) (NN man)) (VP (VBD saw) (PP (IN in) (NP (DT a) (NN dog)))))")
    study = inserted_errors([gold, gold], None, ["parseval"], schemes=("penn", "penn"), seeds=1)
    assert study.kinds == ("label1", "label2")
    assert study.without == ("attach1", "attach2", "span1", "span2", "span3")


def test_treebanks_without_a_common_place_are_an_error() -> None:
    gold = trees("(S (NP (DT the) (NN man)) (ADVP (RB x)))")
    with pytest.raises(CallError, match="A and B: no kind of error has a place in both"):
        inserted_errors([gold, gold], schemes=("penn", "penn"), seeds=1)


def test_a_kind_that_was_asked_for_and_has_no_place_is_an_error() -> None:
    gold = trees("(S (NP (DT the) (NN man)) (ADVP (RB x)))")
    with pytest.raises(CallError, match="there is no place for 'label1'"):
        inserted_errors([gold, gold], "label1", schemes=("penn", "penn"), seeds=1)


def test_measures_are_those_of_sentences_that_fit() -> None:
    assert [own.name for own in yardsticks(over_one_word(study_trees(english())))] == [
        "parseval",
        "attachment",
        "leaf-ancestor",
        "triples",
        "mph",
        "exact-match",
    ]


def test_heads_come_from_rules_only_where_there_are_none() -> None:
    phrases = {own.name: own.rules for own in yardsticks(StudyTrees(english()))}
    assert phrases["attachment"] == "collins"
    assert phrases["parseval"] == ""
    (own,) = yardsticks(StudyTrees(bundled("english.conllu")), ["attachment"])
    assert (own.rules, own.score) == ("", "las")


def test_two_treebanks_are_compared_by_the_same_figure() -> None:
    """One has relations, the other heads from rules."""
    one, other = (
        yardsticks(StudyTrees(treebank), ["attachment"]) for treebank in (bundled("english.conllu"), english())
    )
    assert [(own.score, rest.score) for own, rest in paired(one, other)] == [("uas", "uas")]


def test_dependency_trees_take_part() -> None:
    treebank = bundled("english.conllu")
    study = inserted_errors([treebank, treebank], ["attach1", "label1"], ["attachment"], seeds=2)
    assert all(row["value_a"] == row["value_b"] < 100 for row in study.rows())


def test_a_measure_of_running_text_is_refused() -> None:
    with pytest.raises(CallError, match="ud compares running text; a study needs measures of sentences"):
        yardsticks(StudyTrees(bundled("english.conllu")), ["ud"])


def test_only_sentences_with_errors_are_counted_again() -> None:
    """`Gold.scores` with some sentences is the score of the whole."""
    gold = english()
    perturbed = perturb(gold, ["attach1", "label1(rate=0.2)"], scheme="penn", seed=5)
    chosen = yardsticks(StudyTrees(gold))
    found = Gold.of(gold, chosen).scores(perturbed.sentences, perturbed.treebank.select(perturbed.sentences))
    whole = [own.value(np.nansum(own.count(gold, perturbed.treebank), axis=0)) for own in chosen]
    assert found == pytest.approx(whole)
    assert len(perturbed.sentences) < len(gold)


def curve(values: list[list[float]]) -> BiasCurve:
    """A curve of one measure, its values by setting and seed, over 1, 2, 3 ... nodes per word."""
    nodes = np.arange(1.0, len(values) + 1)
    settings = tuple(Setting((), ()) for _ in values)
    parseval = tuple(yardsticks(StudyTrees(english()), ["parseval"]))
    return BiasCurve("t", "penn", 1, settings, nodes, 1.0, {}, parseval, np.array(values)[:, None, :], 0.95)


def test_a_flat_line_has_no_slope() -> None:
    (row,) = curve([[90.0, 80.0]] * 3).flatness()
    assert (row["slope"], row["slope_interval"], row["cost_ratio"]) == (0, 0, 1)


def test_the_slope_is_in_points_a_node_a_word() -> None:
    (row,) = curve([[90.0, 80.0], [92.0, 82.0], [94.0, 84.0]]).flatness()
    assert row["slope"] == pytest.approx(2)
    assert row["cost_ratio"] == pytest.approx((6 / 10 + 16 / 20) / 2)
    assert (row["lowest"], row["highest"]) == (85, 89)


def test_without_errors_at_first_there_is_no_ratio() -> None:
    (row,) = curve([[100.0], [99.0]]).flatness()
    assert math.isnan(row["cost_ratio"])


def test_the_bias_curve_of_a_treebank() -> None:
    found = bias_curve(english(), measures=["parseval", "exact-match"], seeds=3, name="english")
    rows = found.rows()
    assert len(rows) == 6 * 2
    assert [row["nodes_per_word"] for row in rows] == sorted(row["nodes_per_word"] for row in rows)
    bias, control = found.flatness()
    assert bias["slope"] - bias["slope_interval"] > 1  # PARSEVAL rises with the number of brackets
    assert control["slope"] == pytest.approx(0, abs=1e-9)  # every error is one at every setting
    assert all(0 < seen <= there for there, seen, _ in found.kinds.values() if there)


def test_the_same_seeds_give_the_same_curve() -> None:
    one, other = (bias_curve(english(), "label1", ["leaf-ancestor"], seeds=2, count=10) for _ in range(2))
    assert np.array_equal(one.values, other.values)
    assert not np.array_equal(one.values[:, :, 0], one.values[:, :, 1])


def test_the_dial_needs_phrases() -> None:
    with pytest.raises(CallError, match="the dial goes from flat to deep phrases, but there are no phrases"):
        bias_curve(bundled("english.conllu"))


def test_an_error_that_no_setting_shows_is_refused() -> None:
    gold = trees("(S (VP (VB go) (PP (IN in) (NP (NP (NN x) (NN z)) (PP (IN of) (NN y) (NN y))))))")
    message = "no error of kind attach1 is visible at every setting; leave out steps of the dial"
    with pytest.raises(CallError, match=message):
        bias_curve(gold, "attach1", scheme="penn", rate=1)


def test_a_kind_without_a_place_on_the_dial_is_refused() -> None:
    gold = trees("(S (NP (DT the) (NN man)) (VP (VBD saw) (NP (DT a) (NN dog))))")
    with pytest.raises(CallError, match="there is no place for 'label1'"):
        bias_curve(gold, "label1", scheme="penn")


def test_gold_against_itself_is_perfect_after_every_step() -> None:
    gold = english()
    found = converted_scores(gold, gold, measures=["parseval", "leaf-ancestor"], resamples=0)
    assert [row.steps for row in found] == usual_rows(gold, find_scheme("auto", gold))
    assert all(score == 100 for row in found for score in (row.results[0].scores["f1"], row.results[1].scores["mean"]))
    assert found[0].nodes_per_word > found[-1].nodes_per_word


def test_fewer_nodes_give_a_parser_a_lower_score() -> None:
    """Table 7: all conversions towards flat trees lower PARSEVAL, though the parser is the same."""
    gold = english()
    parsed = apply(bundled("english.parsed.mrg"), ["remove-empties", "strip-functions"])
    rows = [[], ["no unaries", "no NP in PP"], ["remove-unaries(tokens=true)", "remove-np-in-pp"]]
    as_is, flat, spelled = converted_scores(gold, parsed, rows, ["parseval"], resamples=0)
    assert flat.results[0].scores["f1"] < as_is.results[0].scores["f1"]
    assert flat.results[0].scores == spelled.results[0].scores
    assert "remove-np-in-pp(scheme=penn)" in flat.results[0].signature.before


def test_heads_by_rules_are_those_by_functions(shared: Path) -> None:
    """The paper: 99.64 % for TIGER, 99.13 % for TüBa-D/Z."""
    tiger, tueba = (
        conversion_reliability(read(shared / path)) for path in ("pcc", "tuebadz_sample/exportxml-example.xml.xz")
    )
    assert tiger["rules"] == "negra"
    assert tiger["f1"] > 99
    assert tueba["rules"] == "tueba"
    assert tueba["f1"] > 99
    assert math.isnan(tiger["rules_native"])
    assert 0 < tueba["rules_native"] < 100


def test_without_functions_there_is_nothing_to_compare_heads_with() -> None:
    with pytest.raises(DataError, match="no function marks a head"):
        conversion_reliability(english())


def test_table_4_holds_for_two_schemes_of_german(shared: Path) -> None:
    """PCC (flat) against SQUOIA (deeper): PARSEVAL prefers the deeper one for every kind of errors."""
    steps = ["attach-punctuation", "raise-crossing", "sample(200)"]
    pair = [apply(read(shared / path), ["remove-empties", *steps]) for path in ("pcc", "squoia/DW_SQUOIA_DE.xml.xz")]
    rows = inserted_errors(pair, None, ["parseval", "leaf-ancestor"], prepare=(), seeds=2).rows()
    assert {row["kind"] for row in rows} == {*USUAL_KINDS, AVERAGE}
    assert all(row["difference"] > 0 for row in rows if row["measure"] == "parseval")
    parseval, leaf_ancestor = rows[-2:]
    assert leaf_ancestor["difference"] < parseval["difference"]


@pytest.mark.parametrize("name", ["english.mrg", "german.export"])
def test_the_studies_prepare_trees_as_the_paper_does(name: str) -> None:
    raw = bundled(name)
    prepared = apply(raw, PREPARATION)
    raw_rows, rows = (bias_curve(side, "attach1", ["parseval"], seeds=2, rate=1).rows() for side in (raw, prepared))
    assert raw_rows == rows
    unprepared = bias_curve(prepared, "attach1", ["parseval"], seeds=2, rate=1, prepare=()).rows()
    assert [without_signature(row) for row in unprepared] == [without_signature(row) for row in rows]
    assert f"|before:{'+'.join(PREPARATION)}|" in rows[0]["signature"]
    assert "|before:" not in unprepared[0]["signature"]


def without_signature(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "signature"}
