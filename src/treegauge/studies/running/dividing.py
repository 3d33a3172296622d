"""Divide a treebank of one piece into a training and a test part: a tenth of it is test."""

from __future__ import annotations

import numpy as np

from ...core.errors import DataError
from ...core.types import Mask
from ...core.wording import counted
from ...treebank import Treebank
from ...treebank.folds import drawn_folds

_BLOCK = 10  # sentences
_PARTS = 10  # of so many parts, the last is test


def into_parts(trees: Treebank, split: str, seed: int, name: str) -> tuple[Treebank, Treebank]:
    """The training and the test part: by blocks, documents or at random."""
    if len(trees) < _PARTS:
        raise DataError(f"{name}: {counted(len(trees), 'sentence')} cannot be divided into parts")
    if split == "random":
        is_test = drawn_folds(len(trees), _PARTS, np.random.default_rng(seed)) == 0
    else:
        is_test = _of_documents(trees, name) if split == "documents" else _of_blocks(len(trees))
    return _parts(trees, ~is_test, is_test)


def _of_blocks(sentences: int) -> Mask:
    """In blocks, since sentences next to each other are often of one text; a small treebank has smaller ones."""
    block = min(_BLOCK, sentences // _PARTS)
    is_test: Mask = np.arange(sentences) // block % _PARTS == _PARTS - 1
    return is_test


def _of_documents(trees: Treebank, name: str) -> Mask:
    """Every tenth file: the files of a treebank are its documents."""
    sources = trees.sentences.text("source").decode()
    numbers = {source: number for number, source in enumerate(dict.fromkeys(sources))}
    if len(numbers) < _PARTS:
        raise DataError(f"{name}: {counted(len(numbers), 'document')} cannot be divided into parts; each is a file")
    is_test: Mask = np.array([numbers[source] for source in sources]) % _PARTS == _PARTS - 1
    return is_test


def with_ids_of(trees: Treebank, train: Treebank, test: Treebank) -> tuple[Treebank, Treebank]:
    """The sentences that have the ids of those in two parts of another treebank; others are in neither part."""
    ids = trees.sentences.text("id").decode()
    masks = []
    for part in (train, test):
        wanted = frozenset(part.sentences.text("id").decode())
        masks.append(np.array([own in wanted for own in ids], bool))
    return _parts(trees, *masks)


def _parts(trees: Treebank, is_train: Mask, is_test: Mask) -> tuple[Treebank, Treebank]:
    return trees[np.flatnonzero(is_train)], trees[np.flatnonzero(is_test)]
