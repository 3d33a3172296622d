"""Phrases to dependencies by head rules."""

from __future__ import annotations

from ..annotation.head_reassignment import find_reassignment
from ..treebank import Treebank
from .base import transform
from .conversions import dependencies
from .empties import remove_empties


@transform("to-dependencies")
def to_dependencies(treebank: Treebank, *, heads: str = "auto", rules: str = "none") -> Treebank:
    """Make dependencies from phrases by head rules (treegauge list heads; rules: head reassignment, as in mph). The
    relation is the function of the phrase, where the treebank has functions on edges. The phrases stay; empty elements
    go."""
    return dependencies.to_dependencies(remove_empties(treebank), heads, find_reassignment(rules))
