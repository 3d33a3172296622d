"""Remove empty elements and annotation that is not part of the text."""

from __future__ import annotations

import re

import numpy as np

from ..core.types import Mask
from ..treebank import Treebank
from ..treebank.edit import drop_nodes, drop_tokens
from ..treebank.shape import no_words, node_sizes
from .base import transform

_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>")


@transform("remove-empties")
def remove_empties(treebank: Treebank) -> Treebank:
    """Remove empty elements, CODE and ID nodes, and the phrases they leave empty.

    Phrases that never had words are removed, too.
    """
    treebank = drop_tokens(treebank, no_words(treebank))
    return drop_nodes(treebank, node_sizes(treebank) == 0)


@transform("drop-markup")
def drop_markup(treebank: Treebank) -> Treebank:
    """Remove tokens that are layout markup, such as <p> or </em>, and have no tag."""
    tokens = treebank.tokens
    markup = tokens.text("form").mask(lambda form: _MARKUP.fullmatch(form) is not None)
    return drop_tokens(treebank, markup & (tokens.text("tag").codes < 0))


@transform("drop-phrases")
def drop_phrases(treebank: Treebank, *, labels: tuple[str, ...]) -> Treebank:
    """Remove phrases with one of these labels and all their words: drop-phrases(CODE)."""
    tokens, nodes = treebank.tokens, treebank.nodes
    if not len(nodes):
        return treebank
    parent = tokens.numbers("parent")
    above = np.where(parent >= 0, parent + np.repeat(nodes.offsets[:-1], tokens.counts), -1)
    without = drop_tokens(treebank, np.append(_within(treebank, labels), False)[above])
    return drop_nodes(without, _within(without, labels))


def _within(treebank: Treebank, labels: tuple[str, ...]) -> Mask:
    """Nodes with one of the labels, and all nodes below them."""
    from ..treebank.kernels import nearest_kept

    nodes = treebank.nodes
    inside: Mask = nodes.text("label").mask(frozenset(labels))
    if inside.any():
        inside = nearest_kept(nodes.offsets, nodes.numbers("parent"), inside) >= 0
    return inside


@transform("words-to-tags")
def words_to_tags(treebank: Treebank) -> Treebank:
    """Replace every word by its tag."""
    return treebank.replace(tokens=treebank.tokens.replace(form=treebank.tokens.text("tag"), lemma=None))
