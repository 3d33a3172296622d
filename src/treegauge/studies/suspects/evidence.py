"""What a kind of evidence is: columns of numbers, one row per item, and reasons in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...core.types import Floats, Int64s

EVIDENCE = ("surprise", "variation", "form")  # what is looked for unless asked otherwise
COSTLY = ("grammar", "disagreement")  # what takes minutes
Reason = Callable[[int], str | None]  # of an item: what is unusual, or None


@dataclass(frozen=True, eq=False)
class Evidence:
    """Evidence about all items of a treebank.

    name     one of `EVIDENCE` or `COSTLY`
    columns  numbers that the score is made of: the larger, the more suspicious
    reason   what to say about an item
    like     for an item (a row), an item that is annotated in another way, to show next to it; -1 is none
    """

    name: str
    columns: Mapping[str, Floats]
    reason: Reason
    like: Int64s | None = None
