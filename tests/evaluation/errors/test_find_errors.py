"""`find_errors`: classes of all systems, what each costs, and how systems differ."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from wrong_trees import trees

import treegauge as tg
from treegauge.evaluation.errors.regained import class_counts, regained_scores
from treegauge.evaluation.errors.table import ErrorRow, ErrorTable

GOLD, TEST = tg.bundled("english.mrg"), tg.bundled("english.parsed.mrg")
CLASSES = ("treegauge", "kummerfeld")


@pytest.mark.parametrize("classes", CLASSES)
def test_gold_against_itself_has_no_errors(classes: str) -> None:
    (system,) = tg.find_errors(GOLD, GOLD, classes=classes)  # type: ignore[arg-type]
    assert (len(system.errors), system.classes, system.value) == (0, (), 100)


@pytest.mark.parametrize("classes", CLASSES)
def test_all_repairs_together_give_100(classes: str) -> None:
    (system,) = tg.find_errors(GOLD, TEST, classes=classes, resamples=0)  # type: ignore[arg-type]
    errors = system.errors
    one_class = ErrorTable.of(
        ErrorRow(sentence, "any", missing, extra, 0, 1, None, "both")
        for sentence, missing, extra in zip(
            errors.sentence.tolist(), errors.missing.tolist(), errors.extra.tolist(), strict=True
        )
    )
    found = type(system.found)(one_class, system.found.counts, {})
    counts = class_counts(found, ["any"], system.compared).sum(0)
    assert system.value + regained_scores(["any"], counts)["any"] == pytest.approx(100)


def test_the_score_is_that_of_parseval_and_the_classes_add_up() -> None:
    (system,) = tg.find_errors(GOLD, TEST, resamples=200)
    assert system.value == pytest.approx(tg.score(GOLD, TEST, "parseval", resamples=0)[0].scores["f1"])
    assert sum(row.nodes for row in system.classes) == int(system.errors.nodes.sum())
    for row in system.classes:
        assert row.interval is not None
        assert row.interval[0] <= row.regained <= row.interval[1]
        assert 0 < row.regained < 100 - system.value


def test_what_is_regained_is_the_score_of_the_repaired_trees() -> None:
    """Two sentences, one with a wrong label, one with a missing phrase: the first is repaired."""
    gold = trees("(ROOT (S (NP (NN a) (NN b)) (VP (VB c))))\n(ROOT (S (NP (NN d)) (VP (VB e))))")
    test = trees("(ROOT (S (VP (NN a) (NN b)) (VP (VB c))))\n(ROOT (S (NN d) (VP (VB e))))")
    repaired = trees("(ROOT (S (NP (NN a) (NN b)) (VP (VB c))))\n(ROOT (S (NN d) (VP (VB e))))")
    (system,) = tg.find_errors(gold, test, scheme="penn", resamples=0)
    regained = {row.name: row.regained for row in system.classes}
    before, after = (tg.score(gold, side, "parseval", resamples=0)[0].scores["f1"] for side in (test, repaired))
    assert regained["Different label"] == pytest.approx(after - before)


def test_sentences_without_a_parse_are_errors_or_left_out() -> None:
    gold = trees("(S (NP (NN a)) (VB b))\n(S (NP (NN c)) (VB d))")
    test = trees("(S (NP (NN a)) (VB b))")
    with pytest.warns(tg.TreegaugeWarning, match="no parse"):
        (counted,) = tg.find_errors(gold, test, resamples=0)
    assert [(row.name, row.missing, row.extra) for row in counted.classes] == [("No parse", 2, 0)]
    with pytest.warns(tg.TreegaugeWarning, match="no parse"):
        (without,) = tg.find_errors(gold, test, missing="leave-out", resamples=0)
    assert (len(without.errors), [sentence.sentence for sentence in without.left_out]) == (0, [2])


def test_systems_are_compared_class_by_class() -> None:
    gold = trees("(ROOT (S (NP (NN a) (NN b)) (VP (VB c))))\n" * 20)
    poor = trees("(ROOT (S (VP (NN a) (NN b)) (VP (VB c))))\n" * 20)
    analysis = tg.find_errors(gold, {"poor": poor, "good": gold}, scheme="penn", resamples=500)
    (row,) = analysis.comparisons
    assert (row.name, row.a, row.b) == ("Different label", "poor", "good")
    assert (row.value_a, row.value_b, row.difference) == pytest.approx((100 * 2 / 3, 0, 100 * 2 / 3))
    assert row.p_holm < 0.01
    same = tg.find_errors(gold, {"a": poor, "b": poor}, scheme="penn", resamples=500).comparisons
    assert [(row.difference, row.p_holm) for row in same] == [(0, 1)]


def test_systems_are_files_treebanks_or_named(tmp_path: Path) -> None:
    for name, treebank in (("gold", GOLD), ("a", TEST), ("b", GOLD)):
        tg.write(treebank, tmp_path / f"{name}.mrg")
    from_files = tg.find_errors(tmp_path / "gold.mrg", tmp_path / "a.mrg", tmp_path / "b.mrg", resamples=0)
    assert [system.system for system in from_files] == ["a.mrg", "b.mrg"]
    assert [system.system for system in tg.find_errors(GOLD, TEST, resamples=0)] == ["test"]
    assert [system.system for system in tg.find_errors(GOLD, TEST, GOLD, resamples=0)] == ["test 1", "test 2"]
    named = tg.find_errors(GOLD, {"parser": TEST}, resamples=0)
    assert named.rows == [{**row, "system": "parser"} for row in from_files.rows]


def test_wrong_calls_say_what_to_do() -> None:
    with pytest.raises(tg.CallError, match="known: treegauge, kummerfeld"):
        tg.find_errors(GOLD, TEST, classes="mine")  # type: ignore[arg-type]
    with pytest.raises(tg.CallError, match="GOLD TEST"):
        tg.find_errors(GOLD)
    with pytest.raises(tg.CallError, match="leave out prm"):
        tg.find_errors(GOLD, TEST, classes="kummerfeld", prm="COLLINS")
    with pytest.raises(tg.CallError, match="resamples"):
        tg.find_errors(GOLD, TEST, resamples=-1)


def test_no_sentence_to_compare_is_an_error() -> None:
    with pytest.warns(tg.TreegaugeWarning), pytest.raises(tg.DataError, match="no sentence can be compared"):
        tg.find_errors(trees("(S (NN a) (NN b))"), trees("(S (NN a) (NN b) (NN c))"))


def test_the_table_has_one_row_per_error_with_its_words() -> None:
    table = tg.find_errors(GOLD, TEST, resamples=0)[0].errors
    rows = table.table_rows()
    assert len(rows) == len(table)
    assert list(rows[0]) == ["sentence", "class", "nodes", "first", "last", "label", "source"]
    assert np.all((table.left >= 0) & (table.left < table.right))
    assert np.all(table.right <= GOLD.tokens.counts[table.sentence])
    pp = table.take(table.kind.mask({"PP attachment"}))
    assert set(pp.kinds()) == {"PP attachment"}
    assert len(ErrorTable.of([])) == 0


def test_the_analysis_is_a_table_in_a_notebook() -> None:
    analysis = tg.find_errors(GOLD, TEST, resamples=100)
    assert "PP attachment" in analysis._repr_html_()
    assert list(analysis.table_rows()[0])[:4] == ["system", "class", "occurrences", "nodes"]
    assert repr(analysis).startswith("[<SystemErrors test: ")
