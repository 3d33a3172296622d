"""Columns of gold and test with one dictionary, so that values are compared as numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...core.types import Codes
from ...treebank import Strings, Text

ABSENT = "_"  # how CoNLL writes a cell without a value


def one_dictionary(gold: Text, test: Text, change: Callable[[str], str] = str) -> tuple[Text, Text]:
    """Two columns with the same codes for the same strings; a missing value counts as `_`. `change` is applied to each
    distinct string first, so that strings which it makes equal share a code."""
    codes, test_codes, index = shared_codes(gold, test, change)
    values = Strings.of(index)
    return Text(codes, values), Text(test_codes, values)


def shared_codes(gold: Text, test: Text, change: Callable[[str], str] = str) -> tuple[Codes, Codes, dict[str, int]]:
    """The codes of `one_dictionary`, and the code of each string."""
    index: dict[str, int] = {}
    columns = []
    for column in (gold, test):
        strings = column.values if change is str else map(change, column.values)
        codes = [index.setdefault(value, len(index)) for value in strings]
        table = np.array([*codes, index.setdefault(change(ABSENT), len(index))], np.int32)
        columns.append(table[column.codes])
    return columns[0], columns[1], index


def without_subtype(relation: str) -> str:
    """`acl:relcl` -> `acl`."""
    return relation.partition(":")[0]
