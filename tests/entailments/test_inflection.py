"""Forms of English words."""

from __future__ import annotations

import pytest

from treegauge.entailments.inflection import (
    has_tense,
    is_participle,
    past_participle,
    plural_verb,
    same_word,
    third_person,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sold", "sell"),
        ("children", "child"),
        ("tries", "tried"),
        ("stopping", "stops"),
        ("lies", "lying"),
        ("found", "find"),
        ("was", "are"),
        ("men", "man"),
        ("using", "used"),
    ],
)
def test_forms_of_one_word_are_recognised(one: str, other: str) -> None:
    assert same_word(one, other)


@pytest.mark.parametrize(("one", "other"), [("sold", "soil"), ("car", "care"), ("was", "wash"), ("mend", "mean")])
def test_other_words_are_not(one: str, other: str) -> None:
    assert not same_word(one, other)


@pytest.mark.parametrize(
    ("base", "third"),
    [
        ("go", "goes"),
        ("try", "tries"),
        ("say", "says"),
        ("have", "has"),
        ("be", "is"),
        ("pass", "passes"),
        ("join", "joins"),
    ],
)
def test_third_person_and_back(base: str, third: str) -> None:
    assert third_person(base) == third
    if base != "be":
        assert plural_verb(third) == base


@pytest.mark.parametrize(
    ("base", "participle"),
    [
        ("sell", "sold"),
        ("stop", "stopped"),
        ("open", "opened"),
        ("impose", "imposed"),
        ("carry", "carried"),
        ("commit", "committed"),
        ("write", "written"),
    ],
)
def test_participles(base: str, participle: str) -> None:
    assert past_participle(base) == participle
    assert is_participle(participle)


def test_tense() -> None:
    assert [has_tense(form) for form in ("done", "held", "going", "climbed")] == [False, True, False, True]
