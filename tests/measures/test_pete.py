"""`pete`: entailments compared as text, between trees of any kind."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from treegauge import Treebank, bundled, from_tuples, read, score
from treegauge.evaluation.choosing import choose_measures
from treegauge.measures.pete import Pete
from treegauge.measures.shared.base import find_measure

LOW = "(S (NP-SBJ (PRP He)) (VP (VBD saw) (NP (NP (NNS men)) (PP (IN with) (NP (NNS hats))))) (. .))"
HIGH = "(S (NP-SBJ (PRP He)) (VP (VBD saw) (NP (NNS men)) (PP (IN with) (NP (NNS hats)))) (. .))"
SHARED = "(S (NP-SBJ (PRP He)) (VP (VBD saw) (CC and) (VBD met) (NP (NNS men))) (. .))"
UD = [
    ("He", "PRP", 1, "nsubj"),
    ("saw", "VBD", -1, "root"),
    ("men", "NNS", 1, "obj"),
    ("with", "IN", 4, "case"),
    ("hats", "NNS", 2, "nmod"),
    (".", ".", 1, "punct"),
]


def trees(*texts: str) -> Treebank:
    from treegauge.formats.base import FORMATS, Input

    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input("\n".join(texts).encode()))


def test_a_wrong_attachment_is_a_wrong_entailment() -> None:
    assert Pete().count(trees(LOW), trees(HIGH)).tolist() == [[2, 3, 3]]


def test_trees_of_two_kinds_that_agree_are_a_perfect_match() -> None:
    arcs = from_tuples([UD])
    assert Pete().count(trees(LOW), arcs).tolist() == Pete().count(arcs, trees(LOW)).tolist() == [[3, 3, 3]]


def test_functions_are_not_needed() -> None:
    assert Pete().count(trees(LOW), trees(LOW.replace("-SBJ", ""))).tolist() == [[3, 3, 3]]


def test_coordination_can_be_left_out() -> None:
    assert Pete().count(trees(SHARED), trees(SHARED)).tolist() == [[4, 4, 4]]
    assert Pete(coordination=False).count(trees(SHARED), trees(SHARED)).tolist() == [[2, 2, 2]]


def test_sentences_with_other_words_are_not_counted() -> None:
    rows = Pete().count(trees(LOW, LOW), trees(LOW, SHARED))
    assert np.isnan(rows).all(axis=1).tolist() == [False, True]


def test_parts_are_the_kinds() -> None:
    parts = Pete().parts(trees(LOW, SHARED), trees(HIGH, SHARED), "kind")
    assert {kind: row.tolist() for kind, row in parts.items()} == {
        "adverbial": [0, 0, 1],
        "coordination": [2, 2, 2],
        "existential": [0, 1, 0],
        "object": [2, 2, 2],
        "subject": [2, 2, 2],
    }


def test_a_match_has_the_kind_that_it_has_in_gold() -> None:
    """`X met men` follows by coordination from phrases, and is told at once where `men` hangs from `met`."""
    phrases = trees("(S (NP-SBJ (PRP He)) (VP (VBD saw) (CC and) (VBD met) (NP (NNS men))) (. .))")
    arcs = from_tuples(
        [
            [
                ("He", "PRP", 1, "nsubj"),
                ("saw", "VBD", -1, "root"),
                ("and", "CC", 3, "cc"),
                ("met", "VBD", 1, "conj"),
                ("men", "NNS", 3, "obj"),
                (".", ".", 1, "punct"),
            ]
        ]
    )
    for gold, test in ((phrases, arcs), (arcs, phrases)):
        parts = Pete().parts(gold, test, "kind")
        assert np.sum(list(parts.values()), axis=0).tolist() == Pete().count(gold, test)[0].tolist()
        for matched, in_gold, in_test in parts.values():
            assert matched <= min(in_gold, in_test)


def test_it_is_measured_only_where_it_is_named() -> None:
    gold = trees(LOW)
    assert "pete" not in [measure.name for measure in choose_measures(None, gold, gold)]
    (result,) = score(gold, trees(HIGH), "pete", resamples=0)
    assert result.scores == pytest.approx({"precision": 200 / 3, "recall": 200 / 3, "f1": 200 / 3})
    assert find_measure(str(result.signature)) == Pete()


def test_it_does_not_fit_other_treebanks() -> None:
    german = bundled("german.export")
    assert not Pete().fits(german, german)


def test_upper_bounds_on_the_wsj_sample(shared: Path, reference: Path) -> None:
    """Not from the thesis: figures of this program on 200 sentences, kept within bounds so that a change is seen."""
    gold = read(shared / "ptb_wsj_sample" / "wsj_sample.mrg.xz")[:200]
    bare = read(reference / "constituency" / "wsj-sample.gold.clean.mrg.xz")[:200]
    found = Pete().count(gold, bare).sum(0)
    assert 0.87 < found[0] / found[1] < 0.95
    dependencies = Pete(coordination=False).count(gold, gold).sum(0)
    assert 0.95 < dependencies[1] / found[1] < 0.99
