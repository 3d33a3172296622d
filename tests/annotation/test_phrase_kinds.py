"""Kinds of phrases, whatever their labels are."""

from __future__ import annotations

import numpy as np
import pytest

import treegauge as tg
from treegauge.annotation.phrase_kinds import PHRASE_KINDS, find_phrase_kinds

ENGLISH, GERMAN = tg.bundled("english.mrg"), tg.bundled("german.export")


@pytest.mark.parametrize(
    ("scheme", "label", "kind"),
    [
        ("penn", "NP-SBJ", "noun_phrase"),
        ("penn", "WHNP", "noun_phrase"),
        ("penn", "UCP", "coordination"),
        ("penn", "PRT", "modifier"),
        ("penn", "SBAR-TMP", "clause"),
        ("penn", "PRN", "other"),
        ("tiger", "CNP", "coordination"),
        ("tiger", "AVP", "modifier"),
        ("tiger", "S", "clause"),
        ("floresta", "fcl", "clause"),
        ("generic", "PP-LOC", "prepositional_phrase"),
        ("generic", "sn.co", "noun_phrase"),
        ("generic", "whatever", "other"),
    ],
)
def test_labels_have_kinds(scheme: str, label: str, kind: str) -> None:
    assert find_phrase_kinds(scheme, ENGLISH).kind(label) == kind
    assert kind in PHRASE_KINDS


def test_the_scheme_is_recognised_or_generic() -> None:
    assert find_phrase_kinds("auto", ENGLISH).name == "penn"
    assert find_phrase_kinds("auto", GERMAN).name == "tiger"
    odd = GERMAN.select(np.zeros(0, np.int64))
    assert find_phrase_kinds("auto", odd).name == "generic"
    with pytest.raises(tg.UnknownNameError):
        find_phrase_kinds("pen", ENGLISH)


@pytest.mark.parametrize("scheme", ["auto", "generic"])
def test_conjunctions_and_adverbs_are_known(scheme: str) -> None:
    kinds = find_phrase_kinds(scheme, ENGLISH)
    tags = ENGLISH.tokens.text("tag")
    assert set(tags.take(kinds.words(ENGLISH, "conjunction")).decode()) == {"CC"}
    assert "RB" in tags.take(kinds.words(ENGLISH, "adverb")).decode()
