"""Exact inside probabilities and best trees of whole treebanks under a grammar.

`network.py` makes one network of all rules. For each sentence `subnetwork.py` selects the part it can use, `closure.py`
sums chains of unary rules, `chart.py` fills the chart and `trace.py` reads the best tree from it; `loop.py` does this
for one sentence after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ....core.parallel import together
from ....core.types import Floats
from ....treebank import Rows, Strings, Text, Treebank
from ....treebank.rows import Column
from ..derivations import tag_column, tag_numbers, word_readings
from ..grammar import Grammar
from ..markov import MarkovGrammar
from ..readings import Readings, as_given, log2_factors
from .network import Network, build_markov_network, build_network

AnyGrammar = Grammar | MarkovGrammar
_NETWORKS: WeakKeyDictionary[AnyGrammar, Network] = WeakKeyDictionary()
_BLOCK = 64  # sentences at a time: enough to make the start cheap, few enough for an even share and for progress


@dataclass(frozen=True, eq=False)
class Inference:
    """For each sentence: log2 p(w), the sum over all its trees; log2 p of its best tree; and this tree.

    If it has no tree, both are -inf and the tree is flat: all words below the start symbol.
    """

    log2_sentence: Floats
    log2_best: Floats
    trees: Treebank

    @property
    def parsed(self) -> NDArray[np.bool_]:
        """Whether the sentence has a tree."""
        return np.isfinite(self.log2_best)


class Patches(NamedTuple):
    """Other weights for single sentences: the rules rule[rule_first[s] : rule_first[s + 1]] have the weight `weight` in
    sentence s (`usual` elsewhere), and the weights of all rules of a label in `label` are multiplied by `scale`."""

    rule_first: NDArray[np.int64]
    rule: NDArray[np.int32]
    weight: Floats
    usual: Floats
    label_first: NDArray[np.int64]
    label: NDArray[np.int32]
    scale: Floats


def no_patches(sentences: int) -> Patches:
    nothing, none = np.zeros(sentences + 1, np.int64), np.zeros(0)
    return Patches(nothing, none.astype(np.int32), none, none, nothing, none.astype(np.int32), none)


def network_of(grammar: AnyGrammar) -> Network:
    """The network of a grammar, built once."""
    if grammar not in _NETWORKS:
        _NETWORKS[grammar] = build_network(grammar) if isinstance(grammar, Grammar) else build_markov_network(grammar)
    return _NETWORKS[grammar]


def in_blocks(count: int, work: Callable[[int, int], Any]) -> list[Any]:
    """The results of `work(begin, end)` on blocks of sentences, in threads."""
    bounds = [*range(0, count, _BLOCK), count]
    return together([partial(work, begin, end) for begin, end in pairwise(bounds)])


def infer(
    grammar: AnyGrammar,
    treebank: Treebank,
    *,
    words: bool = False,
    patches: Patches | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Inference:
    """The sum over all trees and the best tree of every sentence. Only its tags are used, matched to those of the
    grammar
    by name.

    With `words` only its words are used: sums are also over all tags that the lexicon of the grammar has for them, and
    words get the tags of the best tree, or none.
    """
    if words:
        return infer_readings(grammar, treebank, word_readings(grammar, treebank), patches, progress)
    tag = treebank.tokens.text("tag")
    inference = infer_readings(grammar, treebank, as_given(tag_numbers(grammar, tag)), patches, progress)
    # Tags that the grammar does not have are kept, too.
    return replace(inference, trees=inference.trees.replace(tokens=inference.trees.tokens.replace(tag=tag)))


def infer_readings(
    grammar: AnyGrammar,
    treebank: Treebank,
    readings: Readings,
    patches: Patches | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Inference:
    """The same if each word can have any of several tags, each with a weight. The words get the tags of the best tree;
    words of a sentence without a tree get none."""
    from .loop import infer_sentences

    tokens, count = treebank.tokens, len(treebank)
    network, changes = network_of(grammar), patches or no_patches(count)
    logs, parents = np.full((count, 2), -np.inf), np.zeros(len(tokens), np.int32)
    tags = np.full(len(tokens), -1, np.int32)
    done: list[int] = []

    def work(begin: int, end: int) -> tuple[Any, Any]:
        chosen = np.arange(begin, end)
        nodes, ends = infer_sentences(
            network, grammar.probability, readings, tokens.offsets, chosen, changes, logs, parents, tags
        )
        done.append(end - begin)
        if progress is not None:
            progress(sum(done), count)
        return nodes, np.diff(ends, prepend=0)

    parts = in_blocks(count, work)
    nodes = np.concatenate([np.zeros((0, 4), np.int32), *(part[0] for part in parts)])
    counts = np.concatenate([np.zeros(0, np.int64), *(part[1] for part in parts)])
    logs += log2_factors(readings, tokens.offsets)[:, None]
    tag = tag_column(grammar, tags)
    trees = _trees(grammar, treebank.replace(tokens=tokens.replace(tag=tag)), nodes, counts, parents)
    return Inference(logs[:, 0], logs[:, 1], trees)


def _trees(
    grammar: AnyGrammar,
    treebank: Treebank,
    phrases: NDArray[np.int32],
    counts: NDArray[np.int64],
    parents: NDArray[np.int32],
) -> Treebank:
    """The best trees over the words of the treebank; a flat tree if there is none."""
    tokens = treebank.tokens
    flat = (counts == 0) & (tokens.counts > 0)
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(np.where(flat, 1, counts))))
    rows = np.empty((int(offsets[-1]), 4), np.int32)
    top = offsets[:-1][flat]
    rows[top, 0], rows[top, 1], rows[top, 2], rows[top, 3] = grammar.start, -1, 0, tokens.counts[flat]
    others = np.ones(len(rows), bool)
    others[top] = False
    rows[others] = phrases
    columns = {name: column for name, column in tokens.columns.items() if name not in ("parent", "function")}
    label, parent, left, right = rows.T.copy()
    # Not all symbols: a tag can have the name of a label, and the values of a column must be distinct.
    if isinstance(grammar, MarkovGrammar):
        label, labels = grammar.plain_label[label], grammar.plain
    else:
        labels = Strings.of(list(grammar.symbols)[: grammar.nonterminals])
    nodes: dict[str, Column] = {"label": Text(label, labels), "parent": parent, "left": left, "right": right}
    return Treebank.of(treebank.sentences, Rows(tokens.offsets, {**columns, "parent": parents}), Rows(offsets, nodes))
