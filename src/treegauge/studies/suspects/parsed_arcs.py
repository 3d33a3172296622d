"""What parsers say about the head and the relation of each word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.types import Int64s
from ...treebank.strings import concatenate_text
from .disagreement import NONE, Votes, majority
from .items import SuspectItems
from .parses import ParsedItems


def arc_votes(items: SuspectItems, parses: Sequence[ParsedItems]) -> dict[str, Votes]:
    """Other arcs (a head with a relation), other heads, and other relations."""
    relations = concatenate_text([items.label, *(parsed.trees.tokens.text("deprel") for parsed in parses)])
    names, root = relations.values, len(items)
    own, *others = np.split(relations.codes.astype(np.int64), np.cumsum([root, *(len(p.token) for p in parses)])[:-1])
    own_head = np.where(items.treebank.tokens.numbers("head") == -1, root, items.above)
    arcs, heads, labels = [], [], []
    for parsed, codes in zip(parses, others, strict=True):
        head, relation = np.full(root, NONE, np.int64), np.full(root, NONE, np.int64)
        head[parsed.token], relation[parsed.token] = _heads(parsed, root), codes
        other_head, other = (head >= 0) & (head != own_head), (relation >= 0) & (relation != own)
        arcs.append(np.where(other_head, head, root + 1) * len(names) + relation)
        arcs[-1][~(other_head | other)] = NONE
        heads.append(np.where(other_head, head, NONE))
        labels.append(np.where(other, relation, NONE))
    form = items.treebank.tokens.text("form")

    def head_in_words(head: int) -> str:
        return "make it the root" if head == root else f"attach it to '{form[head]}'"

    def arc_in_words(arc: int) -> str:
        head, relation = divmod(arc, len(names))
        if head > root:  # the head is that of the tree
            return f"call it {names[relation]}"
        return head_in_words(head) if head == root else f"{head_in_words(head)} as {names[relation]}"

    return {
        "another arc": majority(arcs, arc_in_words),
        "another head": majority(heads, head_in_words),
        "another relation": majority(labels, lambda relation: f"call it {names[relation]}"),
    }


def _heads(parsed: ParsedItems, root: int) -> Int64s:
    """The head of each token of a parse, as a row of the items; `root` for a root."""
    tokens = parsed.trees.tokens
    head = tokens.numbers("head")
    row = parsed.token[np.where(head >= 0, head + tokens.start, 0)]
    return np.where(head >= 0, row, np.where(head == -1, root, NONE)).astype(np.int64)
