"""Latent-variable grammars, compared with the Berkeley parser in the same run: the same grammars, the same sentences.

The program prunes, as it does by default or less (`accurate`); nothing is pruned here. Times are processor times on one
core; that of the program is without the call for the first sentence alone, which has all of its preparation. Its
garbage collector has one thread. The treebank is the Penn Treebank sample: the first 3,500 trees to learn from, the
other 414 to parse, from words; without it, the bundled one. Where the parser is not installed there are no rows.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import treegauge
from foreign import COLLECTOR
from grammars import seconds
from timing import Row
from treegauge import Treebank
from treegauge.core.parallel import jobs
from treegauge.models.grammars.inference import BestTree
from treegauge.models.grammars.latent.grammar import LatentGrammar
from treegauge.models.grammars.latent.inference import infer_block, tag_weights
from treegauge.parsers.adapters.berkeley import Berkeley

SHARED = Path(__file__).parent.parent.parent / "shared" / "treebanks"
CYCLES, LEARNED, MEMORY = (0, 1, 2, 3), 3500, "2g"


def latent() -> list[Row]:
    """For each grammar the sums, and the best trees of both kinds."""
    if Berkeley().missing() is not None:
        return []
    file = SHARED / "ptb_wsj_sample" / "wsj_sample.mrg.xz"
    trees = treegauge.read(file) if file.exists() else treegauge.bundled("english.mrg")
    trees = treegauge.apply(trees, "prepare(penn)")
    learned = min(LEARNED, len(trees) * 9 // 10)
    with mock.patch.dict(os.environ, JAVA_TOOL_OPTIONS=COLLECTOR), jobs(1):
        return [row for cycles in CYCLES for row in _rows(cycles, trees[:learned], trees[learned:])]


def _rows(cycles: int, train: Treebank, test: Treebank) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/X.grammar"
        Berkeley(cycles=cycles, memory=MEMORY).train(train).save(file)
        grammar = treegauge.read_latent_grammar(file)
    best_trees = {best: _best_trees(grammar, best) for best in ("max-rule", "viterbi")}
    _sums(grammar, test[:1])
    for parse in best_trees.values():
        parse(test[:1])
    sums, best, viterbi = seconds(
        [lambda: _sums(grammar, test), lambda: best_trees["max-rule"](test), lambda: best_trees["viterbi"](test)], 1
    )
    programs = {
        "max-rule": Berkeley(cycles=cycles, memory=MEMORY),
        "max-rule, accurate": Berkeley(cycles=cycles, memory=MEMORY, accurate=True),
        "viterbi": Berkeley(cycles=cycles, memory=MEMORY, viterbi=True),
    }
    theirs = {name: _program(parser, train, test) for name, parser in programs.items()}
    start = f"{cycles} cycles, {len(grammar):,} rules, {len(test)} sentences"
    return [(f"{start}: sums", f"{sums:.1f} s", "", "", "")] + [
        (f"{start}: {name}", f"{ours:.1f} s", f"{theirs[name]:.1f} s", f"{theirs[name] / ours:.2f} x", "")
        for name, ours in (("max-rule", best), ("max-rule, accurate", best), ("viterbi", viterbi))
    ]


def _sums(grammar: LatentGrammar, treebank: Treebank) -> object:
    weights = tag_weights(grammar, treebank, True)
    chosen = range(len(treebank))
    return infer_block(grammar, weights, treebank.tokens.offsets, chosen, None, False, lambda: None)


def _best_trees(grammar: LatentGrammar, best: BestTree) -> Callable[[Treebank], object]:
    return lambda treebank: treegauge.infer(grammar, treebank, words=True, best=best)


def _program(parser: Berkeley, train: Treebank, test: Treebank) -> float:
    """The seconds of the program, without its preparation."""
    model = parser.train(train)
    whole, first = seconds([lambda: model.parse(test), lambda: model.parse(test[:1])], 1)
    return whole - first
