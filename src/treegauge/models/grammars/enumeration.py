"""List what a grammar generates: its trees, the most probable first, and its sentences, the shortest first. This is
for small grammars, whose exact figures are a check of everything else."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...core.bounds import Positive, checked
from ...core.errors import CallError
from ...core.types import Floats
from .grammar import Grammar
from .properties import productive, solve, unary_matrix, usable_rules, useless_symbols

NestedTree = tuple[Any, ...]  # the label, then the children: a tag is a string, a phrase such a tuple

Pending = tuple[int, Any, float]
History = tuple[int, Any]  # the last rule used, and those before it


class Derivation(NamedTuple):
    """A tree, its yield, and the logarithm of its probability."""

    log2_probability: float
    tags: tuple[str, ...]
    tree: NestedTree


def enumerate_trees(grammar: Grammar, limit: int | None = None) -> Iterator[Derivation]:
    """The trees of a grammar in order of their probability: `limit` of them, or all, perhaps infinitely many.

    A tree taken from the queue represents all trees that begin in the same way. It is completed with the best rule for
    each label; for each place, the trees that first differ from it there are put into the queue, with the score of the
    best of them.
    """
    best, chosen = _best_trees(grammar)
    ranked, score = _ranked(grammar, best, chosen)
    if not ranked[grammar.start]:
        return
    log2 = np.log2(grammar.probability, out=np.full(len(grammar), -np.inf), where=grammar.probability > 0).tolist()
    children = [
        [child for child in _children(grammar, rule) if child < grammar.nonterminals] for rule in range(len(grammar))
    ]
    start: Pending = (grammar.start, None, 0.0)
    queue: list[tuple[float, int, int, float, Pending, History | None]] = [
        (-score[ranked[grammar.start][0]], 0, 0, 0.0, start, None)
    ]
    pushed = given = 0
    while queue and (limit is None or given < limit):
        _, _, rank, so_far, pending, history = heapq.heappop(queue)
        rest: Pending | None = pending
        while rest is not None:
            label, after, best_after = rest
            if rank + 1 < len(ranked[label]):
                pushed += 1
                bound = so_far + score[ranked[label][rank + 1]] + best_after
                heapq.heappush(queue, (-bound, pushed, rank + 1, so_far, rest, history))
            rule = ranked[label][rank]
            so_far, history, rank, rest = so_far + log2[rule], (rule, history), 0, after
            for child in reversed(children[rule]):
                rest = (child, rest, rest[2] + best[rest[0]] if rest else 0.0)
        given += 1
        yield _derivation(grammar, so_far, history)


def _children(grammar: Grammar, rule: int) -> tuple[int, ...]:
    return tuple(grammar.rhs[grammar.offsets[rule] : grammar.offsets[rule + 1]].tolist())


def _scores(grammar: Grammar, value: Floats) -> Floats:
    """log2 p of each rule, plus the values of those children that are labels."""
    rule = np.repeat(np.arange(len(grammar)), np.diff(grammar.offsets))
    worth = np.append(value, np.zeros(len(grammar.symbols) - grammar.nonterminals))
    log2 = np.log2(grammar.probability, out=np.full(len(grammar), -np.inf), where=grammar.probability > 0)
    scores: Floats = log2 + np.bincount(rule, worth[grammar.rhs], len(grammar))
    return scores


def _best_trees(grammar: Grammar) -> tuple[list[float], list[int]]:
    """For each label log2 p of its best tree and the rule at its top (-inf and -1 if it has none).

    A best tree has no label twice on a path, so there are at most as many rounds as labels. The rule at the top is the
    one that first gave this score: among rules that tie, another one could lead to a cycle.
    """
    best, chosen = np.full(grammar.nonterminals, -np.inf), np.full(grammar.nonterminals, -1)
    while True:
        score = _scores(grammar, best)
        top = np.full(grammar.nonterminals, -np.inf)
        np.maximum.at(top, grammar.lhs, score)
        better = top > best
        if not better.any():
            return best.tolist(), chosen.tolist()
        rules = np.flatnonzero((score == top[grammar.lhs]) & better[grammar.lhs])[::-1]
        chosen[grammar.lhs[rules]] = rules
        best = np.maximum(best, top)


def _ranked(grammar: Grammar, best: list[float], chosen: list[int]) -> tuple[list[list[int]], list[float]]:
    """The rules of each label that lead to a tree, the best first, and the score of each rule."""
    score, first = _scores(grammar, np.array(best)).tolist(), set(chosen)
    ranked: list[list[int]] = [[] for _ in range(grammar.nonterminals)]
    for rule, label in enumerate(grammar.lhs.tolist()):
        if score[rule] > -np.inf:
            ranked[label].append(rule)
    for rules in ranked:
        rules.sort(key=lambda rule: (-score[rule], rule not in first, rule))
    return ranked, score


def _derivation(grammar: Grammar, log2_probability: float, history: History | None) -> Derivation:
    """Build a tree from its rules, the last one first, so that the phrases of a rule are the last ones built."""
    names, phrases, tags = grammar.symbols.list, list[Any](), list[str]()
    while history is not None:
        rule, history = history
        tree: list[Any] = [names[int(grammar.lhs[rule])]]
        for child in _children(grammar, rule):
            tree.append(phrases.pop() if child < grammar.nonterminals else names[child])
        phrases.append(tuple(tree))
    left = [phrases[0]]
    while left:
        piece = left.pop()
        if isinstance(piece, str):
            tags.append(piece)
        else:
            left.extend(reversed(piece[1:]))
    return Derivation(log2_probability, tuple(tags), phrases[0])


class GeneratedSentence(NamedTuple):
    """A sentence, its probability (the sum over all its trees), and H(tree | sentence) in bits (Hwa's tree entropy)."""

    tags: tuple[str, ...]
    probability: float
    tree_entropy: float


# Strings of one symbol and one length: the probability P of each, and the uncertainty about its derivation d, the sum
# of p(d) log2(P / p(d)). As a difference of two entropies, that of an unambiguous string would not be exactly 0.
Cell = dict[tuple[int, ...], tuple[float, float]]


@checked
def enumerate_sentences(
    grammar: Grammar, max_length: Positive, *, limit: Positive = 1_000_000
) -> list[GeneratedSentence]:
    """All sentences of a grammar up to a length, in order of length, also with unary cycles.

    `limit` is the greatest number of pieces of sentences that may be stored on the way.
    """
    if max_length < 0:
        raise CallError(f"a sentence cannot have {max_length} words")
    usable = np.flatnonzero(usable_rules(grammar)).tolist()
    rules = [(int(grammar.lhs[rule]), _children(grammar, rule), float(grammar.probability[rule])) for rule in usable]
    tables: list[list[Cell]] = [[{}] for _ in range(len(grammar.symbols))]
    for tag in range(grammar.nonterminals, len(tables)):
        tables[tag] += [{(tag,): (1.0, 0.0)}, *({} for _ in range(max_length - 1))]
    prefixes = {rhs[:end]: [Cell()] for _, rhs, _ in rules for end in range(2, len(rhs) + 1)}
    unary, kept = _usable_unary(grammar), 0
    for length in range(1, max_length + 1):
        for prefix in sorted(prefixes, key=len):
            head = tables[prefix[0]] if len(prefix) == 2 else prefixes[prefix[:-1]]
            prefixes[prefix].append(_joined(head, tables[prefix[-1]], length))
            kept += len(prefixes[prefix][-1])
            if kept > limit:
                raise CallError(
                    f"there are more than {limit:,} pieces of sentences up to {length} words; list shorter ones"
                )
        for table, cell in zip(
            tables, _closed(unary, _of_labels(grammar, rules, tables, prefixes, length)), strict=False
        ):
            table.append(cell)
    return [
        GeneratedSentence(tuple(grammar.name(tag) for tag in tags), probability, left_open / probability)
        for cell in tables[grammar.start]
        for tags, (probability, left_open) in sorted(cell.items())
    ]


def _joined(heads: list[Cell], lasts: list[Cell], length: int) -> Cell:
    """The strings of a length that consist of two pieces, for all places of the cut."""
    cell: Cell = {}
    for cut in range(1, length):
        if heads[cut] and lasts[length - cut]:
            for head, (p, p_open) in heads[cut].items():
                for last, (q, q_open) in lasts[length - cut].items():
                    _add(cell, head + last, p * q, p * q_open + q * p_open)
    return cell


def _add(cell: Cell, string: tuple[int, ...], probability: float, left_open: float) -> None:
    """Add a derivation of a string; which of its derivations it was becomes part of the uncertainty."""
    if probability <= 0:
        return
    if string in cell:
        before, before_open = cell[string]
        both = before + probability
        choice = before * float(np.log2(both / before)) + probability * float(np.log2(both / probability))
        cell[string] = both, before_open + left_open + choice
    else:
        cell[string] = probability, left_open


def _of_labels(
    grammar: Grammar,
    rules: list[tuple[int, tuple[int, ...], float]],
    tables: list[list[Cell]],
    prefixes: dict[tuple[int, ...], list[Cell]],
    length: int,
) -> list[Cell]:
    """The strings that each label derives without unary rules between labels."""
    cells: list[Cell] = [{} for _ in range(grammar.nonterminals)]
    for label, rhs, probability in rules:
        if len(rhs) > 1 or rhs[0] >= grammar.nonterminals:
            strings = prefixes[rhs][length] if len(rhs) > 1 else tables[rhs[0]][length]
            for string, (inside, left_open) in strings.items():
                _add(cells[label], string, probability * inside, probability * left_open)
    return cells


def _closed(unary: Any, cells: list[Cell]) -> list[Cell]:
    """The strings of each label, with those derived by chains of unary rules: P = direct + U P. The uncertainty is
    computed likewise, plus the choice between direct derivations and each unary rule."""
    if not unary.nnz:
        return cells
    column = {
        string: number for number, string in enumerate(dict.fromkeys(string for cell in cells for string in cell))
    }
    direct, direct_open = np.zeros((2, len(cells), len(column)))
    for label, cell in enumerate(cells):
        for string, (probability, left_open) in cell.items():
            direct[label, column[string]], direct_open[label, column[string]] = probability, left_open
    system = np.eye(len(cells)) - unary
    total = solve(system, direct)
    direct_open += _choice(total, direct)
    for label, child in zip(*unary.nonzero(), strict=True):
        direct_open[label] += _choice(total[label], unary[label, child] * total[child])
    total_open = solve(system, direct_open)
    return [
        {string: (float(p[at]), float(left_open[at])) for string, at in column.items() if p[at] > 0}
        for p, left_open in zip(total, total_open, strict=True)
    ]


def _choice(total: Floats, part: Floats) -> Floats:
    """part * log2(total / part); 0 if the part is 0."""
    there = part > 0
    ratio = np.divide(total, part, out=np.ones_like(total), where=there)
    chosen: Floats = part * np.log2(np.maximum(ratio, 1.0))
    return chosen


def _usable_unary(grammar: Grammar) -> Any:
    """The unary rules between labels that derive words; others could go on for ever."""
    from scipy.sparse import diags_array

    ends = diags_array(productive(grammar).astype(np.float64))
    return (ends @ unary_matrix(grammar) @ ends).tocsr()


def longest_sentence(grammar: Grammar) -> int | None:
    """The number of words in the longest sentence; None if there is no longest one."""
    used = ~useless_symbols(grammar)
    if not used[grammar.start]:
        return 0
    rules = usable_rules(grammar) & used[grammar.lhs]
    rule = np.repeat(np.arange(len(grammar)), np.diff(grammar.offsets))
    words = np.where(np.arange(len(used)) < grammar.nonterminals, -np.inf, 1.0)
    # Longer sentences come from deeper trees; one deeper than there are labels has a label below itself.
    for _ in range(grammar.nonterminals + 1):
        before = words.copy()
        np.maximum.at(words, grammar.lhs[rules], np.bincount(rule, words[grammar.rhs], len(grammar))[rules])
        if np.array_equal(words, before):
            return int(words[grammar.start])
    return None
