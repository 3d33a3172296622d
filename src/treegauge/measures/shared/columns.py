"""Columns of gold and test with one dictionary, so that values are compared as numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...treebank import Strings, Text

ABSENT = "_"  # how CoNLL writes a cell without a value


def one_dictionary(gold: Text, test: Text, change: Callable[[str], str] = str) -> tuple[Text, Text]:
    """Two columns with the same codes for the same strings; a missing value counts as `_`. `change` is applied to each
    distinct string first, so that strings which it makes equal share a code."""
    index: dict[str, int] = {}
    tables = []
    for column in (gold, test):
        codes = [index.setdefault(change(value), len(index)) for value in column.values]
        tables.append(np.array([*codes, index.setdefault(change(ABSENT), len(index))], np.int32))
    values = Strings.of(index)
    return Text(tables[0][gold.codes], values), Text(tables[1][test.codes], values)


def without_subtype(relation: str) -> str:
    """`acl:relcl` -> `acl`."""
    return relation.partition(":")[0]
