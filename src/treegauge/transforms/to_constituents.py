"""Dependencies to phrases."""

from __future__ import annotations

from ..treebank import Treebank
from .base import transform
from .conversions import to_constituents as conversion


@transform("to-constituents")
def to_constituents(treebank: Treebank) -> Treebank:
    """Make phrases from dependencies: one for each word that has dependents, with gaps where a tree is not projective
    (raise-crossing closes them). The dependencies stay."""
    return conversion.to_constituents(treebank)
