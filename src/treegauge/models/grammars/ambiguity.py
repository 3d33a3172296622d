"""How ambiguous the sentences of a treebank are under a grammar: tree entropy, number of trees, average parse base."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError
from ...core.types import Floats
from ...treebank import Treebank
from .derivations import tag_numbers, word_readings
from .grammar import Grammar
from .inference import in_blocks, network_of
from .inference.arrays import Patches, no_patches
from .inference.network import RuleGrammar
from .readings import Readings, as_given

UnaryChains = Literal["once", "all"]


def tree_entropy(
    grammar: RuleGrammar, treebank: Treebank, patches: Patches | None = None, *, words: bool = False
) -> Floats:
    """H(T | w) of every sentence in bits, the sum over all its trees of -p(t | w) log2 p(t | w); NaN if it has none.

    Hwa 2004, Sample selection for statistical parsing, where it is called tree entropy. Exact, also with unary cycles:
    log2 p(w) - E[log2 p(t) | w]. With `words`, w are the words, not the tags, and a tree includes its tags.
    """
    readings = word_readings(grammar, treebank) if words else _tags(grammar, treebank)
    logs = _moments(grammar, treebank, readings, grammar.probability, patches or no_patches(len(treebank)), "ENTROPY")
    with np.errstate(invalid="ignore"):
        # It is zero if there is one tree, up to rounding.
        return np.maximum(logs[:, 0] - logs[:, 1], 0.0)


def log2_number_of_trees(
    grammar: RuleGrammar, treebank: Treebank, *, chains: UnaryChains = "once", patches: Patches | None = None
) -> Floats:
    """log2 of how many trees each sentence has, without rules of probability zero; -inf if it has none.

    chains  `all`: every tree counts; inf if a tree of the sentence has a label that unary rules lead back to: then
            there are infinitely many. `once`: trees that differ only in their unary chains, but not in the labels at
            the top and at the bottom of each, count as one; a chain from a label back to itself does not count.
    """
    _check(chains)
    given = patches or no_patches(len(treebank))
    ones = given._replace(weight=np.sign(given.weight), usual=np.sign(given.usual), scale=np.ones_like(given.scale))
    logs = _moments(grammar, treebank, _tags(grammar, treebank), np.sign(grammar.probability), ones, chains.upper())
    return np.where(logs[:, 1] > 0, np.inf, logs[:, 0])


def average_parse_base(log2_number: Floats, length: NDArray[Any]) -> float:
    """The geometric mean over sentences of the n-th root of the number of trees, n the number of words; sentences
    without a tree do not count, and NaN means that there are no others.

    Briscoe & Carroll 1995, Developing and evaluating a probabilistic LR parser of part-of-speech and punctuation
    labels; Carroll, Briscoe & Sanfilippo 1998, Parser evaluation: a survey and a new proposal.
    """
    parsed = np.asarray(log2_number) > -np.inf
    if not parsed.any():
        return math.nan
    return float(np.exp2(np.mean(log2_number[parsed] / length[parsed])))


@dataclass(frozen=True, eq=False)
class Ambiguity:
    """The tree entropy of each sentence (NaN if it has no tree), and log2 of the number of its trees (-inf if it has
    none), where chains of unary rules count once."""

    tree_entropy: Floats
    log2_number: Floats

    def select(self, places: Any) -> Ambiguity:
        return Ambiguity(self.tree_entropy[places], self.log2_number[places])


def ambiguity(grammar: RuleGrammar, treebank: Treebank, patches: Patches | None = None) -> Ambiguity:
    """Tree entropy and number of trees of every sentence."""
    return Ambiguity(tree_entropy(grammar, treebank, patches), log2_number_of_trees(grammar, treebank, patches=patches))


def join_ambiguities(parts: Iterable[Ambiguity]) -> Ambiguity:
    """The figures of several treebanks, one after the other."""
    columns = [(part.tree_entropy, part.log2_number) for part in parts]
    entropies, numbers = zip(*columns, strict=True)
    return Ambiguity(np.concatenate(entropies), np.concatenate(numbers))


def _check(chains: str) -> None:
    if chains not in get_args(UnaryChains):
        raise CallError(f"chains can be counted {' or '.join(get_args(UnaryChains))}, not '{chains}'")


def _tags(grammar: RuleGrammar, treebank: Treebank) -> Readings:
    return as_given(tag_numbers(grammar, treebank.tokens.text("tag")))


def _moments(
    grammar: RuleGrammar, treebank: Treebank, readings: Readings, weight: Floats, patches: Patches, goal: str
) -> Floats:
    """For each sentence log2 of the sum over its trees, and their mean gain."""
    from .inference import moments

    tokens, count = treebank.tokens, len(treebank)
    network, results = network_of(grammar), np.full((count, 2), -np.inf)

    def work(begin: int, end: int) -> None:
        chosen, which = np.arange(begin, end), getattr(moments, goal)
        moments.moment_sentences(network, weight, readings, tokens.offsets, chosen, patches, which, results)

    in_blocks(count, work)
    return results


TreeCounts = defaultdict[int, int]
Inside = dict[int, list[tuple[int, int]]]  # a label -> where it ends, and its number of trees
EdgesBySymbol = dict[int, list[int]]  # the symbol that an edge reads -> the states that it leads to
Above = dict[int, list[tuple[int, int]]]  # a label -> labels above it by unary rules, and how many chains there are


def count_trees(grammar: Grammar, tags: Sequence[str], *, chains: UnaryChains = "once") -> int | float:
    """The exact number of trees of a sentence; math.inf if there are infinitely many. `log2_number_of_trees` explains
    `chains`, and is faster."""
    _check(chains)
    numbers = {grammar.name(tag): tag for tag in range(grammar.nonterminals, len(grammar.symbols))}
    sentence, edges = [numbers.get(tag, -1) for tag in tags], _edges(grammar)
    if not sentence:
        return 0
    chain_counts, endless = _chain_counts(grammar)
    if chains == "once":
        return _count(grammar, edges, sentence, _above((chain_counts > 0) | endless))
    finite = _count(grammar, edges, sentence, _above(chain_counts))
    if endless.any() and _count(grammar, edges, sentence, _above(np.where(endless, 1, chain_counts))) > finite:
        return math.inf
    return finite


def _edges(grammar: Grammar) -> list[EdgesBySymbol]:
    """The edges of each state of the network, without those of rules without weight."""
    network = network_of(grammar)
    edges: list[EdgesBySymbol] = [defaultdict(list) for _ in range(len(network.first) - 1)]
    used = (network.slot < 0) | (grammar.weight[network.slot] > 0)
    columns = (network.source[used], network.symbol[used], network.target[used])
    for source, symbol, target in zip(*(column.tolist() for column in columns), strict=True):
        edges[source][symbol].append(target)
    return edges


def _chain_counts(grammar: Grammar) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """The number of unary chains from each label down to each other one, with the empty chain, as Python integers: 0 if
    there are infinitely many; and whether that is so."""
    labels, single = grammar.nonterminals, np.diff(grammar.offsets) == 1
    child = grammar.rhs[grammar.offsets[:-1]]
    rules = single & (child < labels) & (grammar.weight > 0)
    unary = np.zeros((labels, labels), bool)
    unary[grammar.lhs[rules], child[rules]] = True
    reach = unary | np.eye(labels, dtype=bool)
    for _ in range(labels.bit_length()):
        reach = reach @ reach
    back = (unary @ reach).diagonal()
    endless = reach[:, back] @ reach[back]
    straight = (unary & ~back & ~back[:, None]).astype(object)
    step = total = np.diag(np.where(back, 0, 1).astype(object))
    while step.any():
        step = step @ straight
        total = total + step
    return np.where(endless, 0, total), endless


def _above(counts: NDArray[Any]) -> Above:
    above: Above = defaultdict(list)
    for a, b in zip(*(places.tolist() for places in counts.nonzero()), strict=True):
        above[b].append((a, int(counts[a, b])))
    return above


def _count(grammar: Grammar, edges: list[EdgesBySymbol], sentence: Sequence[int], above: Above) -> int:
    """The number of trees of a sentence, given the number of chains between labels: for each word, from the last to the
    first, all spans that begin there. `met` has states of the network by their numbers, and complete left-hand sides
    as ~number, as the edges have them.
    """
    length = len(sentence)
    inside: list[Inside] = [{} for _ in sentence]  # by begin and label: ends, counts
    for begin in range(length - 1, -1, -1):
        met = [TreeCounts(int) for _ in range(length + 1)]
        met[begin][0] = 1
        for end in range(begin, length + 1):
            whole = TreeCounts(int)
            for place in [place for place in met[end] if place < 0]:
                complete = met[end].pop(place)
                for a, count in above[~place]:
                    whole[a] += count * complete
            for label, count in whole.items():
                inside[begin].setdefault(label, []).append((end, count))
                for target in edges[0].get(label, ()):
                    met[end][target] += count
            if end < length:
                _advance(edges, met, end, sentence[end], inside[end] if end > begin else {})
    return dict(inside[0].get(grammar.start, ())).get(length, 0)


def _advance(edges: list[EdgesBySymbol], met: list[TreeCounts], at: int, tag: int, inside: Inside) -> None:
    """From the states at a place, read the tag there and the labels that begin there."""
    over: dict[int, TreeCounts] = defaultdict(lambda: TreeCounts(int))
    for state, count in met[at].items():
        for target in edges[state].get(tag, ()):
            met[at + 1][target] += count
        for symbol in edges[state].keys() & inside.keys():
            for target in edges[state][symbol]:
                over[symbol][target] += count
    for symbol, targets in over.items():
        for end, count in inside[symbol]:
            row = met[end]
            for target, before in targets.items():
                row[target] += before * count
