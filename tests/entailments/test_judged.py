"""The rates of good entailments among those that were judged. If a rate falls, somebody must look at the change."""

from __future__ import annotations

from pathlib import Path

import pytest
from judging import CRITERIA, FILES, rates

# Per cent that are grammatical, entailed by syntax, entailed strictly and natural, and how many were judged. The faults
# of these sentences have been used to improve the rules, so the rates are too high for other sentences.
RATES = {
    "bundled": (100.0, 100.0, 98.9, 100.0, 90),
    "wsj": (100.0, 100.0, 96.6, 96.6, 58),
    "ewt": (94.4, 100.0, 88.9, 94.4, 18),
    "gum": (100.0, 100.0, 100.0, 93.9, 33),
    "craft": (100.0, 97.6, 87.8, 92.7, 41),
}
ROUNDING = 0.05


def check(name: str) -> None:
    good, number, unknown, missing = rates(name)
    *least, judged = RATES[name]
    shares = [100 * good[criterion] / number for criterion in CRITERIA]
    figures = ", ".join(f"{criterion} {share:.1f} %" for criterion, share in zip(CRITERIA, shares, strict=True))
    print(f"{name}: {figures} of {number} judged entailments; {unknown} not judged, {missing} missing")
    assert all(share >= limit - ROUNDING for share, limit in zip(shares, least, strict=True))
    assert number >= 0.9 * judged, "many entailments are new; `python tests/entailments/judging.py new NAME` lists them"


def test_rates_on_the_bundled_treebank() -> None:
    check("bundled")


@pytest.mark.parametrize("name", [name for name in FILES if name != "bundled"])
def test_rates_on_other_treebanks(shared: Path, name: str) -> None:
    assert (shared / FILES[name]).exists()
    check(name)
