"""The summary `written-triples`."""

from __future__ import annotations

from ...core.types import Row
from ...measures.shared.headed import headed
from ..running.tasks import summary
from ..running.written_trees import written_trees


@summary("written-triples")
def written_triples(rows: list[Row], *, tree: str, heads: str = "auto") -> list[Row]:
    """The dependency triples of a tree that is written in the file of the study, in brackets: word, tag and head word;
    punctuation is left out. No rows are needed."""
    phrases = written_trees(tree, "tree")
    pair = headed(phrases, phrases, rules=(heads, heads), trees="constituents", drop=True)
    return [
        {"word": token.form, "tag": token.tag, "head": token.head.form if token.head else "-"}
        for sentence in pair.gold
        for token, kept in zip(sentence, pair.keep, strict=True)
        if kept
    ]
