"""The task `converters` and the summary `converter-differences`: two converters from phrases to dependencies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from ...annotation.punctuation import punctuation
from ...core.bounds import Positive
from ...core.types import Row
from ...evaluation.score import score
from ...transforms.base import apply
from ...treebank import Treebank
from ..running.data import StudyData
from ..running.tasks import summary, task

GOLD = "gold"
_RIGHT = ("ours_right", "other_right")
_MEASURES = {"": "attachment(punctuation=keep)", "_words": "attachment(punctuation=form)"}
_Pair = tuple[str, str, str]  # the relation of the other converter, that of ours, whether the head is the same


@task("converters")
def converter_rows(data: StudyData, *, ours: str = "to-ud", other: str = "corenlp-ud") -> list[Row]:
    """How far two converters agree with each other and, where `parses` of the treebank names gold dependencies, with
    gold: rows of the kind `scores`, with all words and, in uas_words and las_words, without punctuation. Rows of the
    kind `differences` are pairs of relations, with the number of words without punctuation that have them, and how
    many of these have the head and the relation of gold.
    """
    trees = {name: apply(data.whole, name) for name in (ours, other)}
    gold = data.parses.get(GOLD)
    pairs = [(other, ours), *((GOLD, name) for name in trees if gold is not None)]
    trees |= {} if gold is None else {GOLD: gold}
    rows: list[Row] = [
        {"kind": "scores", "reference": reference, "converter": name, **_scores(trees[reference], trees[name])}
        for reference, name in pairs
    ]
    return [*rows, *_differences(trees[ours], trees[other], gold)]


def _scores(reference: Treebank, converted: Treebank) -> Row:
    row: Row = {"sentences": len(converted)}
    results = score(reference, converted, list(_MEASURES.values()), resamples=0)
    for ending, result in zip(_MEASURES, results, strict=True):
        row |= {f"{name}{ending}": result.scores[name] for name in ("uas", "las")}
    return row


def _arcs(treebank: Treebank) -> list[tuple[str, int]]:
    relations = [relation or "" for relation in treebank.tokens.text("deprel").decode()]
    return list(zip(relations, treebank.tokens.numbers("head").tolist(), strict=True))


def _differences(ours: Treebank, other: Treebank, gold: Treebank | None) -> Iterator[Row]:
    arcs = _arcs(ours), _arcs(other), _arcs(ours if gold is None else gold)
    words: Counter[_Pair] = Counter()
    right: dict[str, Counter[_Pair]] = {name: Counter() for name in _RIGHT}
    for word in np.flatnonzero(~punctuation(ours, "penn")).tolist():
        own, their, true = (side[word] for side in arcs)
        if own != their:
            pair = (their[0], own[0], "same" if own[1] == their[1] else "other")
            words[pair] += 1
            right["ours_right"][pair] += own == true
            right["other_right"][pair] += their == true
    for pair, number in words.items():
        row: Row = {"kind": "differences", **dict(zip(("other", "ours", "head"), pair, strict=True)), "words": number}
        yield row if gold is None else {**row, **{name: counts[pair] for name, counts in right.items()}}


@summary("converter-differences")
def frequent_differences(
    rows: list[Row], *, by: Sequence[str], judged: Sequence[str] = (), first: Positive = 28, worse: bool = False
) -> list[Row]:
    """The most frequent differences of two converters: one row per pair of relations, with the number of words of each
    treebank in a column of its own, and a last row with the sums.

    by      the treebanks in which they are the most frequent
    judged  the treebanks whose ours_right and other_right are shown, summed
    worse   put those first in which the other converter is right more often than ours
    """
    found: dict[_Pair, Row] = {}
    for row in rows:
        pair = row["other"], row["ours"], row["head"]
        own = found.setdefault(pair, dict(zip(("other", "ours", "head"), pair, strict=True)))
        own[row["treebank"]] = row["words"]
        if row["treebank"] in judged:
            own |= {name: own.get(name, 0) + row[name] for name in _RIGHT}
    names = [*dict.fromkeys(row["treebank"] for row in rows), *(_RIGHT if judged else ())]
    table = [{**own, **{name: own.get(name, 0) for name in names}} for own in found.values()]
    sums: Row = {"other": "all", "ours": "", "head": "", **{name: sum(row[name] for row in table) for name in names}}

    def order(row: Row) -> int:
        worth = row["ours_right"] - row["other_right"] if worse else -sum(row.get(name, 0) for name in by)
        return int(worth)

    return [*sorted(table, key=order)[:first], sums]
