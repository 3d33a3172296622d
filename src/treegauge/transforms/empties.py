"""Empty elements and annotation that is no part of the text."""

from __future__ import annotations

from ..treebank import Treebank
from ..treebank.edit import drop_nodes, drop_tokens
from ..treebank.measure import no_words, node_sizes
from .base import transform


@transform("remove-empties")
def remove_empties(treebank: Treebank) -> Treebank:
    """Remove empty elements, CODE and ID nodes, and the phrases they leave empty.

    Phrases that had no words from the beginning go, too.
    """
    treebank = drop_tokens(treebank, no_words(treebank))
    return drop_nodes(treebank, node_sizes(treebank) == 0)


@transform("words-to-tags")
def words_to_tags(treebank: Treebank) -> Treebank:
    """Replace every word by its tag."""
    return treebank.replace(tokens=treebank.tokens.replace(form=treebank.tokens.text("tag"), lemma=None))
