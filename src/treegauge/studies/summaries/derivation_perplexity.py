"""The summaries of rows of the tasks perplexity and parse: what predicts accuracy, and does perplexity rank parsers?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ...core.types import AnyRow, Row
from ..derivation_perplexity.predicting import PREDICTORS, SUMMARIES, increases, predict
from ..derivation_perplexity.ranking import PAIRS, distinct_outputs, p_of, rank
from ..running.tasks import summary

_ATTACHMENT = ("uas", "las", "uem", "lem")
_PAPER_N = 14  # pairs: the p-values of the paper are those of one correlation of so many


@summary("perplexity-increase")
def perplexity_increase(rows: list[Row]) -> list[Row]:
    """String and derivation perplexity over the treebanks of each `group` and over all, from rows of the task
    perplexity: the means, and the increase of the means and as the mean of the increases."""
    return increases(_treebanks(rows))


@summary("perplexity-predicts")
def perplexity_predicts(rows: list[Row], *, once: str = "", least: int = 4) -> list[Row]:
    """Correlations of treebank size, and of size over either perplexity, with accuracy, over the treebanks of each
    `group` and over all: one row per group, accuracy (LAS or UAS) and predictor, from rows of the tasks perplexity and
    parse. The columns are for the best parser of each treebank and for the average: Pearson's r (`best`, `average`)
    with intervals and p-values, Spearman's rho, and the p-value of the hypothesis that size alone does as well.

    once   a label: of the treebanks with the same value, such as the same text, only the first is used
    least  treebanks: smaller groups are left out
    """
    treebanks = _treebanks(rows)
    if once:
        firsts = {row.get(once, row["treebank"]): row["treebank"] for row in reversed(treebanks)}
        treebanks = [row for row in treebanks if row["treebank"] in firsts.values()]
    accuracies = {name: _accuracies(rows, name.lower()) for name in ("LAS", "UAS")}
    found: dict[tuple[str, str, str], Row] = {}
    for row in predict(treebanks, {name: own for name, own in accuracies.items() if own}):
        if row["n"] >= least:
            place = {name: row[name] for name in ("group", "accuracy", "predictor", "n")}
            key = (row["group"], row["accuracy"], row["predictor"])
            found.setdefault(key, place).update(_columns(row["of"], row))
    return list(found.values())


def _columns(of: str, row: AnyRow) -> Row:
    return {
        of: row["pearson"],
        f"{of}_interval": list(row["interval"]),
        f"{of}_p": row["p_one_sided"],
        f"{of}_against_size": row["against_size"],
        f"{of}_rho": row["spearman"],
        f"{of}_rho_p": row["spearman_p_one_sided"],
        f"{of}_rho_against_size": row["spearman_against_size"],
    }


@summary("perplexity-of-treebanks")
def perplexity_of_treebanks(rows: list[Row]) -> list[Row]:
    """Size and perplexities of each treebank, size over perplexities, and the best and average accuracy of the parsers,
    from rows of the tasks perplexity and parse."""
    accuracies = {name: _accuracies(rows, name) for name in ("las", "uas")}
    return [
        {
            **{name: value for name, value in row.items() if name != "rows"},
            "oov_share": 100 * row["oov"] / row["words"],
            "size_over_string": PREDICTORS["size / string"](row),
            "size_over_derivation": PREDICTORS["size / derivation"](row),
            "log_size_over_derivation": math.log10(PREDICTORS["size / derivation"](row)),
            **{
                f"{of}_{name}": summarised(own[row["treebank"]])
                for name, own in accuracies.items()
                if row["treebank"] in own
                for of, summarised in SUMMARIES.items()
            },
        }
        for row in _treebanks(rows)
    ]


@summary("perplexity-ranks")
def perplexity_ranks(rows: list[Row], *, draws: int = 10_000) -> list[Row]:
    """Correlations of derivation perplexity, UAS and exact match over the parsers of each treebank, averaged over the
    treebanks of each `group` and over all, from rows of the task parse with `derivation`: one row per group and pair.

    `p_as_one` is the p-value in the paper, as if the average were one correlation of 14 pairs, one-sided; the others
    are of a permutation test (`draws` permutations), of Student's t and of the sign test over the treebanks, one-sided
    in the expected direction.
    """
    found: list[Row] = []
    for group, own in _groups(_parsers(rows)).items():
        for pair in rank(own, draws=draws).pairs:
            p_as_one = p_of(pair["mean"], _PAPER_N, PAIRS[pair["pair"]][2])
            tests = {f"p_{test}": pair[f"{test}_one_sided"] for test in ("permutation", "t", "sign")}
            place = {"group": group, "pair": pair["pair"], "r": pair["mean"], "treebanks": pair["treebanks"]}
            found.append({**place, "p_as_one": p_as_one, **tests})
    return found


@summary("perplexity-ranks-by-treebank")
def perplexity_ranks_by_treebank(rows: list[Row]) -> list[Row]:
    """The same correlations on each treebank; `n` is the number of different outputs."""
    return list(rank(_parsers(rows), draws=1).treebanks)


def _treebanks(rows: Sequence[Row]) -> list[Row]:
    """The rows of treebanks, which all have a group."""
    return [{"group": "", **row} for row in rows if "parser" not in row]


def _parsers(rows: Sequence[Row]) -> list[Row]:
    """The rows of parsers, with the names that these have in the study of derivation perplexity."""
    return [
        {
            **{name: row.get(name, "") for name in ("treebank", "group", "parser")},
            **{name: _number(row.get(f"attachment_{name}")) for name in _ATTACHMENT},
            **{name: row[name] for name in ("derivation", "output")},
        }
        for row in rows
        if "parser" in row
    ]


def _number(value: float | None) -> float:
    return math.nan if value is None else float(value)


def _groups(parsers: Sequence[Row]) -> Mapping[str, list[Row]]:
    """All parsers, and those on the treebanks of each group, if there are several."""
    groups: dict[str, list[Row]] = {}
    for row in parsers:
        groups.setdefault(row["group"], []).append(row)
    return {"all": list(parsers), **(groups if len(groups) > 1 else {})}


def _accuracies(rows: Sequence[Row], name: str) -> dict[str, list[float]]:
    """The accuracy of all parsers on each treebank; those with the same output count once."""
    found: dict[str, list[float]] = {}
    for row in distinct_outputs(_parsers(rows)):
        if math.isfinite(row[name]):
            found.setdefault(row["treebank"], []).append(row[name])
    return found
