"""Flat trees, which parsers give for sentences that they cannot parse."""

from __future__ import annotations

import numpy as np

from ...core.types import Floats, Mask
from ...measures.shared.prm import Prm
from ...treebank import Treebank

FLAT = 0.9  # of the words are directly below one node
NOT_FLAT = 1 / 3  # at most, in gold: lists of names are flat there too
LEAST_WORDS = 8  # a shorter sentence may well be one flat phrase for a parser


def flat_parses(gold: Treebank, test: Treebank, prm: Prm) -> Mask:
    """The sentences whose test tree is flat and whose gold tree is not. Only words that count are looked at."""
    words, share = _widest(test, prm)
    _, gold_share = _widest(gold, prm)
    return np.asarray((words >= LEAST_WORDS) & (share >= FLAT) & (gold_share <= NOT_FLAT))


def _widest(treebank: Treebank, prm: Prm) -> tuple[Floats, Floats]:
    """For each sentence, its words, and the largest share of them that is directly below one node or no node."""
    tokens, nodes = treebank.tokens, treebank.nodes
    kept = ~tokens.text("tag").mask(frozenset(prm.delete))
    parent, sentence = tokens.numbers("parent"), tokens.sentence
    words = np.bincount(sentence, kept, minlength=len(treebank)).astype(np.float64)
    widest = np.bincount(sentence, kept & (parent < 0), minlength=len(treebank)).astype(np.float64)
    below = kept & (parent >= 0)
    children = np.bincount((nodes.offsets[:-1][sentence] + parent)[below], minlength=len(nodes))
    np.maximum.at(widest, nodes.sentence, children)
    return words, widest / np.maximum(words, 1)
