"""The second experiment of Søgaard & Haulrich (2010): does the derivation perplexity of a parser's output predict its
accuracy? A good parser is not perplexing."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from ...core.bounds import Draws, SeedNumber, checked
from ...core.types import Floats, Row
from ...evaluation.statistics.correlation import Alternative, correlate
from ...treebank import Treebank
from .measuring import perplexity

PAIRS: dict[str, tuple[str, str, Alternative]] = {
    "P/UAS": ("derivation", "uas", "less"),
    "P/EM": ("derivation", "uem", "less"),
    "UAS/EM": ("uas", "uem", "greater"),
    "P/LAS": ("derivation", "las", "less"),
    "P/LEM": ("derivation", "lem", "less"),
}
_ALL_ORDERS = 6  # the greatest number of parsers for which all permutations are enumerated


@dataclass(frozen=True)
class Ranking:
    """Correlations of perplexity and accuracy over parsers.

    treebanks  one row per treebank: `n` outputs, and Pearson's correlation over them, by the name of the pair; NaN if
               one side does not vary
    pairs      one row per pair: the `mean` of these over the `treebanks` that have it, those `left_out`, and p-values,
               one-sided (in the expected direction) and two-sided: of a permutation test, of Student's t over the
               treebanks, and of the sign test over the treebanks
    """

    treebanks: tuple[Row, ...]
    pairs: tuple[Row, ...]


@checked
def rank(parsers: Sequence[Row], *, draws: Draws = 10_000, seed: SeedNumber = 0) -> Ranking:
    """Correlate over the parsers of each treebank, and average over the treebanks.

    parsers  one row per treebank and parser: `uas`, `las`, `uem`, `lem` in per cent, the `derivation` perplexity of its
             output, and `output` (see `output_perplexity`); parsers with the same output on a treebank count once
    draws    of the permutation test: if perplexity (or the first of a pair) is assigned to the parsers of each treebank
             at random, how often is the mean as extreme?
    """
    parsers = distinct_outputs(parsers)
    groups = {name: [row for row in parsers if row["treebank"] == name] for name in _names(parsers)}
    treebanks = [{"treebank": name, "n": len(rows), **_correlations(rows)} for name, rows in groups.items()]
    return Ranking(tuple(treebanks), tuple(_pair(pair, groups, treebanks, draws, seed) for pair in PAIRS))


def output_perplexity(train: Treebank, gold: Treebank, parsed: Treebank, system: str) -> Row:
    """The `derivation` perplexity of a parser's output under the model of the gold derivations, as SRILM computes it,
    and a digest of the `output`: parsers with the same one give the same trees."""
    result = perplexity(train, gold, "derivation", system=system, parsed={"output": parsed}, srilm=True, resamples=0)
    row = next(row for row in result.rows() if row["source"] == "output")
    return {"derivation": row["ppl"], "output": digest_of_arcs(parsed)}


def digest_of_arcs(trees: Treebank) -> str:
    """A short string that two outputs share if all heads and relations are the same."""
    heads, relations = trees.tokens.numbers("head").tolist(), trees.tokens.text("deprel").decode()
    arcs = "\n".join(f"{head} {relation}" for head, relation in zip(heads, relations, strict=True))
    return hashlib.blake2b(arcs.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def distinct_outputs(parsers: Sequence[Row]) -> list[Row]:
    """The rows without those whose `output` an earlier parser had on the same treebank: swap-eager and swap-lazy are
    the same parser where no arcs cross, and one output counted twice would look like two that agree."""
    seen: set[tuple[str, str]] = set()
    kept = []
    for row in parsers:
        output = row.get("output")
        if output is None or (row["treebank"], output) not in seen:
            kept.append(row)
        if output is not None:
            seen.add((row["treebank"], output))
    return kept


def _names(parsers: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(row["treebank"] for row in parsers))


def _columns(rows: Sequence[Row], pair: str) -> tuple[Floats, Floats]:
    first, second = (np.array([row[name] for row in rows], np.float64) for name in PAIRS[pair][:2])
    return first, second


def _correlations(rows: Sequence[Row]) -> dict[str, float]:
    return {pair: correlate(*_columns(rows, pair)).value for pair in PAIRS}


def _pair(pair: str, groups: dict[str, list[Row]], treebanks: Sequence[Row], draws: int, seed: int) -> Row:
    defined = [row for row in treebanks if math.isfinite(row[pair])]
    values = np.array([row[pair] for row in defined], np.float64)
    row: Row = {
        "pair": pair,
        "mean": float(values.mean()) if len(values) else math.nan,
        "treebanks": len(values),
        "left_out": [row["treebank"] for row in treebanks if row not in defined],
    }
    dealt = permuted([_columns(groups[row["treebank"]], pair) for row in defined], draws, seed)
    sides: tuple[tuple[str, Alternative], ...] = (("one_sided", PAIRS[pair][2]), ("two_sided", "two-sided"))
    for side, alternative in sides:
        row[f"permutation_{side}"] = _share(dealt, row["mean"], alternative)
        row[f"t_{side}"] = _student(values, alternative)
        row[f"sign_{side}"] = _signs(values, alternative)
    return row


def permuted(sides: Sequence[tuple[Floats, Floats]], draws: int, seed: int = 0) -> Floats:
    """The mean correlation when the first column of each treebank is permuted at random over its parsers, once per
    draw."""
    generator = np.random.default_rng(seed)
    means = np.zeros(draws)
    for side, accuracy in sides:
        first, second = side - side.mean(), accuracy - accuracy.mean()
        if len(first) <= _ALL_ORDERS:
            orders = np.array(list(permutations(range(len(first)))))
            orders = orders[generator.integers(len(orders), size=draws)]
        else:
            orders = generator.permuted(np.tile(np.arange(len(first)), (draws, 1)), axis=1)
        means += first[orders] @ second / math.sqrt(float((first @ first) * (second @ second)))
    return means / max(len(sides), 1)


def _share(drawn: Floats, observed: float, alternative: Alternative) -> float:
    """The share of values drawn that are at least as extreme as the one observed, which counts too."""
    if math.isnan(observed):
        return math.nan
    near = 1e-9  # ties up to rounding
    out = {"less": drawn <= observed + near, "greater": drawn >= observed - near}
    hits = out.get(alternative, np.abs(drawn) >= abs(observed) - near)
    return float((np.count_nonzero(hits) + 1) / (len(drawn) + 1))


def _student(values: Floats, alternative: Alternative) -> float:
    """Whether the correlations of the treebanks have a mean of zero."""
    from scipy import stats

    if len(values) < 2 or np.ptp(values) == 0:
        return math.nan
    return float(stats.ttest_1samp(values, 0.0, alternative=alternative).pvalue)


def _signs(values: Floats, alternative: Alternative) -> float:
    """Whether the correlations of the treebanks are above and below zero equally often."""
    from scipy import stats

    above, signed = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values))
    return float(stats.binomtest(above, signed, alternative=alternative).pvalue) if signed else math.nan


def p_of(correlation: float, n: int, alternative: Alternative = "two-sided") -> float:
    """The p-value of one Pearson correlation of n pairs, by Student's t with n - 2 degrees of freedom. The paper gives
    those of averaged correlations as if each were a single correlation of 14 pairs."""
    from scipy import stats

    if n < 3 or not abs(correlation) < 1:
        return math.nan
    t = correlation * math.sqrt((n - 2) / (1 - correlation**2))
    below, above = float(stats.t.cdf(t, n - 2)), float(stats.t.sf(t, n - 2))
    return {"less": below, "greater": above, "two-sided": 2 * min(below, above)}[alternative]
