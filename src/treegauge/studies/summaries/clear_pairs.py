"""The summary `clear-pairs`."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ...core.types import Row
from ..running.tasks import summary


@summary("clear-pairs")
def clear_pairs(rows: list[Row]) -> list[Row]:
    """How many pairs of rows of the task difficulty clearly differ in ECC and in EMR: their intervals do not overlap.

    The conjecture is violated by `opposite` pairs, in which the row with the higher ECC has the higher EMR."""
    found: list[Row] = []
    for block in dict.fromkeys(row["rows"] for row in rows):
        own: list[Any] = [row for row in rows if row["rows"] == block and _measured(row)]
        clear = [pair for pair in combinations(own, 2) if _apart(*pair, "ecc") and _apart(*pair, "emr")]
        opposite = [pair for pair in clear if (pair[0]["ecc"] > pair[1]["ecc"]) == (pair[0]["emr"] > pair[1]["emr"])]
        names = ", ".join(f"{one['treebank']} and {other['treebank']}" for one, other in opposite)
        found.append(
            {"rows": block, "n": len(own), "clear": len(clear), "opposite": len(opposite), "pairs": names or "-"}
        )
    return found


def _measured(row: Row) -> bool:
    return all(row.get(name) is not None for name in ("ecc", "ecc_interval", "emr", "emr_interval"))


def _apart(one: Row, other: Row, figure: str) -> bool:
    half = f"{figure}_interval"
    return bool(abs(one[figure] - other[figure]) > one[half] + other[half])
