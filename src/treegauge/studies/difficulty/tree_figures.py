"""The figures of each tree under a grammar, as arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, NotRequired, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError
from ...core.mapping import is_distributed, mapped
from ...core.types import Counts, Floats, Progress
from ...measures.parseval import Parseval
from ...models.grammars import ambiguity as ambiguities
from ...models.grammars.ambiguity import Ambiguity, average_parse_base
from ...models.grammars.derivations import derivations
from ...models.grammars.grammar import Grammar
from ...models.grammars.inference import AnyGrammar, infer
from ...models.grammars.inference.arrays import Patches
from ...models.grammars.inference.network import RuleGrammar
from ...models.grammars.latent.grammar import LatentGrammar
from ...models.grammars.latent.inference import log2_latent_trees
from ...models.grammars.latent.model import LatentModel
from ...models.grammars.leave_one_out import leave_one_out
from ...models.grammars.markov import markov_derivations
from ...transforms.flatten import add_root
from ...treebank import Treebank, concatenate
from ...treebank.parts import blocks_of
from .summary import SummaryFigures, mean_of

PRM = "none"  # nothing is deleted: TOP counts, and punctuation too
_KEPT = tuple(Parseval.counts.index(name) for name in ("matched", "gold", "test", "exact"))


class TreeRow(TypedDict):
    """The figures of one tree; `exact`, `matched`, `gold` and `test` are None if no word of the sentence counts.

    delta  -log2 p(t | w), in bits
    where  the place of the tree in its file
    """

    sentence: int
    length: int
    covered: bool
    log2_tree: float
    log2_sentence: float
    delta: float
    log2_best: float
    exact: bool | None
    matched: int | None
    gold: int | None
    test: int | None
    where: str


class SentenceDifficultyRow(TreeRow):
    """What `treegauge difficulty --by sentence --json` prints; the last two with `--ambiguity`."""

    treebank: str
    transform: str
    protocol: str
    signature: str
    tree_entropy: NotRequired[float]
    log2_number: NotRequired[float]


@dataclass(frozen=True, eq=False)
class TreeFigures(SummaryFigures):
    """One row per tree.

    number         its number in the treebank, from 0
    trees, best    the gold trees, and the most probable trees of the same sentences; a sentence without a tree is flat
                   under the start symbol
    log2_tree      log2 p(t) of the gold tree; -inf where it is not covered: it has a rule that the grammar lacks
    log2_sentence  log2 p(w), the sum over all trees of the sentence; -inf where there is none
    log2_best      log2 p of the most probable tree
    brackets       columns matched, gold, test, and exact (1 where gold and best have the same brackets); NaN where no
                   word of the sentence counts under the parameters
    node_bits      for each node of `trees`, in order, the bits of which rule it has and of where its children are; NaN
                   in trees that are not covered. They add up to `delta`
    find_ambiguity computes `ambiguity`, which takes longer than all else, when it is asked for
    """

    number: NDArray[np.int64]
    trees: Treebank
    best: Treebank
    log2_tree: Floats
    log2_sentence: Floats
    log2_best: Floats
    brackets: Counts
    node_bits: Floats
    find_ambiguity: Callable[[], Ambiguity] = field(repr=False)

    @property
    def length(self) -> NDArray[np.int64]:
        """Tokens, as the grammar sees them."""
        return self.trees.tokens.counts

    @cached_property
    def ambiguity(self) -> Ambiguity:
        """Tree entropy and number of trees of each sentence, under the grammar that its tree was measured under."""
        return self.find_ambiguity()

    def select(self, rows: Any) -> TreeFigures:
        """Some of the trees: a mask or row numbers."""
        places = np.arange(len(self))[rows]
        arrays = (self.log2_tree, self.log2_sentence, self.log2_best, self.brackets)
        log2_tree, log2_sentence, log2_best, brackets = (array[places] for array in arrays)
        treebanks = (self.trees.select(places), self.best.select(places))
        counts = self.trees.nodes.counts[places]
        first = self.trees.nodes.offsets[:-1][places] - np.cumsum(counts) + counts
        bits = self.node_bits[np.repeat(first, counts) + np.arange(counts.sum())]
        find = partial(_select_ambiguity, self, places)
        return TreeFigures(self.number[places], *treebanks, log2_tree, log2_sentence, log2_best, brackets, bits, find)

    def rows(self) -> list[TreeRow]:
        """One row per tree; sentences are numbered from 1."""
        columns = {
            "sentence": self.number + 1,
            "length": self.length,
            "covered": self.covered,
            "log2_tree": self.log2_tree,
            "log2_sentence": self.log2_sentence,
            "delta": self.delta,
            "log2_best": self.log2_best,
        }
        values = zip(*(column.tolist() for column in columns.values()), strict=True)
        rows = [
            {**dict(zip(columns, row, strict=True)), **_scored(counts), "where": self.trees.where(place)}
            for place, (row, counts) in enumerate(zip(values, self.brackets.tolist(), strict=True))
        ]
        return cast("list[TreeRow]", rows)


def _select_ambiguity(figures: TreeFigures, places: Any) -> Ambiguity:
    return figures.ambiguity.select(places)


def _join_ambiguity(parts: Sequence[TreeFigures]) -> Ambiguity:
    return ambiguities.join_ambiguities([part.ambiguity for part in parts])


def _scored(counts: list[float]) -> dict[str, bool | int | None]:
    """Brackets by name; None where no word of the sentence counts."""
    scored = not math.isnan(counts[0])
    sizes = dict(zip(("matched", "gold", "test"), counts[:3], strict=True))
    return {
        "exact": counts[3] == 1 if scored else None,
        **{name: int(size) if scored else None for name, size in sizes.items()},
    }


def measure_trees(
    grammar: AnyGrammar,
    treebank: Treebank,
    *,
    left_out: bool = False,
    prm: str = PRM,
    number: NDArray[np.int64] | None = None,
    model: LatentModel | None = None,
    progress: Progress | None = None,
) -> TreeFigures:
    """The figures of each tree under a grammar; `model` says how to use a latent-variable one. With `left_out`, each
    tree is measured under the grammar without this tree, which must be one of those that the grammar was induced from.
    """
    if is_distributed():
        tick = None if progress is None else partial(_sentences_done, progress, len(treebank))
        measured = mapped(measure_block, blocks_of(treebank), grammar, prm, left_out, model, progress=tick)
    else:
        measured = [measure_block(treebank, grammar, prm, left_out, model, progress)]
    log2_tree, log2_sentence, log2_best, brackets, bits = (
        np.concatenate(column) for column in list(zip(*measured, strict=True))[1:]
    )
    best = concatenate([own[0] for own in measured]) if len(measured) > 1 else measured[0][0]
    places = np.arange(len(treebank)) if number is None else number
    find = partial(_find_ambiguity, grammar, treebank, left_out)
    return TreeFigures(places, treebank, best, log2_tree, log2_sentence, log2_best, brackets, bits, find)


def measure_block(
    treebank: Treebank,
    grammar: AnyGrammar,
    prm: str,
    left_out: bool,
    model: LatentModel | None = None,
    progress: Progress | None = None,
) -> tuple[Treebank, Floats, Floats, Floats, Counts, Floats]:
    """The best trees, and the other figures of `TreeFigures`; those of a tree depend on nothing but the grammar."""
    if isinstance(grammar, LatentGrammar):
        words, best = (False, None) if model is None else (model.words, model.best)
        treebank = add_root(treebank, label=grammar.name(grammar.start))
        log2_tree = log2_latent_trees(grammar, treebank, words=words)
        inference = infer(grammar, treebank, words=words, best=best, progress=progress)
    else:
        log2_tree, log2_rule, patches = _log2_trees(grammar, treebank, left_out)
        inference = infer(grammar, treebank, patches=patches, log2_rule=log2_rule, progress=progress)
    brackets = Parseval(prm=prm).count(treebank, inference.trees)[:, _KEPT]
    logs = (log2_tree, inference.log2_sentence, inference.log2_best)
    return inference.trees, *logs, brackets, inference.node_bits


def _sentences_done(progress: Progress, sentences: int, done: int, blocks: int) -> None:
    progress(sentences * done // blocks, sentences)


def _find_ambiguity(grammar: AnyGrammar, treebank: Treebank, left_out: bool) -> Ambiguity:
    if isinstance(grammar, LatentGrammar):
        raise CallError("ambiguity is that of trees under the rules of a treebank, not under a latent-variable grammar")
    return ambiguities.ambiguity(grammar, treebank, _log2_trees(grammar, treebank, left_out)[2])


def _log2_trees(grammar: RuleGrammar, treebank: Treebank, left_out: bool) -> tuple[Floats, Floats, Patches | None]:
    """log2 p of each tree and of the rule of each node, and the changes to the grammar that leave out each tree."""
    if not isinstance(grammar, Grammar):
        return *markov_derivations(grammar, treebank).logs(), None
    if left_out:
        without = leave_one_out(grammar, treebank)
        return without.log2_tree, without.log2_rule, without.patches
    derived = derivations(grammar, treebank)
    return derived.log2(grammar.probability), derived.log2_rules(grammar.probability), None


def join_figures(parts: Sequence[TreeFigures]) -> TreeFigures:
    """SummaryFigures of several samples as one, in the order of their numbers."""
    number, log2_tree, log2_sentence, log2_best, brackets, bits = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("number", "log2_tree", "log2_sentence", "log2_best", "brackets", "node_bits")
    )
    trees, best = concatenate([part.trees for part in parts]), concatenate([part.best for part in parts])
    logs = (log2_tree, log2_sentence, log2_best)
    joined = TreeFigures(number, trees, best, *logs, brackets, bits, partial(_join_ambiguity, parts))
    return joined.select(np.argsort(number, kind="stable"))


def summarise_ambiguity(figures: TreeFigures) -> dict[str, float]:
    """What `treegauge difficulty --ambiguity` adds to a row: means over the covered trees."""
    covered = figures.covered
    ambiguity = figures.ambiguity.select(covered)
    return {
        "tree_entropy": mean_of(ambiguity.tree_entropy),
        "log2_number": mean_of(ambiguity.log2_number),
        "average_parse_base": average_parse_base(ambiguity.log2_number, figures.length[covered]),
    }


def ambiguity_rows(figures: TreeFigures) -> list[dict[str, float]]:
    """What `treegauge difficulty --ambiguity --by sentence` adds to each row."""
    ambiguity = figures.ambiguity
    values = zip(ambiguity.tree_entropy.tolist(), ambiguity.log2_number.tolist(), strict=True)
    return [{"tree_entropy": entropy, "log2_number": number} for entropy, number in values]
