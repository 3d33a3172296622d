"""`Grammar`: context-free rules with their counts, written and read as text."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...core.errors import FormatError, Reject
from ...core.wording import counted
from ...treebank import Strings
from .lexicon import Lexicon, Pair, from_pairs


@dataclass(frozen=True, eq=False)
class Grammar:
    """Rules in flat arrays. Symbols below `nonterminals` are phrasal labels, the others are tags, the leaves of the
    trees.

    Rule r is lhs[r] -> rhs[offsets[r] : offsets[r + 1]] and was seen weight[r] times; rules are grouped by their
    left-hand side. The lexicon, if there is one, has the words of each tag.
    """

    symbols: Strings
    nonterminals: int
    start: int
    lhs: NDArray[np.int32]
    rhs: NDArray[np.int32]
    offsets: NDArray[np.int64]
    weight: NDArray[np.float64]
    lexicon: Lexicon | None = None

    def __len__(self) -> int:
        return len(self.lhs)

    def __repr__(self) -> str:
        tags = len(self.symbols) - self.nonterminals
        counts = f"{counted(len(self), 'rule')}, {counted(self.nonterminals, 'nonterminal')}, {counted(tags, 'tag')}"
        words = f", {counted(len(self.lexicon.words), 'word')}" if self.lexicon is not None else ""
        return f"<Grammar: {counts}{words}, start {self.name(self.start)!r}>"

    def name(self, symbol: int) -> str:
        return self.symbols[symbol]

    @cached_property
    def probability(self) -> NDArray[np.float64]:
        """Relative frequency of each rule among those with its left-hand side (the maximum-likelihood estimate)."""
        total = np.bincount(self.lhs, self.weight, self.nonterminals)
        probability: NDArray[np.float64] = self.weight / np.where(total > 0, total, 1)[self.lhs]
        return probability

    def rule(self, number: int) -> tuple[str, tuple[str, ...]]:
        """A rule as names, tags in quotes."""
        children = self.rhs[self.offsets[number] : self.offsets[number + 1]].tolist()
        return self.name(int(self.lhs[number])), tuple(self.spelled(child) for child in children)

    def spelled(self, symbol: int) -> str:
        """A symbol in the text format; a tag is in quotes."""
        name = self.name(symbol)
        return name_of(name) if symbol < self.nonterminals else _quoted(name)

    def to_text(self) -> str:
        """The text format: the start symbol, then one rule per line: count, left-hand side, ->, right-hand side, with
        tags in quotes. The lexicon follows, one line per word and tag: count, tag, =, word."""
        lines = [f"start {name_of(self.name(self.start))}"]
        for number, weight in enumerate(self.weight.tolist()):
            lhs, rhs = self.rule(number)
            lines.append(f"{weight:.17g} {name_of(lhs)} -> {' '.join(rhs)}")
        if self.lexicon is not None:
            lines.append(f"capitalised {self.lexicon.capitalised:.17g}")
            lines += [
                f"{pair.times:.17g} {self.spelled(self.nonterminals + pair.tag)} = {_quoted(pair.word)}"
                for pair in self.lexicon.pairs()
            ]
        return "\n".join(lines) + "\n"


def name_of(label: str) -> str:
    """A label in the text format: in angle brackets if it could be mistaken for something else."""
    return label if re.fullmatch(r'[^\s"<>]+', label) and label != "->" else f"<{_quoted(label)}>"


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def grouped(grammar: Grammar) -> Grammar:
    """The same rules, sorted by their left-hand sides, and the frequent ones first."""
    order = np.lexsort((-grammar.weight, grammar.lhs))
    lengths = np.diff(grammar.offsets)[order]
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))
    places = np.arange(offsets[-1]) + np.repeat(grammar.offsets[:-1][order] - offsets[:-1], lengths)
    return replace(
        grammar, lhs=grammar.lhs[order], rhs=grammar.rhs[places], offsets=offsets, weight=grammar.weight[order]
    )


_PIECE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|<"(?:[^"\\]|\\.)*">|\S+)(?!\S)')


@dataclass(frozen=True)
class _Line:
    """A rule of the text format; each child is whether it is a tag, and its name."""

    number: int
    lhs: str
    rhs: list[tuple[bool, str]]
    weight: float


@dataclass
class _Lines:
    """The content of the lines; the lexicon as names of tags, words and counts."""

    start: str | None = None
    rules: list[_Line] = field(default_factory=list)
    capitalised: float | None = None
    pairs: list[tuple[str, str, float]] = field(default_factory=list)

    def add(self, number: int, pieces: list[str]) -> None:
        """Add a line; raises ValueError if the pieces are not a line of a grammar."""
        if pieces[0] == "start" and len(pieces) == 2:
            self.start = _label(pieces[1])
        elif pieces[0] == "capitalised" and len(pieces) == 2:
            self.capitalised = _number_of(pieces[1])
            if not 0 <= self.capitalised <= 1:
                raise ValueError
        elif pieces[2:3] == ["="]:
            self.pairs.append(_pair(pieces))
        else:
            self.rules.append(_rule(number, pieces))


def from_text(text: str, source: str = "<grammar>") -> Grammar:
    """Read a grammar: `start S`, then rules `0.5 NP -> "DT" "NN"`; weights are normalised when they are used. A lexicon
    may follow, one line per word and tag, `3 "NN" = "house"`, and the share of first words that get a capital,
    `capitalised 0.9` (0.5 by default)."""
    lines = _Lines()
    for number, line in enumerate(text.split("\n"), 1):
        pieces = _PIECE.findall(line)
        if not pieces or line.startswith("#"):
            continue
        try:
            lines.add(number, pieces)
        except ValueError:
            expected = '\'COUNT "TAG" = "WORD"\'' if pieces[2:3] == ["="] else "'WEIGHT LABEL -> SYMBOLS'"
            raise FormatError(Reject(source, number, f"expected {expected}, found '{line.strip()}'")) from None
    if not lines.rules:
        raise FormatError(Reject(source, 1, "there are no rules"))
    grammar = _from_rules(lines.start if lines.start is not None else lines.rules[0].lhs, lines.rules, source)
    if not are_summable(grammar.weight) or not are_summable(np.array([count for _, _, count in lines.pairs])):
        raise FormatError(Reject(source, 1, "the sum of the weights is too large for a number; make them smaller"))
    return _with_lexicon(grammar, lines) if lines.pairs else grammar


def are_summable(weights: NDArray[np.float64]) -> bool:
    """Whether all sums of weights are numbers, so that probabilities can be computed from them."""
    with np.errstate(over="ignore"):
        return bool(np.isfinite(weights.sum()))


def _with_lexicon(grammar: Grammar, lines: _Lines) -> Grammar:
    """Add the lexicon; a tag that is in no rule is in no tree, but it has words."""
    tags = {name: number for number, name in enumerate(list(grammar.symbols)[grammar.nonterminals :])}
    pairs = [Pair(word, tags.setdefault(tag, len(tags)), count) for tag, word, count in lines.pairs]
    lexicon = from_pairs(pairs, len(tags), 0.5 if lines.capitalised is None else lines.capitalised)
    labels = list(grammar.symbols)[: grammar.nonterminals]
    return replace(grammar, symbols=Strings.of([*labels, *tags]), lexicon=lexicon)


def _number_of(piece: str) -> float:
    """A number as people write it; raises ValueError for anything else, also for 1_0, which Python would read."""
    if "_" in piece:
        raise ValueError
    return float(piece)


def _pair(pieces: list[str]) -> tuple[str, str, float]:
    """A tag, a word and its count; raises ValueError if the pieces are something else."""
    if len(pieces) != 4:
        raise ValueError
    count, (is_tag, tag), (is_word, word) = _number_of(pieces[0]), _unspelled(pieces[1]), _unspelled(pieces[3])
    if not is_tag or not is_word or not 0 < count < float("inf"):
        raise ValueError
    return tag, word, count


def _rule(number: int, pieces: list[str]) -> _Line:
    """A rule; raises ValueError if the pieces are something else."""
    weight, lhs, arrow, *rhs = _number_of(pieces[0]), *pieces[1:]
    if arrow != "->" or not rhs or not 0 <= weight < float("inf"):
        raise ValueError
    return _Line(number, _label(lhs), [_unspelled(piece) for piece in rhs], weight)


def _label(piece: str) -> str:
    is_tag, name = _unspelled(piece)
    if is_tag:
        raise ValueError
    return name


def _unspelled(piece: str) -> tuple[bool, str]:
    """Whether a symbol is a tag, and its name."""
    if piece.startswith('"'):
        return True, json.loads(piece)
    return False, json.loads(piece[1:].removesuffix(">")) if piece.startswith('<"') else piece


def _from_rules(start: str, rules: list[_Line], source: str) -> Grammar:
    """Symbols are numbered in the order of the text, so that a grammar that was written is read in its order. A rule
    that
    occurs twice is one rule with the sum of both counts."""
    labels = {name: number for number, name in enumerate(dict.fromkeys(rule.lhs for rule in rules))}
    if start not in labels:
        raise FormatError(Reject(source, 1, f"there is no rule for the start symbol '{start}'"))
    tags: dict[str, int] = {}
    weights: dict[tuple[int, tuple[int, ...]], float] = {}
    for rule in rules:
        key = labels[rule.lhs], tuple(_number(piece, labels, tags, rule, source) for piece in rule.rhs)
        weights[key] = weights.get(key, 0.0) + rule.weight
    lhs = np.array([label for label, _ in weights], np.int32)
    rhs = np.array([symbol for _, symbols in weights for symbol in symbols], np.int32)
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum([len(symbols) for _, symbols in weights])))
    weight = np.array([*weights.values()])
    return grouped(Grammar(Strings.of([*labels, *tags]), len(labels), labels[start], lhs, rhs, offsets, weight))


def _number(piece: tuple[bool, str], labels: dict[str, int], tags: dict[str, int], rule: _Line, source: str) -> int:
    is_tag, name = piece
    if is_tag:
        return len(labels) + tags.setdefault(name, len(tags))
    if name not in labels:
        message = f"there is no rule for '{name}'; a tag is written in quotes"
        raise FormatError(Reject(source, rule.number, message))
    return labels[name]
