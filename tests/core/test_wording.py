"""Numbers in sentences."""

from __future__ import annotations

import pytest

from treegauge.core.wording import counted


@pytest.mark.parametrize(("number", "words"), [(0, "0 trees"), (1, "1 tree"), (2, "2 trees"), (12345, "12,345 trees")])
def test_one_is_singular(number: int, words: str) -> None:
    assert counted(number, "tree") == words


def test_a_plural_may_be_given() -> None:
    assert [counted(number, "tree is", "trees are") for number in (1, 2)] == ["1 tree is", "2 trees are"]
