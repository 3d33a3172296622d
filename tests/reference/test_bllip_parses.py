"""The BLLIP parser on the WSJ sample under several measures: leaf-ancestor as disco-dop computes it; where no outside
program has the figure, that of this program, so that a change is noticed."""

from __future__ import annotations

from pathlib import Path

from treegauge import read
from treegauge.measures.exact_match import ExactMatch
from treegauge.measures.leaf_ancestor import LeafAncestor
from treegauge.measures.mph import MaximalProjections
from treegauge.measures.triples import Triples
from treegauge.treebank.edit import relabel


def test_leaf_ancestor_scores_are_those_of_disco_dop(reference: Path) -> None:
    gold = read(reference / "constituency/wsj-sample.gold.clean.mrg.xz")
    test = read(reference / "constituency/wsj-sample.bllip-T20.mrg.xz")
    test = relabel(test, lambda label: "TOP" if label == "S1" else label)
    measure = LeafAncestor()
    counts = measure.count(gold, test)
    scores = measure.score(counts.sum(axis=0))
    assert counts.shape == (3914, 4)
    assert round(float(scores["mean"]), 3) == 90.339
    assert round(float(scores["sentence_mean"]), 3) == 91.828


def test_projections_have_the_ten_rows_of_table_1(reference: Path) -> None:
    """The parser's output in the paper is not available: figures of this program, kept so that a change is noticed."""
    folder = reference / "constituency"
    gold, test = (read(folder / f"wsj-sample.{name}.mrg.xz") for name in ("gold.clean", "bllip-T20"))
    measure = MaximalProjections()
    total = measure.count(gold, test).sum(axis=0)
    counts = dict(zip(measure.counts, total.tolist(), strict=True))
    assert [counts[name] for name in ("sentences", "gold", "test", "matched")] == [3914, 41590, 41691, 32526]
    scores = {name: round(float(value), 2) for name, value in measure.score(total).items()}
    assert scores == {
        "precision": 78.02,
        "recall": 78.21,
        "f1": 78.11,
        "exact_match": 32.37,
        "crossing": 1.25,
        "no_crossing": 56.82,
        "two_or_less_crossing": 81.55,
    }


def test_triples_are_counted(reference: Path) -> None:
    """Not from the paper: figures of this program, kept so that a change is noticed."""
    folder = reference / "constituency"
    gold, test = (read(folder / f"wsj-sample.{name}.mrg.xz") for name in ("gold.clean", "bllip-T20"))
    rows = Triples().count(gold, test).sum(axis=0)
    assert rows.tolist() == [68394, 83109, 83109]


def test_exactly_matching_trees_have_the_same_text(reference: Path) -> None:
    gold = read(reference / "constituency/wsj-sample.gold.clean.mrg.xz")
    test = read(reference / "constituency/wsj-sample.bllip-T20.mrg.xz")
    test = relabel(test, lambda label: "TOP" if label == "S1" else label)
    equal = [one.brackets() == other.brackets() for one, other in zip(gold, test, strict=True)]
    assert ExactMatch(tags=True).count(gold, test)[:, 0].tolist() == equal
    assert 0 < sum(equal) < len(equal)
