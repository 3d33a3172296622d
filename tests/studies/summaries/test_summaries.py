"""The summaries of studies: from rows to the rows of a table."""

from __future__ import annotations

import pytest

from treegauge import DataError
from treegauge.studies.perturbing.kinds import USUAL_KINDS
from treegauge.studies.running.written_trees import written_trees
from treegauge.studies.summaries.clear_pairs import clear_pairs
from treegauge.studies.summaries.clusters import clusters
from treegauge.studies.summaries.conjecture import conjecture_rows
from treegauge.studies.summaries.error_kinds import error_kinds
from treegauge.studies.summaries.named import named_rows
from treegauge.studies.summaries.pivot import pivot
from treegauge.studies.summaries.spread import spread_rows
from treegauge.studies.summaries.written_difficulty import written_difficulty
from treegauge.studies.summaries.written_errors import written_errors
from treegauge.studies.summaries.written_triples import written_triples

TREE = "(S (NP (DT the) (NN dog) (PP (IN of) (NP (NNP Kim)))) (VP (VBZ barks)) (. .))"


def measured(treebank: str, ecc: float | None, emr: float, family: str = "x") -> dict[str, object]:
    intervals = {"ecc_interval": 0.1, "emr_interval": 1.0}
    return {
        "rows": "train",
        "treebank": treebank,
        "ecc": ecc,
        "emr": emr,
        "length": 10.0,
        "family": family,
        **intervals,
    }


ROWS = [measured("A", 1.0, 50.0), measured("B", 2.0, 40.0), measured("C", 3.0, 45.0, "y"), measured("D", None, 0.0)]


def test_pairs_that_clearly_differ_and_those_in_the_opposite_order() -> None:
    assert clear_pairs(ROWS) == [{"rows": "train", "n": 3, "clear": 3, "opposite": 1, "pairs": "B and C"}]


def test_correlations_of_all_and_of_each_group() -> None:
    found = conjecture_rows([*ROWS, measured("E", 4.0, 30.0), measured("F", 5.0, 20.0)], by="family")
    assert {(row["group"], row["n"]) for row in found} == {("all", 5), ("x", 4)}  # the other has fewer than three


def test_values_become_columns_with_their_intervals() -> None:
    rows = [
        {"t": t, "m": m, "v": v, "v_interval": 0.5, "w": 2.0}
        for t, m, v in (("A", "x", 1), ("A", "y", 2), ("B", "x", 3))
    ]
    assert pivot(rows, by=["t"], column="m", value="v") == [
        {"t": "A", "x": 1, "x_interval": 0.5, "y": 2, "y_interval": 0.5},
        {"t": "B", "x": 3, "x_interval": 0.5},
    ]
    assert [row["w"] for row in pivot(rows, by=["t"], column="m", value="v", totals=["w"])] == [4.0, 2.0]
    assert pivot(rows[:1], by=["t"], column="m", value="v", interval="w") == [{"t": "A", "x": 1, "x_interval": 2.0}]


def test_names_of_points() -> None:
    rows = [{"treebank": "A", "variant": ""}, {"treebank": "A", "variant": "binarise"}, {"treebank": "B"}]
    assert [row["name"] for row in named_rows(rows, columns=["treebank", "variant"])] == ["A", "A, binarise", "B"]


def test_the_spread_of_a_figure_over_rows() -> None:
    rows = [{"t": "A", "v": 1.0, "w": None}, {"t": "A", "v": 4.0}, {"t": "B", "v": 2.0}]
    assert spread_rows(rows, by=["t"], values=["v", "w"]) == [
        {"t": "A", "n": 2, "v": 2.5, "v_interval": [1.0, 4.0]},
        {"t": "B", "n": 1, "v": 2.0, "v_interval": [2.0, 2.0]},
    ]


def test_the_clusters_and_the_kinds_of_errors_are_all_there() -> None:
    assert [row["cluster"] for row in clusters([])] == ["JJ", "NN", "VB", "RB", "ADJ", "ADV", "NP", "PP"]
    assert [row["kind"] for row in error_kinds([])] == list(USUAL_KINDS)


def test_an_unambiguous_grammar_has_no_ecc() -> None:
    (row,) = written_difficulty([], treebanks={"T": "(S (a a) (S (b b)))"})
    assert (row["treebank"], row["ecc"], row["trees"]) == ("T", 0.0, 1)


def test_each_error_costs_something() -> None:
    rows = written_errors([], tree=TREE, kinds=["label1", "attach1"], measures=["parseval", "leaf-ancestor"])
    assert [row["kind"] for row in rows] == ["label1", "attach1"]
    assert all(0 < row[measure] < 100 for row in rows for measure in ("parseval", "leaf-ancestor"))


def test_triples_are_words_with_their_heads() -> None:
    rows = written_triples([], tree=TREE)
    assert {row["word"]: row["head"] for row in rows} == {
        "the": "dog", "dog": "barks", "of": "dog", "Kim": "of", "barks": "-"
    }  # fmt: skip


def test_a_written_tree_that_is_not_a_tree_is_an_error() -> None:
    with pytest.raises(DataError, match="T1"):
        written_trees("(S (a a)", "T1")
