"""English Penn trees to UD-like dependencies."""

from __future__ import annotations

from ..treebank import Treebank
from .base import transform
from .conversions.english_ud import to_english_ud


@transform("to-ud")
def to_ud(treebank: Treebank) -> Treebank:
    """Make dependencies from English Penn trees in the manner of Universal Dependencies, by the structure, and by
    function tags and traces where there are any. The phrases stay; empty elements go."""
    return to_english_ud(treebank)
