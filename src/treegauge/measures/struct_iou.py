"""Struct-IoU: the best alignment of two trees over spans of text or time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from ..core.bounds import Bounds
from ..core.parallel import in_parts
from ..core.types import Counts, Floats, Int64s, Mask
from ..core.wording import counted
from ..treebank import Rows, Text, Treebank
from .shared.base import Measure, Scores, measure, ratio
from .shared.words import differences, plain_form, plain_labels, words_only

_TIME = re.compile(r"(?:^|\|)Align(Begin|End)=(-?[0-9.]+)(?=\||$)")
_MOST_PAIRS = 1 << 27  # of nodes in one sentence: the weights of more would need over 1 GB


@measure("struct-iou")
@dataclass(frozen=True, kw_only=True)
class StructIoU(Measure):
    """The best alignment of two trees by the overlap of their spans: for text with other tokens, and for speech.

    Shi, Gimpel & Livescu (2024), Structured Tree Alignment for Evaluation of (Speech) Constituency Parsing, ACL.
    Reproduces the authors' program (struct-iou 0.1).

    extent     how long a word is: its characters (characters), 1 (words, as in the paper for text), or its time in
               speech, from AlignBegin to AlignEnd in MISC (time)
    labels     plain: without function tags and indices, all usual root labels are equal, and a root that only one side
               has is left out; whole: as they are in the trees
    tags       whether a word is aligned only with a node that has its tag as a label; else with any node
    threshold  nodes that overlap by no more than this share are not aligned

    Words and phrases are nodes. Nodes with the same label can be aligned if their spans overlap, in the same order and
    with the same ancestors; the weight of a pair is the intersection of their spans divided by the union. The best
    alignment has the highest sum of weights, and is divided by the mean number of nodes of the two trees.

    mean    over sentences; pooled: the sums over all sentences, divided

    Sentences are compared if their words have the same characters (`characters`), if they have as many words (`words`),
    or if all words have a time (`time`). A phrase with gaps is one node for each of its parts.
    """

    extent: Literal["characters", "words", "time"] = "characters"
    labels: Literal["plain", "whole"] = "plain"
    tags: bool = False
    threshold: Annotated[float, Bounds(0, 1, whole=False)] = 0.0

    counts: ClassVar[tuple[str, ...]] = ("weight", "nodes", "sentence_sum", "sentences")
    main: ClassVar[tuple[str, ...]] = ("mean",)
    of_gold: ClassVar[tuple[str, ...] | None] = ("nodes", "sentences")
    by_default: ClassVar[bool] = False
    separable: ClassVar[bool] = True

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return gold.has_constituents and test.has_constituents

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        from .kernels.struct_iou import align_trees

        gold, test = self._prepared(gold, test)
        (spans, timed), (test_spans, test_timed) = self._spans(gold.tokens), self._spans(test.tokens)
        wanted = self._comparable(gold, test) & timed & test_timed
        names: dict[str | None, int] = {}
        first, second = (_arrays(*side, names) for side in ((gold, spans), (test, test_spans)))
        rows = np.zeros((len(gold), len(self.counts)))
        in_parts(
            len(gold),
            lambda begin, end: align_trees(begin, end, wanted, first, second, self.tags, self.threshold, rows),
        )
        rows[:, 3] = rows[:, 1] > 0
        rows[:, 2] = np.divide(rows[:, 0], rows[:, 1], out=np.zeros(len(rows)), where=rows[:, 1] > 0)
        rows[~wanted] = np.nan
        return rows

    def score(self, total: Counts) -> Scores:
        return {"mean": ratio(total[..., 2], total[..., 3]), "pooled": ratio(total[..., 0], total[..., 1])}

    def counted(self, total: Counts) -> str:
        return f"{counted(round(float(total[1])), 'node')} on average of both, words and phrases"

    def reasons(self, gold: Treebank, test: Treebank) -> list[str]:
        gold, test = self._prepared(gold, test)
        timed, test_timed = (self._spans(side.tokens)[1] for side in (gold, test))
        texts = differences(gold, test)
        for number in range(len(texts)):
            if _pairs(gold[[number]], test[[number]])[0] > _MOST_PAIRS:
                texts[number] = f"more than {_MOST_PAIRS:,} pairs of nodes"
            elif not (timed[number] and test_timed[number]):
                side = "test" if timed[number] else "gold"
                texts[number] = f"a word of {side} has no AlignBegin or AlignEnd in MISC"
        return texts

    def _prepared(self, gold: Treebank, test: Treebank) -> tuple[Treebank, Treebank]:
        gold, test = words_only(gold), words_only(test)
        return plain_labels(gold, test) if self.labels == "plain" else (gold, test)

    def _spans(self, tokens: Rows) -> tuple[Floats, Mask]:
        """Where each word starts and ends, two columns; and the sentences all of whose words have a span."""
        if self.extent == "time":
            spans = _times(tokens.text("misc"))
            unknown = np.isnan(spans).any(1)
            return spans, np.bincount(tokens.sentence[unknown], minlength=len(tokens.counts)) == 0
        if self.extent == "words":
            start = (np.arange(len(tokens)) - tokens.start).astype(np.float64)
            return np.column_stack((start, start + 1)), np.ones(len(tokens.counts), bool)
        form = tokens.text("form").map(plain_form)
        sizes = np.array([*(len("".join(value.split())) or 1 for value in form.values), 1], np.float64)[form.codes]
        ends = np.cumsum(sizes)
        before = np.concatenate(([0.0], ends))[tokens.start]
        return np.column_stack((ends - sizes - before, ends - before)), np.ones(len(tokens.counts), bool)

    def _comparable(self, gold: Treebank, test: Treebank) -> Mask:
        counts, test_counts = (side.tokens.counts for side in (gold, test))
        same: Mask = np.asarray((counts > 0) == (test_counts > 0)) & (_pairs(gold, test) <= _MOST_PAIRS)
        if self.extent == "words":
            return np.asarray(same & (counts == test_counts))
        if self.extent == "characters":
            pairs = zip(_texts(gold), _texts(test), strict=True)
            return np.asarray(same & np.array([one == other for one, other in pairs], bool))
        return same


def _pairs(gold: Treebank, test: Treebank) -> Int64s:
    """How many pairs of nodes each sentence has."""
    nodes, test_nodes = (side.tokens.counts.astype(np.int64) + side.nodes.counts for side in (gold, test))
    return np.asarray(nodes * test_nodes)


def _arrays(treebank: Treebank, spans: Floats, names: dict[str | None, int]) -> tuple[Any, ...]:
    """The arrays of a treebank that the kernel needs; tags and labels of both sides share their numbers."""
    tokens, nodes = treebank.tokens, treebank.nodes
    start, end = (np.ascontiguousarray(column) for column in spans.T)
    tag, label = (_numbered(column, names) for column in (tokens.text("tag"), nodes.text("label")))
    parents = (rows.numbers("parent").astype(np.int32, copy=False) for rows in (tokens, nodes))
    return (tokens.offsets, nodes.offsets, *parents, start, end, tag, label)


def _numbered(column: Text, names: dict[str | None, int]) -> Any:
    table = [names.setdefault(value, len(names)) for value in column.values]
    return np.array([*table, names.setdefault(None, len(names))], np.int32)[column.codes]


def _times(misc: Text) -> Floats:
    """The start and end of each word in speech; NaN where MISC does not have them."""
    table = np.full((len(misc.values) + 1, 2), np.nan)
    for number, value in enumerate(misc.values):
        for side, time in _TIME.findall(value):
            try:
                table[number, int(side == "End")] = float(time)
            except ValueError:
                continue
    return table[misc.codes]


def _texts(treebank: Treebank) -> list[str]:
    """The characters of each sentence, without spaces, in plain spelling."""
    form = treebank.tokens.text("form").map(plain_form).decode()
    ends = treebank.tokens.offsets.tolist()
    return ["".join("".join((word or "").split()) for word in form[start:end]) for start, end in pairwise(ends)]
