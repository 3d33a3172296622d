"""Entailments, conversions and function tags on one core, in words per second.

There is no other program to compare with. The goal for entailments is 20,000. The trees are those of the Penn Treebank
sample and of UD English-EWT if they are in the data folder (`SHARED`), otherwise many copies of the bundled ones.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import treegauge
from timing import best_processor_time
from treegauge import Treebank
from treegauge.formats.bundled import bundled

SHARED = Path(__file__).parent.parent.parent / "shared" / "treebanks"
Row = tuple[str, str, str, str, str]
GOAL = "20,000 words/s"


def trees(path: str, instead: str) -> Treebank:
    return treegauge.read(SHARED / path) if (SHARED / path).exists() else treegauge.concatenate([bundled(instead)] * 50)


def entailments() -> list[Row]:
    """Entailments of gold trees, of bare phrases and of dependencies; the conversions; a function tagger."""
    penn = trees("ptb_wsj_sample/wsj_sample.mrg.xz", "english.mrg")
    bare = treegauge.apply(penn, ["remove-empties", "strip-functions"])
    universal = trees("ud/UD_English-EWT/en_ewt-ud-dev.conllu.xz", "english.conllu")
    rows = [
        _row("entailments of Penn trees with functions and traces", treegauge.entail, penn, bare, GOAL),
        _row("entailments of bare phrases", treegauge.entail, bare, bare, GOAL),
        _row("entailments of UD", treegauge.entail, universal, universal, GOAL),
        _row("to-lth", treegauge.to_lth, penn, bare),
        _row("to-ud", treegauge.to_english_ud, penn, bare),
    ]
    learned = treegauge.learn_functions(penn)
    seconds = best_processor_time(lambda: treegauge.learn_functions(penn), 1)
    rows.append((f"learning functions from {len(penn):,} trees", f"{seconds:.1f} s", "", "", ""))
    return [*rows, _row("tagging functions", learned.tag, bare, bare)]


def _row(title: str, function: Callable[[Treebank], object], given: Treebank, words: Treebank, goal: str = "") -> Row:
    speed = len(words.tokens) / best_processor_time(lambda: function(given), 3)
    return title, f"{speed:,.0f} words/s", "", "", goal
