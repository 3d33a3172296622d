"""The construction of each node: every node has exactly one, in every scheme."""

from __future__ import annotations

import numpy as np
import pytest

import treegauge as tg
from treegauge import Treebank
from treegauge.annotation.node_constructions import NODE_CONSTRUCTIONS, node_constructions
from treegauge.annotation.phrase_kinds import find_phrase_kinds
from treegauge.formats.base import FORMATS, Input


def read_text(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def first_construction(tree: str, scheme: str) -> str | None:
    """That of the first node below the root."""
    treebank = read_text(f"(TOP {tree})")
    return node_constructions(treebank, find_phrase_kinds(scheme, treebank))[1]


@pytest.mark.parametrize(
    ("tree", "scheme", "construction"),
    [
        ("(NP (NN a))", "penn", "Unary choice"),
        ("(S (VP (VB a) (NP (NN b))))", "penn", "Unary choice"),
        ("(NP (NN a) (CC and) (NN b))", "penn", "Coordination"),
        ("(S (CC and) (NP (NN b)) (VP (VB c)))", "penn", "Label choice"),
        ("(NP (NP (NN a)) (CONJP (RB as) (RB well) (IN as)) (NP (NN b)))", "penn", "Coordination"),
        ("(NP (NP (N a)) (CONJP (CONJ and) (NP (N b))))", "penn-historical", "Coordination"),
        ("(CNP (NN a) (KON und) (NN b))", "tiger", "Coordination"),
        ("(VP (VB a) (NP (NN b)) (PP (IN c) (NP (NN d))))", "penn", "PP attachment"),
        ("(VP (VB a) (NP (NP (NN b)) (PP (IN c) (NP (NN d)))))", "penn", "PP attachment"),
        ("(VP (VB a) (NP (PP (IN c) (NP (NN d))) (NN b)))", "penn", "Label choice"),
        ("(NP (NP (NN a)) (SBAR (WHNP (WDT that)) (S (VP (VB b)))))", "penn", "Clause attachment"),
        ("(SBAR (IN if) (S (NP (NN a)) (VP (VB b))))", "penn", "Label choice"),
        ("(VP (VB a) (ADVP (RB b)))", "penn", "Modifier attachment"),
        ("(VP (VB a) (RB b))", "penn", "Modifier attachment"),
        ("(NP (DT the) (NN a) (NN b))", "penn", "Noun compound"),
        ("(NP (NN a) (POS 's) (NN b))", "penn", "NP internal structure"),
        ("(VP (VB a) (NP (NN b)))", "penn", "Label choice"),
        ("(np (n a) (pp (prp b) (n c)))", "generic", "PP attachment"),
    ],
)
def test_a_node_belongs_to_the_first_construction_that_fits(tree: str, scheme: str, construction: str) -> None:
    assert first_construction(tree, scheme) == construction


@pytest.mark.parametrize("name", ["english.mrg", "german.export"])
def test_every_node_has_a_construction(name: str) -> None:
    treebank = tg.bundled(name)
    constructions = node_constructions(treebank, find_phrase_kinds("auto", treebank))
    assert len(constructions) == len(treebank.nodes)
    assert set(constructions.decode()) <= set(NODE_CONSTRUCTIONS)


def test_a_treebank_without_sentences_has_no_nodes() -> None:
    empty = tg.bundled("english.mrg").select(np.zeros(0, np.int64))
    assert len(node_constructions(empty, find_phrase_kinds("penn", empty))) == 0
