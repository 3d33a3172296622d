"""Sums, best trees and posteriors of whole treebanks under a latent-variable grammar, sentence by sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ....core.errors import CallError
from ....core.types import Floats, Int32s, Int64s
from ....treebank import Treebank
from ..derivations import label_numbers, sums_by_sentence, tag_numbers, under_one_node
from .grammar import LatentGrammar
from .network import LatentNetwork, build_latent_network
from .words import TagWeights

Best = Literal["viterbi", "max-rule"]
BEST: tuple[Best, ...] = ("viterbi", "max-rule")
LEAST = 1e-6  # the least posterior that is listed
_NETWORKS: WeakKeyDictionary[LatentGrammar, LatentNetwork] = WeakKeyDictionary()


class Expected(NamedTuple):
    """What is expected in the tree of one sentence: rows of symbol, begin, end, and how many such nodes."""

    nodes: Int32s
    counts: Floats


class SentenceResult(NamedTuple):
    """One sentence: the logarithms of the sum over all trees and of the best tree with its substates, the nodes of the
    best tree (label, parent, begin, end), the parents and tags of its words, and what was expected."""

    total: float
    best: float
    nodes: Int32s
    parents: Int32s
    tags: Int32s
    expected: Expected | None


class RuleCounts(NamedTuple):
    """How often each rule between substates is expected: as long as the weights of unary rules, of binary rules, and of
    the tags of words."""

    unary: Floats
    binary: Floats
    words: Floats


def latent_network(grammar: LatentGrammar) -> LatentNetwork:
    """The arrays of a grammar, prepared once."""
    if grammar not in _NETWORKS:
        _NETWORKS[grammar] = build_latent_network(grammar)
    return _NETWORKS[grammar]


def no_counts(network: LatentNetwork, words: TagWeights) -> RuleCounts:
    return RuleCounts(*(np.zeros(len(part)) for part in (network.unary.weight, network.pairs.weight, words.weight)))


def infer_sentence(
    network: LatentNetwork,
    words: TagWeights,
    first: int,
    n: int,
    best: Best | None,
    counts: RuleCounts | None = None,
) -> SentenceResult:
    """All about the sentence of n words from token `first`. `best` is None where no tree is asked for; with `counts`,
    what is expected is added there."""
    from .inside import fill_inside
    from .loss import LAST

    none = np.zeros((0, 4), np.int32)
    parents, tags = np.zeros(n, np.int32), np.full(n, -1, np.int32)
    if not n:
        return SentenceResult(-np.inf, -np.inf, none, parents, tags, None)
    inside = fill_inside(network, words, first, n)
    total, outside, log_lost = _total(network, words, first, n, inside, counts is not None or best == "max-rule")
    if total == -np.inf:
        return SentenceResult(total, -np.inf, none, parents, tags, None)
    expected = None
    if counts is not None and log_lost < LAST:
        expected = _expected(network, words, first, n, inside, outside, counts)
    if best is None:
        return SentenceResult(total, -np.inf, none, parents, tags, expected)
    if best == "max-rule" and log_lost < LAST:
        from .max_rule import fill_max_rule, trace_max_rule

        chart = fill_max_rule(network, words, first, inside, outside, n)
        # A rule whose posterior was lost cannot be in a tree that is so good.
        if chart.top[n - 1, network.start] + LAST > log_lost:
            nodes = trace_max_rule(network, chart, inside, outside, n, parents, tags)
            return SentenceResult(total, np.nan, nodes, parents, tags, expected)
    value, nodes = _viterbi(network, words, first, n, parents, tags)
    return SentenceResult(total, value, nodes, parents, tags, expected)


def _total(
    network: LatentNetwork, words: TagWeights, first: int, n: int, inside: object, around: bool
) -> tuple[float, object, float]:
    """log2 of the sum over all trees; the outside chart, with `around` wherever there is a sum; and at most log2 of the
    part of the sum that the charts have lost. Where that is too much, the sum is made in logarithms."""
    from .best import best_of_start, fill_logs
    from .loss import LAST, log_of_loss, nothing_lost
    from .outside import fill_outside, sentence_sum

    number, exponent = sentence_sum(network, inside, n)
    complete = nothing_lost(network, inside)
    if number > 0 and complete and not around:
        return float(np.log2(number) + exponent), None, -np.inf
    if number > 0:
        outside = fill_outside(network, inside, n)
        log_lost = float(log_of_loss(network, inside, outside, n))
        if log_lost < LAST:
            return float(np.log2(number) + exponent), outside, log_lost
    elif complete:
        return -np.inf, None, -np.inf
    _, top = fill_logs(network, words, first, n, False)
    return float(best_of_start(network, top, n, False)[0]), None, 0.0


def _expected(
    network: LatentNetwork, words: TagWeights, first: int, n: int, inside: object, outside: object, counts: RuleCounts
) -> Expected:
    from .outside import expected_rules, expected_symbols

    table = expected_symbols(network, inside, outside, n)
    expected_rules(network, words, first, inside, outside, n, counts)
    cells, symbols = np.nonzero(table >= LEAST)
    begin, end = np.triu_indices(n)
    rows = np.stack((symbols, begin[cells], end[cells] + 1), 1).astype(np.int32)
    return Expected(rows, table[cells, symbols])


def _viterbi(
    network: LatentNetwork, words: TagWeights, first: int, n: int, parents: Int32s, tags: Int32s
) -> tuple[float, Int32s]:
    from .best import best_of_start, fill_logs
    from .trace import trace_viterbi

    low, top = fill_logs(network, words, first, n, True)
    value, start = best_of_start(network, top, n, True)
    return float(value), trace_viterbi(network, low, top, int(start), n, parents, tags)


def tag_weights(grammar: LatentGrammar, treebank: Treebank, words: bool) -> TagWeights:
    """The tags of every token: those given, or with `words` all that the lexicon has for the word."""
    given = None if words else tag_numbers(grammar, treebank.tokens.text("tag"))
    return grammar.lexicon.weights_of(treebank, given)


def log2_latent_trees(grammar: LatentGrammar, treebank: Treebank, *, words: bool = False) -> Floats:
    """log2 p of every tree with its words, the sum over all substates of its nodes; -inf if the grammar does not have
    it. The root must be called as the start symbol. With `words` a word must be in the lexicon with its tag."""
    from .tree_sums import log2_of_trees

    between, nodes, tokens = grammar.intermediate(), treebank.nodes, treebank.tokens
    tags = tag_numbers(grammar, tokens.text("tag"))
    weights = grammar.lexicon.weights_of(treebank, tags)
    results = np.full(len(treebank), -np.inf)
    log2_of_trees(
        latent_network(grammar),
        weights,
        tokens.offsets,
        nodes.offsets,
        tokens.numbers("parent").astype(np.int32),
        label_numbers(grammar, nodes.text("label")),
        nodes.numbers("parent").astype(np.int32),
        nodes.numbers("left").astype(np.int32),
        between,
        grammar.binarisation == "left",
        results,
    )
    whole = under_one_node(treebank) & (nodes.counts > 0)
    if words:
        whole &= sums_by_sentence(_unlisted(grammar, treebank, tags), tokens.offsets) == 0
    return np.where(whole, results, -np.inf)


def _unlisted(grammar: LatentGrammar, treebank: Treebank, tags: Int32s) -> NDArray[np.bool_]:
    """Which words the lexicon does not have with their tags."""
    all_tags = grammar.lexicon.weights_of(treebank)
    token = np.repeat(np.arange(len(tags)), np.diff(all_tags.first))
    listed = np.zeros(len(tags), bool)
    listed[token[all_tags.tag == tags[token]]] = True
    return ~listed


def infer_block(
    grammar: LatentGrammar,
    words: TagWeights,
    offsets: Int64s,
    chosen: Sequence[int],
    best: Best | None,
    posteriors: bool,
    done: Callable[[], None],
) -> tuple[list[SentenceResult], RuleCounts | None]:
    """Some of the sentences."""
    network = latent_network(grammar)
    counts, found = no_counts(network, words) if posteriors else None, []
    for sentence in chosen:
        first, n = int(offsets[sentence]), int(offsets[sentence + 1] - offsets[sentence])
        found.append(infer_sentence(network, words, first, n, best, counts))
        done()
    return found, counts


def check_best(best: str) -> None:
    if best not in BEST:
        raise CallError(f"unknown choice of the best tree '{best}'; known: {', '.join(BEST)}")
