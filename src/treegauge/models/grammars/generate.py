"""Treebanks drawn from a grammar: tests with a known answer, and any number of sentences."""

from __future__ import annotations

import numpy as np

from ...core.bounds import Natural, Positive, SeedNumber, checked
from ...core.errors import CallError, DataError
from ...treebank import Rows, Strings, Text, Treebank, concatenate
from .grammar import Grammar


@checked
def generate(grammar: Grammar, sentences: Natural, seed: SeedNumber = 0, *, max_nodes: Positive = 100_000) -> Treebank:
    """Draw trees from a probabilistic grammar; the words are the tags.

    The same seed gives the same trees. A tree that grows beyond `max_nodes` nodes and words is drawn again; a grammar
    from which that happens all the time is refused.
    """
    from .kernels import draw_trees

    if sentences < 0:
        raise CallError(f"cannot draw {sentences} sentences")
    if max_nodes < 1:
        raise CallError(f"a tree has at least one node, so max_nodes cannot be {max_nodes}")
    first, cumulative = _tables(grammar)
    generator = np.random.default_rng(seed)
    parts: list[Treebank] = []
    left = sentences
    while left or not parts:
        room = max(min(64 * left + 4 * max_nodes, 40_000_000), max_nodes + 1)
        tokens, nodes, ends, done, given_up = draw_trees(
            generator,
            left,
            grammar.start,
            grammar.nonterminals,
            first,
            cumulative,
            grammar.rhs,
            grammar.offsets,
            max_nodes,
            room,
        )
        if given_up > 100 + 10 * left:
            raise DataError(
                f"the grammar grows without end: {given_up} trees have more than {max_nodes:,} nodes and words"
            )
        parts.append(_treebank(grammar, tokens, nodes, ends))
        left -= done
    return concatenate(parts)


def _tables(grammar: Grammar) -> tuple[np.ndarray, np.ndarray]:
    """The first rule of each left-hand side, and the sum of probabilities up to each rule within it."""
    rules = np.bincount(grammar.lhs, minlength=grammar.nonterminals)
    useless = np.flatnonzero(np.bincount(grammar.lhs, grammar.weight, grammar.nonterminals) <= 0)
    if len(useless):
        raise DataError(f"'{grammar.name(int(useless[0]))}' has no rule with a probability above zero")
    first = np.concatenate((np.zeros(1, np.int64), np.cumsum(rules)))
    running = np.cumsum(grammar.probability)
    before = np.concatenate(([0.0], running))[first[:-1]]
    return first, running - before[grammar.lhs]


def _treebank(grammar: Grammar, tokens: tuple, nodes: tuple, ends: tuple) -> Treebank:  # type: ignore[type-arg]
    names = list(grammar.symbols)
    labels, tags = Strings.of(names[: grammar.nonterminals]), Strings.of(names[grammar.nonterminals :])
    tag, label = Text(tokens[0], tags), Text(nodes[0], labels)
    count = len(ends[0])
    return Treebank.of(
        Rows(
            np.arange(count + 1, dtype=np.int64),
            {"id": Text.constant(None, count), "comments": Text.constant(None, count)},
        ),
        Rows(np.append(np.int64(0), ends[0]), {"form": tag, "tag": tag, "parent": tokens[1]}),
        Rows(
            np.append(np.int64(0), ends[1]), {"label": label, "parent": nodes[1], "left": nodes[2], "right": nodes[3]}
        ),
    )
