"""Dependency graphs for the UD measures: which ones the official script refuses, and the edges of enhanced graphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ...core.errors import DataError
from ...formats.conll import UNFINISHED
from ...treebank import Treebank
from .columns import ABSENT
from .ud_text import RunningText, line_of

_EDGE = re.compile(r"(\d+)(\.\d+)?:(.*)", re.DOTALL)
# How the message of an error ends.
REFUSED = "the official script refuses it; score it with --lenient (in Python: ud(lenient=true))"


@dataclass(frozen=True)
class _Problem:
    sentence: int
    message: str


def must_be_trees(text: RunningText, *, several_roots: bool = False) -> None:
    """Refuse what the official script refuses: the first sentence that is empty or not a tree with one root, or, if
    they are allowed, with several."""
    unfinished = text.treebank.header.get(UNFINISHED)
    if unfinished is not None:
        raise DataError(f"{unfinished}: the file does not end with an empty line; {REFUSED}, or add the line")
    problem = min(_problems(text, several_roots), key=lambda problem: problem.sentence, default=None)
    if problem is not None:
        raise DataError(f"{text.treebank.where(problem.sentence)}: {problem.message}; {REFUSED}")


def _problems(text: RunningText, several_roots: bool) -> Iterator[_Problem]:
    """The first problem of each kind, in the words of the official script."""
    from ..kernels.ud import first_cycle

    treebank, tokens, head = text.treebank, text.treebank.tokens, text.treebank.tokens.numbers("head")
    roots = np.diff(np.concatenate(([0], np.cumsum(head == -1)))[tokens.offsets])
    for empty in np.flatnonzero(tokens.counts == 0)[:1].tolist():
        yield _Problem(empty, "there is a sentence with 0 tokens")
    for word in np.flatnonzero(head == -2)[:1].tolist():
        yield _Problem(int(tokens.sentence[word]), f"cannot parse HEAD '_' of token {_number(treebank, word)}")
    for token in np.flatnonzero(np.diff(text.ends) == 0)[:1].tolist():
        word = int(np.searchsorted(text.token, token))
        yield _Problem(int(tokens.sentence[word]), f"there is an empty FORM, token {_number(treebank, word)}")
    for several in [] if several_roots else np.flatnonzero(roots > 1)[:1].tolist():
        numbers = np.flatnonzero(treebank[[several]].tokens.numbers("head") == -1) + 1
        yield _Problem(several, f"there are multiple roots in the sentence, tokens {', '.join(map(str, numbers))}")
    cycle = int(first_cycle(tokens.offsets, head))
    if cycle >= 0:
        yield _Problem(cycle, "there is a cycle in the sentence")
    for none in np.flatnonzero((roots == 0) & (tokens.counts > 0))[:1].tolist():
        yield _Problem(none, "there are no roots in the sentence")


def _number(treebank: Treebank, word: int) -> int:
    return word - int(treebank.tokens.start[word]) + 1


@dataclass(frozen=True, eq=False)
class Edges:
    """The enhanced edges of each word, one list per distinct DEPS: `code` is the number of the list, list i is
    table[offsets[i]:offsets[i + 1]], and an edge is (head from 1 or 0 for the root, label, label without subtypes).

    As in the official script, edges that come from an empty node do not count (collapse empty nodes first if they
    should), a path of collapsed edges a>b is one label, and an edge that is written twice counts twice.
    """

    code: NDArray[np.int32]
    offsets: NDArray[np.int64]
    table: NDArray[np.int32]

    @property
    def there(self) -> bool:
        return len(self.table) > 0

    def per_word(self) -> NDArray[np.int64]:
        """How many edges each word has."""
        return np.diff(self.offsets)[self.code]


# One gold treebank is compared with the output of many parsers: its edges and the numbers of their labels.
_of_gold: WeakKeyDictionary[Treebank, tuple[bool, Edges, dict[str, int]]] = WeakKeyDictionary()


def edges_of_both(gold: Treebank, test: Treebank, lenient: bool) -> tuple[Edges, Edges]:
    """The enhanced edges of gold and test, with the same numbers for the same labels."""
    lenient_before, first, labels = _of_gold.get(gold, (None, None, {}))
    if first is None or lenient_before is not lenient:
        labels = {}
        first = enhanced_edges(gold, labels, lenient)
        _of_gold[gold] = lenient, first, labels
    return first, enhanced_edges(test, dict(labels), lenient)


def enhanced_edges(treebank: Treebank, labels: dict[str, int], lenient: bool) -> Edges:
    """The edges of all words; `labels` numbers the labels of gold and test. An edge that cannot be read, or does not
    come from a word of the sentence, is refused, or left out if `lenient`."""
    deps = treebank.tokens.text("deps")
    lists = [_edges(value, labels) for value in (*deps.values, ABSENT)]
    code = np.where(deps.codes >= 0, deps.codes, len(deps.values)).astype(np.int32)
    bad = _outside(treebank, lists)[code] > treebank.tokens.counts[treebank.tokens.sentence]
    if bad.any() and not lenient:
        word = int(np.argmax(bad))
        place = line_of(treebank, word)
        raise DataError(f"{place}: DEPS '{deps[word]}' is not HEAD:LABEL|... with heads of the sentence; {REFUSED}")
    code[bad] = len(deps.values)
    sizes = [0 if edges is None else len(edges) for edges in lists]
    table = [edge for edges in lists if edges for edge in edges]
    return Edges(
        code, np.concatenate(([0], np.cumsum(sizes))).astype(np.int64), np.array(table, np.int32).reshape(-1, 3)
    )


def _outside(treebank: Treebank, lists: list[list[tuple[int, int, int]] | None]) -> NDArray[np.int64]:
    """The furthest head of each list; beyond any sentence where the list cannot be read."""
    beyond = 1 + int(treebank.tokens.counts.max(initial=0))
    return np.array(
        [beyond if edges is None else max((head for head, _, _ in edges), default=0) for edges in lists], np.int64
    )


def _edges(deps: str, labels: dict[str, int]) -> list[tuple[int, int, int]] | None:
    """The edges of one DEPS field, or None if it cannot be read."""
    if deps in ("", ABSENT):
        return []
    edges = _parsed_edges(deps)
    if edges is None:
        return None
    return [
        (head, labels.setdefault(label, len(labels)), labels.setdefault(short, len(labels)))
        for head, label, short in edges
    ]


@lru_cache(maxsize=1 << 15)  # the same gold treebank is compared with the output of many parsers
def _parsed_edges(deps: str) -> tuple[tuple[int, str, str], ...] | None:
    """Heads, labels, and labels without subtypes."""
    edges = []
    for edge in deps.split("|"):
        match = _EDGE.fullmatch(edge)
        if match is None or len(match[1]) > 9:
            return None
        if match[2] is None:
            short = ">".join(step.partition(":")[0] for step in match[3].split(">"))
            edges.append((int(match[1]), match[3], short))
    return tuple(edges)
