"""`describe`: a treebank in one row."""

from __future__ import annotations

from typing import Any

import pytest

import treegauge as tg


def test_skipped_sentences_are_in_the_row() -> None:
    assert tg.describe(tg.bundled("english.mrg"), "x", skipped=3).row()["skipped"] == 3


@pytest.mark.parametrize("skipped", [-1, 1.5, "3", True, 2**31])
def test_their_number_has_bounds(skipped: Any) -> None:
    with pytest.raises(tg.CallError, match="skipped must be a whole number from 0 to 2,147,483,647, not "):
        tg.describe(tg.bundled("english.mrg"), skipped=skipped)
