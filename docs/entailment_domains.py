"""The tables of docs/studies/entailment-scores.md on other domains, with tests and intervals: does the ranking change,
and how much of the loss is in the tags?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from entailment_scores_tables import Scored, Tested, compared
from measured import markdown_table

from treegauge.core.types import Floats
from treegauge.evaluation.result import Result
from treegauge.evaluation.statistics import holm
from treegauge.evaluation.statistics.resample import resampled_totals_of_each

LEVEL = 0.05
RESAMPLES = 10_000


def tag_table(found: Sequence[Tested]) -> str:
    """The share of words with the right tag, of all words with punctuation, for each parser from words."""
    names = list(dict.fromkeys(own.name for tested in found for own in tested.groups["words"]))
    rows = []
    for name in (name for name in names if not name.endswith(" + functions")):
        right = [{own.name: own.right_tags for own in tested.groups["words"]}.get(name) for tested in found]
        rows.append([name, *("-" if value is None else f"{value:.2f}" for value in right)])
    rows.append(["all words", *(f"{tested.words:,}" for tested in found)])
    return markdown_table(["right tags, %", *(tested.name for tested in found)], rows)


def order_table(found: Sequence[Tested]) -> str:
    """How many pairs of parsers are in the same order as on the first treebank, by recall, and how sure that is."""
    first, rows = found[0], []
    for source in first.groups:
        for other in found[1:]:
            names = [own.name for own in first.groups[source] if own.name in {o.name for o in other.groups[source]}]
            here, there = (_differences(tested.groups[source], names) for tested in (first, other))
            same = [pair for pair in here if here[pair][0] * there[pair][0] > 0]
            changed = [pair for pair in here if pair not in same]
            counts = [
                len(here),
                len(same),
                sum(here[pair][1] and there[pair][1] for pair in same),
                len(changed),
                sum(there[pair][1] for pair in changed),
                sum(here[pair][1] and there[pair][1] for pair in changed),
            ]
            rows.append([f"from {source}", other.name, *map(str, counts)])
    heads = ["", "treebank", "pairs of parsers", "order of WSJ", "... significant on both", "another order"]
    return markdown_table([*heads, "... significant there", "... significant on both"], rows, 2)


def _differences(systems: Sequence[Scored], names: Sequence[str]) -> dict[tuple[str, str], tuple[float, bool]]:
    """The difference in recall of each pair, and whether it is significant after Holm's correction for all pairs."""
    results = {own.name: own.pete for own in systems}
    pairs = list(combinations(names, 2))
    rows = [compared(results[one], results[other], "recall") for one, other in pairs]
    adjusted = holm([row.p for row in rows]).tolist()
    return {pair: (row.difference, p < LEVEL) for pair, row, p in zip(pairs, rows, adjusted, strict=True)}


def loss_table(found: Sequence[Tested]) -> str:
    """What recall a dependency parser loses on another domain with gold tags and from words, and the share of the
    second loss that is not in the first: that of the tags. Intervals are over the sentences of both treebanks."""
    rows = []
    for tested in found[1:]:
        for name in (own.name for own in tested.groups["words"] if own.kind == "dependencies"):
            pairs = [
                [_recall_of(side, source, name) for source in ("gold tags", "words")] for side in (found[0], tested)
            ]
            (gold, words), (far_gold, far_words) = (_drawn(pair, seed) for seed, pair in enumerate(pairs))
            with_gold, from_words = gold - far_gold, words - far_words
            figures = (with_gold, from_words, from_words - with_gold, 100 * (from_words - with_gold) / from_words)
            rows.append([tested.name, name, *map(_with_interval, figures)])
    heads = ["treebank", "parser", "loss with gold tags", "loss from words", "difference: tags", "share of tags, %"]
    return markdown_table(heads, rows, 2)


def _recall_of(tested: Tested, source: str, name: str) -> Result:
    (own,) = (own.pete for own in tested.groups[source] if own.name == name)
    return own


def _drawn(pair: Sequence[Result], seed: int) -> list[Floats]:
    """The recall of both, first of all sentences and then of resampled ones, which are the same for both."""
    counts = [result.rows[result.compared].astype(np.float64) for result in pair]
    totals = resampled_totals_of_each(counts, RESAMPLES, np.random.default_rng(seed))
    everything = [np.vstack((own.sum(0), drawn)) for own, drawn in zip(counts, totals, strict=True)]
    return [result.measure.score(total)["recall"] for result, total in zip(pair, everything, strict=True)]


def _with_interval(values: Floats) -> str:
    low, high = np.quantile(values[1:], [0.025, 0.975])
    return f"{values[0]:.2f} ({low:.2f} to {high:.2f})"


def domain_tables(found: Sequence[Tested]) -> dict[str, str]:
    """These tables by their names in the page."""
    tables = {"right-tags": tag_table(found)}
    if len(found) > 1:
        tables |= {"order-changes": order_table(found), "tag-losses": loss_table(found)}
    return tables
