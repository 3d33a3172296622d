"""Random Penn trees with traces and gaps, and what every conversion of them must give."""

from __future__ import annotations

import zlib

from hypothesis import strategies as st

from treegauge import Treebank
from treegauge.formats.base import FORMATS, Input
from treegauge.transforms.conversions.penn_tags import PENN
from treegauge.treebank.edit import relabel

CATEGORIES = (
    *("S", "NP", "VP", "PP", "SBAR", "PRN", "UCP", "NX", "ADVP", "QP", "FRAG", "SQ", "WHNP", "CONJP", "NAC", "SINV"),
    *("SBARQ", "WHADVP", "EDITED", "LST"),
)
FUNCTIONS = ("", "-SBJ", "-1", "-2", "-PRD", "-CLF", "=1", "=2", "-LGS", "-TMP-2", "-TPC-1")
WORDS = (
    *("(DT the)", "(NN dog)", "(NNP Inc.)", "(VBZ is)", "(VBD said)", "(TO to)", "(IN of)", "(CC and)", "(CC &)"),
    *("(, ,)", "(. .)", "(`` ``)", "(-NONE- *T*-1)", "(-NONE- *ICH*-2)", "(-NONE- *RNR*-1)", "(-NONE- *EXP*-2)"),
    *("(-NONE- *)", "(-NONE- 0)", "(RB rather)", "(IN than)", "(POS 's)", "(CD 5)", "(JJ old)", "(WP who)", "(RB so)"),
    *("(GW in)", "(VBG going)", "(: --)", "(NNS men)"),
)
penn_labels = st.builds("".join, st.tuples(st.sampled_from(CATEGORIES), st.sampled_from(FUNCTIONS)))
penn_trees = st.recursive(
    st.sampled_from(WORDS),
    lambda below: st.builds("({} {})".format, penn_labels, st.lists(below, min_size=1, max_size=5).map(" ".join)),
    max_leaves=25,
)


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def assert_is_tree(heads: list[int]) -> None:
    """One root, and every word leads up to it."""
    assert not heads or heads.count(-1) == 1
    for word in range(len(heads)):
        seen, here = set(), word
        while here >= 0:
            assert here not in seen
            seen.add(here)
            here = heads[here]


def as_penn(treebank: Treebank) -> Treebank:
    """Every tag becomes one of Penn's, the same ones the same: conversions refuse trees that have others."""
    tags = sorted(PENN)

    def penn(tag: str) -> str:
        return tag if tag == "-NONE-" else tags[zlib.crc32(tag.encode()) % len(tags)]

    return relabel(treebank, penn, "tokens", "tag") if "tag" in treebank.tokens else treebank
