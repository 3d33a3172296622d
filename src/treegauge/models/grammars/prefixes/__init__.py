"""Exact prefix probabilities of whole treebanks under a grammar.

`masses.py` computes how probable it is that a label derives a finite string, `tables.py` the closures over left corners
and unary rules, and `kernels.py` fills the chart of each sentence from left to right.
"""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from ....core.errors import DataError
from ....core.types import Floats, Progress
from ....treebank import Treebank
from ..derivations import tag_numbers
from ..inference import RuleGrammar, in_blocks
from ..lexicon import Lexicon
from ..readings import as_given, log2_factors
from .tables import PrefixTables, build_tables, with_log_weights

_TABLES: WeakKeyDictionary[RuleGrammar, PrefixTables] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class PrefixProbabilities:
    """log2 of the probability of all that begins like the sentence up to each token, of each sentence itself, and of
    any finite sentence (`log2_finite`, which is 0 for a consistent grammar); -inf for what has no probability.

    in_logarithms   the number of sentences that needed logarithms, which take longer
    """

    log2_prefix: Floats
    log2_sentence: Floats
    log2_finite: float
    in_logarithms: int


def prefix_probabilities(
    grammar: RuleGrammar,
    treebank: Treebank,
    *,
    lexicon: Lexicon | None = None,
    progress: Progress | None = None,
) -> PrefixProbabilities:
    """The prefix probabilities of all sentences, over their tags; with a lexicon, whose tags are numbered as in the
    grammar, over their words."""
    if lexicon is None:
        readings = as_given(tag_numbers(grammar, treebank.tokens.text("tag")))
    else:
        readings = lexicon.emissions.readings(treebank, grammar.nonterminals)
    from .kernels import prefix_sentences

    if grammar not in _TABLES:
        _TABLES[grammar] = build_tables(grammar)
    if not _TABLES[grammar].mass > 0:
        raise DataError(f"'{grammar.name(grammar.start)}', the start of the grammar, derives no words")
    tables, offsets, count = _TABLES[grammar], treebank.tokens.offsets, len(treebank)
    logs = with_log_weights(tables)
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
