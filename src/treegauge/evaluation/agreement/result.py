"""What `agree` returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from ...core.tabular import Tabular, TabularList, flat_row, shown_figures, shown_interval
from ...core.types import Interval, Row
from ...core.wording import counted

FIGURES = (
    *("alpha_plain", "alpha_diff", "alpha_norm", "uas", "las", "la", "f1", "jaccard"),
    *("kappa_labels", "ac1_labels", "kappa_heads", "ac1_heads"),
)


@dataclass(frozen=True)
class DisputedSentence:
    """A sentence on which annotators differ.

    sentence  its number among those that are compared, from 1
    where     its places in the files of the annotators
    distance  the mean tree edit distance of its trees; share: that divided by the nodes of two trees
    """

    sentence: int
    where: list[str]
    annotators: list[str]
    words: int
    distance: float
    share: float
    text: str


@dataclass(frozen=True, eq=False, repr=False)
class Agreement(Tabular):
    """How far annotators agree. All figures are fractions; None: not for this kind of trees.

    sentences  those that two annotators or more have; trees: how many trees these have
    paired_by  how sentences were paired: files, order, id, words
    values     alpha_plain, alpha_diff, alpha_norm; uas, las, la of dependencies; f1, jaccard of phrases; kappa and AC1
    pairs      how many pairs of trees were compared for the disagreement by chance, of all_pairs
    labels     agreement by label; those that cost most first
    disputed   the sentences on which annotators differ, the worst first
    """

    annotators: tuple[str, ...]
    sentences: int
    trees: int
    kind: Literal["constituents", "dependencies"]
    paired_by: str
    values: dict[str, float | None]
    intervals: dict[str, Interval]
    level: float
    pairs: int
    all_pairs: int
    seed: int
    labels: list[Row]
    disputed: list[DisputedSentence]

    @property
    def sampled(self) -> bool:
        """Whether only a random sample of the pairs of trees was compared."""
        return self.pairs < self.all_pairs

    def __getitem__(self, name: str) -> float | None:
        return self.values[name]

    def row(self) -> Row:
        """What `treegauge agree --json` prints."""
        return {
            "annotators": list(self.annotators),
            "sentences": self.sentences,
            "trees": self.trees,
            "kind": self.kind,
            "paired_by": self.paired_by,
            **self.values,
            "intervals": {name: list(interval) for name, interval in self.intervals.items()},
            "level": self.level,
            "pairs": self.pairs,
            "all_pairs": self.all_pairs,
            "sampled": self.sampled,
            "seed": self.seed,
        }

    def disputed_rows(self, most: int | None = None) -> list[Row]:
        """The sentences with the most disagreement."""
        return [asdict(sentence) for sentence in self.disputed[:most]]

    def table_rows(self) -> Sequence[Row]:
        """One row."""
        return [flat_row(self.row()) | {"annotators": ", ".join(self.annotators)}]

    def __repr__(self) -> str:
        shown = {name: value for name, value in self.values.items() if value is not None}
        ends = {name: shown_interval(interval) for name, interval in self.intervals.items()}
        sentences = counted(self.sentences, "sentence")
        return f"<Agreement of {', '.join(self.annotators)}: {shown_figures(shown, ends)}; {sentences}>"


class Agreements(TabularList[Agreement]):
    """Agreement of all annotators, and of each pair where there are more than two."""
