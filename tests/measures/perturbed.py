"""Pairs of treebanks with the same words for hypothesis: the second has nodes, labels, tags, heads or words changed."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from strategies import treebanks
from treegauge import Text, Treebank
from treegauge.core.types import Mask
from treegauge.formats.base import FORMATS, Input
from treegauge.treebank.edit import drop_nodes
from treegauge.treebank.shape import no_words

_LABELS = ("S", "NP", "VP", "NEW", None)


def trees(text: str) -> Treebank:
    """Bracketed trees, as text."""
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


@st.composite
def pairs(draw: st.DrawFn, *, constituents: bool = True, other_words: bool = False) -> tuple[Treebank, Treebank]:
    """A treebank, and the same with errors."""
    gold = draw(treebanks(constituents=constituents, dependencies=not constituents, empty_nodes=constituents))
    test = _relabelled(draw, gold)
    if constituents and draw(st.booleans()):
        test = drop_nodes(test, _some(draw, len(test.nodes)))
    if not constituents and draw(st.booleans()) and len(test.tokens):
        head = np.where(_some(draw, len(test.tokens)), np.int32(-1), test.tokens.numbers("head"))
        test = test.replace(tokens=test.tokens.replace(head=head))
    if other_words and draw(st.booleans()) and len(test.tokens):
        form = _replaced(draw, test.tokens.text("form"), ("other",))
        test = test.replace(tokens=test.tokens.replace(form=form))
    return gold, test


def _relabelled(draw: st.DrawFn, treebank: Treebank) -> Treebank:
    """Other tags and labels; a word stays a word, and an empty element stays one."""
    old, words = treebank.tokens.text("tag"), ~no_words(treebank)
    new = _replaced(draw, old, ("NN", "VB", "X"))
    tag = Text.of(after if word else before for before, after, word in zip(old, new, words.tolist(), strict=True))
    changed = treebank.replace(tokens=treebank.tokens.replace(tag=tag))
    if not len(treebank.nodes):
        return changed
    label = _replaced(draw, treebank.nodes.text("label"), _LABELS)
    return changed.replace(nodes=treebank.nodes.replace(label=label))


def _replaced(draw: st.DrawFn, column: Text, values: tuple[str | None, ...]) -> Text:
    if draw(st.booleans()):
        return column
    chosen = _some(draw, len(column)).tolist()
    new = [draw(st.sampled_from(values)) if there else old for old, there in zip(column, chosen, strict=True)]
    return Text.of(new)


def _some(draw: st.DrawFn, length: int) -> Mask:
    few = st.sampled_from([False, False, False, True])
    return np.array(draw(st.lists(few, min_size=length, max_size=length)), bool)
