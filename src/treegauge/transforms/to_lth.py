"""Penn trees to CoNLL-2008 dependencies."""

from __future__ import annotations

from ..treebank import Treebank
from .base import transform
from .conversions import lth
from .conversions.coordination import Style


@transform("to-lth")
def to_lth(
    treebank: Treebank,
    *,
    raw: bool = False,
    coordination: Style = "chain",
    bracketed: bool = False,
    names: bool = True,
    restore: bool = True,
) -> Treebank:
    """Make labelled dependencies from Penn trees as in CoNLL-2008 (Johansson and Nugues 2007). raw=true: trees without
    function tags and traces; coordination: chain, flat or conjunction; bracketed=true: noun phrases have inner brackets
    (NML); names=false: do not look for names in flat noun phrases; restore=false: do not look for subjects and moved
    phrases where a tree has no empty elements. The phrases stay; empty elements go."""
    return lth.to_lth(treebank, raw=raw, coordination=coordination, bracketed=bracketed, names=names, restore=restore)
