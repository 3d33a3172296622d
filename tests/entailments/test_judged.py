"""The rates of good entailments among those that were judged. If a rate falls, somebody must look at the change."""

from __future__ import annotations

from pathlib import Path

import pytest
from judging import CRITERIA, FILES, rates

# Per cent that are grammatical, entailed and natural, and how many were judged: what they were when they were read.
RATES = {
    "bundled": (97.5, 93.8, 92.0, 162),
    "wsj": (91.1, 85.6, 81.1, 90),
    "ewt": (87.3, 76.4, 78.2, 55),
    "gum": (87.5, 78.1, 76.6, 64),
    "craft": (85.0, 83.8, 78.8, 80),
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
