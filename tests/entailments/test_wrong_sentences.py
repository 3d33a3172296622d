"""Which sentences of a wrong parse can be questions with the answer no."""

from __future__ import annotations

import pytest
from thesis_examples import HAAG, treebank

from treegauge.entailments.pair_selection import draw_pairs
from treegauge.measures.pete import entail_both

WHO = "{} 2 {{}}\n{} 0 ROOT\n{} 2 {{}}"


def asked(gold: str, test: str) -> list[tuple[str, bool | None]]:
    """The pairs of one sentence."""
    pairs = draw_pairs([entail_both(treebank([gold, HAAG]), treebank([test, HAAG]), thesis=False)])
    return [(pair.hypothesis, pair.answer) for pair in pairs]


def test_who_does_it_to_whom_can_be_asked() -> None:
    arcs = WHO.format("Tom NNP", "saw VBD", "Ann NNP")
    assert asked(arcs.format("SBJ", "OBJ"), arcs.format("OBJ", "SBJ")) == [
        ("Ann saw Tom.", False),
        ("Tom saw Ann.", True),
    ]


@pytest.mark.parametrize("words", [("Dogs NNS", "see VBP", "Ann NNP"), ("Ann NNP", "sees VBZ", "dogs NNS")])
def test_a_subject_that_does_not_agree_is_not_asked_about(words: tuple[str, ...]) -> None:
    arcs = WHO.format(*words)
    assert asked(arcs.format("SBJ", "OBJ"), arcs.format("OBJ", "SBJ")) == []


def test_a_verb_has_the_kinds_of_arguments_that_it_has_in_gold() -> None:
    """Nobody says that a book revolves Fred."""
    arcs = "Yesterday NN 3 {}\nFred NNP 3 SBJ\nslept VBD 0 ROOT"
    assert asked(arcs.format("TMP"), arcs.format("OBJ")) == []


def test_where_a_phrase_is_attached_within_a_clause_is_not_asked() -> None:
    arcs = "He PRP 2 SBJ\nsaw VBD 0 ROOT\nmen NNS 2 OBJ\nin IN {} {}\nParis NNP 4 PMOD"
    assert asked(arcs.format(3, "NMOD"), arcs.format(2, "LOC")) == []
