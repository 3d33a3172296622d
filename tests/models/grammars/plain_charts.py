"""Charts filled rule by rule, split point by split point, for any algebra of values: exact sums, best trees, numbers of
trees, logarithms. Rules of probability zero build no tree. The functions to compare with stand in plain.py."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treegauge import Grammar

Array = NDArray[Any]
Units = tuple[tuple[int, int, Fraction], ...]
UNKNOWN = -1


@dataclass(frozen=True)
class Rule:
    number: int
    lhs: int
    rhs: tuple[int, ...]
    probability: Fraction


def rules_of(grammar: Grammar) -> list[Rule]:
    """All rules with exact relative frequencies."""
    weight = [Fraction(value) for value in grammar.weight.tolist()]
    total = [Fraction(0)] * grammar.nonterminals
    for lhs, value in zip(grammar.lhs.tolist(), weight, strict=True):
        total[lhs] += value
    found = []
    for number, lhs in enumerate(grammar.lhs.tolist()):
        rhs = tuple(grammar.rhs[grammar.offsets[number] : grammar.offsets[number + 1]].tolist())
        found.append(Rule(number, lhs, rhs, weight[number] / total[lhs] if total[lhs] else Fraction(0)))
    return found


def live_rules(grammar: Grammar) -> list[Rule]:
    return [rule for rule in rules_of(grammar) if rule.probability]


def terminals(grammar: Grammar, tags: Sequence[str]) -> list[int]:
    """The symbols of a tag sequence; a tag that the grammar does not have is `UNKNOWN`."""
    known = {name: number for number, name in enumerate(grammar.symbols) if number >= grammar.nonterminals}
    return [known.get(tag, UNKNOWN) for tag in tags]


@cache
def log2(value: Fraction) -> float:
    """Correct to the last digits for fractions of any size; -inf for zero."""
    if not value:
        return -math.inf
    shift = value.denominator.bit_length() - value.numerator.bit_length()
    return math.log2(value * Fraction(2) ** shift) - shift


@dataclass(frozen=True)
class Algebra:
    """How values add up over alternatives and multiply along a tree; `close` adds the unary chains over a span."""

    zero: Any
    one: Any
    weigh: Callable[[Fraction], Any]
    plus: Callable[[Any, Any], Any]
    times: Callable[[Any, Any], Any]
    over_splits: Callable[[Array, Array], Any]
    close: Callable[[Units, list[Any]], list[Any]]
    dtype: Any = object


@dataclass(frozen=True)
class Chart:
    """`inside[symbol][i, k]`, and for each rule `prefix[rule][d][i, k]`: its first d symbols over tags i to k."""

    algebra: Algebra
    inside: dict[int, Array]
    prefix: dict[int, list[Array]]
    base: dict[int, Array]


def fill(grammar: Grammar, tags: Sequence[str], algebra: Algebra) -> Chart:
    """Every symbol over every span, by the definition: each rule on its own, each prefix, each split point."""
    length, rules = len(tags), live_rules(grammar)

    def table() -> Array:
        return np.full((length + 1, length + 1), algebra.zero, algebra.dtype)

    inside = {symbol: table() for symbol in range(len(grammar.symbols))}
    base = {symbol: table() for symbol in range(grammar.nonterminals)}
    prefix = {r.number: [table(), inside[r.rhs[0]], *(table() for _ in r.rhs[1:])] for r in rules}
    for position, symbol in enumerate(terminals(grammar, tags)):
        if symbol != UNKNOWN:
            inside[symbol][position, position + 1] = algebra.one
    chart = Chart(algebra, inside, prefix, base)
    units = tuple((r.lhs, r.rhs[0], r.probability) for r in rules if is_unary(grammar, r))
    others = [(r, algebra.weigh(r.probability)) for r in rules if not is_unary(grammar, r)]
    for i in range(length - 1, -1, -1):
        for k in range(i + 1, length + 1):
            _fill_span(chart, others, i, k)
            closed = algebra.close(units, [base[symbol][i, k] for symbol in base])
            for symbol in base:
                inside[symbol][i, k] = closed[symbol]
    return chart


def is_unary(grammar: Grammar, rule: Rule) -> bool:
    return len(rule.rhs) == 1 and rule.rhs[0] < grammar.nonterminals


def _fill_span(chart: Chart, rules: list[tuple[Rule, Any]], i: int, k: int) -> None:
    algebra = chart.algebra
    for rule, weight in rules:
        prefix = chart.prefix[rule.number]
        for d in range(2, len(rule.rhs) + 1):
            last = chart.inside[rule.rhs[d - 1]][i + 1 : k, k]
            prefix[d][i, k] = algebra.over_splits(prefix[d - 1][i, i + 1 : k], last)
        base = chart.base[rule.lhs]
        base[i, k] = algebra.plus(base[i, k], algebra.times(weight, prefix[-1][i, k]))


def _useful(units: Units, there: list[bool]) -> list[int]:
    """The nonterminals that have a value over a span: of their own, or by a unary chain. The others have none, even
    where a chain of theirs turns for ever."""
    for _ in there:
        for above, below, _weight in units:
            there[above] |= there[below]
    return [symbol for symbol, value in enumerate(there) if value]


def _system(units: Units, symbols: list[int]) -> list[list[Fraction]]:
    """I - U among some nonterminals."""
    place = {symbol: number for number, symbol in enumerate(symbols)}
    rows = [[Fraction(int(a == b)) for b in symbols] for a in symbols]
    for above, below, weight in units:
        if below in place:
            rows[place[above]][place[below]] -= weight
    return rows


def close_exactly(units: Units, base: list[Fraction]) -> list[Fraction]:
    """x = U x + base by Gaussian elimination in fractions."""
    symbols = _useful(units, [value > 0 for value in base])
    rows = [[*row, base[symbol]] for row, symbol in zip(_system(units, symbols), symbols, strict=True)]
    for column in range(len(rows)):
        pivot = next(number for number in range(column, len(rows)) if rows[number][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for number, row in enumerate(rows):
            if number != column and row[column]:
                rows[number] = [a - row[column] * b for a, b in zip(row, rows[column], strict=True)]
    closed = [Fraction(0)] * len(base)
    for symbol, row in zip(symbols, rows, strict=True):
        closed[symbol] = row[-1]
    return closed


def close_in_logs(units: Units, base: list[float]) -> list[float]:
    """The same by a dense solve; the chains' own sums are moderate, so only they leave the logarithms."""
    closed = [-math.inf] * len(base)
    symbols = _useful(units, [value > -math.inf for value in base])
    if symbols:
        terms = _chains(units, tuple(symbols)) + np.array([base[symbol] for symbol in symbols])
        for symbol, row in zip(symbols, terms, strict=True):
            closed[symbol] = sum_of_logs(row)
    return closed


@cache
def _chains(units: Units, symbols: tuple[int, ...]) -> Array:
    """log2 (I - U)^-1 among some nonterminals; the same few sets come again and again."""
    sums = np.linalg.solve(np.array(_system(units, list(symbols)), float), np.eye(len(symbols)))
    with np.errstate(divide="ignore"):
        logs: Array = np.log2(np.maximum(sums, 0))
    return logs


def sum_of_logs(values: Array) -> float:
    most = values.max(initial=-np.inf)
    return float(most + np.log2(np.exp2(values - most).sum())) if most > -np.inf else -math.inf


def close_best(times: Callable[[Any, Any], Any], weigh: Callable[[Fraction], Any]) -> Callable[..., list[Any]]:
    """The best unary chain by Bellman and Ford: as many rounds as there are nonterminals."""

    def close(units: Units, base: list[Any]) -> list[Any]:
        best = list(base)
        for _ in base:
            for above, below, weight in units:
                best[above] = max(best[above], times(weigh(weight), best[below]))
        return best

    return close


def close_counting(units: Units, base: list[int]) -> list[int]:
    """The number of trees; ValueError where a unary chain makes it infinite."""
    count = list(base)
    for _ in range(len(base) + 1):
        before, count = count, list(base)
        for above, below, _weight in units:
            count[above] += before[below]
        if count == before:
            return count
    raise ValueError("a unary cycle makes infinitely many trees")


def add(one: Any, other: Any) -> Any:
    return one + other


def multiply(one: Any, other: Any) -> Any:
    return one * other


def _products(left: Array, right: Array) -> Any:
    return reduce(add, (left * right).tolist(), Fraction(0))


def _best_product(left: Array, right: Array) -> Any:
    return max((left * right).tolist(), default=Fraction(0))


def _identity(value: Fraction) -> Fraction:
    return value


EXACT = Algebra(Fraction(0), Fraction(1), _identity, add, multiply, _products, close_exactly)
EXACT_BEST = Algebra(Fraction(0), Fraction(1), _identity, max, multiply, _best_product, close_best(multiply, _identity))
COUNT = Algebra(0, 1, lambda _: 1, add, multiply, lambda a, b: sum((a * b).tolist()), close_counting)
LOGS = Algebra(
    -np.inf,
    0.0,
    log2,
    lambda a, b: float(np.logaddexp2(a, b)),
    add,
    lambda a, b: sum_of_logs(a + b),
    close_in_logs,
    float,
)
BEST_LOGS = Algebra(
    -np.inf, 0.0, log2, max, add, lambda a, b: (a + b).max(initial=-np.inf), close_best(add, log2), float
)  # fmt: skip
