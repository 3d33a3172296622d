"""Columns of gold and test with one dictionary, so that values are compared as numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
    if change is str and len(gold.values.index) == len(gold.values):
        index.update(gold.values.index)  # which is kept: gold is compared with many parsers
        gold_table = _table(range(len(index)), index, change)
    else:
        gold_table = _table(_numbered(gold, index, change), index, change)
    test_table = _table(_numbered(test, index, change), index, change)
    return gold_table[gold.codes], test_table[test.codes], index


def _numbered(column: Text, index: dict[str, int], change: Callable[[str], str]) -> list[int]:
    """The number of each string; new ones are added to the index."""
    strings = column.values if change is str else map(change, column.values)
    return [index.setdefault(value, len(index)) for value in strings]


def _table(codes: Sequence[int], index: dict[str, int], change: Callable[[str], str]) -> Codes:
    """The codes of all strings, and then that of a missing value, which has the code -1."""
    return np.array([*codes, index.setdefault(change(ABSENT), len(index))], np.int32)


def without_subtype(relation: str) -> str:
    """`acl:relcl` -> `acl`."""
    return relation.partition(":")[0]
