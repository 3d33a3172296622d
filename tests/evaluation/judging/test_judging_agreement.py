"""Agreement of people's answers: against published examples, other programs, and a plain twin."""

from __future__ import annotations

import math
from itertools import combinations

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged import FOUR_OBSERVERS, table
from scipy.special import stdtrit

from treegauge import Judgement, Judgements, agree, bundled, judge_agreement

EXAMPLE = table(FOUR_OBSERVERS, "12345")
TABLES = st.integers(2, 4).flatmap(
    lambda width: st.lists(st.text(".1234"[: width + 1], min_size=6, max_size=6), min_size=2, max_size=5)
)


def test_the_example_of_krippendorff_2011() -> None:
    assert judge_agreement(EXAMPLE, resamples=0)[0]["alpha"] == pytest.approx(0.743, abs=0.0005)


def test_what_irrcac_prints_of_the_same_example() -> None:
    """irrCAC 0.4.4 for Python, of Gwet's program for R; it rounds to five digits. It is not installed for the tests, as
    it needs one old version of scipy."""
    result = judge_agreement(EXAMPLE, resamples=0)[0]
    assert [round(result[name], 5) for name in ("observed", "alpha", "ac1", "kappa")] == [
        0.81818, 0.74342, 0.77544, 0.76117,
    ]  # fmt: skip
    assert [round(end, 5) for end in result.ac1_interval] == [0.46081, 1.0]


def test_what_irrcac_for_r_prints_of_three_diagnoses_by_two_abstractors() -> None:
    """The vignette of irrCAC 1.0 prints AC1 0.8493305 and its standard error 0.04321747. For a table of two raters, it
    divides the variance by the number of units, and else, as here, by one less."""
    cells = [[13, 0, 0], [0, 20, 7], [0, 4, 56]]
    pairs = [(str(a), str(b)) for a, row in enumerate(cells) for b, number in enumerate(row) for _ in range(number)]
    first, second = ("".join(side) for side in zip(*pairs, strict=True))
    result = judge_agreement(table([first, second], "012"), resamples=0)[0]
    assert result["ac1"] == pytest.approx(0.8493305, abs=5e-8)
    half = float(stdtrit(99, 0.975)) * 0.04321747 * math.sqrt(100 / 99)
    assert result.ac1_interval == pytest.approx((0.8493305 - half, 0.8493305 + half), abs=1e-6)


@given(TABLES)
def test_alpha_is_that_of_the_package_krippendorff(observers: list[str]) -> None:
    used = {letter for row in observers for letter in row} - {"."}
    values = np.array([[math.nan if letter == "." else float(letter) for letter in row] for row in observers])
    if ((~np.isnan(values)).sum(axis=0) > 1).any():
        ours = judge_agreement(table(observers, "1234"), resamples=0)[0]["alpha"]
        pairable = values[:, (~np.isnan(values)).sum(axis=0) > 1]
        if len(set(pairable[~np.isnan(pairable)].tolist())) > 1:
            assert len(used) > 1
            assert ours == pytest.approx(krippendorff.alpha(values, level_of_measurement="nominal"))
        else:
            assert math.isnan(ours)


@given(TABLES)
def test_figures_are_those_of_a_plain_twin(observers: list[str]) -> None:
    if any(letter != "." for row in observers for letter in row):
        result = judge_agreement(table(observers, "1234"), resamples=0)[0]
        for name, value in plain_figures(observers, "1234").items():
            assert result[name] == pytest.approx(value, nan_ok=True), name


def plain_figures(observers: list[str], categories: str) -> dict[str, float]:
    """Observed agreement, AC1 and Fleiss' kappa, unit by unit."""
    units = [[letter for letter in unit if letter != "."] for unit in zip(*observers, strict=True)]
    units = [unit for unit in units if unit]
    equal = [sum(a == b for a, b in combinations(unit, 2)) / math.comb(len(unit), 2) for unit in units if len(unit) > 1]
    shares = [sum(unit.count(letter) / len(unit) for unit in units) / len(units) for letter in categories]
    observed = sum(equal) / len(equal) if equal else math.nan
    chance = sum(share * (1 - share) for share in shares) / (len(categories) - 1)
    by_margins = sum(share**2 for share in shares)
    kappa = (observed - by_margins) / (1 - by_margins) if by_margins < 1 - 1e-12 else math.nan
    return {"observed": observed, "ac1": (observed - chance) / (1 - chance)} | (
        {} if math.isnan(kappa) else {"kappa": kappa}
    )


def test_ac1_of_relations_is_that_of_agree() -> None:
    """Two annotators choose relations: as trees of `agree`, and as answers to one pair per word."""
    sides = [bundled(name) for name in ("english.conllu", "english.parsed.conllu")]
    rows = [
        Judgement(f"word {word}", person, str(relation))
        for person, side in zip("ab", sides, strict=True)
        for word, relation in enumerate(side.tokens.text("deprel"))
    ]
    relations = sorted({row.answer for row in rows})
    ours = judge_agreement(Judgements.of(rows, answers=relations, truths=relations), resamples=0)[0]
    theirs = agree(sides, resamples=0)[0]
    assert ours["observed"] == pytest.approx(theirs["la"])
    assert ours["ac1"] == pytest.approx(theirs["ac1_labels"])


def test_an_answer_that_nobody_gave_counts_as_a_category() -> None:
    observers = ["yyyn", "yyny"]
    two, three = (judge_agreement(table(observers, names), resamples=0)[0] for names in ("yn", "ynu"))
    assert two["alpha"] == three["alpha"]
    assert two["ac1"] < three["ac1"]


def test_perfect_agreement_on_one_answer_leaves_alpha_undefined_and_ac1_perfect() -> None:
    result = judge_agreement(table(["yyy", "yyy"], "yn"))[0]
    assert (result["observed"], result["ac1"]) == (1, 1)
    assert math.isnan(result["alpha"])


def test_kinds_divide_the_pairs_and_excluded_persons_do_not_count() -> None:
    rows = [
        Judgement(f"{kind}{number}", person, answer)
        for kind in "ab"
        for number in range(4)
        for person, answer in (("x", "yes"), ("y", "yes" if kind == "a" else "no"), ("z", "no"))
    ]
    kinds = {f"{kind}{number}": {"a": "active", "b": "passive"}[kind] for kind in "ab" for number in range(4)}
    results = judge_agreement(Judgements.of(rows, kinds=kinds, excluded=["z"]), resamples=20)
    assert [(result.kind, result.pairs, result.persons) for result in results] == [
        (None, 8, 2), ("active", 4, 2), ("passive", 4, 2),
    ]  # fmt: skip
    assert [result["observed"] for result in results] == [0.5, 1, 0]


def test_intervals_have_the_level_in_simulated_studies() -> None:
    """Of 60 studies, the intervals of AC1 and alpha have the figure of a very large study nine times in ten or more."""
    from treegauge import simulate_judgements

    truth = judge_agreement(simulate_judgements(20_000, 3, accuracy=0.85), resamples=0)[0]
    hits = {"alpha": 0, "ac1": 0, "analytic": 0}
    for seed in range(60):
        result = judge_agreement(simulate_judgements(120, 3, accuracy=0.85, seed=seed + 1), resamples=200)[0]
        for name in ("alpha", "ac1"):
            low, high = result.intervals[name]
            hits[name] += low <= truth[name] <= high
        hits["analytic"] += result.ac1_interval[0] <= truth["ac1"] <= result.ac1_interval[1]
    assert min(hits.values()) >= 51  # 57 are expected
