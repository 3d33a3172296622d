"""The rates of good entailments among those that were judged. If a rate falls, somebody must look at the change."""

from __future__ import annotations

from pathlib import Path

import pytest
from judging import FILES, rates

# Per cent that are grammatical, entailed by syntax, entailed strictly and natural, and how many were judged. The faults
# of these sentences have been used to improve the rules, so the rates are too high for other sentences.
RATES = {
    "bundled": (100.0, 100.0, 98.9, 100.0, 90),
    "wsj": (100.0, 100.0, 96.5, 96.5, 57),
    "ewt": (94.4, 100.0, 88.9, 94.4, 18),
    "gum": (100.0, 100.0, 100.0, 93.8, 32),
    "craft": (100.0, 97.5, 87.5, 95.0, 40),
    "wsj2": (100.0, 100.0, 100.0, 65),  # these and those below: not judged strictly
    "ewt2": (100.0, 100.0, 91.4, 35),
    "gum2": (100.0, 93.5, 89.1, 46),
    "craft2": (100.0, 100.0, 100.0, 23),
    "genia2": (94.7, 100.0, 89.5, 19),
}
ROUNDING = 0.05


def check(name: str) -> None:
    found = rates(name)
    *least, judged = RATES[name]
    figures = ", ".join(f"{criterion} {share:.1f} %" for criterion, share in found.shares.items())
    print(f"{name}: {figures} of {found.judged} judged; {found.unknown} not judged, {found.missing} missing")
    assert all(share >= limit - ROUNDING for share, limit in zip(found.shares.values(), least, strict=True))
    assert found.judged >= 0.9 * judged, "many are new; `python tests/entailments/judging.py new NAME` lists them"


def test_rates_on_the_bundled_treebank() -> None:
    check("bundled")


@pytest.mark.parametrize("name", [name for name in FILES if name != "bundled"])
def test_rates_on_other_treebanks(shared: Path, name: str) -> None:
    assert (shared / FILES[name][0]).exists()
    check(name)
