"""The tags of the Penn treebank, and whether a treebank uses them."""

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
# The XML of GENIA names punctuation marks by words, and has no $ in tags.
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
    """The treebank with the tags of the Penn treebank in place of those that it spells differently."""
    if not set(treebank.tokens.text("tag").values) & set(_SPELLED_OTHERWISE):
        return treebank
    return relabel(treebank, lambda tag: _SPELLED_OTHERWISE.get(tag, tag), "tokens", "tag")


def check_penn(treebank: Treebank) -> None:
    """Refuse trees that are not in the Penn style: fewer than half of the tagged words have its tags."""
    tag = treebank.tokens.text("tag")
    tagged, known = int((tag.codes >= 0).sum()), int(tag.mask(PENN | {"-NONE-"}).sum())
    if 2 * known < tagged:
        raise DataError(
            f"{treebank.where(0)}: {known:,} of {tagged:,} words have a tag of the Penn treebank; this conversion is "
            "for English trees in the Penn style; for other phrases use -t to-dependencies"
        )
