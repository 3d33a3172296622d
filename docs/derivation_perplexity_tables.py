"""The tables of docs/studies/derivation-perplexity.md as Markdown, and the paper's own figures."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from measured import markdown_table

from treegauge.studies.derivation_perplexity.predicting import PREDICTORS, increases
from treegauge.studies.derivation_perplexity.ranking import PAIRS, Ranking, p_of

Row = dict[str, Any]
# The tables of the paper: mean string and derivation perplexity, and the printed increase, in per cent
PAPER_INCREASES = {"C06": (292.5, 532.8, 82.2), "C07": (320.3, 508.8, 37.0), "gen.dt": (278.2, 447.8, 96.6)}
# averaged correlations, and the printed p-values; 7 treebanks with 4 parsers each
PAPER_RANKING = {"P/UAS": (-0.5670, 0.0172), "P/EM": (-0.5464, 0.0217), "UAS/EM": (0.5510, 0.0206)}
LEAST = 4  # treebanks, for a correlation to be printed
PAPER_N = 14  # the number of pairs that these p-values belong to, one-sided


SCORES = ("uas", "las", "uem", "lem", "derivation")


def number(value: float | None, digits: int = 1) -> str:
    return "-" if value is None or math.isnan(value) else f"{value:,.{digits}f}"


def p(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.2g}" if value < 0.001 else f"{value:.3f}"


def treebank_table(
    treebanks: Sequence[Row], las: Mapping[str, Sequence[float]], uas: Mapping[str, Sequence[float]]
) -> str:
    """Size and perplexities of each treebank, and the accuracy of our parsers on it."""
    heads = ["treebank", "group", "size", "test words", "OOV %", "string", "derivation", "increase %"]
    heads += ["size / string", "size / derivation", "best LAS", "average", "best UAS", "average"]
    rows = []
    for row in treebanks:
        cells = [row["treebank"], row["group"], f"{row['size']:,}", f"{row['words']:,}"]
        cells += [number(100 * row["oov"] / row["words"]), *(number(row[name]) for name in ("string", "derivation"))]
        cells += [number(row["increase"]), *(number(PREDICTORS[name](row)) for name in list(PREDICTORS)[1:])]
        for accuracy in (las, uas):
            own = accuracy.get(row["treebank"], ())
            cells += [number(max(own), 2), number(float(np.mean(own)), 2)] if own else ["-", "-"]
        rows.append(cells)
    return markdown_table(heads, rows, 2)


def increase_table(treebanks: Sequence[Row]) -> str:
    """Our increases, then those that follow from the means in the paper."""
    rows = []
    for row in increases(treebanks):
        figures = (row[name] for name in ("string", "derivation", "increase_of_means", "mean_of_increases"))
        rows.append([row["group"], str(row["n"]), *map(number, figures), "-"])
    for name, (string, derivation, printed) in PAPER_INCREASES.items():
        of_means = 100 * (derivation / string - 1)
        rows.append([f"paper, {name}", "-", number(string), number(derivation), number(of_means), "-", number(printed)])
    heads = [
        "treebanks",
        "n",
        "mean string",
        "mean derivation",
        "increase of means %",
        "mean of increases %",
        "printed",
    ]
    return markdown_table(heads, rows, 1)


def correlations(rows: Sequence[Row], method: str) -> str:
    """Pearson or Spearman of the three predictors with each accuracy, if there are enough treebanks."""
    lines = []
    for place in dict.fromkeys((row["group"], row["accuracy"], row["of"]) for row in rows if row["n"] >= LEAST):
        own = [row for row in rows if (row["group"], row["accuracy"], row["of"]) == place]
        shown, test = (_pearson, "against_size") if method == "pearson" else (_spearman, "spearman_against_size")
        lines.append([*place, str(own[0]["n"]), *map(shown, own), *(p(row[test]) for row in own[1:])])
    against = ["string: p against size", "derivation: p against size"]
    return markdown_table(["treebanks", "accuracy", "of", "n", *PREDICTORS, *against], lines, 3)


def _pearson(row: Row) -> str:
    low, high = row["interval"]
    return f"{row['pearson']:.2f} [{low:.2f}, {high:.2f}] {p(row['p_one_sided'])} / {p(row['p'])}"


def _spearman(row: Row) -> str:
    return f"{row['spearman']:.2f} {p(row['spearman_p_one_sided'])} / {p(row['spearman_p'])}"


def parser_table(parsers: Sequence[Row]) -> str:
    """Accuracy and perplexity of every parser on every treebank."""
    heads = ["treebank", "parser", "UAS", "LAS", "UEM", "LEM", "P"]
    rows = [[row["treebank"], row["parser"], *(number(row[name], 2) for name in SCORES)] for row in parsers]
    return markdown_table(heads, rows, 2)


def ranking_table(ranking: Ranking) -> str:
    """The correlations over the parsers of each treebank."""
    rows = [[row["treebank"], str(row["n"]), *(number(row[pair], 3) for pair in PAIRS)] for row in ranking.treebanks]
    return markdown_table(["treebank", "parsers", *PAIRS], rows, 1)


def averages(ranking: Ranking, title: str) -> str:
    """Averages over treebanks, with p-values one-sided / two-sided, next to those of the paper."""
    heads = [title, "mean r", "treebanks", f"as one r of {PAPER_N}", "permutation", "Student's t", "sign test", "paper"]
    rows = []
    for row in ranking.pairs:
        value, printed = PAPER_RANKING.get(row["pair"], (math.nan, math.nan))
        same = [p_of(row["mean"], PAPER_N, side) for side in (PAIRS[row["pair"]][2], "two-sided")]
        tests = [[row[f"{test}_{side}_sided"] for side in ("one", "two")] for test in ("permutation", "t", "sign")]
        cells = [" / ".join(map(p, pair)) for pair in (same, *tests)]
        paper = "-" if math.isnan(value) else f"{value:.4f} ({printed})"
        where = f"{row['treebanks']} (not {', '.join(row['left_out'])})" if row["left_out"] else str(row["treebanks"])
        rows.append([row["pair"], number(row["mean"], 3), where, *cells, paper])
    return markdown_table(heads, rows, 1)


def spread_table(parsers: Sequence[Row]) -> str:
    """The range and deviation of scores over the parsers of a treebank."""
    rows = []
    for name in dict.fromkeys(row["treebank"] for row in parsers):
        own = [row for row in parsers if row["treebank"] == name]
        values = {score: np.array([row[score] for row in own]) for score in ("uas", "uem", "derivation")}
        ranges = [f"{value.min():.2f} to {value.max():.2f}" for value in values.values()]
        deviations = [number(float(value.std(ddof=1)), 2) for value in values.values()]
        rows.append([name, *(cell for pair in zip(ranges, deviations, strict=True) for cell in pair)])
    return markdown_table(["treebank", "UAS", "deviation", "UEM", "deviation", "P", "deviation"], rows, 1)
