"""`infer` for latent-variable grammars, and posteriors for all grammars."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from ....core.parallel import together
from ....core.types import Floats, Int64s, Progress
from ....treebank import Strings, Text, Treebank
from ..derivations import tag_column
from ..grammar import Grammar
from ..inference import Inference, best_trees
from ..inference.devices import (
    infer_latent_on_device,
    latent_engine_of,
    left_to_processor,
    machine_of,
    sample_to_check,
    say_that_it_is_wrong,
)
from ..posteriors import Posteriors
from ..readings import Readings
from .grammar import LatentGrammar
from .inference import (
    Best,
    RuleCounts,
    SentenceResult,
    check_best,
    infer_block,
    infer_sentence,
    latent_network,
    log2_latent_trees,
    tag_weights,
)
from .plain import PlainRules, as_latent, weights_of_readings
from .words import TagWeights

if TYPE_CHECKING:
    from ..cuda.latent_engine import LatentEngine

_BLOCK = 8  # sentences at a time
_CHECKED, _SHORT = 10, 20  # how many sentences of how many words are done on the processor, too
_AGREES = 1e-9  # bits
_PLAIN: WeakKeyDictionary[Grammar, PlainRules] = WeakKeyDictionary()


def infer_latent(
    grammar: LatentGrammar,
    treebank: Treebank,
    *,
    words: bool = False,
    best: Best = "max-rule",
    posteriors: bool = False,
    progress: Progress | None = None,
) -> Inference:
    """Sums over all trees of the words with their given tags, or with `words` of the words with all tags that they can
    have; the best trees; and posteriors. Words have probabilities here: p(w) is that of tags and words. Sums and
    max-rule trees are made on the device of the context, if there is one."""
    check_best(best)
    weights = tag_weights(grammar, treebank, words)
    machine = machine_of(None)
    if machine is not None and (posteriors or best != "max-rule"):
        what = "posteriors" if posteriors else f"best={best}"
        left_to_processor(what, "for latent-variable grammars the device has sums and max-rule trees")
        machine = None
    engine = latent_engine_of(grammar, latent_network(grammar), machine)
    found, counts = _infer(grammar, weights, treebank.tokens.offsets, best, posteriors, progress, engine)
    trees, values = _best_trees(grammar, treebank, found, words)
    unfit = np.flatnonzero((values == -np.inf) & np.array([sentence.total > -np.inf for sentence in found], bool))
    if len(unfit):
        for place in unfit.tolist():
            found[place] = _most_probable(grammar, weights, treebank.tokens.offsets, found[place], place)
        trees, values = _best_trees(grammar, treebank, found, words)
    total = np.array([sentence.total for sentence in found], np.float64)
    listed = _posteriors(grammar, found, counts) if posteriors else None
    return Inference(total, values, trees, np.full((len(treebank.nodes), 2), np.nan), listed)


def _most_probable(
    grammar: LatentGrammar, weights: TagWeights, offsets: Int64s, found: SentenceResult, place: int
) -> SentenceResult:
    """The most probable tree in place of one whose best rules do not fit together."""
    first, end = offsets[place : place + 2].tolist()
    again = infer_sentence(latent_network(grammar), weights, first, end - first, "viterbi")
    return again._replace(expected=found.expected)


def _best_trees(
    grammar: LatentGrammar, treebank: Treebank, found: list[SentenceResult], words: bool
) -> tuple[Treebank, Floats]:
    """The best trees, and log2 p of each: the sum over substates, where trees can be divided as the grammar is."""
    nodes = np.concatenate([np.zeros((0, 4), np.int32), *(sentence.nodes for sentence in found)])
    node_counts = np.array([len(sentence.nodes) for sentence in found], np.int64)
    parents, tags = (
        np.concatenate([np.zeros(0, np.int32), *(getattr(sentence, name) for sentence in found)])
        for name in ("parents", "tags")
    )
    tag = tag_column(grammar, tags) if words else treebank.tokens.text("tag")
    tagged = treebank.replace(tokens=treebank.tokens.replace(tag=tag))
    trees = best_trees(grammar, tagged, nodes, node_counts, parents)
    values = np.array([sentence.best for sentence in found], np.float64)
    if grammar.binarisation is not None:
        values = np.where(node_counts > 0, log2_latent_trees(grammar, trees), -np.inf)
    return trees, values


def plain_posteriors(
    grammar: Grammar, treebank: Treebank, readings: Readings, progress: Progress | None = None
) -> Posteriors:
    """Posteriors under a treebank grammar."""
    if grammar not in _PLAIN:
        _PLAIN[grammar] = as_latent(grammar)
    rules = _PLAIN[grammar]
    weights = weights_of_readings(readings, rules.number)
    found, counts = _infer(rules.grammar, weights, treebank.tokens.offsets, None, True, progress)
    listed = _posteriors(rules.grammar, found, counts)
    expected = np.append(listed.rules, 0.0)[rules.block]
    return Posteriors(**{**vars(listed), "rules": expected})


def _infer(
    grammar: LatentGrammar,
    weights: TagWeights,
    offsets: Int64s,
    best: Best | None,
    posteriors: bool,
    progress: Progress | None,
    engine: LatentEngine | None = None,
) -> tuple[list[SentenceResult], RuleCounts | None]:
    """All sentences: on the device, if there is an engine, and in threads."""
    latent_network(grammar)
    count = len(offsets) - 1
    found = (
        {} if engine is None else _checked(grammar, _on_device(engine, weights, offsets, progress), weights, offsets)
    )
    left, finished = [sentence for sentence in range(count) if sentence not in found], [len(found)]

    def done() -> None:
        finished[0] += 1
        if progress is not None:
            progress(finished[0], count)

    work = partial(infer_block, grammar, weights, offsets, best=best, posteriors=posteriors, done=done)
    parts = together([partial(work, chosen=left[begin : begin + _BLOCK]) for begin in range(0, len(left), _BLOCK)])
    found |= zip(left, (sentence for part, _ in parts for sentence in part), strict=True)
    counts = [counted for _, counted in parts if counted is not None]
    ordered = [found[sentence] for sentence in range(count)]
    return ordered, RuleCounts(*(sum(part) for part in zip(*counts, strict=True))) if counts else None


def _on_device(
    engine: LatentEngine, weights: TagWeights, offsets: Int64s, progress: Progress | None
) -> dict[int, SentenceResult]:
    """The sentences that the device could do, with their max-rule trees."""
    from ..cuda.engine import DONE

    found: dict[int, SentenceResult] = {}
    results = infer_latent_on_device(engine, weights, offsets, progress)
    if results is None:
        return found
    ends = np.cumsum(results.counts)
    for sentence in np.flatnonzero(results.status == DONE).tolist():
        total, words = float(results.totals[sentence]), slice(*offsets[sentence : sentence + 2].tolist())
        nodes = results.nodes[ends[sentence] - results.counts[sentence] : ends[sentence]]
        best = -np.inf if total == -np.inf else np.nan
        found[sentence] = SentenceResult(total, best, nodes, results.parents[words], results.tags[words], None)
    return found


def _checked(
    grammar: LatentGrammar, found: dict[int, SentenceResult], weights: TagWeights, offsets: Int64s
) -> dict[int, SentenceResult]:
    """The same, if the processor finds the same for a few short ones; else nothing, which is said."""
    for sentence in sample_to_check(np.array([*found], np.int64), np.diff(offsets), _CHECKED, _SHORT).tolist():
        first, end = offsets[sentence : sentence + 2].tolist()
        expected = infer_sentence(latent_network(grammar), weights, first, end - first, "max-rule")
        if not _agree(found[sentence], expected):
            say_that_it_is_wrong()
            return {}
    return found


def _agree(one: SentenceResult, other: SentenceResult) -> bool:
    """Whether two results are the same, up to rounding; trees of different kinds are not compared."""
    if not np.isclose(one.total, other.total, rtol=_AGREES, atol=_AGREES):
        return False
    parts = zip(one[2:5], other[2:5], strict=True)
    return np.isnan(one.best) != np.isnan(other.best) or all(np.array_equal(a, b) for a, b in parts)


def _posteriors(grammar: LatentGrammar, found: list[SentenceResult], counts: RuleCounts | None) -> Posteriors:
    """One table of all that is expected, without hidden symbols."""
    complete = np.array([sentence.expected is not None for sentence in found], bool)
    sizes = [0 if sentence.expected is None else len(sentence.expected.counts) for sentence in found]
    listed = [sentence.expected for sentence in found if sentence.expected is not None]
    rows = np.concatenate([np.zeros((0, 3), np.int32), *(expected.nodes for expected in listed)])
    values = np.concatenate([np.zeros(0), *(expected.counts for expected in listed)])
    sentence = np.repeat(np.arange(len(found)), sizes).astype(np.int64)
    seen = ~grammar.hidden[rows[:, 0]]
    symbol = rows[seen, 0]
    # A tag can have the name of a label, and the values of a column must be distinct.
    names = Strings.of(dict.fromkeys(grammar.symbols))
    place = {name: number for number, name in enumerate(names)}
    codes = np.array([place[name] for name in grammar.symbols], np.int32)
    return Posteriors(
        sentence[seen],
        Text(codes[symbol], names),
        symbol >= grammar.nonterminals,
        rows[seen, 1],
        rows[seen, 2],
        values[seen],
        _block_sums(grammar, counts),
        complete,
    )


def _block_sums(grammar: LatentGrammar, counts: RuleCounts | None) -> Floats:
    sums = []
    for blocks, part in ((grammar.unary, "unary"), (grammar.binary, "binary")):
        values = np.zeros(len(blocks.weight)) if counts is None else getattr(counts, part)
        owner = np.repeat(np.arange(len(blocks.symbols)), np.diff(blocks.first))
        sums.append(np.bincount(owner, values, len(blocks.symbols)))
    joined: Floats = np.concatenate(sums).astype(np.float64)
    return joined
