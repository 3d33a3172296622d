"""Folds are as equal as they can be, and the sentences of all folds make the treebank again."""

from __future__ import annotations

import numpy as np
import pytest

from treegauge import bundled
from treegauge.treebank.folds import contiguous_folds, dealt_folds, drawn_folds, joined_folds


@pytest.mark.parametrize(("sentences", "folds"), [(10, 3), (7, 7), (64, 10), (5, 1)])
def test_every_fold_has_its_share(sentences: int, folds: int) -> None:
    for fold in (drawn_folds(sentences, folds, 3), contiguous_folds(sentences, folds)):
        sizes = np.bincount(fold, minlength=folds)
        assert sizes.sum() == sentences
        assert sizes.max() - sizes.min() <= 1


def test_folds_that_follow_each_other_do_so() -> None:
    assert contiguous_folds(7, 3).tolist() == [0, 0, 0, 1, 1, 2, 2]


def test_sentences_are_dealt_in_the_order_given() -> None:
    assert dealt_folds(np.array([3, 1, 0, 2]), 2).tolist() == [0, 1, 1, 0]


def test_a_draw_is_the_one_that_it_always_was() -> None:
    assert drawn_folds(9, 4, 5).tolist() == (np.random.default_rng(5).permutation(9) % 4).tolist()


def test_joined_folds_are_the_treebank() -> None:
    treebank = bundled("english.mrg")
    fold = drawn_folds(len(treebank), 5, 0)
    parts = [treebank.select(np.flatnonzero(fold == number)) for number in range(5)]
    assert joined_folds(parts, fold).equals(treebank)
