"""`describe`: a treebank in one row of figures."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from ..core.bounds import Natural, checked
from ..core.tabular import Tabular, shown_figure
from ..core.types import Row
from ..core.wording import counted
from ..transforms.empties import remove_empties
from ..transforms.punctuation import attach_punctuation
from ..treebank import Treebank
from ..treebank.shape import child_counts, discontinuous, gap_degrees, node_depths


@dataclass(frozen=True, repr=False)
class Description(Tabular):
    """One row of `treegauge stats`. Empty elements, CODE and ID nodes are not counted, nor are phrases that contain
    nothing else.

    sentences, tokens    sentences (trees), and words with punctuation; in CoNLL-U syntactic words
    nodes                phrasal nodes, the root included
    labels, tags         distinct phrasal labels as written (relations in a dependency treebank), distinct tags
    nodes_per_word       nodes / tokens
    depth                mean over sentences of the longest path from the top down, in nodes (in words for dependencies)
    unary                share of nodes with exactly one child
    discontinuous        share of sentences with a discontinuous phrase, apart from punctuation outside the tree
                         (for dependencies: with crossing arcs, that is, not projective)
    skipped              sentences that could not be read
    distance             mean dependency distance (Liu 2008): words from a word to its head, roots left out; with
                         punctuation, unless `-t drop-punctuation` is given; None without dependencies
    nonprojective        share of arcs over a word that their head does not dominate (Nivre 2006); None likewise
    gap_degree           mean over sentences of the gap degree: the most gaps in what one node dominates (Kuhlmann and
                         Nivre 2006; Maier and Lichte 2011 for phrases)
    largest_gap_degree   the largest of all sentences
    """

    treebank: str
    sentences: int
    tokens: int
    nodes: int
    labels: int
    tags: int
    nodes_per_word: float
    depth: float
    unary: float
    discontinuous: float
    skipped: int
    distance: float | None
    nonprojective: float | None
    gap_degree: float
    largest_gap_degree: int

    def row(self) -> Row:
        """What `treegauge stats --json` prints."""
        return asdict(self)

    def table_rows(self) -> list[Row]:
        """The row."""
        return [self.row()]

    def __repr__(self) -> str:
        sizes = (counted(self.sentences, "sentence"), counted(self.tokens, "token"), counted(self.nodes, "node"))
        names = f"{counted(self.labels, 'label')}, {counted(self.tags, 'tag')}, depth {shown_figure(self.depth)}"
        return f"<Description{f' {self.treebank}' if self.treebank else ''}: {', '.join(sizes)}, {names}>"


@checked
def describe(treebank: Treebank, name: str = "", skipped: Natural = 0) -> Description:
    """Count a treebank; `skipped` is the number of sentences that could not be read."""
    words = remove_empties(treebank)
    nodes, tokens = words.nodes, words.tokens
    by_nodes = words.has_constituents
    depth, crossing = _constituents(words) if by_nodes else _dependencies(words)
    distance, nonprojective = _arcs(words)
    gaps = _gaps(words)
    labels = nodes.text("label") if by_nodes else tokens.text("deprel")
    return Description(
        treebank=name,
        sentences=len(treebank),
        tokens=len(tokens),
        nodes=len(nodes),
        labels=len(labels.counts()),
        tags=len(tokens.text("tag").counts()),
        nodes_per_word=len(nodes) / len(tokens) if len(tokens) else 0.0,
        depth=depth,
        unary=float((child_counts(words) == 1).mean()) if len(nodes) else 0.0,
        discontinuous=crossing,
        distance=distance,
        nonprojective=nonprojective,
        gap_degree=float(gaps.mean()) if len(gaps) else 0.0,
        largest_gap_degree=int(gaps.max(initial=0)),
        skipped=skipped,
    )


def _constituents(treebank: Treebank) -> tuple[float, float]:
    if not len(treebank):
        return 0.0, 0.0
    sentence = treebank.nodes.sentence
    deepest = np.zeros(len(treebank), np.int64)
    np.maximum.at(deepest, sentence, node_depths(treebank))
    crossing = np.zeros(len(treebank), bool)
    crossing[sentence[discontinuous(attach_punctuation(treebank))]] = True
    return float(deepest.mean()), float(crossing.mean())


def _dependencies(treebank: Treebank) -> tuple[float, float]:
    if not len(treebank) or not treebank.has_dependencies:
        return 0.0, 0.0
    from ..treebank.kernels import dependency_shape

    depth, crossing = dependency_shape(treebank.tokens.offsets, treebank.tokens.numbers("head"))
    return float(depth.mean()), float(crossing.mean())


def _arcs(treebank: Treebank) -> tuple[float | None, float | None]:
    """The mean distance of words to their heads, and the share of arcs that are not projective."""
    tokens = treebank.tokens
    if not treebank.has_dependencies:
        return None, None
    from ..treebank.gap_kernels import nonprojective

    head = tokens.numbers("head")
    arcs = head >= 0
    if not arcs.any():
        return None, None
    own = np.arange(len(tokens)) - np.repeat(tokens.offsets[:-1], tokens.counts)
    return float(np.abs(head - own)[arcs].mean()), float(nonprojective(tokens.offsets, head)[arcs].mean())


def _gaps(treebank: Treebank) -> NDArray[np.int32]:
    """The gap degree of each sentence."""
    gaps = np.zeros(len(treebank), np.int32)
    if treebank.has_constituents:
        tree = attach_punctuation(treebank)
        np.maximum.at(gaps, tree.nodes.sentence, gap_degrees(tree))
    elif treebank.has_dependencies:
        np.maximum.at(gaps, treebank.tokens.sentence, gap_degrees(treebank))
    return gaps
