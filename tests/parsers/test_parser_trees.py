"""Trees taken away from sentences, and put in."""

from __future__ import annotations

import numpy as np
import pytest
from small_treebanks import conllu, trees

from treegauge import CallError, DataError, Text, Treebank, bundled, from_tuples
from treegauge.parsers.trees import attach_dependencies, check_dependency_trees, without_trees

CONLLU = (
    "# sent_id = a\n# constituency = (S (X I) (X am))\n# text = I'm\n1-2\tI'm\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\tI\ti\tPRON\tPRP\tPerson=1\t2\tnsubj\t2:nsubj\tA=b\n2\tam\tbe\tAUX\tVBP\t_\t0\troot\t0:root\t_\n"
    "2.1\t_\t_\t_\t_\t_\t_\t_\t0:root\t_\n\n"
)


def test_all_but_the_trees_is_kept() -> None:
    before = conllu(CONLLU)
    after = without_trees(before)
    assert set(after.tokens.columns) == {"form", "lemma", "upos", "tag", "feats", "misc"}
    assert after.tokens.text("misc").decode() == ["A=b", "_"]
    assert after.multiword.equals(before.multiword)
    assert after.sentences.text("comments").decode() == ["# sent_id = a\n# text = I'm"]
    assert (len(after.nodes), len(after.empty), len(after.secondary)) == (0, 0, 0)


@pytest.mark.parametrize("name", ["english.mrg", "german.export", "english.conllu"])
def test_no_kind_of_tree_is_left(name: str) -> None:
    after = without_trees(bundled(name))
    assert not after.has_constituents
    assert not after.has_dependencies


def test_only_the_trees_given_are_there() -> None:
    head = np.array([-1, 0], np.int32)
    after = attach_dependencies(conllu(CONLLU), head, Text.of(["root", "x"]))
    assert after.tokens.numbers("head").tolist() == [-1, 0]
    assert after.tokens.text("deprel").decode() == ["root", "x"]
    assert "deps" not in after.tokens


@pytest.mark.parametrize(
    ("treebank", "message"),
    [
        (trees("(S (N a))"), "x learns from dependency trees, and there are none; -t to-dependencies"),
        (from_tuples([]), "x has nothing to learn from: the treebank has no words"),
    ],
)
def test_a_treebank_of_another_kind_cannot_be_learned_from(treebank: Treebank, message: str) -> None:
    with pytest.raises(CallError, match=message):
        check_dependency_trees(treebank, "x")


def test_a_word_without_a_head_is_named() -> None:
    with pytest.raises(DataError, match=r"sentence 2: word 1 \('b'\) has no head"):
        check_dependency_trees(from_tuples([[("a", "A", -1, "r")], [("b", "B", None, "r")]]), "x")
