"""The rates of good entailments among those that were judged. If a rate falls, somebody must look at the change."""

from __future__ import annotations

from pathlib import Path

import pytest
from judging import CRITERIA, FILES, rates

# Per cent that are grammatical, entailed by syntax, entailed strictly and natural, and how many were judged: what they
# were when they were read for the first time, by a reader who did not know the rules, less five lines mended since.
RATES = {
    "bundled": (99.2, 100.0, 97.6, 92.0, 125),
    "wsj": (97.6, 97.6, 88.2, 88.2, 85),
    "ewt": (88.2, 88.2, 70.6, 73.5, 34),
    "gum": (95.8, 97.9, 97.9, 89.6, 48),
    "craft": (91.8, 95.1, 77.0, 85.2, 61),
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
