"""The errors of phrase structure trees: every bracket that is missing or extra belongs to one error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...core.types import Counts
from ...measures.parseval import Parseval
from ...measures.shared.brackets import compare_brackets
from ...treebank import Treebank
from .table import ErrorRow, ErrorTable, FoundErrors


def find_phrase_errors(gold: Treebank, test: Treebank, unparsed: Sequence[int]) -> FoundErrors:
    """The errors of test; `unparsed` are the sentences without a parse that count."""
    measure = Parseval()
    compared = compare_brackets(gold, test, measure.parameters, detail=True)
    rows = measure.count(gold, test)
    rows[unparsed] = measure.count_missing(gold, test, np.array(unparsed, np.int64))
    counts: Counts = rows[:, :3]
    bad = np.flatnonzero(np.isnan(counts[:, 0]))
    reasons = measure.reasons(gold.select(bad), test.select(bad)) if len(bad) else []
    table = ErrorTable.of(_errors(gold, test, compared.detail))
    return FoundErrors(table, counts, dict(zip(bad.tolist(), reasons, strict=True)))


def _errors(gold: Treebank, test: Treebank, detail: Any) -> Iterator[ErrorRow]:
    starts = test.nodes.offsets[:-1][gold.nodes.sentence]
    wrong = detail.gold & (detail.partner < 0)
    used = np.zeros(len(test.nodes), bool)
    used[(starts + detail.partner)[detail.partner >= 0]] = True
    relabelled = wrong & (detail.mistaken >= 0)
    used[(starts + detail.mistaken)[relabelled]] = True
    for node in np.flatnonzero(wrong).tolist():
        kind = ("Different label", 1, 1) if relabelled[node] else ("Missing phrase", 1, 0)
        yield _row(gold, node, *kind, "both" if relabelled[node] else "gold")
    for node in np.flatnonzero(detail.test & ~used).tolist():
        yield _row(test, node, "Extra phrase", 0, 1, "test")


def _row(treebank: Treebank, node: int, kind: str, missing: int, extra: int, source: str) -> ErrorRow:
    nodes = treebank.nodes
    left, right = int(nodes.numbers("left")[node]), int(nodes.numbers("right")[node])
    return ErrorRow(int(nodes.sentence[node]), kind, missing, extra, left, right, nodes.text("label")[node], source)
