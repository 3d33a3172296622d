"""Folds: a treebank divided into parts, each of which is tested by a model that learns from the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..core.types import Int64s, Integers, Seed
from .table import Treebank, concatenate


def drawn_folds(sentences: int, folds: int, seed: Seed) -> Int64s:
    """The fold of each sentence, drawn at random; the sizes of any two folds differ by at most one."""
    return dealt_folds(np.argsort(np.random.default_rng(seed).permutation(sentences)), folds)


def dealt_folds(order: Int64s, folds: int) -> Int64s:
    """The fold of each sentence, where sentences are dealt to the folds in turn, in a given order."""
    fold = np.empty(len(order), np.int64)
    fold[order] = np.arange(len(order)) % folds
    return fold


def contiguous_folds(sentences: int, folds: int) -> Int64s:
    """The fold of each sentence, where each fold is a run of sentences that follow each other."""
    return np.arange(sentences) * folds // sentences


def joined_folds(parts: Sequence[Treebank], fold: Integers) -> Treebank:
    """The sentences of all folds in the order of the treebank that they come from: `fold` has the fold of each of its
    sentences, and part k has the sentences of fold k."""
    return concatenate(parts).select(np.argsort(np.argsort(fold, kind="stable")))
