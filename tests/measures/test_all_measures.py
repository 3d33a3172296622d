"""What must hold of every registered measure, on random trees: with all its options, whoever wrote it."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from perturbed import pairs, trees
from twins_brackets import compare_plainly, plain_trees

from treegauge import CallError, Treebank
from treegauge.core.types import Counts
from treegauge.evaluation.score import score, signature_of
from treegauge.measures.shared.base import MEASURES, Measure, find_measure
from treegauge.measures.shared.prm import find_prm
from treegauge.measures.shared.words import plain_form, words_only

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
NAMES = MEASURES.names()
# What options that are strings can be; a table of heads is always named, since `auto` looks at the whole treebank.
_STRINGS: dict[str, tuple[Any, ...]] = {
    "prm": ("default", "COLLINS", "new", "spmrl", "none", "LABELED 0; DELETE_LABEL NP; DELETE_LABEL |(="),
    "group": ("all", "grammatical", "form-function", "topicalisation", "miscellaneous", "other"),
    "heads": ("left", "right", "collins", "negra"),
    "rules": ("none", "ud"),
    "costs": ((), ("NP VP 0.5", "S NP 1.5")),
}
_NUMBERS = {"crossing"}  # scores that are no percentage
_ZERO = {"ud"}  # measures whose 0/0 is 0, as in the program that they reproduce
_UD_BASES = {"clas": "content", "mlas": "content", "blex": "content", "elas": "edges", "eulas": "edges"}
Case = tuple[Treebank, Treebank, list[Measure]]


def _values(name: str, hint: Any) -> st.SearchStrategy[Any]:
    if hint is bool:
        return st.booleans()
    if typing.get_origin(hint) is typing.Literal:
        return st.sampled_from(typing.get_args(hint))
    assert name in _STRINGS, f"say in _STRINGS what the option {name} can be"
    return st.sampled_from(_STRINGS[name])


def variants(kind: type[Measure]) -> st.SearchStrategy[Measure]:
    """A measure with any options."""
    hints = typing.get_type_hints(kind)
    return st.fixed_dictionaries({item.name: _values(item.name, hints[item.name]) for item in fields(kind)}).map(
        lambda options: kind(**options)
    )


@st.composite
def cases(draw: st.DrawFn, *, other_words: bool = False) -> Case:
    """Gold, the same with errors, and every measure that fits, with options."""
    phrases = draw(st.booleans())
    gold, test = draw(pairs(constituents=phrases, other_words=other_words))
    if not phrases:
        gold, test = (
            treebank.replace(tokens=treebank.tokens.replace(upos=treebank.tokens.text("tag")))
            for treebank in (gold, test)
        )
    measures = []
    for _, kind in MEASURES.items():
        measure = draw(variants(kind))
        if _fits(measure, gold, test) and (not measure.document or (measure.lenient and not other_words)):  # type: ignore[attr-defined]
            measures.append(measure)
    assume(measures)
    return gold, test, measures


def counted(case: Case) -> Iterator[tuple[Measure, Counts]]:
    gold, test, measures = case
    for measure in measures:
        yield measure, measure.count(gold, test)


def _fits(measure: Measure, gold: Treebank, test: Treebank) -> bool:
    """Labelled triples say that they cannot do without functions; that is tested where triples are."""
    try:
        return measure.fits(gold, test)
    except CallError as error:
        if "labelled triples need functions" not in str(error):
            raise
        return False


def summed(rows: Counts) -> Counts:
    total: Counts = rows[~np.isnan(rows[:, 0])].sum(0)
    return total


@pytest.mark.parametrize("name", NAMES)
def test_the_docstring_says_what_it_is_and_who_published_it(name: str) -> None:
    lines = [line.strip() for line in (MEASURES.get(name).__doc__ or "").strip().split("\n")]
    assert lines[0].endswith(".")
    assert re.search(r"\b(19|20)\d\d\b", " ".join(lines[1:])), "the citation needs a year"


@pytest.mark.parametrize("name", NAMES)
def test_names_of_counts_scores_and_binary_scores_are_in_order(name: str) -> None:
    measure = MEASURES.get(name)()
    assert len(set(measure.counts)) == len(measure.counts)
    assert set(measure.binary) <= measure.score(np.zeros(len(measure.counts))).keys()
    assert measure.has_confusion == (type(measure).confusion is not Measure.confusion)
    assert bool(measure.breakdowns) == (type(measure).parts is not Measure.parts)


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
@settings(patient, max_examples=20)
def test_spelling_and_signature_parse_back(name: str, data: st.DataObject) -> None:
    measure = data.draw(variants(MEASURES.get(name)))
    assert find_measure(measure.spec) == measure
    assert find_measure(str(signature_of(measure, "align", ["head(2)", "strip-functions"]))) == measure
    assert find_measure(name) == MEASURES.get(name)()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_over_nothing_is_nan_and_no_warning(name: str) -> None:
    measure = MEASURES.get(name)()
    found = np.array([*measure.score(np.zeros(len(measure.counts))).values()])
    assert (found == 0).all() if name in _ZERO else np.isnan(found).all()


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
@settings(patient, max_examples=8)
def test_scores_of_many_totals_are_those_of_each(name: str, data: st.DataObject) -> None:
    measure = MEASURES.get(name)()
    total = st.lists(st.integers(0, 5), min_size=len(measure.counts), max_size=len(measure.counts))
    totals = np.array(data.draw(st.lists(total, min_size=6, max_size=6)), np.float64)
    together, stacked = measure.score(totals), measure.score(totals.reshape(2, 3, -1))
    for column, values in together.items():
        assert values.shape == (6,)
        np.testing.assert_array_equal(values.reshape(2, 3), stacked[column])
        np.testing.assert_array_equal(values, [measure.score(one)[column] for one in totals])


@given(cases())
@patient
def test_counts_have_a_row_a_sentence_and_a_column_a_count(case: Case) -> None:
    for measure, rows in counted(case):
        assert rows.shape == (len(case[0]), len(measure.counts)), measure
        assert rows.dtype == np.float64, measure


@given(cases())
@patient
def test_gold_against_itself_is_perfect(case: Case) -> None:
    gold, _, measures = case
    for measure, rows in counted((gold, gold, measures)):
        for name, value in measure.score(summed(rows)).items():
            if not np.isnan(value) and not _is_zero_over_zero(measure, name, summed(rows)):
                assert value == pytest.approx(0 if name in _NUMBERS else 100), (measure, name)


def _is_zero_over_zero(measure: Measure, score: str, total: Counts) -> bool:
    if measure.name not in _ZERO:
        return False
    stem = score.partition("_")[0]
    base = stem if f"gold_{stem}" in measure.counts else _UD_BASES.get(stem, "words")
    return bool(total[measure.counts.index(f"gold_{base}")] == 0)


@given(cases(), st.data())
@patient
def test_the_order_of_sentences_does_not_matter(case: Case, data: st.DataObject) -> None:
    gold, test, measures = case
    order = np.array(data.draw(st.permutations(range(len(gold)))), np.int64)
    shuffled = gold.select(order), test.select(order), measures
    for (measure, rows), (_, others) in zip(counted(case), counted(shuffled), strict=True):
        np.testing.assert_allclose(rows[order], others, rtol=1e-12, err_msg=measure.spec)


@given(cases(other_words=True), st.data())
@patient
def test_some_sentences_count_as_they_do_among_all(case: Case, data: st.DataObject) -> None:
    gold, test, measures = case
    single = [measure for measure in measures if not measure.document and measure.name != "exact-match"]
    chosen = np.array(
        data.draw(st.lists(st.sampled_from(range(len(gold))), unique=True)) if len(gold) else [], np.int64
    )
    some = gold.select(chosen), test.select(chosen)
    for measure, rows in counted((gold, test, single)):
        np.testing.assert_allclose(measure.count(*some), rows[chosen], rtol=1e-12, err_msg=measure.spec)


@given(cases())
@patient
def test_scores_are_within_bounds_for_all_and_for_each_sentence(case: Case) -> None:
    for measure, rows in counted(case):
        for totals in (summed(rows), rows):
            for name, values in measure.score(totals).items():
                there = values[~np.isnan(values)]
                assert (there >= 0).all(), (measure, name)
                assert name in _NUMBERS or (there <= 100 + 1e-9).all(), (measure, name)
        for name in measure.binary:
            values = measure.score(rows)[name]
            assert np.isin(values[~np.isnan(values)], (0, 100)).all(), (measure, name)


@given(cases(other_words=True))
@patient
def test_counts_of_the_parts_add_up_to_the_whole(case: Case) -> None:
    gold, test, _ = case
    for measure, rows in counted(case):
        for by in measure.breakdowns:
            parts = measure.parts(gold, test, by)
            table = np.array([*parts.values()]).reshape(len(parts), len(measure.counts))
            divided = ~np.isnan(table).any(0)
            expected = summed(rows)[divided] if parts else 0 * table.sum(0)
            np.testing.assert_allclose(table.sum(0)[divided], expected, rtol=1e-9, err_msg=f"{measure.spec} by {by}")
            for part in parts.values():
                values = np.array([*measure.score(part).values()])
                assert (np.isnan(values) | (values >= 0)).all(), (measure, by)


@given(cases(other_words=True))
@patient
def test_rows_are_nan_exactly_where_words_differ(case: Case) -> None:
    gold, test, _ = case
    for measure, rows in counted(case):
        absent = np.isnan(rows)
        assert (absent.all(1) == absent.any(1)).all(), measure
        if not measure.document:
            assert absent[:, 0].tolist() == _different(measure, gold, test), measure


def _different(measure: Measure, gold: Treebank, test: Treebank) -> list[bool]:
    if hasattr(measure, "prm"):  # EVALB compares the words that its parameters leave, and wants some
        sides = zip(plain_trees(gold), plain_trees(test), strict=True)
        return [compare_plainly(one, other, find_prm(measure.prm)).status != 0 for one, other in sides]
    if measure.name != "attachment" or gold.has_constituents:
        gold, test = words_only(gold), words_only(test)
    forms = ([[plain_form(token.form) for token in tree] for tree in treebank] for treebank in (gold, test))
    return [one != other for one, other in zip(*forms, strict=True)]


@given(cases(other_words=True))
@patient
def test_confusions_name_items_on_both_sides_and_their_sentence(case: Case) -> None:
    gold, test, _ = case
    for measure, rows in counted(case):
        if not measure.has_confusion:
            continue
        found = measure.confusion(gold, test)
        assert len(found.gold) == len(found.test) == len(found.sentence), measure
        assert np.isin(found.sentence, np.flatnonzero(~np.isnan(rows[:, 0]))).all(), measure
        same = measure.confusion(gold, gold)
        assert same.gold.decode() == same.test.decode(), measure


@given(cases())
@patient
def test_no_sentences_have_no_counts(case: Case) -> None:
    gold, test, measures = case
    for measure, rows in counted((gold[:0], test[:0], measures)):
        assert rows.shape == (0, len(measure.counts)), measure
        for by in measure.breakdowns:
            assert measure.parts(gold[:0], test[:0], by) == {}, measure


@given(cases(other_words=True))
@patient
def test_every_policy_counts_every_sentence_that_can_be_compared(case: Case) -> None:
    gold, test, _ = case
    for measure, rows in counted(case):
        (skipped,) = score(gold, test, measure, resamples=0)
        (aligned,) = score(gold, test, measure, resamples=0, on_mismatch="align")
        assert len(skipped.compared) + len(skipped.left_out) == len(gold), measure
        assert set(skipped.compared.tolist()) <= set(aligned.compared.tolist()), measure
        for result in (skipped, aligned):
            np.testing.assert_array_equal(result.rows[skipped.compared], rows[skipped.compared])


@pytest.mark.parametrize("name", NAMES)
def test_a_very_deep_tree_is_no_problem(name: str) -> None:
    measure = MEASURES.get(name)()
    depth = 50_000
    deep = trees("(S (NP-SBJ " * (depth // 2) + "(N a)" + ") (V b))" * (depth // 2))
    if measure.fits(deep, deep):
        scores = measure.score(measure.count(deep, deep).sum(0))
        assert all(np.isnan(value) or value == (0 if score in _NUMBERS else 100) for score, value in scores.items())


def test_options_have_types_that_can_be_spelled() -> None:
    for name, kind in MEASURES.items():
        for item, hint in typing.get_type_hints(kind).items():
            if item in {field.name for field in fields(kind)}:
                plain = hint in (bool, int, float, str) or typing.get_origin(hint) in (typing.Literal, tuple)
                assert plain, (name, item)
