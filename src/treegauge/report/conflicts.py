"""Suspects next to the other occurrence of their words, which is annotated in another way."""

from __future__ import annotations

import numpy as np

from ..studies.suspects.finding import Suspects
from ..treebank import Treebank
from ..treebank.drawing import picture_lines
from ..treebank.edit import drop_tokens
from ..treebank.lines import Line, next_to_each_other

_AROUND = 2  # words on each side that are drawn, too
_GAP = 4


def conflict_lines(suspects: Suspects, first: int) -> list[Line]:
    """Pictures of the first suspects that have a conflict: on the left the suspect, on the right the other occurrence;
    two words on each side are drawn, too."""
    lines: list[Line] = []
    for rank, item, other in suspects.conflicts(first):
        lines += [Line()] if lines else []
        heading = Line()
        heading.write(f"{rank}  {_place(suspects, item)}  and  {_place(suspects, other)}", "heading")
        lines += [heading, *next_to_each_other([_drawn(suspects, item), _drawn(suspects, other)], _GAP)]
    return lines


def _place(suspects: Suspects, item: int) -> str:
    label = suspects.items.label[item] or "(none)"
    return f"{label} at {suspects.items.treebank.where(int(suspects.items.sentence[item]))}"


def _drawn(suspects: Suspects, item: int) -> list[Line]:
    return picture_lines(_cut(suspects, item)[0])


def _cut(suspects: Suspects, item: int) -> Treebank:
    """The words of an item (of a word: as far as its head), and some around them."""
    items = suspects.items
    sentence = int(items.sentence[item])
    start = int(items.treebank.tokens.offsets[sentence])
    left, right = int(items.left[item]) - start, int(items.right[item]) - start
    if items.kind == "words" and items.above[item] >= 0:
        head = int(items.above[item]) - start
        left, right = min(left, head), max(right, head + 1)
    trees = items.treebank.select(np.array([sentence]))
    place = np.arange(len(trees.tokens))
    return drop_tokens(trees, (place < left - _AROUND) | (place >= right + _AROUND))
