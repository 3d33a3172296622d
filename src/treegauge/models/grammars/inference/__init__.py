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
from typing import Any, Literal
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ....core.errors import CallError
from ....core.parallel import together
from ....core.types import Floats
from ....treebank import Rows, Strings, Text, Treebank
from ....treebank.rows import Column
from ..derivations import label_numbers, tag_column, tag_numbers, word_readings
from ..grammar import Grammar
from ..latent.grammar import LatentGrammar
from ..markov import MarkovGrammar, annotated_labels
from ..posteriors import Posteriors
from ..readings import Readings, as_given, log2_factors
from .arrays import BestNodes, Findings, GivenTrees, Patches, join_nodes, no_given_trees, no_patches, nothing_found
from .devices import (
    Device,
    engine_of,
    findings_agree,
    infer_on_device,
    machine_of,
    sample_to_check,
    used,
)
from .network import Network, RuleGrammar, WeightedNetwork, build_markov_network, build_network

AnyGrammar = RuleGrammar | LatentGrammar
_NETWORKS: WeakKeyDictionary[RuleGrammar, Network] = WeakKeyDictionary()
_SHARING: WeakKeyDictionary[MarkovGrammar, WeightedNetwork] = WeakKeyDictionary()
BestTree = Literal["viterbi", "max-rule"]
_BLOCK = 64  # sentences at a time: enough to make the start cheap, few enough for an even share and for progress


@dataclass(frozen=True, eq=False)
class Inference:
    """For each sentence: log2 p(w), the sum over all its trees; log2 p of its best tree; and this tree.

    If it has no tree, both are -inf and the tree is flat: all words below the start symbol. `node_bits` has two columns
    for each node of the given trees, which rule and where (node_bits.py); NaN if they were not asked for.
    `posteriors` is there if it was asked for.
    """

    log2_sentence: Floats
    log2_best: Floats
    trees: Treebank
    node_bits: Floats
    posteriors: Posteriors | None = None

    @property
    def parsed(self) -> NDArray[np.bool_]:
        """Whether the sentence has a tree."""
        return np.isfinite(self.log2_sentence)


def network_of(grammar: RuleGrammar) -> Network:
    """The network of a grammar, built once; each way through it is another tree."""
    if grammar not in _NETWORKS:
        if isinstance(grammar, Grammar):
            _NETWORKS[grammar] = build_network(grammar)
        elif grammar.heads is not None:
            raise CallError(
                f"{grammar.model.spec}: the trees of rules with heads have several derivations, and cannot be counted"
            )
        else:
            _NETWORKS[grammar] = build_markov_network(grammar, sharing=False).network
    return _NETWORKS[grammar]


def weighted_network(grammar: RuleGrammar) -> WeightedNetwork:
    """The smallest network with the sums and best trees of a grammar."""
    if isinstance(grammar, Grammar):
        with np.errstate(divide="ignore"):
            weight = np.stack((grammar.probability, np.log2(grammar.probability)), 1)
        return WeightedNetwork(network_of(grammar), weight)
    if grammar not in _SHARING:
        _SHARING[grammar] = build_markov_network(grammar, sharing=True)
    return _SHARING[grammar]


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
    log2_rule: Floats | None = None,
    best: BestTree | None = None,
    posteriors: bool = False,
    device: Device | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Inference:
    """The sum over all trees and the best tree of every sentence. Only its tags are used, matched to those of the
    grammar by name; under a latent-variable grammar also its words.

    log2_rule   log2 p of the rule of each node of the treebank, under the grammar and its patches: then `node_bits` has
                the bits of the nodes of those trees that have no rule of probability zero

    best        `viterbi`, the most probable tree; for latent-variable grammars also `max-rule`, their default: the tree
                with the largest product of the posteriors of its rules
    posteriors  also how often each label is expected over each span, and each rule; not for models of rules
    device      `cuda`, a CUDA device; `cpu`, the processor; `auto`, the device if there is one; not given, as the
                context `on_device` says

    With `words` only its words are used: sums are also over all tags that the lexicon of the grammar has for them, and
    words get the tags of the best tree, or none.
    """
    if isinstance(grammar, LatentGrammar):
        from ..latent.treebanks import infer_latent

        with used(machine_of(device)):
            return infer_latent(
                grammar, treebank, words=words, best=best or "max-rule", posteriors=posteriors, progress=progress
            )
    _check_rules(grammar, best, posteriors)
    if words:
        readings = word_readings(grammar, treebank)
        return _with_posteriors(
            infer_readings(grammar, treebank, readings, patches, progress, device=device),
            grammar,
            treebank,
            readings,
            posteriors,
        )
    tag = treebank.tokens.text("tag")
    numbers = tag_numbers(grammar, tag)
    given = None if log2_rule is None else given_trees(grammar, treebank, numbers, log2_rule)
    inference = infer_readings(grammar, treebank, as_given(numbers), patches, progress, given, device)
    # Tags that the grammar does not have are kept, too.
    inference = replace(inference, trees=inference.trees.replace(tokens=inference.trees.tokens.replace(tag=tag)))
    return _with_posteriors(inference, grammar, treebank, as_given(numbers), posteriors)


def _check_rules(grammar: RuleGrammar, best: BestTree | None, posteriors: bool) -> None:
    """What only other grammars can do."""
    if best not in (None, "viterbi"):
        raise CallError(f"the best tree by {best} is for latent-variable grammars; leave it out")
    if posteriors and not isinstance(grammar, Grammar):
        raise CallError(f"{grammar.model.spec}: posteriors are for the rules of trees, not for models of them")


def _with_posteriors(
    inference: Inference, grammar: RuleGrammar, treebank: Treebank, readings: Readings, wanted: bool
) -> Inference:
    if not wanted or not isinstance(grammar, Grammar):
        return inference
    from ..latent.treebanks import plain_posteriors

    return replace(inference, posteriors=plain_posteriors(grammar, treebank, readings))


def infer_readings(
    grammar: RuleGrammar,
    treebank: Treebank,
    readings: Readings,
    patches: Patches | None = None,
    progress: Callable[[int, int], None] | None = None,
    given: GivenTrees | None = None,
    device: Device | None = None,
) -> Inference:
    """The same if each word can have any of several tags, each with a weight. The words get the tags of the best tree;
    words of a sentence without a tree get none."""
    from .loop import infer_sentences

    tokens, count, network = treebank.tokens, len(treebank), weighted_network(grammar)
    changes, trees = patches or no_patches(count), given or no_given_trees(count)
    found = nothing_found(count, len(tokens), len(trees.log2_rule))

    def on_processor(chosen: NDArray[np.int64], found: Findings) -> BestNodes:
        arrays = (found.logs, found.parents, found.tags, trees, found.bits)
        nodes, ends = infer_sentences(*network, readings, tokens.offsets, chosen, changes, *arrays)
        return BestNodes(chosen, nodes, np.diff(ends, prepend=0))

    machine, parts, left = machine_of(device), [], np.arange(count)
    if (engine := engine_of(grammar, network, machine)) is not None:
        with used(machine):
            part = infer_on_device(engine, readings, tokens.offsets, patches, given, found, progress)
        sample = sample_to_check(part.sentences, tokens.counts)
        expected = nothing_found(count, len(tokens), len(trees.log2_rule))
        if findings_agree(part, found, on_processor(sample, expected), expected, tokens.offsets, trees.offsets):
            parts, left = [part], np.setdiff1d(left, part.sentences)
        else:
            found = nothing_found(count, len(tokens), len(trees.log2_rule))
    done = [count - len(left)]

    def work(begin: int, end: int) -> BestNodes:
        part = on_processor(left[begin:end], found)
        done.append(end - begin)
        if progress is not None:
            progress(sum(done), count)
        return part

    nodes, counts = join_nodes([*parts, *in_blocks(len(left), work)], count)
    logs = found.logs + log2_factors(readings, tokens.offsets)[:, None]
    tag = tag_column(grammar, found.tags)
    best = best_trees(grammar, treebank.replace(tokens=tokens.replace(tag=tag)), nodes, counts, found.parents)
    return Inference(logs[:, 0], logs[:, 1], best, found.bits)


def given_trees(grammar: RuleGrammar, treebank: Treebank, tags: NDArray[np.int32], log2_rule: Floats) -> GivenTrees:
    """The trees of a treebank, for the bits of their nodes; those with a rule of probability zero are not wanted."""
    nodes = treebank.nodes
    missing = np.bincount(nodes.sentence[~np.isfinite(log2_rule)], minlength=len(treebank))
    parent, left, right = (nodes.numbers(name).astype(np.int32) for name in ("parent", "left", "right"))
    if isinstance(grammar, Grammar):
        label = label_numbers(grammar, nodes.text("label"))
    else:
        label = annotated_labels(grammar, treebank)
    return GivenTrees((missing == 0) & (nodes.counts > 0), nodes.offsets, label, parent, left, right, log2_rule, tags)


def best_trees(
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
