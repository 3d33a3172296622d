"""Exact prefix probabilities of whole treebanks under a grammar.

`masses.py` computes how probable it is that a label derives a finite string, `tables.py` the closures over left corners
and unary rules, and `kernels.py` fills the chart of each sentence from left to right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from ....core.types import Floats
from ....treebank import Treebank
from ..derivations import tag_numbers, word_readings
from ..inference import AnyGrammar, in_blocks
from ..readings import Readings, as_given, log2_factors
from .tables import PrefixTables, build_tables, in_logarithms

_TABLES: WeakKeyDictionary[AnyGrammar, PrefixTables] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class PrefixProbabilities:
    """log2 of the probability of all that begins like the sentence up to each token, of each sentence itself, and of
    any finite sentence (`log2_any`, which is 0 for a consistent grammar); -inf for what has no probability.

    in_logarithms   the number of sentences that needed logarithms, which take longer
    """

    log2_prefix: Floats
    log2_sentence: Floats
    log2_any: float
    in_logarithms: int


def prefix_probabilities(
    grammar: AnyGrammar,
    treebank: Treebank,
    *,
    words: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> PrefixProbabilities:
    """The prefix probabilities of all sentences, over their tags; with `words` over their words."""
    if words:
        return _of_readings(grammar, treebank, word_readings(grammar, treebank), progress)
    tags = tag_numbers(grammar, treebank.tokens.text("tag"))
    return _of_readings(grammar, treebank, as_given(tags), progress)


def _of_readings(
    grammar: AnyGrammar, treebank: Treebank, readings: Readings, progress: Callable[[int, int], None] | None
) -> PrefixProbabilities:
    from .kernels import prefix_sentences

    if grammar not in _TABLES:
        _TABLES[grammar] = build_tables(grammar)
    tables, offsets, count = _TABLES[grammar], treebank.tokens.offsets, len(treebank)
    logs = in_logarithms(tables)
    prefix, whole = np.full(len(treebank.tokens), -np.inf), np.full(count, -np.inf)
    done: list[int] = []

    def work(begin: int, end: int) -> int:
        slow: int = prefix_sentences(tables, logs, readings, offsets, begin, end, prefix, whole)
        done.append(end - begin)
        if progress is not None:
            progress(sum(done), count)
        return slow

    slow = sum(in_blocks(count, work))
    whole += log2_factors(readings, offsets)
    running = np.cumsum(readings.log2_factor)
    before = np.append(0.0, running)[offsets[:-1]]
    prefix += running - np.repeat(before, np.diff(offsets))
    return PrefixProbabilities(prefix, whole, logs.mass, slow)
