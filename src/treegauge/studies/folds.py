"""Parts of a treebank that were worked on one by one, as one treebank again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..treebank import Treebank, concatenate


def joined_folds(parts: Sequence[Treebank], fold: Any) -> Treebank:
    """The sentences of all folds in the order of the treebank that they are from; `fold` has the fold of each of its
    sentences, and part k the sentences of fold k."""
    return concatenate(parts).select(np.argsort(np.argsort(fold, kind="stable")))
