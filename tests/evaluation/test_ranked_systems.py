"""Systems in order, with letters from the corrected p-values."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from treegauge import Comparison, Comparisons, bundled, compare, rank_systems

VALUES = {"poor": 70.0, "best": 90.0, "good": 88.0}


def comparison(a: str, b: str, p: float, *, lower: bool = False, values: dict[str, float] = VALUES) -> Comparison:
    return Comparison(
        measure="m", signature="m|version:1", score="f1", a=a, b=b, value_a=values[a], value_b=values[b],
        difference=values[a] - values[b], interval=(0, 1), p=p, p_holm=p, test="a test", effect=0.1, sentences=9,
        left_out=0, lower=lower,
    )  # fmt: skip


def pairs(p_values: dict[tuple[str, str], float], *, lower: bool = False) -> list[Comparison]:
    return [comparison(a, b, p_values.get((a, b), 1.0), lower=lower) for a, b in combinations(VALUES, 2)]


def test_the_best_is_first_and_letters_say_who_differs() -> None:
    ranked = rank_systems(pairs({("poor", "best"): 0.001}))
    assert [(row.rank, row.system, row.value, row.letters) for row in ranked] == [
        (1, "best", 90.0, "a"),
        (2, "good", 88.0, "ab"),
        (3, "poor", 70.0, "b"),
    ]
    assert [row.is_best for row in ranked] == [True, False, False]


def test_lower_is_better_where_the_measure_says_so() -> None:
    assert [row.system for row in rank_systems(pairs({}, lower=True))] == ["poor", "good", "best"]


@pytest.mark.parametrize(("p", "letters"), [(0.0499, ["a", "b"]), (0.05, ["a", "a"])])
def test_the_level_decides_what_is_significant(p: float, letters: list[str]) -> None:
    two = [comparison("best", "poor", p)]
    assert [row.letters for row in rank_systems(two)] == letters
    assert [row.letters for row in rank_systems(two, level=0.99)] == ["a", "a"]
    assert [row.letters for row in rank_systems(two, level=0.9)] == ["a", "b"]


def test_equal_values_have_the_same_rank_and_undefined_ones_the_last() -> None:
    values = {"x": 50.0, "y": 50.0, "z": 40.0, "u": np.nan}
    ranked = rank_systems([comparison(a, b, 1.0, values=values) for a, b in combinations(values, 2)])
    assert [(row.system, row.rank) for row in ranked] == [("x", 1), ("y", 1), ("z", 3), ("u", 4)]
    assert ranked[-1].letters == ""


def test_a_ranking_has_the_main_scores_of_each_measure() -> None:
    gold, parsed = bundled("english.conllu"), bundled("english.parsed.conllu")
    comparisons = compare(gold, {"parser": parsed, "gold": gold}, ["attachment", "exact-match"], resamples=100)
    assert isinstance(comparisons, Comparisons)
    ranking = comparisons.ranking()
    assert [(row.measure, row.score) for row in ranking[::2]] == [
        ("attachment", "uas"),
        ("attachment", "las"),
        ("exact-match", "exact_match"),
    ]
    assert all(row.system == "gold" and row.value == 100 and row.letters == "a" for row in ranking[::2])


def test_the_ranking_of_parts_is_part_by_part() -> None:
    gold, parsed = bundled("english.conllu"), bundled("english.parsed.conllu")
    ranking = compare(gold, {"parser": parsed, "gold": gold}, "attachment", by="length", resamples=100).ranking()
    assert {(row.by, row.part) for row in ranking} >= {("length", "1-10"), ("length", "11-20")}
    assert {"by", "part"} <= ranking[0].row().keys()
