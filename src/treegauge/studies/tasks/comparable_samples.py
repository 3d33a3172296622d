"""The task `comparable-samples`, and the samples of other tasks that compare two treebanks."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.bounds import Amount, Positive
from ...core.types import Row
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from ..running.data import StudyData
from ..running.tasks import task
from ..sampling.comparable import Sample, comparable_samples

SENTENCES, DEVIATION = 1024, 0.8  # those of Rehbein and van Genabith (2007)
_FIGURES = ("part", "sentences", "nodes_per_sentence", "nodes_per_word", "words_per_sentence")


def both(data: StudyData, transforms: Sequence[str] = ()) -> list[Treebank]:
    """The two treebanks of a pair, each after its own transforms and some more."""
    return [apply_alike([side.whole], [*side.transforms, *transforms], data.seed)[0][0] for side in data.pair]


def samples_of_pair(
    data: StudyData, treebanks: Sequence[Treebank], n: int, deviation: float, draw: int = 0
) -> list[Sample]:
    """Comparable samples of the two treebanks of a pair."""
    names = [side.entry.name for side in data.pair]
    return comparable_samples(treebanks, n, deviation=deviation, names=names, seed=data.seed + draw)


@task("comparable-samples")
def comparable_sample_figures(data: StudyData, *, n: Positive = SENTENCES, deviation: Amount = DEVIATION) -> list[Row]:
    """Phrases and words per sentence of two treebanks (`part` is `all`) and of comparable samples of both (`sample`):
    the columns of `treegauge sample --comparable`."""
    rows: list[Row] = [dict(row) for sample in samples_of_pair(data, both(data), n, deviation) for row in sample.rows()]
    return [{"treebank": row["treebank"], **{name: row[name] for name in _FIGURES}} for row in rows]
