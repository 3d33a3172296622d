"""The task `inserted-errors`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.bounds import Amount, Natural, Repeats
from ...core.types import Row
from ..annotation_schemes.inserted import InsertedRow, inserted_errors
from ..annotation_schemes.resampled import inserted_over_sentences
from ..running.data import StudyData
from ..running.tasks import task
from .comparable_samples import DEVIATION, SENTENCES, both, samples_of_pair


@task("inserted-errors")
def inserted_error_rows(
    data: StudyData,
    *,
    kinds: Sequence[str] = (),
    measures: Sequence[str] = (),
    seeds: Repeats = 20,
    n: Natural = SENTENCES,
    deviation: Amount = DEVIATION,
    draws: Natural = 0,
) -> list[Row]:
    """The same errors in comparable samples of two treebanks, and the score of both by each measure.

    There is one row per kind of errors and measure, and one for the average over all errors. `first` and `second` are
    the scores of the treebanks, means over seeds.

    n      sentences of each sample; 0: all sentences, for two versions of the same treebank
    draws  of sentences with replacement, for the interval over sentences (`sentences_interval`)
    """
    sides = both(data)
    pair = [sample.treebank for sample in samples_of_pair(data, sides, n, deviation)] if n else sides
    result = inserted_errors(pair, list(kinds) or None, list(measures) or None, seeds=seeds)
    rows = [_row(row) for row in result.rows()]
    if draws:
        widths = inserted_over_sentences(pair, result, draws, same=not n)
        for row, width in zip(rows, widths.ravel().tolist(), strict=True):
            row["sentences_interval"] = width
    return rows


def _row(row: InsertedRow) -> Row:
    return {
        "kind": row["kind"],
        "errors": int(row["errors"]) if row["errors"].is_integer() else row["errors"],
        "measure": row["measure"],
        "first": row["value_a"],
        "first_interval": row["interval_a"],
        "second": row["value_b"],
        "second_interval": row["interval_b"],
        "difference": row["difference"],
        "difference_interval": row["interval"],
    }
