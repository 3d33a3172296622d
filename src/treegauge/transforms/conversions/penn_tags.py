"""The tags of the Penn treebank, and whether a treebank is in its manner."""

from __future__ import annotations

from ...core.errors import DataError
from ...treebank import Treebank
from ...treebank.edit import relabel

PUNCTUATION = frozenset({",", ".", ":", "``", "''", '"', "-LRB-", "-RRB-", "(", ")", "HYPH", "NFP", "PUNCT"})
PENN = PUNCTUATION | {
    *("$", "#", "ADD", "AFX", "CC", "CD", "DT", "EX", "FW", "GW", "IN", "JJ", "JJR", "JJS", "LS", "MD"),
    *("NN", "NNP", "NNPS", "NNS", "PDT", "POS", "PRP", "PRP$", "RB", "RBR", "RBS", "RP", "SYM", "TO", "UH"),
    *("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "WDT", "WP", "WP$", "WRB", "XX"),
}
# The XML of GENIA has names for marks, and no $.
_SPELLED_OTHERWISE = {
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
    if not set(treebank.tokens.text("tag").values) & set(_SPELLED_OTHERWISE):
        return treebank
    return relabel(treebank, lambda tag: _SPELLED_OTHERWISE.get(tag, tag), "tokens", "tag")


def check_penn(treebank: Treebank) -> None:
    """Refuse trees that are not in the manner of Penn: fewer than half of the tagged words have its tags."""
    tag = treebank.tokens.text("tag")
    tagged, known = int((tag.codes >= 0).sum()), int(tag.mask(PENN | {"-NONE-"}).sum())
    if 2 * known < tagged:
        raise DataError(
            f"{treebank.where(0)}: {known:,} of {tagged:,} words have a tag of the Penn treebank; this conversion is "
            "for English trees in its manner; other phrases become dependencies with -t to-dependencies"
        )
