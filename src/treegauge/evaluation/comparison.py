"""`Comparison`: two parsers by one score; and all of them in one list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from ..core.types import Interval, Row
from .ranking import RankedSystem, rank_systems


@dataclass(frozen=True)
class Comparison:
    """Two parsers by one score, on the sentences on which every parser could be scored.

    difference  a - b, with its interval from the paired bootstrap
    p           from the named test
    p_holm      after Holm's correction for all pairs of parsers (and all parts, if the scores are divided)
    effect      Cohen's d_z: the mean of the differences sentence by sentence, divided by their standard deviation
    sentences   the sentences compared; in a part, those that have something of it in gold or in a parse
    left_out    the sentences on which not every parser could be scored
    by, part    what the scores are divided by (`length`), and the part (`11-20`)
    lower       whether a lower score is better
    """

    measure: str
    signature: str
    score: str
    a: str
    b: str
    value_a: float
    value_b: float
    difference: float
    interval: Interval
    p: float
    p_holm: float
    test: str
    effect: float
    sentences: int
    left_out: int
    by: str | None = None
    part: str | None = None
    lower: bool = field(default=False, repr=False)

    def row(self) -> Row:
        """What `treegauge compare --json` prints; `by` and `part` only where scores are divided."""
        row = {**asdict(self), "interval": list(self.interval)}
        del row["lower"]
        if self.by is None:
            del row["by"], row["part"]
        return row


class Comparisons(list[Comparison]):
    """All comparisons of a call: a list that also ranks the systems.

    level    of the intervals; systems differ significantly if the corrected p is below 1 - level
    main     the scores that a ranking shows, as pairs of signature and name
    rank_by  the same, the one that the systems are ranked by first
    """

    def __init__(
        self,
        comparisons: Iterable[Comparison] = (),
        *,
        level: float = 0.95,
        main: Iterable[tuple[str, str]] = (),
        rank_by: Iterable[tuple[str, str]] = (),
    ) -> None:
        super().__init__(comparisons)
        self.level = level
        self.main = tuple(main)
        self.rank_by = tuple(rank_by)

    def add(self, more: Comparisons) -> None:
        """Add the comparisons by another measure."""
        self += more
        self.main += more.main
        self.rank_by += more.rank_by

    def ranking(self) -> list[RankedSystem]:
        """The systems by the main scores, the best first, with letters for those that do not differ significantly."""
        main = set(self.main) or {(row.signature, row.score) for row in self}
        return rank_systems((row for row in self if (row.signature, row.score) in main), level=self.level)
