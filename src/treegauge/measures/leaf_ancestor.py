"""The leaf-ancestor measure: the similarity of the paths from each word up to the root."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ..core.errors import CallError, DataError, FormatError, Reject
from ..core.lines import text_lines
from ..core.types import Counts, Floats, Mask
from ..core.wording import counted
from ..treebank import Text, Treebank
from .shared.base import Measure, Scores, measure, ratio
from .shared.parts import CountedItems, PartRows, divided
from .shared.words import plain_labels, same_words, words_only

REPLACEMENT = 2.0
_MARKS = 2  # symbols 0 and 1 are the boundary marks, see kernels/leaf_ancestor.py


@measure("leaf-ancestor")
@dataclass(frozen=True, kw_only=True)
class LeafAncestor(Measure):
    """Similarity of the lineages of each word, the labels from its parent to the root, by edit distance.

    Sampson & Babarczy (2003), A test of the leaf-ancestor metric for parse accuracy, Natural Language Engineering 9(4).
    Reproduces the figures of Rehbein & van Genabith (2007), Table 6; disco-dop differs in small conventions.

    A lineage has one mark [ before the label of the highest node that begins at the word, and one mark ] after the
    label of the highest node that ends there, each a symbol of its own; a discontinuous node begins at its first word
    and ends at its last. Insertion and deletion cost 1, replacement 2; the similarity is 1 - distance / (both lengths),
    and 1 where neither side has a label. Empty elements are left out. A sentence without words does not count.

    labels  plain: without function tags and indices, all usual root labels are equal, and a root that only one side
            has is left out; whole: as they are in the trees
    costs   partial costs of replacement, from 0 to 2, such as "NP NX 0.5" (the same both ways); a value without a space
            is the name of a file with such lines (and comments: # in column 1), whose lines then enter the signature
    """

    counts: ClassVar[tuple[str, ...]] = ("sum", "n", "sentence_sum", "sentences")
    main: ClassVar[tuple[str, ...]] = ("mean",)
    of_gold: ClassVar[tuple[str, ...] | None] = ("n", "sentences")
    breakdowns: ClassVar[tuple[str, ...]] = ("label",)
    meanings: ClassVar[Mapping[str, str]] = {"label": "the tag of the word in gold"}
    separable: ClassVar[bool] = True

    labels: Literal["plain", "whole"] = "plain"
    costs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        lines = [line for entry in self.costs for line in ([entry] if " " in entry.strip() else _lines(entry))]
        object.__setattr__(self, "costs", tuple(" ".join(line.split()) for line in lines))
        _partial_costs(self.costs)

    @property
    def short_length(self) -> int | None:
        """As for PARSEVAL."""
        return 40

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return gold.has_constituents and test.has_constituents

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        gold, _, wanted, similarity = self._similarity(gold, test)
        words = gold.tokens.counts.astype(np.float64)
        total = np.bincount(gold.tokens.sentence, weights=similarity, minlength=len(gold))
        mean = np.divide(total, words, out=np.zeros(len(gold)), where=words > 0)
        rows = np.stack((total, words, mean, (words > 0).astype(np.float64)), axis=1)
        rows[~wanted] = np.nan
        return rows

    def score(self, total: Counts) -> Scores:
        return {
            "mean": ratio(total[..., 0], total[..., 1]),
            "sentence_mean": ratio(total[..., 2], total[..., 3]),
        }

    def counted(self, total: Counts) -> str:
        return f"{counted(round(float(total[1])), 'word')} of gold, with punctuation"

    def part_rows(self, gold: Treebank, test: Treebank, by: str) -> dict[str, PartRows]:
        """By the gold tag of the word (`_`: none). Only counts of words can be divided: those of sentences are NaN."""
        self._check_by(by)
        gold, _, wanted, similarity = self._similarity(gold, test)
        words = wanted[gold.tokens.sentence]
        tag, sentence = gold.tokens.text("tag").take(words), gold.tokens.sentence[words]
        codes = np.where(tag.codes < 0, tag.index.get("_", len(tag.values)), tag.codes)
        counted = {"sum": CountedItems(codes, sentence, similarity[words]), "n": CountedItems(codes, sentence)}
        return divided([*tag.values, "_"], self.counts, counted, len(gold))

    def _similarity(self, gold: Treebank, test: Treebank) -> tuple[Treebank, Treebank, Mask, Floats]:
        """Both without empty elements, the sentences that can be compared, and the similarity of each gold word."""
        gold, test = words_only(gold), words_only(test)
        if self.labels == "plain":
            gold, test = plain_labels(gold, test)
        wanted = same_words(gold, test)
        if not wanted.any() or not len(gold.tokens):
            return gold, test, wanted, np.zeros(len(gold.tokens))
        from .kernels.leaf_ancestor import similarities

        first, second, names = _symbols(gold.nodes.text("label"), test.nodes.text("label"))
        group, costs = _cost_table(self.costs, names)
        similarity: Floats = similarities(wanted, _tree(gold, first), _tree(test, second), group, costs)
        return gold, test, wanted, similarity


def _tree(treebank: Treebank, symbol: NDArray[np.int32]) -> tuple[Any, ...]:
    """The arrays of a treebank that the kernel needs."""
    tokens, nodes = treebank.tokens, treebank.nodes
    where = (nodes.numbers(name) for name in ("parent", "left", "right"))
    return (tokens.offsets, nodes.offsets, tokens.numbers("parent"), *where, symbol)


def _symbols(gold: Text, test: Text) -> tuple[NDArray[np.int32], NDArray[np.int32], dict[str | None, int]]:
    """The labels of both sides as symbols, and the number of each label; a missing label is a symbol too."""
    names: dict[str | None, int] = {None: _MARKS}
    columns = []
    for text in (gold, test):
        table = [names.setdefault(value, len(names) + _MARKS) for value in text.values]
        columns.append(np.array([*table, _MARKS], np.int32)[text.codes])
    return columns[0], columns[1], names


def _cost_table(costs: tuple[str, ...], names: dict[str | None, int]) -> tuple[NDArray[np.int32], Floats]:
    """The row of each symbol in the table of costs (0: no partial costs), and the table."""
    pairs = _partial_costs(costs)
    rows = {label: number for number, label in enumerate(dict.fromkeys(label for pair in pairs for label in pair), 1)}
    table = np.full((len(rows) + 1, len(rows) + 1), REPLACEMENT)
    for (first, second), cost in pairs.items():
        table[rows[first], rows[second]] = table[rows[second], rows[first]] = cost
    group = np.zeros(len(names) + _MARKS, np.int32)
    for label, row in rows.items():
        if label in names:
            group[names[label]] = row
    return group, table


def _partial_costs(costs: tuple[str, ...]) -> dict[tuple[str, str], float]:
    """The pairs of labels with their costs; if a pair is given twice, the last cost counts."""
    pairs: dict[tuple[str, str], float] = {}
    for entry in costs:
        fields = entry.split()
        try:
            cost = float(fields[2]) if len(fields) == 3 else np.nan
        except ValueError:
            cost = np.nan
        if not 0.0 <= cost <= REPLACEMENT:
            raise CallError(f"leaf-ancestor: cannot read the cost '{entry}'; write two labels and a number from 0 to 2")
        pairs[fields[0], fields[1]] = cost
    return pairs


def _lines(name: str) -> list[str]:
    """The entries of a file of costs."""
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{name}: cannot read costs of leaf-ancestor: {error}; give a file, or 'NP NX 0.5'") from None
    lines = [(number, line) for number, line in enumerate(text_lines(text), 1) if line.strip() and line[:1] != "#"]
    for number, line in lines:
        try:
            _partial_costs((line,))
        except CallError as error:
            raise FormatError(Reject(name, number, str(error).removeprefix("leaf-ancestor: "))) from None
    return [line for _, line in lines]
