"""`Posteriors`: what is expected in the trees of sentences, of all trees weighted by their probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict

from ...core.types import Floats, Int32s, Int64s
from ...treebank import Text


class BracketRow(TypedDict):
    """A bracket or a tag of a sentence, and how often it is expected."""

    sentence: int
    label: str
    left: int
    right: int
    expected: float


@dataclass(frozen=True, eq=False)
class Posteriors:
    """The expected number of nodes of every label over every span (`left` to before `right`), given the sentence: a
    probability, except where a label can be above itself. Those below 1e-6 are left out.

    sentence  the number of the sentence, from 0
    label     the label of a phrase; or of a word its tag, where `is_tag`
    rules     how often each rule is expected in all sentences: one per rule of a `Grammar`, in its order; of a
              `LatentGrammar` one per unary block, then one per binary block, summed over substates
    complete  whether each sentence is counted: not if it has no tree, or if numbers of a label are too far apart
    """

    sentence: Int64s
    label: Text
    is_tag: Any
    left: Int32s
    right: Int32s
    expected: Floats
    rules: Floats
    complete: Any

    def __len__(self) -> int:
        return len(self.sentence)

    def rows(self) -> list[BracketRow]:
        """One row per bracket and tag; sentences are numbered from 1."""
        columns = (self.sentence + 1, self.label.decode(), self.left, self.right, self.expected)
        values = zip(*(column if isinstance(column, list) else column.tolist() for column in columns), strict=True)
        return [
            {"sentence": sentence, "label": label or "", "left": left, "right": right, "expected": expected}
            for sentence, label, left, right, expected in values
        ]
