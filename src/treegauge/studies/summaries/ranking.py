"""The summaries `ranks`, `rank-correlations` and `changed-orders`: whether systems are ranked alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.types import Row
from ...evaluation.statistics import spearman
from ..running.tasks import summary

_LEVEL = 0.05
_FEWEST = 3  # systems of a correlation


@summary("ranks")
def ranks(rows: list[Row], *, value: str, of: str = "system", across: str = "treebank") -> list[Row]:
    """The rank of each system on each treebank by a value, which follows in brackets; the last row has Spearman's rho
    with the first treebank. Systems that are not on all treebanks are left out."""
    values = _by(rows, across, of, value)
    first = next(iter(values.values()), {})
    ranked = sorted(first, key=lambda name: -first[name])
    shared = [name for name in ranked if all(name in own for own in values.values())]
    made: list[Row] = [
        {of: name, **{other: _ranked(own, name, shared) for other, own in values.items()}} for name in shared
    ]
    rhos = {other: _rho([(first[name], own[name]) for name in shared]) for other, own in values.items()}
    return [*made, {of: "rho with the first", **rhos}]


def _by(rows: Sequence[Row], across: str, of: str, value: str) -> Mapping[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for row in rows:
        if row.get(value) is not None:
            found.setdefault(str(row[across]), {})[str(row[of])] = row[value]
    return found


def _ranked(values: Mapping[str, float], name: str, shared: Sequence[str]) -> str:
    place = 1 + sum(values[other] > values[name] for other in shared)
    return f"{place} ({values[name]:.2f})"


def _rho(pairs: Sequence[tuple[float, float]]) -> float | None:
    return spearman([x for x, _ in pairs], [y for _, y in pairs]).value if len(pairs) >= _FEWEST else None


@summary("rank-correlations")
def rank_correlations(rows: list[Row], *, value: str, others: Sequence[str], across: str = "treebank") -> list[Row]:
    """Spearman's rho of a value with others, on each treebank, over the systems that have both."""
    made: list[Row] = []
    for name in dict.fromkeys(row[across] for row in rows):
        own = [row for row in rows if row[across] == name and row.get(value) is not None]
        pairs = {other: [(row[value], row[other]) for row in own if row.get(other) is not None] for other in others}
        made.append({across: name, "systems": len(own), **{other: _rho(found) for other, found in pairs.items()}})
    return made


@summary("changed-orders")
def changed_orders(rows: list[Row], *, value: str) -> list[Row]:
    """How many pairs of systems are in the same order as on the first treebank by a difference and its p-value, and how
    many of the others are significantly so (5 %)."""
    differences: dict[str, dict[tuple[str, str], tuple[float, bool]]] = {}
    for row in rows:
        own = differences.setdefault(row["treebank"], {})
        significant = row[f"{value}_p"] < _LEVEL
        own[row["a"], row["b"]] = row[value], significant
        own[row["b"], row["a"]] = -row[value], significant
    first, *others = differences
    return [{"treebank": other, **_changes(differences[first], differences[other])} for other in others]


def _changes(
    here: Mapping[tuple[str, str], tuple[float, bool]], there: Mapping[tuple[str, str], tuple[float, bool]]
) -> Row:
    pairs = [pair for pair in here if pair in there and pair[0] < pair[1]]
    same = [pair for pair in pairs if here[pair][0] * there[pair][0] > 0]
    changed = [pair for pair in pairs if pair not in same]
    return {
        "pairs": len(pairs),
        "same": len(same),
        "same_significant": sum(here[pair][1] and there[pair][1] for pair in same),
        "other": len(changed),
        "other_significant_there": sum(there[pair][1] for pair in changed),
        "other_significant": sum(here[pair][1] and there[pair][1] for pair in changed),
    }
