"""Every measure can be imported from treegauge.measures."""

from __future__ import annotations

import pytest

from treegauge import measures
from treegauge.measures.shared.base import MEASURES


def test_the_exports_are_exactly_our_measures() -> None:
    ours = {member for _, member in MEASURES.items() if member.__module__.startswith("treegauge.measures.")}
    assert {getattr(measures, name) for name in measures.__all__} == ours
    assert measures.__all__ == sorted(measures.__all__)
    assert set(measures.__all__) <= set(dir(measures))


def test_a_name_that_is_not_a_measure_is_an_error() -> None:
    with pytest.raises(AttributeError, match=r"module 'treegauge\.measures' has no attribute 'Parsevall'"):
        _ = measures.Parsevall
