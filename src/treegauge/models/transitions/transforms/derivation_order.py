"""Words in the order in which a transition-based parser attaches them (Søgaard and Haulrich 2010)."""

from __future__ import annotations

from ....transforms.base import transform
from ....treebank import Treebank
from ....treebank.edit import relabel, reorder_tokens
from ..oracles import derive
from ..systems import SystemName


@transform("derivation-order")
def derivation_order(treebank: Treebank, *, system: SystemName = "swap-lazy") -> Treebank:
    """Put the words of each sentence into the order in which a transition system attaches them: arc-standard,
    arc-eager, swap-eager or swap-lazy.

    The words keep their heads. Words that the system never attaches come last: in arc-standard and arc-eager some words
    of a tree that is not projective. The comment `# text`, which would no longer be true, is removed.
    """
    moved = reorder_tokens(treebank, derive(treebank, system).order)
    return treebank if moved is treebank else relabel(moved, _without_text, "sentences", "comments")


def _without_text(comments: str) -> str | None:
    lines = [line for line in comments.split("\n") if not line.startswith(("# text =", "#text="))]
    return "\n".join(lines) or None
