"""Systems in order of a score, with letters for those that do not differ significantly."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from ..core.bounds import LevelShare, checked
from ..core.tabular import Tabular, TabularList, shown_figure
from ..core.types import Row
from .statistics import letter_groups

if TYPE_CHECKING:
    from .comparison import Comparison


@dataclass(frozen=True, repr=False)
class RankedSystem(Tabular):
    """A system by one score.

    rank     1 is the best; systems with the same value have the same rank
    letters  two systems share a letter if and only if they do not differ significantly
    part     the part of the sentences or of the words that `by` names, if the scores are divided
    """

    measure: str
    signature: str
    score: str
    system: str
    rank: int
    value: float
    letters: str
    by: str | None = None
    part: str | None = None

    @property
    def is_best(self) -> bool:
        """Whether no system is better."""
        return self.rank == 1

    def table_rows(self) -> list[Row]:
        """The row."""
        return [self.row()]

    def __repr__(self) -> str:
        part = f" ({self.by} {self.part})" if self.by else ""
        value = f"{shown_figure(self.value)} {self.letters}".rstrip()
        return f"<RankedSystem {self.measure} {self.score}{part}: {self.rank} {self.system} {value}>"

    def row(self) -> Row:
        """What `treegauge compare --json` prints as `ranking`; `by` and `part` only where scores are divided."""
        row = asdict(self)
        return row if self.by else {name: value for name, value in row.items() if name not in ("by", "part")}


@checked
def rank_systems(comparisons: Iterable[Comparison], *, level: LevelShare = 0.95) -> TabularList[RankedSystem]:
    """The systems that were compared, the best first, by every score (of every part). Two systems share a letter if the
    p-value of their difference after Holm's correction is not below 1 - `level`."""
    groups: dict[tuple[str, str, str | None], list[Comparison]] = {}
    for comparison in comparisons:
        groups.setdefault((comparison.signature, comparison.score, comparison.part), []).append(comparison)
    return TabularList(system for same in groups.values() for system in _ranked(same, level))


def _ranked(comparisons: Sequence[Comparison], level: float) -> list[RankedSystem]:
    """The systems by one score."""
    first = comparisons[0]
    values: dict[str, float] = {}
    for comparison in comparisons:
        values |= {comparison.a: comparison.value_a, comparison.b: comparison.value_b}
    sign = 1 if first.lower else -1
    order = {name: (math.isnan(value), sign * value) for name, value in values.items()}
    names = sorted(values, key=order.__getitem__)
    threshold = round(1 - level, 12)  # 1 - 0.95 is not 0.05 in binary
    different = [(pair.a, pair.b) for pair in comparisons if pair.p_holm < threshold]
    letters = letter_groups(names, different)
    known = [order[name] for name in names if not math.isnan(values[name])]
    return [
        RankedSystem(
            measure=first.measure,
            signature=first.signature,
            score=first.score,
            system=name,
            rank=1 + (known.index(order[name]) if order[name] in known else len(known)),
            value=values[name],
            letters="" if math.isnan(values[name]) else letters[name],
            by=first.by,
            part=first.part,
        )
        for name in names
    ]
