"""Difficulty under a latent-variable grammar that a parser learns, next to that under the rules of the same trees."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path
from typing import Literal, TypedDict

import numpy as np

from ...core.bounds import Folds, Positive, SeedNumber, checked
from ...core.types import Mask
from ...models.grammars.latent.grammar import LatentGrammar
from ...models.grammars.latent.model import LatentModel
from ...parsers.base import Parser, find_parser
from ...treebank import Treebank
from ...treebank.edit import drop_nodes
from .protocols import Plan, TrainTest, measure_sample, samples
from .summary import mean_length, mean_of, summarise
from .tree_figures import PRM, TreeFigures, join_figures, measure_trees
from .trees import doubled_phrases, one_root

Under = Literal["rules", "tags", "words"]
PARSER = "berkeley(cycles=2,functions=true,memory=2g)"


class LatentRow(TypedDict):
    """The figures of the same sentences under one grammar; those named `shared` are of the trees that all grammars
    cover.

    grammar    `rules`: the rules of the trees, with tags given; `tags`: the latent-variable grammar, with words and
               tags given; `words`: the same grammar, with words only
    trees      measured; `covered`: those with a probability; `coverage`: their share in per cent
    length     mean number of tokens of the covered trees
    median     bits of the tree in the middle, which a few trees of almost no probability do not change
    f1_all     accuracy over all trees, also `emr_all`
    unknown    words that the latent-variable grammar has not seen, in per cent
    substates  of a label or tag, on average
    """

    grammar: Under
    trees: int
    covered: int
    coverage: float
    length: float
    ecc: float
    ecc_interval: float
    median: float
    f1: float
    emr: float
    emr_interval: float
    f1_all: float
    emr_all: float
    shared: int
    length_shared: float
    ecc_shared: float
    ecc_shared_interval: float
    median_shared: float
    f1_shared: float
    emr_shared: float
    emr_shared_interval: float
    unknown: float
    substates: float


@checked
def latent_difficulty(
    treebank: Treebank,
    *,
    parser: str | Parser = PARSER,
    folds: Folds = 4,
    max_length: Positive = 25,
    seed: SeedNumber = 0,
    name: str = "the treebank",
) -> list[LatentRow]:
    """How hard the trees are under a latent-variable grammar, learned from the other folds, and under the rules of the
    same trees: ECC, and accuracy of the best trees (those with the best rules).

    Phrases over a single phrase with the same label are removed first, and labels that are tags as well are renamed:
    the Berkeley parser does not learn the former, and takes the latter for one symbol.

    parser      one whose models can be saved as X.grammar, text with its words in X.lexicon
    max_length  tokens of the longest tree measured; the grammars are learned from all
    """
    learner = find_parser(parser) if isinstance(parser, str) else parser
    learner.check()
    learner.check_save("X.grammar")
    full = treebank[np.flatnonzero(treebank.tokens.counts)]
    trees = one_root([_told_apart(drop_nodes(full, doubled_phrases(full)))], [name])
    plan = Plan(protocol="test", folds=folds, max_length=max_length, seed=seed)
    figures: dict[Under, list[TreeFigures]] = {"rules": [], "tags": [], "words": []}
    unknown, substates = [], []
    for sample in samples(plan, len(trees)):
        plain = measure_sample(trees, sample, plan, prm=PRM)[1]
        figures["rules"].append(plain)
        grammar = _learned(learner, trees, sample)
        unknown.append(grammar.lexicon.unknown(plain.trees))
        substates.append(float(grammar.substates.mean()))
        for under in ("tags", "words"):
            model = LatentModel(file="", words=under == "words")
            figures[under].append(measure_trees(grammar, plain.trees, number=plain.number, model=model))
    joined = {under: join_figures(parts) for under, parts in figures.items()}
    shared = np.logical_and.reduce([own.covered for own in joined.values()])
    share = 100 * mean_of(np.concatenate(unknown))
    return [_row(under, own, shared, share, mean_of(np.array(substates))) for under, own in joined.items()]


def _told_apart(treebank: Treebank) -> Treebank:
    """Labels that are tags as well get another name: for the Berkeley parser, both would be one symbol."""
    nodes, tags = treebank.nodes, set(treebank.tokens.text("tag").compact().values)
    label = nodes.text("label").map(lambda name: f"{name}+" if name in tags else name)
    return treebank.replace(nodes=nodes.replace(label=label))


def _learned(parser: Parser, trees: Treebank, sample: TrainTest) -> LatentGrammar:
    """The grammar of the training sentences."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "X.grammar")
        parser.train(trees.select(sample.train)).save(file)
        return LatentModel(file=file).grammar()


def _row(under: Under, figures: TreeFigures, shared: Mask, unknown: float, substates: float) -> LatentRow:
    own, both = summarise(figures, same_grammar=False), figures.select(shared)
    among = summarise(both, same_grammar=False)
    return {
        "grammar": under,
        "trees": own.trees,
        "covered": own.covered,
        "coverage": 100 * own.covered / own.trees,
        "length": mean_length(figures),
        "ecc": own.ecc,
        "ecc_interval": own.ecc_interval,
        "median": _median(figures),
        "f1": own.f1,
        "emr": own.emr,
        "emr_interval": own.emr_interval,
        "f1_all": own.f1_all,
        "emr_all": own.emr_all,
        "shared": among.trees,
        "length_shared": mean_length(both),
        "ecc_shared": among.ecc,
        "ecc_shared_interval": among.ecc_interval,
        "median_shared": _median(both),
        "f1_shared": among.f1,
        "emr_shared": among.emr,
        "emr_shared_interval": among.emr_interval,
        "unknown": unknown,
        "substates": substates,
    }


def _median(figures: TreeFigures) -> float:
    bits = figures.delta[figures.covered]
    return float(np.median(bits)) if len(bits) else math.nan
