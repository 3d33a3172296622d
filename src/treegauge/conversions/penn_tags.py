"""Tags that a treebank in the manner of Penn spells otherwise."""

from __future__ import annotations

from ..treebank import Treebank
from ..treebank.edit import relabel

# The XML of GENIA has names for marks, and no $.
_PENN = {
    "PERIOD": ".",
    "COMMA": ",",
    "COLON": ":",
    "LQT": "``",
    "RQT": "''",
    "LRB": "-LRB-",
    "RRB": "-RRB-",
    "PRPP": "PRP$",
    "WPP": "WP$",
}


def with_penn_tags(treebank: Treebank) -> Treebank:
    """The treebank with the tags of the Penn treebank for those that it spells otherwise."""
    if not set(treebank.tokens.text("tag").values) & set(_PENN):
        return treebank
    return relabel(treebank, lambda tag: _PENN.get(tag, tag), "tokens", "tag")
