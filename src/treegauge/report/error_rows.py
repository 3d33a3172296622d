"""One row per error, for the JSON and CSV output of `diff`."""

from __future__ import annotations

from ..core.types import Row
from ..measures.shared.items import ComparedItems
from ..treebank.views import Token
from .word_rows import paired_words


def error_row(items: ComparedItems, item: int) -> Row:
    """What is wrong with a bracket or word, and where it is."""
    place = items.place(item)
    row: Row = {
        "kind": items.kind[item],
        "gold": items.gold_label[item],
        "test": items.test_label[item],
        "left": place.left,
        "right": place.right,
        "words": items.text(item),
        "context": items.context(item),
    }
    if items.table == "tokens":
        for side, treebank, rows in (("gold", items.gold, items.gold_row), ("test", items.test, items.test_row)):
            word = int(rows[item])
            sentence = int(treebank.tokens.sentence[word]) if word >= 0 else -1
            within = word - int(treebank.tokens.offsets[sentence])
            row |= _head_row(side, items.tree(treebank, sentence).tokens[within] if word >= 0 else None)
    return row


def _head_row(side: str, token: Token | None) -> Row:
    """The head of a word: its number in the gold sentence (0: root; none, if gold has no such word) and the word."""
    if token is None:
        return {f"{side}_head": None, f"{side}_head_word": None}
    if token.head is None:
        outside = token.tree.column("tokens", "outside")[token.index]
        return {f"{side}_head": 0 if token.is_root else None, f"{side}_head_word": outside}
    place = paired_words(token.tree)[token.head.index]
    return {f"{side}_head": place + 1 if place >= 0 else None, f"{side}_head_word": token.head.form}
