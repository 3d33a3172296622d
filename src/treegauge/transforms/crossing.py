"""From discontinuous trees to continuous ones."""

from __future__ import annotations

from ..annotation.head_rules import head_children
from ..treebank import Treebank
from ..treebank.edit import restructure
from ..treebank.shape import discontinuous, node_sizes
from .base import transform


@transform("raise-crossing")
def raise_crossing(treebank: Treebank, *, heads: str = "auto") -> Treebank:
    """Resolve crossing branches: from the bottom up, children that are not adjacent to the part with the head move to
    the parent.

    Heads come from the function HD where the treebank has it, else from head rules (heads=NAME); without rules, the
    leftmost child is the head. Punctuation outside the tree counts as a gap: use attach-punctuation first.
    """
    if not treebank.has_constituents or not discontinuous(treebank).any():
        return treebank
    from .kernels.crossing import raise_children

    tokens, nodes = treebank.tokens, treebank.nodes
    token_parent, parent = raise_children(
        tokens.offsets,
        nodes.offsets,
        tokens.numbers("parent"),
        nodes.numbers("parent"),
        nodes.numbers("left"),
        nodes.numbers("right"),
        node_sizes(treebank),
        head_children(treebank, heads),
    )
    return restructure(treebank, nodes.replace(parent=parent), token_parent)
