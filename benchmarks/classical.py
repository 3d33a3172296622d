"""The classical CKY parser, compiled: the baseline for the inference engine.

This is an ordinary implementation of the textbook algorithm. The rules are converted to Chomsky normal form, with a new
symbol for the rest of a rule (as in nltk, A|<B-C>), or, which is faster, with a new symbol for the beginning that
several rules share (`beginnings`). The chart has a cell for every symbol over every span. For each span, split point,
left symbol with a value and rule of that symbol, the sum and the best value are updated. Unary chains are added for
each span with (I - U)^-1 and its max-product counterpart. Only used cells are cleared.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treegauge import Grammar
from treegauge.core.compiled import kernel

Array = NDArray[Any]
NONE = -1
SCALE = 4  # a tag counts 2^4, so that the product of many probabilities stays within range; undone in the logarithm


@dataclass(frozen=True)
class Tables:
    """Binary rules by their left symbol, weights of tags under labels, the closures of unary rules, the work space."""

    grammar: Grammar
    first: Array
    right: Array
    above: Array
    weight: Array
    lexical: Array
    chains: Array
    best_chains: Array
    step: Array
    space: list[tuple[Array, ...]]

    @property
    def size(self) -> int:
        return len(self.first) - 1


def tables(grammar: Grammar, *, beginnings: bool = False) -> Tables:
    """Binarise the rules and close the unary ones."""
    count, new = grammar.nonterminals, dict[tuple[int, ...], int]()
    units, lexical = np.zeros((count, count)), np.zeros((count, len(grammar.symbols)))
    binary: dict[tuple[int, int, int], float] = {}
    for number, probability in enumerate(grammar.probability.tolist()):
        lhs, rhs = int(grammar.lhs[number]), grammar.rhs[grammar.offsets[number] : grammar.offsets[number + 1]].tolist()
        if len(rhs) == 1:
            (units if rhs[0] < count else lexical)[lhs, rhs[0]] += probability
        elif probability > 0 and beginnings:
            left = rhs[0]
            for symbol in rhs[1:-1]:
                known = new.setdefault((left, symbol), len(grammar.symbols) + len(new))
                binary[left, symbol, known] = 1.0
                left = known
            binary[left, rhs[-1], lhs] = binary.get((left, rhs[-1], lhs), 0.0) + probability
        elif probability > 0:
            above, weight = lhs, probability
            for place, symbol in enumerate(rhs[:-2], 1):
                rest = new.setdefault((lhs, *rhs[place:]), len(grammar.symbols) + len(new))
                binary[symbol, rest, above] = weight
                above, weight = rest, 1.0
            binary[rhs[-2], rhs[-1], above] = weight
    rules = np.array(sorted(binary), np.int32).reshape(-1, 3)
    size = len(grammar.symbols) + len(new)
    first = np.searchsorted(rules[:, 0], np.arange(size + 1))
    weights = np.array([binary[rule] for rule in sorted(binary)])
    right, above_of = (np.ascontiguousarray(rules[:, column]) for column in (1, 2))
    return Tables(grammar, first, right, above_of, weights, lexical, *_closures(units), [])


def _closures(units: Array) -> tuple[Array, Array, Array]:
    """The sum over all unary chains from one label to another, the best chain, and the label after its first step."""
    chains = np.linalg.inv(np.eye(len(units)) - units)
    best, step = (
        np.where(np.eye(len(units)) > 0, 1.0, units),
        np.tile(np.arange(len(units), dtype=np.int32), (len(units), 1)),
    )
    for middle in range(len(units)):
        through = best[:, middle, None] * best[middle]
        better = through > best
        best, step = np.where(better, through, best), np.where(better, step[:, middle, None], step)
    return np.maximum(chains, 0), best, step


def symbols(tables: Tables, tags: Sequence[str]) -> Array:
    """The symbols of tags; -1 for a tag that is not in the grammar."""
    grammar = tables.grammar
    known = {name: number for number, name in enumerate(grammar.symbols) if number >= grammar.nonterminals}
    return np.array([known.get(tag, NONE) for tag in tags], np.int32)


def parse(tables: Tables, tags: Array) -> tuple[float, float, Array]:
    """log2 p(w), log2 of the best tree, and its nodes in preorder: label, left, right, parent."""
    length, grammar = len(tags), tables.grammar
    if not length or (tags == NONE).any():
        return -np.inf, -np.inf, np.zeros((0, 4), np.int32)
    space = _space(tables, length)
    total, best = fill(
        tags, grammar.nonterminals, grammar.start,
        tables.first, tables.right, tables.above, tables.weight,
        tables.lexical, tables.chains, tables.best_chains, *space,
    )  # fmt: skip
    nodes = np.zeros((0, 4), np.int32)
    if best > 0:
        nodes = trace(length, grammar.nonterminals, len(grammar.symbols), grammar.start, tables.step, *space[4:])
    clear(length, *space[:4])
    if total <= 0:
        return -np.inf, -np.inf, nodes
    return float(np.log2(total)) - SCALE * length, float(np.log2(best)) - SCALE * length, nodes


def compile_cpp(program: Path) -> bool:
    """Compile classical.cpp, the same parser in C++; False if there is no g++."""
    if shutil.which("g++") is None:
        return False
    source = Path(__file__).with_name("classical.cpp")
    subprocess.run(["g++", "-O3", "-march=native", "-o", str(program), str(source)], check=True)
    return True


def write_for_cpp(tables: Tables, sentences: Sequence[Array], path: Path) -> None:
    """Write what classical.cpp reads: tables and sentences as arrays, each after its length."""
    grammar, count = tables.grammar, tables.grammar.nonterminals
    numbers = np.array([count, len(grammar.symbols) - count, grammar.start], np.int32)
    ends = np.cumsum([0, *(len(tags) for tags in sentences)]).astype(np.int32)
    tags = np.concatenate([np.zeros(0, np.int32), *sentences]).astype(np.int32) - count
    rules = (tables.first.astype(np.int32), tables.right, tables.above, tables.weight)
    lexical = tables.lexical[:, count:].T
    with path.open("wb") as file:
        for array in (numbers, *rules, lexical, tables.chains, tables.best_chains, ends, tags):
            file.write(np.int64(array.size).tobytes() + np.ascontiguousarray(array).tobytes())


def _space(tables: Tables, length: int) -> tuple[Array, ...]:
    """Sum and best value, the symbols with a value and their number; split, left and right symbol, the label below."""
    spans = (length + 1) * (length + 1)
    if not tables.space or len(tables.space[0][0]) < spans:
        shape = (spans, tables.size)
        chart = (np.zeros(shape), np.zeros(shape), np.empty(shape, np.int32), np.zeros(spans, np.int32))
        back = (np.empty(shape, np.int32), np.empty(shape, np.int32), np.empty(shape, np.int32))
        below = np.empty((spans, tables.grammar.nonterminals), np.int32)
        tables.space[:] = [(*chart, *back, below)]
    return tables.space[0]


@kernel
def fill(
    tags: Array,
    labels: int,
    start: int,
    first: Array,
    rights: Array,
    above: Array,
    weight: Array,
    lexical: Array,
    chains: Array,
    best_chains: Array,
    total: Array,
    best: Array,
    active: Array,
    count: Array,
    split: Array,
    left_of: Array,
    right_of: Array,
    below: Array,
) -> Any:
    """Fill all spans, shorter ones first; return the values of the start symbol over the whole sentence."""
    length = len(tags)
    width = length + 1
    for size in range(1, length + 1):
        for i in range(length - size + 1):
            k = i + size
            span = i * width + k
            if size == 1:
                scaled = 2.0**SCALE
                total[span, tags[i]] = best[span, tags[i]] = scaled
                active[span, 0] = tags[i]
                count[span] = 1
                for label in range(labels):
                    if lexical[label, tags[i]] > 0:
                        total[span, label] = best[span, label] = lexical[label, tags[i]] * scaled
                        split[span, label] = -1
            for j in range(i + 1, k):
                low, high = i * width + j, j * width + k
                if count[high] == 0:
                    continue
                for number in range(count[low]):
                    left = active[low, number]
                    value, value_best = total[low, left], best[low, left]
                    for rule in range(first[left], first[left + 1]):
                        right = rights[rule]
                        if total[high, right] > 0:
                            symbol = above[rule]
                            if total[span, symbol] == 0 and symbol >= labels:
                                active[span, count[span]] = symbol
                                count[span] += 1
                            total[span, symbol] += value * total[high, right] * weight[rule]
                            candidate = value_best * best[high, right] * weight[rule]
                            if candidate > best[span, symbol]:
                                best[span, symbol] = candidate
                                split[span, symbol] = j
                                left_of[span, symbol] = left
                                right_of[span, symbol] = right
            _close(labels, chains, best_chains, total[span], best[span], active[span], count, span, below[span])
    whole = length
    return total[whole, start], best[whole, start]


@kernel
def _close(
    labels: int,
    chains: Array,
    best_chains: Array,
    total: Array,
    best: Array,
    active: Array,
    count: Array,
    span: int,
    below: Array,
) -> None:
    """Add the unary chains over one span, and note which label ends the best chain from each."""
    before = total[:labels].copy()
    before_best = best[:labels].copy()
    for source in range(labels):
        below[source] = source
        total[source] = best[source] = 0.0
    for source in range(labels):
        if before[source] > 0:
            for label in range(labels):
                if best_chains[label, source] > 0:
                    total[label] += chains[label, source] * before[source]
                    candidate = best_chains[label, source] * before_best[source]
                    if candidate > best[label]:
                        best[label] = candidate
                        below[label] = source
    for label in range(labels):
        if total[label] > 0:
            active[count[span]] = label
            count[span] += 1


@kernel
def clear(length: int, total: Array, best: Array, active: Array, count: Array) -> None:
    """Set the cells that were used to zero again."""
    width = length + 1
    for i in range(length):
        for k in range(i + 1, length + 1):
            span = i * width + k
            for number in range(count[span]):
                total[span, active[span, number]] = 0.0
                best[span, active[span, number]] = 0.0
            count[span] = 0


@kernel
def trace(
    length: int,
    labels: int,
    named: int,
    start: int,
    step: Array,
    split: Array,
    left_of: Array,
    right_of: Array,
    below: Array,
) -> Any:
    """The nodes of the best tree in preorder, from the back pointers; symbols from `named` on begin rules."""
    width = length + 1
    nodes = np.empty((length * (labels + 1) * 2, 4), np.int32)
    stack = np.empty((2 * length + 2, 4), np.int32)
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = start, 0, length, -1
    depth, count = 1, 0
    while depth > 0:
        depth -= 1
        symbol, i, k, parent = stack[depth, 0], stack[depth, 1], stack[depth, 2], stack[depth, 3]
        if labels <= symbol < named:
            continue
        span = i * width + k
        if symbol < labels:
            target = below[span, symbol]
            label = symbol
            while True:
                nodes[count, 0], nodes[count, 1], nodes[count, 2], nodes[count, 3] = label, i, k, parent
                parent = count
                count += 1
                if label == target:
                    break
                label = step[label, target]
            symbol = target
            if split[span, symbol] < 0:
                continue
        j = split[span, symbol]
        for side in range(2):
            at = depth + side
            stack[at, 0] = right_of[span, symbol] if side == 0 else left_of[span, symbol]
            stack[at, 1], stack[at, 2] = (j, k) if side == 0 else (i, j)
            stack[at, 3] = parent
        depth += 2
    return nodes[:count].copy()
