"""Dependency trees to constituency trees."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from strategies import treebanks
from treegauge import CallError, Treebank, apply, from_tuples, read, to_constituents, to_dependencies
from treegauge.formats.bundled import bundled
from treegauge.treebank.shape import discontinuous

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

SHE = [("she", "PRP", 1, "nsubj"), ("sees", "VBZ", -1, "root"), ("old", "JJ", 3, "amod"), ("dogs", "NNS", 1, "obj")]


def test_a_word_with_dependents_is_the_head_of_one_phrase() -> None:
    assert to_constituents(from_tuples([SHE]))[0].brackets() == "(S (PRP she) (VBZ sees) (NP (JJ old) (NNS dogs)))"


def test_relations_become_functions_and_heads_are_marked() -> None:
    tree = to_constituents(from_tuples([SHE]))[0]
    assert [node.function for node in tree.nodes] == ["root", "obj"]
    assert [token.function for token in tree] == ["nsubj", "HD", "amod", "HD"]


def test_a_noun_with_a_preposition_is_a_pp() -> None:
    rows = [("left", "VBD", -1, "root"), ("in", "IN", 2, "case"), ("May", "NNP", 0, "obl")]
    assert to_constituents(from_tuples([rows]))[0].brackets() == "(VP (VBD left) (PP (IN in) (NNP May)))"


def test_a_single_word_is_a_phrase() -> None:
    assert to_constituents(from_tuples([[("x", "ZZ", -1, "root")]]))[0].brackets() == "(XP (ZZ x))"


def test_the_dependencies_are_kept() -> None:
    treebank = bundled("english.conllu")
    converted = to_constituents(treebank)
    assert np.array_equal(converted.tokens.numbers("head"), treebank.tokens.numbers("head"))


def test_phrases_need_dependencies() -> None:
    with pytest.raises(CallError, match="there is no dependency tree"):
        to_constituents(bundled("english.mrg"))


@given(treebank=treebanks(constituents=False, dependencies=True))
@patient
def test_heads_and_relations_come_back(treebank: Treebank) -> None:
    converted = to_constituents(treebank)
    if not len(treebank.tokens):
        assert converted is treebank
        return
    back = to_dependencies(converted.replace(tokens=converted.tokens.replace(head=None, deprel=None)), "left")
    assert np.array_equal(back.tokens.numbers("head"), np.maximum(treebank.tokens.numbers("head"), -1))
    given_head = treebank.tokens.numbers("head") >= -1
    relations = treebank.tokens.text("deprel").take(given_head)
    assert back.tokens.text("deprel").take(given_head).equals(relations)


def test_a_tree_that_is_not_projective_has_gaps_that_can_be_closed(shared: Path) -> None:
    treebank = read(shared / "ud" / "UD_German-PUD" / "*test*.conllu*")[:300]
    converted = to_constituents(treebank)
    assert discontinuous(converted).any()
    assert not discontinuous(apply(converted, "raise-crossing")).any()
