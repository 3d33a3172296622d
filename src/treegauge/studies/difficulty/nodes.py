"""Where the difficulty of a treebank is: the bits of every node of its trees, and their sums by label and so on."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any, Literal, TypedDict, cast, get_args

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError
from ...core.tabular import Tabular, html_table
from ...core.types import Floats
from ...models.grammars.derivations import right_hand_sides
from ...treebank import Strings, Text, Treebank
from .tree_figures import TreeFigures

NodeGroup = Literal["label", "rule", "length", "depth"]


class NodeBitsRow(TypedDict):
    """What `treegauge difficulty --by node --json` prints: a node, its span (words from `left` to before `right`), and
    its bits: `rule_bits` for which rule it has, `place_bits` for where its children are."""

    sentence: int
    label: str
    left: int
    right: int
    bits: float
    rule_bits: float
    place_bits: float


class NodeGroupRow(TypedDict, total=False):
    """What `treegauge difficulty --by label --json` prints; the first key is what the nodes are grouped by.

    nodes          of the covered trees
    bits           their sum
    bits_interval  half the width of its interval, over sentences
    share          of all bits, between 0 and 1
    """

    label: str
    rule: str
    length: int
    depth: int
    nodes: int
    bits: float
    bits_interval: float
    share: float
    bits_per_node: float
    rule_bits: float
    place_bits: float


@dataclass(frozen=True, eq=False, repr=False)
class NodeBits(Tabular):
    """The bits of every node of the measured trees, in the order of the node table of `trees`: each column can be
    joined with a column of that table. The bits of a tree add up to its log2 p(w) - log2 p(t).

    sentence               the number of the tree in its treebank, from 0
    rule_bits, place_bits  which rule the node has, given the node and the words; where its children are, given the
                           rule; NaN in trees that are not covered
    depth                  nodes above it
    """

    trees: Treebank = field(repr=False)
    sentence: NDArray[np.int64]
    rule_bits: Floats
    place_bits: Floats

    @property
    def bits(self) -> Floats:
        return self.rule_bits + self.place_bits

    @property
    def covered(self) -> NDArray[np.bool_]:
        return ~np.isnan(self.rule_bits)

    @property
    def length(self) -> NDArray[Any]:
        """Words below the node."""
        return self.trees.nodes.numbers("right") - self.trees.nodes.numbers("left")

    @property
    def depth(self) -> NDArray[np.int64]:
        nodes = self.trees.nodes
        above = np.where(nodes.numbers("parent") < 0, -1, nodes.start + nodes.numbers("parent"))
        depth, at = np.zeros(len(nodes), np.int64), above
        while (at >= 0).any():
            depth += at >= 0
            at = np.where(at >= 0, above[at], -1)
        return depth

    @property
    def rule(self) -> Text:
        """The rule of each node as text: `NP -> DT NN`."""
        label, tag = self.trees.nodes.text("label"), self.trees.tokens.text("tag")
        names = [*label.values, *tag.values, "_"]
        tags = np.where(tag.codes < 0, len(names) - 1, tag.codes + len(label.values)).astype(np.int32)
        first, children = right_hand_sides(self.trees, label.codes, tags)
        known: dict[tuple[int, ...], int] = {}
        symbols, bounds = children.tolist(), first.tolist()
        codes = [
            known.setdefault((code, *symbols[begin:end]), len(known))
            for code, begin, end in zip(label.codes.tolist(), bounds, bounds[1:], strict=False)
        ]
        spelled = [f"{names[lhs]} -> {' '.join(names[symbol] for symbol in rhs)}" for lhs, *rhs in known]
        distinct = {text: number for number, text in enumerate(dict.fromkeys(spelled))}
        same = np.array([distinct[text] for text in spelled], np.int32)
        return Text(same[codes] if codes else np.zeros(0, np.int32), Strings.of(distinct))

    def rows(self) -> list[NodeBitsRow]:
        """What `treegauge difficulty --by node --json` prints: the nodes of covered trees; sentences from 1."""
        nodes, kept = self.trees.nodes, self.covered
        columns = {
            "sentence": (self.sentence + 1)[kept].tolist(),
            "label": [nodes.text("label")[row] for row in np.flatnonzero(kept).tolist()],
            "left": nodes.numbers("left")[kept].tolist(),
            "right": nodes.numbers("right")[kept].tolist(),
            "bits": self.bits[kept].tolist(),
            "rule_bits": self.rule_bits[kept].tolist(),
            "place_bits": self.place_bits[kept].tolist(),
        }
        return cast("list[NodeBitsRow]", list(_as_rows(columns)))

    def table_rows(self) -> list[NodeBitsRow]:
        return self.rows()

    def by(self, group: NodeGroup, level: float = 0.99) -> list[NodeGroupRow]:
        """Sums over the nodes of the covered trees, the greatest first (by length and depth: in order).

        The interval of a sum over n sentences is z s sqrt(n), where s is the standard deviation of the bits that
        a sentence has in the group.
        """
        if group not in get_args(NodeGroup):
            raise CallError(f"nodes cannot be grouped by '{group}'; possible: {', '.join(get_args(NodeGroup))}")
        kept = self.covered
        value = getattr(self, group) if group != "label" else self.trees.nodes.text("label")
        names: list[Any]
        if isinstance(value, Text):
            names, number = [*value.values, ""], np.where(value.codes < 0, len(value.values), value.codes)[kept]
        else:
            distinct, number = np.unique(value[kept], return_inverse=True)
            names = distinct.tolist()
        return self._sums(group, names, number.reshape(-1).astype(np.int64), kept, level)

    def _sums(
        self, group: str, names: list[Any], number: NDArray[np.int64], kept: NDArray[np.bool_], level: float
    ) -> list[NodeGroupRow]:
        size, bits = len(names), self.bits[kept]
        _, sentence = np.unique(self.sentence[kept], return_inverse=True)
        trees, total = int(sentence.max(initial=-1)) + 1, float(bits.sum())
        sums = {
            name: np.bincount(number, values, size)
            for name, values in (("bits", bits), ("rule", self.rule_bits[kept]), ("place", self.place_bits[kept]))
        }
        counts = np.bincount(number, minlength=size)
        width = _half_widths(number, sentence.reshape(-1), bits, sums["bits"], trees, level)
        there = np.flatnonzero(counts)
        ordered = group in ("length", "depth")
        order = there if ordered else there[np.lexsort((there, -sums["bits"][there]))]
        rows = [
            {
                group: names[place],
                "nodes": int(counts[place]),
                "bits": float(sums["bits"][place]),
                "bits_interval": float(width[place]),
                "share": float(sums["bits"][place]) / total if total > 0 else math.nan,
                "bits_per_node": float(sums["bits"][place] / counts[place]),
                "rule_bits": float(sums["rule"][place]),
                "place_bits": float(sums["place"][place]),
            }
            for place in order.tolist()
        ]
        return cast("list[NodeGroupRow]", rows)

    def __repr__(self) -> str:
        kept = self.covered
        return (
            f"<NodeBits: {int(kept.sum()):,} nodes, {float(self.bits[kept].sum()):,.2f} bits, "
            f"{float(self.place_bits[kept].sum()):,.2f} of them for places>"
        )

    def _repr_html_(self) -> str:
        return html_table(self.by("label"))


def node_bits(figures: TreeFigures) -> NodeBits:
    """The bits of the nodes of measured trees."""
    sentence = figures.number[figures.trees.nodes.sentence]
    return NodeBits(figures.trees, sentence, figures.node_bits[:, 0], figures.node_bits[:, 1])


def _as_rows(columns: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    for values in zip(*columns.values(), strict=True):
        yield dict(zip(columns, values, strict=True))


def _half_widths(
    number: NDArray[np.int64], sentence: NDArray[np.int64], bits: Floats, sums: NDArray[Any], trees: int, level: float
) -> Floats:
    """z s sqrt(n) of each group; NaN for one sentence."""
    if trees < 2:
        return np.full(len(sums), np.nan)
    pairs, place = np.unique(number * np.int64(trees) + sentence, return_inverse=True)
    squares = np.bincount(pairs // trees, np.bincount(place.reshape(-1), bits, len(pairs)) ** 2, len(sums))
    variance = np.maximum(squares - sums**2 / trees, 0.0) / (trees - 1)
    widths: Floats = NormalDist().inv_cdf((1 + level) / 2) * np.sqrt(variance * trees)
    return widths
