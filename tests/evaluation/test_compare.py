"""Comparing parsers: on the same sentences, each with each, with tests and corrections."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from treegauge import CallError, Text, Treebank, bundled
from treegauge.evaluation.compare import compare, compare_results
from treegauge.evaluation.comparison import Comparison
from treegauge.evaluation.score import score
from treegauge.evaluation.statistics import holm, mcnemar
from treegauge.formats.base import FORMATS, Input


def trees(text: str) -> Treebank:
    """Bracketed trees, as text."""
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


RIGHT, FLAT, WRONG = "(S (NP (N a)) (V b))\n", "(S (N a) (V b))\n", "(X (N a) (V b))\n"
GOLD = trees(RIGHT * 40)
GOOD = trees(RIGHT * 35 + FLAT * 5)
POOR = trees(RIGHT * 10 + FLAT * 30)
BAD = trees(WRONG * 40)


def by_score(found: list[Comparison], name: str) -> list[Comparison]:
    return [one for one in found if one.score == name]


def test_values_are_those_of_score_and_differences_their_difference() -> None:
    found = compare(GOLD, {"good": GOOD, "poor": POOR}, "parseval", resamples=500)
    scores = {name: score(GOLD, test, "parseval", resamples=0)[0].scores for name, test in (("a", GOOD), ("b", POOR))}
    for one in found:
        assert (one.a, one.b) == ("good", "poor")
        assert (one.value_a, one.value_b) == (scores["a"][one.score], scores["b"][one.score])
        assert np.isnan(one.difference) or one.difference == one.value_a - one.value_b
        assert one.sentences == 40
    (recall,) = by_score(found, "recall")
    assert recall.interval[0] < recall.difference < recall.interval[1]
    assert recall.p < 0.01
    assert recall.effect > 0


def test_a_parser_does_not_differ_from_itself() -> None:
    for one in compare(GOLD, {"a": GOOD, "b": GOOD}, ["parseval", "leaf-ancestor"], resamples=200):
        assert np.isnan(one.value_a) or (one.difference, one.interval, one.p) == (0, (0, 0), 1), one.score


def test_exact_match_is_tested_with_mcnemar() -> None:
    (found,) = by_score(compare(GOLD, {"good": GOOD, "poor": POOR}, "parseval", resamples=100), "exact_match")
    assert found.test == "McNemar, exact"
    assert found.p == mcnemar(25, 0).p


def test_all_pairs_of_three_parsers_are_corrected_together() -> None:
    found = compare(GOLD, {"good": GOOD, "poor": POOR, "bad": BAD}, "parseval", resamples=200)
    f1 = by_score(found, "f1")
    assert [(one.a, one.b) for one in f1] == [("good", "poor"), ("good", "bad"), ("poor", "bad")]
    assert [one.p_holm for one in f1] == holm([one.p for one in f1]).tolist()
    assert all(one.p_holm >= one.p for one in f1)


def test_only_sentences_that_every_parser_could_be_scored_on_count() -> None:
    gold = trees(RIGHT * 4)
    one = trees(RIGHT * 3 + "(S (N x))\n")
    other = trees("(S (N x))\n" + RIGHT + FLAT + RIGHT)
    found = compare(gold, {"one": one, "other": other}, "parseval", resamples=50)
    assert {row.sentences for row in found} == {2}
    (recall,) = by_score(found, "recall")
    assert (recall.value_a, recall.value_b) == (100, 75)


def test_no_sentence_in_common_gives_nan_and_no_error() -> None:
    gold = trees(RIGHT * 2)
    one, other = trees(RIGHT + "(S (N x))\n"), trees("(S (N x))\n" + RIGHT)
    for row in compare(gold, {"one": one, "other": other}, "parseval", resamples=50):
        assert row.sentences == 0
        assert np.isnan([row.value_a, row.value_b, row.difference]).all()


def test_the_same_seed_gives_the_same_numbers() -> None:
    def intervals(seed: int) -> list[tuple[float, float]]:
        return [
            one.interval for one in compare(GOLD, {"a": GOOD, "b": POOR}, "leaf-ancestor", resamples=100, seed=seed)
        ]

    assert intervals(3) == intervals(3)
    assert intervals(3) != intervals(4)


def test_measures_must_fit_all_parsers() -> None:
    with pytest.raises(CallError, match="attachment does not fit"):
        compare(GOLD, {"a": GOOD, "b": POOR}, "attachment")


def test_a_row_for_machines_has_the_promised_keys() -> None:
    row = compare(GOLD, {"a": GOOD, "b": POOR}, "exact-match", resamples=50)[0].row()
    promised = {"measure", "score", "a", "b", "value_a", "value_b", "difference", "interval", "p", "test"}
    assert promised <= row.keys()
    assert isinstance(row["interval"], list)


def test_results_that_are_there_are_compared_as_they_would_be_anew() -> None:
    results = {name: score(GOLD, test, "parseval")[0] for name, test in (("good", GOOD), ("poor", POOR))}
    again = compare(GOLD, {"good": GOOD, "poor": POOR}, "parseval", resamples=200)
    assert compare_results(results, resamples=200) == again


def test_results_of_two_measures_cannot_be_compared() -> None:
    one, other = score(GOLD, GOOD, ["parseval", "leaf-ancestor"])
    with pytest.raises(CallError, match="of one measure"):
        compare_results({"a": one, "b": other})


def test_parts_have_the_values_of_score_by_parts() -> None:
    for by in ("length", "label"):
        found = compare(GOLD, {"good": GOOD, "poor": POOR}, "parseval", by=by, resamples=100)
        parts = {part.name: part.scores for part in score(GOLD, GOOD, "parseval", resamples=0)[0].by(by)}
        rows = [row for row in found if row.score == "f1"]
        assert {row.part for row in rows} == parts.keys()
        assert all(row.by == by and row.value_a == parts[row.part or ""]["f1"] for row in rows)


def test_parts_are_tested_sentence_by_sentence_and_corrected_over_parts_and_pairs() -> None:
    found = by_score(
        compare(GOLD, {"good": GOOD, "poor": POOR, "bad": BAD}, "parseval", by="label", resamples=200), "f1"
    )
    np.testing.assert_array_equal([row.p_holm for row in found], holm([row.p for row in found]))
    assert len({row.part for row in found}) == 3
    (noun_phrases,) = [row for row in found if row.part == "NP" and (row.a, row.b) == ("good", "poor")]
    assert noun_phrases.sentences == 40
    assert noun_phrases.p < 0.01


def test_a_part_has_the_sentences_that_have_something_of_it() -> None:
    gold = trees(RIGHT * 3 + "(S (N a))\n" * 5)
    found = compare(gold, {"a": gold, "b": trees(FLAT * 3 + "(S (N a))\n" * 5)}, "parseval", by="label", resamples=50)
    assert {row.sentences for row in found if row.part == "NP"} == {3}
    assert {row.sentences for row in found if row.part == "S"} == {8}


def test_scores_that_cannot_be_divided_are_not_compared_by_parts() -> None:
    found = compare(GOLD, {"good": GOOD, "poor": POOR}, "parseval", by="label", resamples=50)
    assert {row.score for row in found} == {"precision", "recall", "f1"}


@pytest.mark.parametrize("by", ["sentence", "confusion", "nonsense", "distance"])
def test_what_cannot_be_compared_by_is_named(by: str) -> None:
    with pytest.raises(CallError, match=f"cannot compare by '{by}'; possible: length, label"):
        compare(GOLD, {"good": GOOD, "poor": POOR}, by=by)


def test_rows_of_parts_have_the_keys_of_the_others_and_the_part() -> None:
    whole = compare(GOLD, {"a": GOOD, "b": POOR}, "parseval", resamples=50)[0].row()
    part = compare(GOLD, {"a": GOOD, "b": POOR}, "parseval", by="length", resamples=50)[0].row()
    assert part.keys() - whole.keys() == {"by", "part"}
    assert whole.keys() - part.keys() == set()


def test_all_pairs_drawn_together_are_as_each_pair_alone() -> None:
    systems = {"good": GOOD, "poor": POOR, "bad": BAD}
    together = compare(GOLD, systems, "parseval", resamples=300)
    for a, b in (("good", "poor"), ("good", "bad"), ("poor", "bad")):
        alone = compare(GOLD, {a: systems[a], b: systems[b]}, "parseval", resamples=300)
        same = [row for row in together if (row.a, row.b) == (a, b)]
        assert [(row.interval, row.p) for row in same] == [(row.interval, row.p) for row in alone]


def test_only_some_scores_are_compared_and_the_first_ranks() -> None:
    systems = {"good": GOOD, "poor": POOR}
    found = compare(GOLD, systems, ["parseval", "leaf-ancestor"], scores="crossing,f1", resamples=50)
    assert [row.score for row in found] == ["crossing", "f1"]
    assert found.rank_by[0][1] == "crossing"
    everything = compare(GOLD, systems, "parseval", resamples=50)
    assert found == [row for name in ("crossing", "f1") for row in everything if row.score == name]
    with pytest.raises(CallError, match="unknown score 'las'; known: precision, recall, f1"):
        compare(GOLD, systems, "parseval", scores=["las"])


def test_one_system_or_treebanks_without_names_are_an_error() -> None:
    gold: Any = GOLD
    alone: list[Any] = ["english.mrg", Path("english.mrg"), gold, ["english.mrg"], {"a": gold}]
    for tests in alone:
        with pytest.raises(CallError, match="compare needs two parses or more"):
            compare(gold, tests)
    with pytest.raises(CallError, match="treebanks need names"):
        compare(gold, [gold, gold])


def own_words(treebank: Treebank, joined: int) -> Treebank:
    """The same text, with the first two words of some sentences divided at another letter."""
    tokens = treebank.tokens
    first = tokens.offsets[np.flatnonzero(treebank.multiword.counts == 0)][:joined]
    forms = tokens.text("form").decode()
    for row in first.tolist():
        forms[row], forms[row + 1] = f"{forms[row]}{(forms[row + 1] or '')[:-1]}", (forms[row + 1] or "")[-1:]
    return treebank.replace(tokens=tokens.replace(form=Text.of(forms)))


@pytest.mark.parametrize(("joined", "first"), [(0, "attachment"), (1, "attachment"), (20, "ud")])
def test_systems_are_not_ranked_by_a_measure_that_leaves_out_many_sentences(joined: int, first: str) -> None:
    gold, parsed = bundled("english.conllu"), bundled("english.parsed.conllu")
    misc = Text.constant("SpaceAfter=No", len(gold.tokens))  # all words are written together: any division is possible
    gold, parsed = (trees.replace(tokens=trees.tokens.replace(misc=misc)) for trees in (gold, parsed))
    systems = {"parser": own_words(parsed, joined), "gold": gold}
    compared = compare(gold, systems, resamples=20)
    assert compared[0].measure == compared.ranking()[0].measure == first
    if joined == 20:
        assert compared.ranking()[0].score in ("las", "uas")
        assert compare(gold, systems, ["attachment", "ud"], resamples=20)[0].measure == "attachment"
