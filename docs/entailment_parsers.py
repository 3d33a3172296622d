"""Fill the tables of docs/studies/entailment-scores.md on one tenth of the Penn sample, with parsers of other people:
`python docs/entailment_parsers.py DATA PARSES`.

DATA is the folder with `treebanks` and `reference`, PARSES the one in which the commands of
docs/studies/head-projections.md left the training trees, the test trees and the parses.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from entailment_scores import FUNCTIONS, Corpus
from entailment_scores_tables import System, gap_table, kind_table, pete_table, scored, test_table
from measured import fill_page

import treegauge
from treegauge import Treebank
from treegauge.treebank.folds import drawn_folds

BOUND = "gold dependencies"
# The names in the tables, and the files of the parses.
PARSERS = {
    "Berkeley": "berkeley.mrg",
    "Stanford, unlexicalised": "stanford.mrg",
    "treebank grammar, parents": "pcfg-parents.mrg",
    "treebank grammar": "pcfg.mrg",
    "MSTParser": "mst.conllu",
    "MaltParser": "malt.conllu",
    "swap-lazy": "swap.conllu",
    "arc-eager": "eager.conllu",
}


def systems(data: Path, parses: Path) -> dict[str, Treebank]:
    """The parses of the test sentences, and their gold dependencies as an upper bound."""
    sample = treegauge.read(data / "treebanks/ptb_wsj_sample/wsj_sample.mrg.xz")
    fold = drawn_folds(len(sample), 10, np.random.default_rng(0))
    charniak = treegauge.read(data / "reference/constituency/wsj-sample.bllip-T20.mrg.xz")[np.flatnonzero(fold == 0)]
    found = {name: treegauge.read(parses / file) for name, file in PARSERS.items() if (parses / file).exists()}
    return {BOUND: treegauge.read(parses / "test.conllu"), "BLLIP (Charniak)": charniak, **found}


def with_functions(train: Treebank, found: dict[str, Treebank]) -> list[System]:
    """Every parser, and those of phrases also with the functions of a tagger."""
    tagger = treegauge.learn_functions(train)
    made = []
    for name, trees in found.items():
        if trees.has_constituents:
            made.append(System(name + FUNCTIONS, "phrases", tagger.tag(trees)))
        made.append(System(name, "phrases" if trees.has_constituents else "dependencies", trees))
    return made


def main(data: Path, parses: Path) -> None:
    """Score all parsers, and write the tables."""
    train, gold = (treegauge.read(parses / f"{name}.full.mrg") for name in ("train", "test"))
    corpus = Corpus("WSJ", gold)
    found = {name: trees for name, trees in systems(data, parses).items() if name != BOUND}
    trained = parses / "corenlp.mrg"
    if trained.exists():
        found["CoreNLP (trained on all of it)"] = treegauge.read(trained)
    bounds = [
        System(BOUND, "bound", corpus.dependencies),
        System("gold phrases + functions", "bound", treegauge.learn_functions(train).tag(corpus.phrases)),
        System("gold phrases", "bound", corpus.phrases),
    ]
    upper = scored(gold, corpus.dependencies, bounds)
    ranked = sorted(scored(gold, corpus.dependencies, with_functions(train, found)), key=lambda own: -own.recall)
    fill_page(
        "entailment-scores.md",
        {
            "pete-tenth": pete_table([*upper, *ranked]),
            "tests-tenth": test_table(ranked),
            "gap-tenth": gap_table(ranked),
            "kinds-tenth": kind_table([*upper, *ranked]),
        },
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
