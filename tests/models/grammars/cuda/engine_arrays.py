"""Grammars and treebanks as the arrays that the CUDA engine takes, and its results next to those of the processor."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from treegauge import Treebank
from treegauge.models.grammars import inference
from treegauge.models.grammars.cuda.engine import (
    DONE,
    DevicePatches,
    DeviceResults,
    Engine,
    GivenNodes,
    Machine,
    Sentences,
)
from treegauge.models.grammars.cuda.network import device_network
from treegauge.models.grammars.derivations import tag_column, tag_numbers
from treegauge.models.grammars.inference import best_trees, infer_readings, weighted_network
from treegauge.models.grammars.inference.arrays import GivenTrees
from treegauge.models.grammars.inference.network import RuleGrammar, build_markov_network
from treegauge.models.grammars.markov import MarkovGrammar
from treegauge.models.grammars.readings import Readings, as_given, log2_factors

BIT = 1e-12 / math.log(2)  # a relative error of 1e-12 in a probability, in bits


def given_tags(grammar: RuleGrammar, treebank: Treebank) -> Readings:
    return as_given(tag_numbers(grammar, treebank.tokens.text("tag")))


def sentences_of(treebank: Treebank, readings: Readings) -> Sentences:
    return Sentences(treebank.tokens.offsets, readings.first, readings.tag, readings.weight, readings.log)


def patches_of(patches: Any) -> DevicePatches | None:
    return None if patches is None else DevicePatches(*(getattr(patches, name) for name in DevicePatches._fields))


def trees_of(grammar: RuleGrammar, treebank: Treebank, log2_rule: Any) -> GivenTrees:
    return inference.given_trees(grammar, treebank, tag_numbers(grammar, treebank.tokens.text("tag")), log2_rule)


def nodes_of(trees: GivenTrees) -> GivenNodes:
    return GivenNodes(*(getattr(trees, name) for name in GivenNodes._fields))


def engine_of(grammar: RuleGrammar, machine: Machine) -> Engine:
    if isinstance(grammar, MarkovGrammar):
        network = build_markov_network(grammar, sharing=False)
    else:
        network = weighted_network(grammar)
    return Engine(device_network(*network), machine)


def check_engine(
    machine: Machine,
    grammar: RuleGrammar,
    treebank: Treebank,
    *,
    readings: Readings | None = None,
    patches: Any = None,
    log2_rule: Any = None,
) -> DeviceResults:
    """The engine does all sentences, with the sums and the best trees of the processor, and the bits of their nodes if
    log2 p of the rules of these is given."""
    readings = readings or given_tags(grammar, treebank)
    trees = None if log2_rule is None else trees_of(grammar, treebank, log2_rule)
    nodes = None if trees is None else nodes_of(trees)
    found = engine_of(grammar, machine).infer(sentences_of(treebank, readings), patches_of(patches), nodes)
    assert found.status.tolist() == [DONE] * len(treebank)
    expected = infer_readings(grammar, treebank, readings, patches, given=trees)
    assert found.bits == pytest.approx(expected.node_bits, abs=1e-9, nan_ok=True)
    logs = found.logs + log2_factors(readings, treebank.tokens.offsets)[:, None]
    assert logs[:, 0] == pytest.approx(expected.log2_sentence, abs=BIT, rel=1e-14)
    assert logs[:, 1] == pytest.approx(expected.log2_best, abs=BIT, rel=1e-14)
    treebank = treebank.replace(tokens=treebank.tokens.replace(tag=tag_column(grammar, found.tags)))
    best = best_trees(grammar, treebank, found.nodes, found.counts.astype(np.int64), found.parents)
    assert best.equals(expected.trees)
    return found
