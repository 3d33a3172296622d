"""The summary `tag-losses`."""

from __future__ import annotations

from ...core.types import Row
from ..running.tasks import summary

_TAGS, _WORDS = "tags", "words"


@summary("tag-losses")
def tag_losses(rows: list[Row], *, value: str) -> list[Row]:
    """What each system loses on other treebanks than the first one with gold tags and from words, and the share of the
    second loss that is not in the first: that of the tags."""
    values = {(row["treebank"], row["system"], row["given"]): row[value] for row in rows}
    first, *others = dict.fromkeys(row["treebank"] for row in rows)
    made: list[Row] = []
    for treebank in others:
        for system in dict.fromkeys(row["system"] for row in rows):
            sides = [[values.get((own, system, given)) for own in (first, treebank)] for given in (_TAGS, _WORDS)]
            losses = [here - there for here, there in sides if here is not None and there is not None]
            if len(losses) == len(sides):
                made.append({"treebank": treebank, "system": system, **_divided(*losses)})
    return made


def _divided(with_tags: float, from_words: float) -> Row:
    tags = from_words - with_tags
    share = 100 * tags / from_words if from_words else None
    return {"loss_tags": with_tags, "loss_words": from_words, "difference": tags, "share": share}
