"""Parsing from words compared with parsing from gold tags, by ten-fold cross-validation: `python benchmarks/words.py`.

The treebanks are read from the data folder (`SHARED`). Every tenth sentence is in the same fold. Prints the table in
docs/reference/parsing.md.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import treegauge
from treegauge import Grammar, Treebank
from treegauge.models.grammars.derivations import lexical_tags
from treegauge.models.grammars.lexicon import unknown_words
from treegauge.parsers.pcfg import Pcfg

SHARED = Path(__file__).parent.parent.parent / "shared" / "treebanks"
TREEBANKS = {
    "Penn sample": "ptb_wsj_sample/wsj_sample.mrg.xz",
    "PCC": "pcc/pcc_syntax_tigerxml.tar.xz",
    "SQUOIA German": "squoia/*_DE.xml.xz",
}
FOLDS = 10
FIGURES = (
    "unknown words, % of all",
    "right tags, each word alone, %",
    "... of unknown words",
    "right tags in the parses of words, %",
    "F1, from words",
    "F1, from gold tags",
    "sentences without a parse, from words",
    "... from gold tags",
    "ms per sentence, from words",
    "... from gold tags",
)


def main() -> None:
    columns = {}
    for name, path in TREEBANKS.items():
        trees = treegauge.apply(treegauge.read(SHARED / path), "prepare")
        columns[f"{name}, {len(trees):,} sentences"] = row(trees)
    print(f"| | {' | '.join(columns)} |\n| --- |{' ---: |' * len(columns)}")
    for line in zip(FIGURES, *columns.values(), strict=True):
        print(f"| {' | '.join(line)} |")


def row(trees: Treebank) -> list[str]:
    """The cells of a treebank, percentages and milliseconds per sentence."""
    fold = np.arange(len(trees)) % FOLDS
    splits = [(trees[np.flatnonzero(fold != number)], trees[np.flatnonzero(fold == number)]) for number in range(FOLDS)]
    words, tags = (Run.of(splits, Pcfg(words=chosen)) for chosen in (True, False))
    shares = (words.unknown.mean(), words.right.mean(), words.right[words.unknown].mean())
    figures = (*(100 * share for share in shares), words.scores["tag_accuracy"], words.scores["f1"], tags.scores["f1"])
    times = (1e3 * run.seconds / len(trees) for run in (words, tags))
    unparsed = (str(run.unparsed) for run in (words, tags))
    return [*(f"{figure:.2f}" for figure in figures), *unparsed, *(f"{spent:.1f}" for spent in times)]


@dataclass
class Run:
    """Parse all folds: their scores, the sentences without a parse, and the time.

    When words are parsed, also whether the most probable tag of each word is right, and whether the word is unknown.
    """

    scores: dict[str, float]
    unparsed: int
    seconds: float
    right: NDArray[np.bool_]
    unknown: NDArray[np.bool_]

    @classmethod
    def of(cls, splits: Sequence[tuple[Treebank, Treebank]], parser: Pcfg) -> Run:
        parsed, right, unknown = [], [np.zeros(0, bool)], [np.zeros(0, bool)]
        seconds = 0.0
        for train, test in splits:
            model = parser.train(train)
            model.parse(test[:1])  # compiles what is needed, and makes the network
            start = time.process_time()
            parsed.append(model.parse(test))
            seconds += time.process_time() - start
            if isinstance(model.grammar, Grammar) and model.grammar.lexicon is not None:
                tag = test.tokens.text("tag")
                right.append(lexical_tags(model.grammar, test).in_terms_of(tag) == tag.codes)
                unknown.append(unknown_words(model.grammar.lexicon, test))
        gold = treegauge.concatenate([test for _, test in splits])
        scores = treegauge.score(gold, treegauge.concatenate([parses.trees for parses in parsed]), "parseval")[0].scores
        unparsed = sum(len(parses.unparsed) for parses in parsed)
        return cls(scores, unparsed, seconds, np.concatenate(right), np.concatenate(unknown))


if __name__ == "__main__":
    main()
